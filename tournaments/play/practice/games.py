"""Plays the games of a plan one after the other, and keeps what the author of a bot wants to know of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Literal, Protocol

from plugins import protocol
from plugins.contract import JSON, View
from tournaments.play import deal
from tournaments.play.local import place_of, play_seated, policy_player
from tournaments.play.players.base import Forfeit, Player, Verdict
from tournaments.play.players.program import ProgramPlayer
from tournaments.play.practice.arguments import Contestant, Plan
from tournaments.play.practice.program import LIMITS, kit_folder, program_player
from tournaments.play.referee import Played

_TABLE = 1  # there is only one
Outcome = Literal["won", "drew", "lost"]


@dataclass(slots=True)
class Seat:
    """A contestant at a place of one game, from 0. times: ms of each of its moves. fault: why it failed, or "".
    printed: what a program wrote to stderr, and to stdout if it is no message.
    """

    contestant: Contestant
    place: int
    times: list[float] = field(default_factory=list)
    fault: str = ""
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over; seats and what was played are in the order of the plan's contestants."""

    seats: tuple[Seat, ...]
    played: Played

    @property
    def own(self) -> Seat:
        """The seat of the bot that practises."""
        return self.seats[0]


class Show(Protocol):
    """Is told of a game while it is played."""

    def game(self, seats: tuple[Seat, ...]) -> None: ...
    def turn(self, table: str) -> None: ...
    def move(self, seat: Seat, action: JSON, note: str) -> None: ...
    def ended(self, game: Game) -> None: ...


def outcome(game: Game) -> Outcome:
    """Won is who is first alone, drawn who is first with others."""
    ranks = game.played.ranks
    if ranks[0] > 0:
        return "lost"
    return "won" if ranks.count(0) == 1 else "drew"


def play_all(plan: Plan, show: Show) -> Iterator[Game]:
    """Every game of the plan. Raises HostFault for an engine that fails, or a program that cannot be started."""
    with kit_folder() as kit:
        for number in range(plan.games):
            yield _game(plan, number, kit, show)


def _game(plan: Plan, number: int, kit: Path, show: Show) -> Game:
    """As on a server, each board is played once per rotation: in the next game everyone sits one seat further on."""
    board, rotation = divmod(number, len(plan.contestants))
    seed = deal.board_seed(plan.seed.encode(), round_number=1, table=_TABLE, board=board)
    watched = []
    for index, contestant in enumerate(plan.contestants):
        seat = Seat(contestant, place_of(index, rotation=rotation, seats=len(plan.contestants)))
        own_seed = deal.policy_seed(seed, table=_TABLE, rotation=rotation, seat=index)
        player = _player(plan, seat, game=f"practice.{number + 1}", seed=own_seed, kit=kit)
        watched.append(_Watched(seat, player, show))
    seats = tuple(player.seat for player in watched)
    show.game(seats)
    played = play_seated(
        engine_id=plan.info.id, options=plan.options, seed=seed, table=_TABLE, rotation=rotation, players=watched
    )
    game = Game(seats, played)
    show.ended(game)
    return game


def _player(plan: Plan, seat: Seat, *, game: str, seed: bytes, kit: Path) -> Player:
    info, contestant = plan.info, seat.contestant
    if contestant.command is None:
        return policy_player(info.id, contestant.name)
    hello = protocol.hello(
        game=game,
        engine=info.id,
        rules_version=info.rules_version,
        options=plan.options,
        seat=seat.place,
        seats=len(plan.contestants),
        seed=seed.hex(),
        limits=LIMITS,
    )
    return program_player(contestant.command, hello, kit)


class _Watched(Player):
    """A player whose moves are shown and timed."""

    __slots__ = ("_player", "_show", "seat")

    def __init__(self, seat: Seat, player: Player, show: Show) -> None:
        self.seat = seat
        self._player = player
        self._show = show

    def start(self) -> None:
        self._player.start()

    def ready(self) -> None:
        self._player.ready()

    def act(self, view: View) -> int:
        self._show.turn(view.engine.text(view.observation))
        begun = perf_counter()
        try:
            move = self._player.act(view)
        except Forfeit as forfeit:
            self.seat.fault = str(forfeit)
            raise
        seconds, note = perf_counter() - begun, ""
        if isinstance(self._player, ProgramPlayer):  # which does not count the time until the program was ready
            seconds, note = self._player.thought, self._player.note
        self.seat.times.append(seconds * 1000)
        self._show.move(self.seat, view.engine.encode(view.legal[move]), note)
        return move

    def over(self, ranks: Sequence[int], scores: Sequence[int], verdicts: Sequence[Verdict]) -> None:
        self._player.over(ranks, scores, verdicts)

    def close(self) -> None:
        self._player.close()
        if isinstance(self._player, ProgramPlayer):
            self.seat.printed = self._player.printed.decode("utf-8", "replace")
