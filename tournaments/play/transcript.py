"""A game's choices as bytes, and their replay."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from plugins.chance import Chance
from plugins.contract import Action, Engine, State


class BadTranscript(ValueError):
    """The bytes are no transcript, or not one of this game."""


def pack(moves: Sequence[int]) -> bytes:
    """The moves as LEB128 numbers, deflated (zlib)."""
    raw = bytearray()
    for move in moves:
        while move > 0x7F:
            raw.append(move & 0x7F | 0x80)
            move >>= 7
        raw.append(move)
    return zlib.compress(bytes(raw), 6)


def unpack(data: bytes) -> tuple[int, ...]:
    """The moves of ``pack``. Raises BadTranscript."""
    try:
        raw = zlib.decompress(data)
    except zlib.error as error:
        raise BadTranscript(f"not deflated: {error}") from error
    moves: list[int] = []
    value = shift = 0
    for byte in raw:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            moves.append(value)
            value = shift = 0
    if shift:
        raise BadTranscript("cut short within a number")
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a replay; ``forced`` if it had no alternative. ``state`` is the game after it."""

    seat: int
    action: Action
    forced: bool
    state: State


def replay(
    engine: Engine, options: Mapping[str, Any], seats: int, chance: Chance, moves: Sequence[int]
) -> Iterator[Step]:
    """Play the game again, forced actions included. It ends early where the moves do: at a forfeit.

    Raises BadTranscript for a move that the game does not have, or for moves left over.
    """
    state = engine.new(deepcopy(options), seats, chance)
    rest = iter(moves)
    for number, seat in enumerate(_seats_to_act(state)):
        legal = state.legal(seat)
        forced = len(legal) == 1
        move = 0 if forced else next(rest, None)
        if move is None:
            return
        if move >= len(legal):
            raise BadTranscript(f"action {number}: move {move} is not below {len(legal)}")
        action = legal[move]
        state.apply(seat, action)
        yield Step(seat, action, forced, state)
    if next(rest, None) is not None:
        raise BadTranscript("moves are left over at the end of the game")


def _seats_to_act(state: State) -> Iterator[int]:
    while to_act := state.to_act():
        yield to_act[0]
