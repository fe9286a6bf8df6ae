"""What ratings cost, part by part: rating boards beside the packages that do the same, replays, leaderboards."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

from deploy.bench import ratings_core, ratings_leaderboards, ratings_replay
from deploy.bench.report import Report
from ratings.management.table import Cell

# Each takes its own arguments and ends the program with a message and status 2 where one is wrong.
PARTS: Mapping[str, Callable[[Sequence[str]], Report]] = {
    "core": ratings_core.measure,
    "replay": ratings_replay.measure,
    "leaderboards": ratings_leaderboards.measure,
}


def run(arguments: Sequence[str]) -> Report:
    """The part that is named first, with the arguments after it; all parts with none, if none is named."""
    if arguments and arguments[0] in PARTS:
        return joined({arguments[0]: PARTS[arguments[0]](arguments[1:])})
    parser = argparse.ArgumentParser(
        prog="bench.sh ratings", description=f"{__doc__} A part says its own options: bench.sh ratings PART --help"
    )
    parser.add_argument("part", nargs="?", choices=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.parse_args(arguments)  # ends here if there are any
    return joined({name: measure([]) for name, measure in PARTS.items()})


def joined(reports: Mapping[str, Report]) -> Report:
    """One report of the parts' tables and notes one after the other; parameters with the name of their part."""
    parameters: dict[str, Cell] = {
        f"{name} {key}": value for name, report in reports.items() for key, value in report.parameters.items()
    }
    tables = [table for report in reports.values() for table in report.tables]
    return Report(tables, parameters, [note for report in reports.values() for note in report.notes])
