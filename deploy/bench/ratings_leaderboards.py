"""What a page of a leaderboard, a rank and a head-to-head take among up to a million rated bots, on both databases."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from deploy.bench.ratings_leaderboards_process import DEEPEST, EQUAL, FIRST, PAGE, Found
from deploy.bench.ratings_pool import EQUAL as EQUAL_BOTS
from deploy.bench.ratings_pool import MET
from deploy.bench.report import Report, Table
from deploy.postgres import Postgres
from deploy.process import ServiceError, describe
from deploy.process import run as run_process
from ratings.management.table import Cell

SIZES = (100_000, 1_000_000)
DATABASES = ("sqlite", "postgresql")
GOAL = 1.2
NOTES = [
    f"Milliseconds in process, on the clock: a page is {PAGE} places with everything that the API shows of them, rank "
    "interval and second opinion included, as the data that its JSON is made of. p90: nine of ten took less.",
    f"Bots are generated: skills normal, sigmas by boards played, {EQUAL_BOTS} with one score in the middle, each met "
    f"{2 * MET} others. All questions are put in turn; bots and pairs are others each time.",
    "The export is the whole leaderboard as CSV, to nowhere; memory is the greatest that the process had, before and "
    "after it.",
]

Measured = Mapping[tuple[str, int], Found]


def measure(arguments: Sequence[str]) -> Report:
    """Each database at each size, small sizes first."""
    options = parse(arguments)
    cases = [(database, size) for size in options.sizes for database in options.databases]
    found: dict[tuple[str, int], Found] = {}
    for number, (name, size) in enumerate(cases, 1):
        progress(f"{number} of {len(cases)}: {size} bots, {name}")
        with database(name) as url:
            found[name, size] = measured(url, size, options.times)
    progress("")
    parameters: dict[str, Cell] = {
        "sizes": " ".join(map(str, options.sizes)),
        "databases": " ".join(options.databases),
        "times": options.times,
        "load": round(os.getloadavg()[0], 2),
    }
    return Report([times(found), ratios(found), walks(found), exports(found)], parameters, NOTES)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options. Ends the program with a message and status 2 where one is unknown or wrong."""
    parser = argparse.ArgumentParser(prog="bench.sh ratings leaderboards", description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES), metavar="BOTS")
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=list(DATABASES), metavar="DATABASE")
    parser.add_argument("--times", type=int, default=200, help="how often each question is put")
    options = parser.parse_args(arguments)
    if min(options.sizes) < EQUAL_BOTS + 2 * PAGE:
        parser.error(f"--sizes are at least {EQUAL_BOTS + 2 * PAGE}")
    if options.times < 2:
        parser.error("--times is at least 2")
    options.sizes = sorted(set(options.sizes))
    return options


def progress(line: str) -> None:
    """Show where the measurement is, on a terminal; an empty line wipes it away."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


@contextmanager
def database(name: str) -> Iterator[str]:
    """Where an empty database is that is gone afterwards."""
    if name == "postgresql":
        with Postgres() as server:
            yield server.url
    else:
        with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
            yield f"sqlite://{folder}/croupier.sqlite3"


def measured(url: str, bots: int, times: int) -> Found:
    """What was found in that database, filled before. Raises ServiceError if that fails."""
    _process("deploy.bench.ratings_pool", url, bots)
    values = json.loads(_process(f"{__name__}_process", url, times))
    return Found(**{**values, "seconds": {what: tuple(took) for what, took in values["seconds"].items()}})


def _process(module: str, url: str, number: int) -> str:
    """What a program prints that is given a number and a database."""
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        env = {"DJANGO_SETTINGS_MODULE": "deploy.settings", "CROUPIER_VAR": folder, "CROUPIER_DATABASE_URL": url}
        done = run_process([sys.executable, "-m", module, str(number)], env={**os.environ, **env})
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [describe(done.returncode)])[-1]
        raise ServiceError(f"bench: {module} {number} failed: {reason}")
    return done.stdout


def times(found: Measured) -> Table:
    """Milliseconds of each question, by size and database."""
    cases = list(found)
    columns = [f"{name} {size:,} {which}" for name, size in cases for which in ("p50", "p90")]
    questions = list(found[cases[0]].seconds)
    rows: list[list[Cell]] = [
        [what, *(round(1000 * seconds, 2) for case in cases for seconds in found[case].seconds[what])]
        for what in questions
    ]
    return Table("Milliseconds", ["what", *columns], rows)


def ratios(found: Measured) -> Table:
    """How much longer the deepest page takes than the first, and whether that is the goal."""
    rows: list[list[Cell]] = []
    for (name, size), one in found.items():
        for what in (DEEPEST, EQUAL):
            ratio = one.seconds[what][0] / one.seconds[FIRST][0]
            goal: list[Cell] = [f"<= {GOAL:g}", verdict(ratio <= GOAL)] if what == DEEPEST else [None, None]
            rows.append([name, size, what, round(ratio, 2), *goal])
    return Table("Ratios of medians, over the first page", ["database", "bots", "what", "ratio", "goal", ""], rows)


def walks(found: Measured) -> Table:
    """What a walk over the pages of equal scores lost and repeated."""
    rows: list[list[Cell]] = [
        [name, size, one.equal, one.lost, one.repeated, verdict(one.lost == one.repeated == 0)]
        for (name, size), one in found.items()
    ]
    return Table("Equal scores, paged", ["database", "bots", "equal", "lost", "repeated", ""], rows)


def exports(found: Measured) -> Table:
    """Seconds and memory of the whole leaderboard as a file."""
    rows: list[list[Cell]] = [
        [name, size, round(one.exported, 1), round(size / one.exported), round(one.before), round(one.peak)]
        for (name, size), one in found.items()
    ]
    columns = ["database", "bots", "seconds", "lines per second", "MiB before", "MiB after"]
    return Table("Export", columns, rows)


def verdict(is_met: bool) -> str:
    return "met" if is_met else "missed"
