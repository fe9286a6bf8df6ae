"""A worker's turn at a match or a trial: claim it, play what is missing, record it as it comes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from traceback import extract_tb

from django.conf import settings
from django.db import connection

from tournaments.dispatch.attempts import Outdated
from tournaments.dispatch.claim import Claim, Hold, claim
from tournaments.dispatch.playing import Table, play_table
from tournaments.dispatch.record import give_up, hand_back, record
from tournaments.dispatch.reports import Result
from tournaments.play.local import require_rules
from tournaments.play.players.base import HostFault

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Work:
    """What a worker has claimed, and what it does with it.

    name: for the log, such as "match 7". table, seed: of the game (board, rotation).
    record: given results, and ``last``; raises Outdated. give_up: given what the fault was.
    """

    name: str
    held: Hold
    engine: str
    rules_version: int | None
    table: Callable[[int, int], Table]
    seed: Callable[[int, int], bytes]
    record: Callable[..., None]
    hand_back: Callable[[], None]
    give_up: Callable[[str], None]


def take_turn(match_id: int) -> None:
    """Claim the match, and ``carry_out`` what that is; if it is not to be had, there is nothing to do."""
    claimed = claim(match_id)
    if claimed is None:
        return
    carry_out(
        Work(
            name=f"match {match_id}",
            held=claimed,
            engine=claimed.event.engine,
            rules_version=claimed.event.rules_version,
            table=partial(_table, claimed),
            seed=claimed.seed,
            record=partial(record, claimed),
            hand_back=partial(hand_back, claimed),
            give_up=partial(give_up, claimed),
        )
    )


def carry_out(work: Work) -> None:
    """Play what was claimed, or as much of it as fits into one lease.

    1. Play the missing games in order. Games that end within a second are recorded together, and each recording
       renews the lease.
    2. After the last game it is finished. After a lease's time it is handed back for another turn, so that no task is
       long and nothing waits behind one match.
    3. A fault of engine or worker gives it up: it is played again, or void after the third.
    """
    try:
        _play(work)
    except Outdated as outdated:
        logger.warning("%s", outdated)
        return
    except Exception as error:  # whatever an engine does, the match must be given back
        fault = describe(error)
    else:
        return
    # Beyond the handler, so that a failure of giving up does not carry the engine's message into the log.
    logger.error("attempt %d at %s failed: %s", work.held.attempt, work.name, fault)
    work.give_up(fault)


def describe(error: Exception) -> str:
    """What a host's fault was, and where. An engine's own message is left out: it may name cards of a deal in play."""
    if isinstance(error, HostFault):
        return f"HostFault: {error}"[:2000]
    frames = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' > '.join(frames[-5:])}"[:2000]


def _play(work: Work) -> None:
    require_rules(work.engine, work.rules_version)
    began = flushed = time.monotonic()
    results: list[Result] = []
    for board, rotation in work.held.missing:
        now = time.monotonic()
        if results and now - flushed >= settings.CROUPIER_FLUSH_SECONDS:
            work.record(results, last=False)
            results = []
            flushed = now
            if now - began >= settings.CROUPIER_LEASE_SECONDS:
                work.hand_back()
                return
        if work.held.has_remote:
            connection.close()  # hundreds of such matches wait in one process, and the database has no need of them
        outcome = play_table(work.table(board, rotation), work.seed(board, rotation))
        results.append(Result(board, rotation, outcome.played, outcome.reports))
    work.record(results, last=True)


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
