"""Seconds and memory of pairing a round and of ten tie-breaks, beside one plain matching, and the goals for them."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from deploy.bench.pairing_process import CANDIDATES, FORMATS, PEER, RANKED_ROUNDS, RANKING, ROUND, TIE_BREAKS, Taken
from deploy.bench.progress import progress
from deploy.bench.report import Report, Table
from deploy.process import ServiceError, describe
from deploy.process import run as run_process
from ratings.management.table import Cell

SIZES = (20, 100, 300, 1_000, 3_000, 10_000)
SUBJECTS = (*FORMATS, RANKING, PEER)
OURS, POD = "swiss", "pods of 4"

Found = Mapping[tuple[str, int], Taken]


@dataclass(frozen=True)
class Goal:
    """Processor seconds that something may take at a size."""

    what: str
    entries: int
    seconds: float


GOALS = (Goal(OURS, 1_000, 0.5), Goal(OURS, 10_000, 10.0), Goal(POD, 10_000, 1.0), Goal(RANKING, 10_000, 3.0))
NOTES = [
    f"Formats: round {ROUND}, one entry away, results of a fixed stream; rounds 1 to {ROUND - 1} were paired likewise. "
    "Repeats and second byes are those of all these rounds; 'certain' is the number of rounds that the format says it "
    "can pair without a repeat.",
    f"{RANKING}: the table after {RANKED_ROUNDS} rounds, by {', '.join(TIE_BREAKS)}.",
    f"{PEER}: one maximum-weight matching of rustworkx, of as many nodes with {CANDIDATES} weighted edges each; what "
    "a pairing would cost at least that is one matching of all entries.",
    "Each in a process of its own. Peak is that of the process, the rounds before included; 'more' what the measured "
    "round added to it. Goals are for processor seconds, so that other programs hardly count.",
]


def run(arguments: Sequence[str]) -> Report:
    """Everything at every size, small sizes first."""
    options = parse(arguments)
    cases = [(what, entries) for entries in options.sizes for what in options.only]
    found: dict[tuple[str, int], Taken] = {}
    for number, (what, entries) in enumerate(cases, 1):
        progress(f"{number} of {len(cases)}: {what}, {entries} entries")
        found[what, entries] = taken(what, entries)
    progress("")
    tables = [measured_table(found)]
    if rows := list(ratios(found)):
        columns = ["entries", "ours", "beside", "processor time", "memory"]
        tables.append(Table("Ratios, ours over what stands beside it", columns, rows))
    if rows := list(goals(found)):
        tables.append(Table("Goals", ["what", "entries", "goal", "measured", ""], rows))
    parameters: dict[str, Cell] = {
        "sizes": " ".join(map(str, options.sizes)),
        "only": ", ".join(options.only),
        "load": round(os.getloadavg()[0], 2),
    }
    return Report(tables, parameters, NOTES)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options. Ends the program with a message and status 2 where one is unknown or wrong."""
    parser = argparse.ArgumentParser(prog="bench.sh pairing", description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES), metavar="ENTRIES")
    parser.add_argument(
        "--only", nargs="+", choices=SUBJECTS, default=list(SUBJECTS), metavar="WHAT", help=", ".join(SUBJECTS)
    )
    options = parser.parse_args(arguments)
    if min(options.sizes) < 8:
        parser.error("--sizes are at least 8")  # two tables of four and more, with one entry away
    options.sizes = sorted(set(options.sizes))
    options.only = [what for what in SUBJECTS if what in options.only]
    return options


def taken(what: str, entries: int) -> Taken:
    """What it takes in a process of its own. Raises ServiceError if that fails."""
    done = run_process([sys.executable, "-m", "deploy.bench.pairing_process", what, str(entries)])
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [describe(done.returncode)])[-1]
        raise ServiceError(f"bench: {what} of {entries} entries failed: {reason}")
    return Taken(**json.loads(done.stdout))


def measured_table(found: Found) -> Table:
    """A row for each measurement, or why there is none."""
    columns = ["what", "entries", "CPU ms", "wall ms", "peak MiB", "more MiB"]
    columns += ["repeats", "second byes", "certain", "not done"]
    rows: list[Sequence[Cell]] = []
    for what, entries in sorted(found, key=lambda key: (SUBJECTS.index(key[0]), key[1])):
        one = found[what, entries]
        more = None if one.peak is None or one.before is None else one.peak - one.before
        times = [None if seconds is None else round(1000 * seconds, 1) for seconds in (one.cpu, one.wall)]
        memory = [_rounded(one.peak, 1), _rounded(more, 1)]
        judged: list[Cell] = [one.repeats, one.second_byes, one.certain]
        rows.append([what, entries, *times, *memory, *judged, one.refused])
    return Table("A round paired, a table ranked", columns, rows)


def ratios(found: Found) -> Iterator[list[Cell]]:
    """The default Swiss over a plain matching, and FIDE Dutch over the default Swiss, where both were measured."""
    for ours, beside in ((OURS, PEER), ("dutch", OURS)):
        for entries in sorted({entries for _, entries in found}):
            one, other = found.get((ours, entries), Taken()), found.get((beside, entries), Taken())
            if one.cpu is None or other.cpu is None or one.peak is None or other.peak is None:
                continue
            yield [entries, ours, beside, round(one.cpu / other.cpu, 2), round(one.peak / other.peak, 2)]


def goals(found: Found) -> Iterator[list[Cell]]:
    """The goals of what was measured: seconds, no second bye, and no repeat where the rounds are certain."""
    for goal in GOALS:
        one = found.get((goal.what, goal.entries))
        if one is not None and one.cpu is not None:
            reached = f"{one.cpu:.3f} s"
            yield [goal.what, goal.entries, f"<= {goal.seconds:g} s", reached, _verdict(one.cpu <= goal.seconds)]
    for what in FORMATS:
        for (named, entries), one in sorted(found.items()):
            if named != what or one.certain is None:
                continue
            counts = [("second byes", one.second_byes)]
            if one.certain >= ROUND:
                counts.insert(0, ("repeats", one.repeats))
            for name, count in counts:
                yield [what, entries, f"no {name}", str(count), _verdict(count == 0)]


def _verdict(is_met: bool) -> str:
    return "met" if is_met else "missed"


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
