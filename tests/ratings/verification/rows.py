"""Rows of a pool for tests that spoil them."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, QuerySet

from ratings.models import LedgerEvent, LedgerRow, Pool
from ratings.verification import Findings


def rows(model: type[Model], pool: Pool, **which: Any) -> QuerySet[Any]:
    """Rows of the ledger or of what is shown, without what protects them."""
    found: QuerySet[Any] = QuerySet(model)
    if model in (LedgerRow, LedgerEvent):
        return found.filter(pool=pool, **which)
    pool.refresh_from_db()
    return found.filter(build=pool.build, **which)


def assert_found(findings: Findings, said: str) -> None:
    assert not findings.is_right
    assert any(line.startswith(said) for line in findings.differences), findings.differences
    assert sum(findings.counts.values()) == len(findings.differences)
