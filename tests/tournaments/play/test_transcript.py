"""Transcripts: what is packed comes back, and a replay is the game again."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.chance import Chance
from tests.tournaments.play.toy import Toy
from tournaments.play.transcript import BadTranscript, pack, replay, unpack


@given(st.lists(st.integers(0, 1 << 40)))
def test_what_is_packed_comes_back(moves: list[int]) -> None:
    assert unpack(pack(moves)) == tuple(moves)


def test_the_format_is_deflated_leb128() -> None:
    assert zlib.decompress(pack([0, 127, 128, 300])) == bytes([0x00, 0x7F, 0x80, 0x01, 0xAC, 0x02])


@pytest.mark.parametrize("data", [b"", b"x", zlib.compress(b"\x80")])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadTranscript):
        unpack(data)


def steps(moves: list[int]) -> list[tuple[int, Any, bool]]:
    return [(step.seat, step.action, step.forced) for step in replay(Toy(), {}, 2, Chance(b""), moves)]


def test_a_replay_shows_forced_actions_too() -> None:
    assert steps([2, 0, 1, 2]) == [
        (0, 2, False),
        (1, 0, False),
        (0, 1, False),
        (1, 2, False),
        (0, 1, True),
        (1, 1, True),
    ]


def test_a_replay_ends_where_a_forfeit_ended_the_game() -> None:
    assert steps([2]) == [(0, 2, False)]


@pytest.mark.parametrize(("moves", "why"), [([3], "move 3 is not below 3"), ([0, 0, 0, 0, 0], "left over")])
def test_moves_of_another_game_are_refused(moves: list[int], why: str) -> None:
    with pytest.raises(BadTranscript, match=why):
        steps(moves)


def test_what_an_engine_does_with_its_options_harms_no_other_replay() -> None:
    class Greedy(Toy):
        def new(self, options: Any, seats: int, chance: Any) -> Any:
            state = super().new(options, seats, chance)
            options["calls"] = 1
            return state

    options = {"calls": 2}
    for _ in range(2):
        assert [step.action for step in replay(Greedy(), options, 2, Chance(b""), [2, 0, 1, 2])] == [2, 0, 1, 2]
    assert options == {"calls": 2}
