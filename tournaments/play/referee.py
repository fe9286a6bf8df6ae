"""The referee: plays one game to its end and says how it ended for every seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from plugins.chance import Chance, Stream
from plugins.contract import JSON, Action, Engine, Result, State
from tournaments.play.players.base import Forfeit, HostFault, Player, Verdict


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game; tuples are by seat of the game.

    moves: the choices, in order, as indices into ``legal``; actions without an alternative are left out, since
    whoever replays the game knows them.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    moves: tuple[int, ...]


class Turn:
    """What a player is shown when it must choose (a ``plugins.contract.View``)."""

    __slots__ = ("_observation", "_seen", "_state", "chance", "engine", "legal", "seat")

    def __init__(self, state: State, engine: Engine, seat: int, legal: Sequence[Action], chance: Stream) -> None:
        self._state = state
        self._seen = False
        self._observation: JSON = None
        self.engine = engine
        self.seat = seat
        self.legal = legal
        self.chance = chance

    @property
    def observation(self) -> JSON:
        if not self._seen:
            try:
                self._observation = self._state.observe(self.seat)
            except Exception as error:
                raise HostFault(f"the engine failed to observe: {type(error).__name__}") from error
            self._seen = True
        return self._observation


def play(
    engine: Engine,
    options: Mapping[str, Any],
    chance: Chance,
    players: Sequence[Player],
    streams: Sequence[Stream],
    *,
    stand_in: Callable[[], Player],
    max_decisions: int,
) -> Played:
    """Play one game of ``len(players)`` seats.

    ``streams`` are the seats' own random streams. A seat that fails forfeits: with two seats the game ends there,
    with more a ``stand_in`` plays the seat on. An action without an alternative is played without asking.
    ``players`` are started and ready before the game, told of its end, and closed whatever happens.

    Raises HostFault when the engine breaks its contract or a player cannot be started; any other exception of the
    engine passes through. Either way there is no game, and it is to be played again.
    """
    with ExitStack() as closing:
        for player in players:
            closing.callback(player.close)
        for player in players:
            player.start()
        for player in players:  # nobody gets ready, nor pretends to, while another's clock runs
            player.ready()
        played = _play(engine, options, chance, players, streams, stand_in, max_decisions)
        for player in players:
            player.over(played.ranks, played.scores, played.verdicts)
    return played


def _play(
    engine: Engine,
    options: Mapping[str, Any],
    chance: Chance,
    players: Sequence[Player],
    streams: Sequence[Stream],
    stand_in: Callable[[], Player],
    max_decisions: int,
) -> Played:
    seats = len(players)
    seated = list(players)
    verdicts: list[Verdict] = ["played"] * seats
    failed: list[int] = []
    moves: list[int] = []
    state = engine.new(deepcopy(options), seats, chance)  # the options are every game's; what it does with them is not
    asked = 0
    while to_act := state.to_act():
        seat = to_act[0]
        legal = tuple(state.legal(seat))
        asked += 1
        if asked > max_decisions:
            raise HostFault(f"the engine asked for more than its max_decisions, {max_decisions}")
        if len(legal) == 1:
            state.apply(seat, legal[0])
            continue
        if not legal:
            raise HostFault(f"seat {seat} must act but has no legal action")
        try:
            move = seated[seat].act(Turn(state, engine, seat, legal, streams[seat]))
        except Forfeit as forfeit:
            if seat in failed:
                raise HostFault(f"the stand-in at seat {seat} failed: {forfeit}") from forfeit
            verdicts[seat] = forfeit.verdict
            failed.append(seat)
            if seats == 2 or len(failed) == seats:
                break
            seated[seat] = stand_in()
            continue
        moves.append(move)
        state.apply(seat, legal[move])
    result = settle(_sound(state.result(), seats), failed)
    return Played(result.ranks, result.scores, tuple(verdicts), tuple(moves))


def _sound(result: Result, seats: int) -> Result:
    """The engine's result, if it is one for so many seats: a bad one would be recorded, and fail the close."""
    for name, numbers in (("ranks", result.ranks), ("scores", result.scores)):
        if len(numbers) != seats or not all(type(number) is int for number in numbers):
            raise HostFault(f"the engine's {name} are not {seats} integers, one for each seat")
    if any(rank != sum(other < rank for other in result.ranks) for rank in result.ranks):
        raise HostFault("the engine's ranks are none: a rank is the number of seats that are better")
    return result


def settle(result: Result, failed: Sequence[int]) -> Result:
    """The engine's result with the failed seats put last, who failed first last of all, at the table's lowest score."""
    if not failed:
        return result
    ranks = list(result.ranks)
    scores = list(result.scores)
    sound = [seat for seat in range(len(ranks)) if seat not in failed]
    for seat in sound:
        ranks[seat] = sum(result.ranks[other] < result.ranks[seat] for other in sound)
    lowest = min(scores)
    for later, seat in enumerate(reversed(failed)):
        ranks[seat] = len(sound) + later
        scores[seat] = lowest
    return Result(tuple(ranks), tuple(scores))
