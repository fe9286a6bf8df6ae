"""Seasons with known skills: the same again, all meet in each round, and results follow the skills."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import fmean, stdev

import pytest

from deploy.bench.seasons import Season, normal, play
from plugins.chance import Chance
from ratings.skill import Parameters

TRUTH = Parameters(mu0=10.0, sigma0=2.0, beta=1.0, tau=0.0, draw_probability=0.3)
SMALL = Season(bots=8, events=3, rounds=4)


def test_a_season_is_the_same_again() -> None:
    assert play(SMALL, TRUTH, Chance(b"a")) == play(SMALL, TRUTH, Chance(b"a"))
    assert play(SMALL, TRUTH, Chance(b"b")) != play(SMALL, TRUTH, Chance(b"a"))


def test_all_meet_in_every_round_and_none_twice_in_an_event() -> None:
    _, record = play(Season(bots=16, events=3, rounds=4), TRUTH, Chance(b"a"))
    assert len(record.boards) == 3 * 4 * 8
    for start in range(0, len(record.boards), 8):
        assert sorted(side for board in record.boards[start : start + 8] for side in board.sides) == list(range(16))
    for start in range(0, len(record.boards), 32):
        met = [frozenset(board.sides) for board in record.boards[start : start + 32]]
        assert len(set(met)) == len(met)
    # Who stands first in the order says nothing of who won.
    assert Counter(board.order for board in record.boards).keys() == {(0, 1), (1, 0)}


def test_where_all_have_met_some_meet_again() -> None:
    _, record = play(Season(bots=2, events=1, rounds=3), TRUTH, Chance(b"a"))
    assert [sorted(board.sides) for board in record.boards] == [[0, 1]] * 3


def test_skills_and_results_are_those_of_the_model() -> None:
    stream = Chance(b"normal").stream("x")
    numbers = [normal(stream) for _ in range(4000)]
    assert fmean(numbers) == pytest.approx(0.0, abs=0.06)
    assert stdev(numbers) == pytest.approx(1.0, abs=0.05)
    equal = replace(TRUTH, sigma0=1e-9)
    _, record = play(Season(bots=16, events=30, rounds=6), equal, Chance(b"equal"))
    ranks = Counter(board.ranks for board in record.boards)
    assert ranks[0, 0] / len(record.boards) == pytest.approx(0.3, abs=0.05)
    assert ranks[0, 1] / ranks[1, 0] == pytest.approx(1.0, abs=0.2)
    skills, sure = play(SMALL, replace(TRUTH, beta=1e-9), Chance(b"a"))
    for board in sure.boards:
        a, b = board.sides
        assert board.ranks == ((0, 1) if skills[a] > skills[b] else (1, 0))
