"""How well forecasts held: every board foretold from the ratings of its moment."""

from __future__ import annotations

from math import log

import pytest

from ratings.display.foretelling import foretold
from ratings.skill import predict
from tests.ratings.league import league
from tests.ratings.rows import make_pool
from tournaments.access.errors import Conflict

pytestmark = pytest.mark.django_db


def test_a_first_round_is_foretold_of_newcomers() -> None:
    pool, _ = league(4, rounds=1, seats=2)
    found = foretold(pool)
    newcomer = pool.parameters.newcomer
    chances = predict(newcomer, newcomer, pool.parameters)
    # Bots 0 and 1 tie at the first table, at the second the stronger wins.
    assert (found.boards, found.pairs) == (2, 2)
    assert found.log_loss == pytest.approx(-(log(chances.draw) + log(chances.win)) / 2, rel=1e-9)
    filled = [one for one in found.calibration.bins if one.count]
    assert sum(one.count for one in filled) >= 2
    assert f"Forecasts of a win in {pool.title} against what happened" in found.chart


def test_without_boards_nothing_is_foretold() -> None:
    found = foretold(make_pool())
    assert (found.boards, found.pairs, found.log_loss, found.chart) == (0, 0, 0.0, "")


def test_a_long_ledger_is_for_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.display.foretelling.MOST_BOARDS", 5)
    pool, _ = league()
    with pytest.raises(Conflict, match="the ledger has 6 boards, and no more than 5 are replayed here"):
        foretold(pool)
