"""A worker's turn at a match: claim it, play what is missing, record it as it comes."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from traceback import extract_tb

from django.conf import settings
from django.db import connection

from tournaments.dispatch.claim import Claim, claim
from tournaments.dispatch.playing import Table, play_table
from tournaments.dispatch.record import Outdated, Result, give_up, hand_back, record
from tournaments.play.local import require_rules
from tournaments.play.players.base import HostFault

logger = logging.getLogger(__name__)


def take_turn(match_id: int) -> None:
    """Play the match, or as much of it as fits into one lease.

    1. Claim it; if it is not to be had, there is nothing to do.
    2. Play the missing games in order. Games that end within a second are recorded together, and each recording
       renews the lease.
    3. After the last game the match is finished. After a lease's time it is handed back for another turn, so that
       no task is long and no event waits behind one match.
    4. A fault of engine or worker gives the match up: it is played again, or void after the third.
    """
    claimed = claim(match_id)
    if claimed is None:
        return
    try:
        _play(claimed)
    except Outdated as outdated:
        logger.warning("%s", outdated)
        return
    except Exception as error:  # whatever an engine does, the match must be given back
        fault = describe(error)
    else:
        return
    # Beyond the handler, so that a failure of giving up does not carry the engine's message into the log.
    logger.error("attempt %d at match %d failed: %s", claimed.attempt, match_id, fault)
    give_up(claimed, fault)


def describe(error: Exception) -> str:
    """What a host's fault was, and where. An engine's own message is left out: it may name cards of a deal in play."""
    if isinstance(error, HostFault):
        return f"HostFault: {error}"[:2000]
    frames = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' > '.join(frames[-5:])}"[:2000]


def _play(claimed: Claim) -> None:
    require_rules(claimed.event.engine, claimed.event.rules_version)
    began = flushed = time.monotonic()
    results: list[Result] = []
    for board, rotation in claimed.missing:
        now = time.monotonic()
        if results and now - flushed >= settings.CROUPIER_FLUSH_SECONDS:
            record(claimed, results, last=False)
            results = []
            flushed = now
            if now - began >= settings.CROUPIER_LEASE_SECONDS:
                hand_back(claimed)
                return
        if claimed.has_remote:
            connection.close()  # hundreds of such matches wait in one process, and the database has no need of them
        outcome = play_table(_table(claimed, board, rotation), claimed.seed(board, rotation))
        results.append(Result(board, rotation, outcome.played, outcome.reports))
    record(claimed, results, last=True)


def _table(claimed: Claim, board: int, rotation: int) -> Table:
    event = claimed.event
    return Table(
        name=f"m{claimed.match_id}.{board}.{rotation}.{claimed.attempt}",
        engine=event.engine,
        rules_version=event.rules_version or 0,
        options=event.options,
        contestants=claimed.contestants,
        limits=event.limits,
        table=claimed.table,
        rotation=rotation,
    )
