"""The preview of a rerating: that of the comparison, for ledgers that can be waited for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.comparison import preview_rerate
from ratings.display.rerating import LINES, rerating
from tests.ratings.league import league

pytestmark = pytest.mark.django_db


def test_it_is_the_comparison_under_these_or_the_current_constants() -> None:
    pool, _ = league()
    other = replace(pool.parameters, beta=20.0)
    found = rerating(pool, other)
    assert found.comparison == preview_rerate(pool.pk, parameters=other, top=LINES)
    assert found.comparison is not None
    assert found.comparison.moved > 0
    same = rerating(pool).comparison
    assert same is not None
    assert same.is_same


def test_a_long_ledger_is_for_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, _ = league()
    monkeypatch.setattr("ratings.display.rerating.MOST_BOARDS", 5)
    found = rerating(pool)
    assert (found.comparison, found.boards) == (None, 6)
