"""What a rerating would move, for a page that is waited for."""

from __future__ import annotations

from dataclasses import dataclass

from ratings.comparison import Comparison, preview_rerate
from ratings.models import LedgerRow, Pool
from ratings.skill import Parameters

# Boards that are replayed while somebody waits: some ten seconds. A longer ledger is for the shell.
MOST_BOARDS = 150_000
LINES = 25


@dataclass(frozen=True, slots=True)
class Rerating:
    """What would move, or None where the ledger holds more boards than are replayed for a page."""

    pool_id: int
    comparison: Comparison | None
    boards: int


def rerating(pool: Pool, parameters: Parameters | None = None) -> Rerating:
    """What would change if all boards had been played under the current constants, or under others."""
    boards = LedgerRow.objects.filter(pool=pool).count()
    if boards > MOST_BOARDS:
        return Rerating(pool.pk, None, boards)
    return Rerating(pool.pk, preview_rerate(pool.pk, parameters=parameters, top=LINES), boards)
