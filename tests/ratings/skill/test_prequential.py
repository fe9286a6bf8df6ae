"""Forecasts before ratings: against predict and rate, and what may not happen."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import log

import pytest
from hypothesis import given

from ratings.skill import Belief, predict
from ratings.skill.live import Live
from ratings.skill.prequential import log_losses, pairs, win_forecasts
from ratings.skill.record import Board, Record
from tests.ratings.skill.records import PARAMETERS, newcomers, pair, records


@given(records())
def test_it_charges_what_was_forecast_before_the_board_was_rated(record: Record) -> None:
    live, losses, wins = Live(record), [], []
    for board in record.boards:
        live.enter(board)
        beliefs, loss = live.beliefs(), 0.0
        for i, j in combinations(board.order, 2):
            forecast = predict(beliefs[board.sides[i]], beliefs[board.sides[j]], record.editions[board.edition])
            lead = board.ranks[j] - board.ranks[i]
            happened = forecast.draw if lead == 0 else forecast.win if lead > 0 else forecast.loss
            loss -= log(max(happened, 5e-324))
            wins.append((forecast.win, lead > 0))
        losses.append(loss)
        live.rate(board)
    assert log_losses(record) == pytest.approx(losses, rel=1e-9, abs=1e-12)
    assert [chance for chance, _ in win_forecasts(record)] == pytest.approx([chance for chance, _ in wins])
    assert [won for _, won in win_forecasts(record)] == [won for _, won in wins]
    assert pairs(record) == len(wins)


def test_two_newcomers_are_forecast_by_the_draw_probability_alone() -> None:
    # Known exactly, two equal skills tie with the draw probability: -log 0.1
    known = Belief(25.0, 1e-9)
    sure = replace(PARAMETERS, tau=0.0)
    tie, win = (Record([pair(0, 1, tie=is_tie)], [sure], [known] * 2) for is_tie in (True, False))
    assert log_losses(tie) == [pytest.approx(-log(0.1))]
    assert log_losses(win) == [pytest.approx(-log(0.45))]


def test_a_result_beyond_any_double_costs_much_but_not_everything() -> None:
    record = Record([pair(0, 1)], [PARAMETERS], [Belief(-1e6, 1.0), Belief(1e6, 1.0)])
    assert log_losses(record) == [pytest.approx(744.44, abs=0.01)]


def test_every_pair_of_a_board_counts() -> None:
    record = newcomers(4, [Board((0, 1, 2, 3), (0, 1, 1, 2), (2, 0, 1, 3)), pair(0, 1)])
    assert pairs(record) == 7
    # first of each pair is who stands first in the order 2, 0, 1, 3
    assert [won for _, won in win_forecasts(record)] == [False, False, True, True, True, True, True]


def test_other_parameters_forecast_and_rate() -> None:
    record = newcomers(2, [pair(0, 1), pair(0, 1), pair(1, 0, tie=True)])
    other = replace(PARAMETERS, beta=20.0, draw_probability=0.5)
    assert log_losses(record, [other]) == log_losses(newcomers(2, record.boards, other))
    assert list(win_forecasts(record, [other])) == list(win_forecasts(newcomers(2, record.boards, other)))
    assert log_losses(record, [other]) != log_losses(record)
