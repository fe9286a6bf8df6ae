"""Replay and rebuild of a pool of a million boards, on both databases, beside the package's computing alone."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

from deploy.bench.raters import CORE, PACKAGE
from deploy.bench.replay_process import ROUND, Taken
from deploy.bench.report import Report, Table
from deploy.postgres import Postgres
from deploy.process import ServiceError, describe
from deploy.process import run as run_process
from ratings.management.table import Cell

GOAL_BOARDS, GOAL_SECONDS = 1_000_000, 60.0
SAMPLE_SECONDS = 3.0
DATABASES = ("sqlite", "postgresql")
NOTES = [
    f"A generated ledger of two-sided boards in rounds of {ROUND}, a quarter of them ties. Replay: read from the "
    "database and rated, in memory. Rebuild: replayed, and ratings, history, meetings and rank counts written and "
    "swapped in. Verify: replayed and compared with all of that.",
    "The trueskill package (default backend) and the core were measured in the same run on a sample of other two-sided "
    f"boards, {SAMPLE_SECONDS:g} s of the processor each, and scaled to as many: computing alone, without a database. "
    "Ratios are of processor time of this process; with PostgreSQL its server works besides.",
]


def measure(arguments: Sequence[str]) -> Report:
    """Each database in a process of its own, after samples of the package and the core."""
    options = parse(arguments)
    package, core = (options.boards / one.measure(2, SAMPLE_SECONDS) for one in (PACKAGE, CORE))
    found = [taken(database, options.boards, options.bots) for database in options.databases]
    rows: list[Sequence[Cell]] = [
        ["trueskill, computing alone", None, None, round(package, 1), 1.0, None],
        ["core, computing alone", None, None, round(core, 1), round(package / core, 1), None],
        *(row for one in found for row in _rows(one, package)),
    ]
    columns = ["what", "database", "seconds", "CPU seconds", "times as fast as trueskill", "peak MiB"]
    tables = [Table(f"{options.boards:,} boards of {options.bots:,} bots", columns, rows)]
    if options.boards == GOAL_BOARDS:
        goals: list[Sequence[Cell]] = [
            [
                one.database,
                f"< {GOAL_SECONDS:g} s",
                f"{one.replay:.1f} s",
                "met" if one.replay < GOAL_SECONDS else "missed",
            ]
            for one in found
        ]
        tables.append(Table("Goal of the replay", ["database", "goal", "measured", ""], goals))
    parameters: dict[str, Cell] = {"boards": options.boards, "bots": options.bots, "load": round(os.getloadavg()[0], 2)}
    return Report(tables, parameters, NOTES)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options. Ends the program with a message and status 2 where one is unknown or wrong."""
    parser = argparse.ArgumentParser(prog="bench.sh ratings replay", description=__doc__)
    parser.add_argument("--boards", type=int, default=GOAL_BOARDS)
    parser.add_argument("--bots", type=int, default=10_000, help=f"at least {2 * ROUND + 40}")
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=list(DATABASES), metavar="NAME")
    options = parser.parse_args(arguments)
    if options.boards < 1 or options.bots < 2 * ROUND + 40:
        parser.error(f"--boards are at least 1, --bots at least {2 * ROUND + 40}")
    return options


def taken(database: str, boards: int, bots: int) -> Taken:
    """What it takes on a database of its own. Raises ServiceError if that fails."""
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="croupier-bench-")))
        if database == "sqlite":
            url = f"sqlite://{quote(str(folder / 'croupier.sqlite3'))}"
        else:
            url = ends.enter_context(Postgres()).url
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
            "CROUPIER_VAR": str(folder),
            "CROUPIER_DATABASE_URL": url,
        }
        done = run_process([sys.executable, "-m", "deploy.bench.replay_process", str(boards), str(bots)], env=env)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [describe(done.returncode)])[-1]
        raise ServiceError(f"bench: {boards:,} boards on {database} failed: {reason}")
    return Taken(**json.loads(done.stdout))


def _rows(one: Taken, package: float) -> Iterator[list[Cell]]:
    for what in ("replay", "rebuild", "verify"):
        wall, cpu = getattr(one, what), getattr(one, f"{what}_cpu")
        yield [what, one.database, round(wall, 1), round(cpu, 1), round(package / cpu, 1), round(one.peak)]
