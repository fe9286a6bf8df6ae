"""Replays and rebuilds a generated ledger and prints what it took: `python -m deploy.bench.replay_process BOARDS BOTS`.

The database is the one that CROUPIER_DATABASE_URL names; it must be empty.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TypeVar

T = TypeVar("T")

ROUND = 500  # boards


@dataclass(frozen=True)
class Taken:
    """What it took, in seconds on the clock and of this process's processor, and MiB that the process had at most."""

    database: str
    boards: int
    replay: float
    replay_cpu: float
    rebuild: float
    rebuild_cpu: float
    verify: float
    verify_cpu: float
    peak: float


def measure(boards: int, bots: int) -> Taken:
    """Make the ledger, replay it in memory, build its ratings in the database, verify what is shown then."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from deploy.bench.replay_ledger import generate
    from ratings.rebuild import rebuild
    from ratings.replay import replay
    from ratings.verification import verify

    call_command("migrate", verbosity=0)
    pool = generate(boards, bots)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    state, replay_wall, replay_cpu = timed(lambda: replay(pool.pk))
    if sum(line.boards for line in state.lines.values()) != 2 * boards:
        raise SystemExit("not every board was replayed")
    del state
    _, rebuild_wall, rebuild_cpu = timed(lambda: rebuild(pool.pk))
    findings, verify_wall, verify_cpu = timed(lambda: verify(pool.pk))
    if not findings.is_right:
        raise SystemExit("\n".join(findings.differences))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    return Taken(
        database=connection.vendor,
        boards=boards,
        replay=replay_wall,
        replay_cpu=replay_cpu,
        rebuild=rebuild_wall,
        rebuild_cpu=rebuild_cpu,
        verify=verify_wall,
        verify_cpu=verify_cpu,
        peak=peak,
    )


def timed(work: Callable[[], T]) -> tuple[T, float, float]:
    """What it gives, and the seconds it took on the clock and of the processor."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


if __name__ == "__main__":
    print(json.dumps(asdict(measure(int(sys.argv[1]), int(sys.argv[2])))))
