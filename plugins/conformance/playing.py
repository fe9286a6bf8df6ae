"""Random games that are the same again in every process, and walks through them.

It needs the standard library and the contract alone, so that other Pythons can play without anything installed.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

from plugins.chance import Chance, Stream
from plugins.conformance.comparing import digest, dumps
from plugins.conformance.errors import ConformanceError
from plugins.contract import JSON, Engine, State

Moves = tuple[tuple[int, int], ...]
"""A seat and an index into its legal actions for every decision of a game."""


def seed_bytes(number: int) -> bytes:
    """The seed of the numbered game: ``Chance(b"conformance 0")`` deals the first."""
    return b"conformance %d" % number


@dataclass(frozen=True, slots=True)
class Deal:
    """What a game begins with; ``options`` are complete."""

    options: Mapping[str, Any]
    seats: int
    seed: bytes

    def start(self, engine: Engine, chance: Chance | None = None) -> State:
        """The game dealt from its own seed, or from another chance."""
        return engine.new(copy.deepcopy(self.options), self.seats, chance or Chance(self.seed))

    def chance(self, purpose: str) -> Chance:
        """Chance of the kit's own, none of which an engine sees."""
        return Chance(self.seed).derive(f"conformance {purpose}")


class End(Enum):
    """How a random game ended."""

    OVER = "over"
    STUCK = "nobody can act"
    ENDLESS = "as many decisions as may be"


def record(engine: Engine, deal: Deal, most: int, in_turn: bool = False) -> tuple[Moves, End]:
    """Play at random: any seat of those to act (the first of them with ``in_turn``), any of its actions."""
    state, choices = deal.start(engine), deal.chance("choices").stream("choices")
    moves: list[tuple[int, int]] = []
    while to_act := state.to_act():
        if len(moves) == most:
            return tuple(moves), End.ENDLESS
        # What is no seat is for the check of turns to complain of.
        if type(to_act) is not tuple or not set(to_act) <= set(range(deal.seats)):
            return tuple(moves), End.STUCK
        seat = to_act[0] if in_turn or len(to_act) == 1 else choices.choice(to_act)
        legal = state.legal(seat)
        if not legal:
            return tuple(moves), End.STUCK
        index = choices.below(len(legal)) if len(legal) > 1 else 0
        moves.append((seat, index))
        state.apply(seat, legal[index])
    return tuple(moves), End.OVER


def walk(state: State, moves: Moves, where: str) -> Iterator[tuple[int, State]]:
    """Play the moves again: the number of the decision, from 1, and the state before it; last the state after all."""
    for number, (seat, index) in enumerate(moves, 1):
        yield number, state
        legal = state.legal(seat)
        if index >= len(legal):
            raise ConformanceError(
                f"{where}, decision {number}",
                f"seat {seat} has {len(legal)} legal actions, and had {index + 1} or more when this was played first",
                "the same seed and the same actions must give the same game",
            )
        state.apply(seat, legal[index])
    yield len(moves) + 1, state


def play_on(state: State, choices: Stream, most: int) -> int:
    """Play at random to the end, or ``most`` decisions; the number played."""
    for played in range(most):
        to_act = state.to_act()
        legal = state.legal(to_act[0]) if to_act else ()
        if not legal:
            return played
        state.apply(to_act[0], choices.choice(legal))
    return most


def examined(deal: Deal, count: int, most: int) -> frozenset[int]:
    """At most ``most``, 3 or more, of the numbers 1 to ``count``: first, last, and one of every stretch between."""
    if count <= most:
        return frozenset(range(1, count + 1))
    stream, parts = deal.chance("examined").stream(str(most)), most - 2
    edges = [2 + (count - 2) * part // parts for part in range(parts + 1)]
    between = [low + stream.below(high - low) for low, high in pairwise(edges)]
    return frozenset([1, count, *between])


def fingerprint(engine: Engine, state: State) -> str:
    """A digest of the snapshot, of the seats to act and of their legal actions in order."""
    to_act = list(state.to_act())
    legal = [[engine.encode(action) for action in state.legal(seat)] for seat in to_act]
    return digest(dumps([to_act, legal, state.snapshot()]))


def account(engine: Engine, deal: Deal, most: int, marks: int) -> JSON:
    """What a process can say of a game: its end, and digests of up to ``marks`` positions with all that is seen there.

    Shape: {"end": str, "decisions": int, "marks": [[decision, digest], ...]}.
    """
    moves, end = record(engine, deal, most)
    numbers = examined(deal, len(moves) + 1, marks)
    taken = []
    for number, state in walk(deal.start(engine), moves, "in another process"):
        if number in numbers:
            result = state.result()
            seen = [state.observe(seat) for seat in (None, *range(deal.seats))]
            seen += [list(result.ranks), list(result.scores)]
            taken.append([number, digest(dumps([fingerprint(engine, state), seen]))])
    return {"end": end.value, "decisions": len(moves), "marks": taken}
