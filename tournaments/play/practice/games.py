"""Plays the games of a plan one after the other, and keeps what the author of a bot wants to know of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Literal, Protocol

from plugins import protocol, registry
from plugins.chance import Chance
from plugins.contract import JSON, View
from tournaments.play import deal
from tournaments.play.local import STAND_IN
from tournaments.play.players.base import Forfeit, Player, Verdict
from tournaments.play.players.policy import PolicyPlayer
from tournaments.play.players.program import ProgramPlayer
from tournaments.play.practice.arguments import Contestant, Plan
from tournaments.play.practice.program import LIMITS, kit_folder, program_player
from tournaments.play.referee import Played, play

Outcome = Literal["won", "drew", "lost"]


@dataclass(slots=True)
class Seat:
    """A contestant at a place of one game. times: ms of each of its moves. fault: why it failed, or "".
    printed: what a program wrote to stderr, and to stdout if it is no message.
    """

    contestant: Contestant
    place: int
    times: list[float] = field(default_factory=list)
    fault: str = ""
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over: its seats by place, and the seat of the bot that practises."""

    seats: tuple[Seat, ...]
    own: Seat
    played: Played


class Show(Protocol):
    """Is told of a game while it is played."""

    def game(self, seats: tuple[Seat, ...]) -> None: ...
    def turn(self, table: str) -> None: ...
    def move(self, seat: Seat, action: JSON, note: str) -> None: ...
    def ended(self, game: Game) -> None: ...


def outcome(game: Game) -> Outcome:
    """Won is who is first alone, drawn who is first with others."""
    ranks = game.played.ranks
    if ranks[game.own.place] > 0:
        return "lost"
    return "won" if ranks.count(0) == 1 else "drew"


def play_all(plan: Plan, show: Show) -> Iterator[Game]:
    """Every game of the plan. Raises HostFault for an engine that fails, or a program that cannot be started."""
    with kit_folder() as kit:
        for number in range(plan.games):
            yield _game(plan, number, kit, show)


def _game(plan: Plan, number: int, kit: Path, show: Show) -> Game:
    """As on a server, each board is played once per rotation: in the next game everyone sits one seat further on."""
    info, seats = plan.info, len(plan.contestants)
    board, rotation = divmod(number, seats)
    seed = deal.board_seed(plan.seed.encode(), round_number=1, table=1, board=board)
    watched = []
    streams = []
    for place in range(seats):
        index = (place - rotation) % seats
        own_seed = deal.policy_seed(seed, table=1, rotation=rotation, seat=index)
        streams.append(Chance(own_seed).stream("policy"))
        seat = Seat(plan.contestants[index], place)
        watched.append(_Watched(seat, _player(plan, seat, f"practice.{number + 1}", own_seed, kit), show))
    seated = tuple(player.seat for player in watched)
    show.game(seated)
    policies = registry.policies(info.id)
    played = play(
        registry.engine(info.id),
        plan.options,
        Chance(seed),
        watched,
        streams,
        stand_in=lambda: PolicyPlayer(policies[STAND_IN]()),
        max_decisions=info.max_decisions,
    )
    game = Game(seated, seated[rotation], played)
    show.ended(game)
    return game


def _player(plan: Plan, seat: Seat, game: str, seed: bytes, kit: Path) -> Player:
    info, contestant = plan.info, seat.contestant
    if contestant.command is None:
        return PolicyPlayer(registry.policies(info.id)[contestant.name]())
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
