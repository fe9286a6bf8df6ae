"""How well a pool's forecasts held so far, for a page that is waited for."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from ratings.charts.calibration import calibration_chart
from ratings.dry_runs import MOST_BOARDS
from ratings.models import Pool
from ratings.records import read_record
from ratings.skill.calibration import Calibration, calibrate
from ratings.skill.prequential import log_losses, pairs, win_forecasts
from tournaments.access.errors import Conflict


@dataclass(frozen=True, slots=True)
class Foretold:
    """What was believed before each board against how it ended, each pair of sides by itself.

    boards    of the ledger that count, pairs: of sides on them
    log_loss  mean over the pairs, in nats; 0.0 for none
    """

    boards: int
    pairs: int
    log_loss: float
    calibration: Calibration
    chart: SafeString


def foretold(pool: Pool) -> Foretold:
    """Replays the ledger, three times; each board is foretold by the constants under which it was rated.

    Raises Conflict for a ledger that is too long to be waited for.
    """
    boards = pool.boards_in_ledger
    if boards > MOST_BOARDS:
        raise Conflict(
            f"the ledger has {boards:,} boards, and no more than {MOST_BOARDS:,} are replayed here; at the shell: "
            f"manage.py fit_pool --pool {pool.pk}",
            code="too_large",
        )
    record = read_record(pool.pk).record
    count = pairs(record)
    calibration = calibrate(win_forecasts(record))
    return Foretold(
        boards=len(record.boards),
        pairs=count,
        log_loss=sum(log_losses(record)) / count if count else 0.0,
        calibration=calibration,
        chart=calibration_chart(calibration, title=f"Forecasts of a win in {pool.title} against what happened"),
    )
