"""Updates per second of the core of ratings, beside the trueskill package and openskill, and the goals for them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from deploy.bench.raters import CORE, PACKAGE, PINS, PROGRAM, Contestant, OpenSkill
from deploy.bench.report import Report, Table
from deploy.bench.scratch import PeerProcess, environment
from deploy.process import ROOT
from ratings.management.table import Cell

SIDES = (2, 3, 4, 6)
# How many times as many updates as the package's ours must be, by the number of sides.
GOALS = {2: 60.0, 3: 10.0, 4: 10.0, 6: 10.0}
NOTES = [
    "An update is one board of so many sides, one each; of ten neighbours in rank one ties. What is rated is prepared "
    "beforehand: floats, Rating objects, teams of them.",
    "Seconds are of the processor, so that other programs hardly count. Rates are medians over the rounds, in each of "
    "which everybody rates boards of every number of sides in turn; ratios are of neighbours in a round.",
    "trueskill on its default backend, with rate_1vs1 for two sides; openskill with PlackettLuce.",
]

# Updates per second in each round, by name and number of sides.
Found = Mapping[tuple[str, int], Sequence[float]]


def measure(arguments: Sequence[str]) -> Report:
    """All contestants in turn, some rounds long."""
    options = parse(arguments)
    with ExitStack() as ends:
        contestants: list[Contestant] = [CORE, PACKAGE]
        if options.peers:
            kept = Path(os.environ.get("CROUPIER_VAR", ROOT / "var")).absolute() / "bench"
            python = environment(kept / "rating-peers", PINS)
            process = ends.enter_context(PeerProcess(python, PROGRAM, log=kept / "rating-peers.log"))
            contestants.append(OpenSkill(process))
        found = rate_in_turn(contestants, options.seconds, options.rounds)
    names = [contestant.name for contestant in contestants]
    rows: list[Sequence[Cell]] = [[sides, *(round(median(found[name, sides])) for name in names)] for sides in SIDES]
    columns = ["sides", "beside", "ratio", "least", "greatest", "goal", ""]
    tables = [
        Table("Updates per second", ["sides", *names], rows),
        Table("Ratios, the core over what stands beside it", columns, ratios(found, names)),
    ]
    parameters: dict[str, Cell] = {
        "seconds": options.seconds,
        "rounds": options.rounds,
        "peers": " ".join(PINS) if options.peers else None,
    }
    return Report(tables, parameters, NOTES)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options. Ends the program with a message and status 2 where one is unknown or wrong."""
    parser = argparse.ArgumentParser(prog="bench.sh ratings core", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for each rate, all rounds together")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="without openskill")
    options = parser.parse_args(arguments)
    if options.rounds < 1 or options.seconds <= 0:
        parser.error("--rounds is at least 1, --seconds more than 0")
    return options


def rate_in_turn(contestants: Sequence[Contestant], seconds: float, rounds: int) -> Found:
    """Updates per second in each round. For each number of sides all rate one after the other, back and forth."""
    found: dict[tuple[str, int], list[float]] = {}
    for number in range(rounds + 1):
        if sys.stderr.isatty():
            print(f"\rround {number} of {rounds}", end="\n" if number == rounds else "", file=sys.stderr)
        # The zeroth is a short one to warm up.
        part = seconds / rounds if number else min(seconds / rounds, 0.02)
        for sides in SIDES:
            for contestant in contestants if number % 2 else reversed(contestants):
                rate = contestant.measure(sides, part)
                if number:
                    found.setdefault((contestant.name, sides), []).append(rate)
    return found


def ratios(found: Found, names: Sequence[str]) -> list[list[Cell]]:
    """Ours over everybody else's: median, least and greatest of the rounds, and whether the goal is met if one is."""
    ours, *others = names
    rows: list[list[Cell]] = []
    for other in others:
        for sides in SIDES:
            pairs = zip(found[ours, sides], found[other, sides], strict=True)
            quotients = [our / their for our, their in pairs]
            ratio = median(quotients)
            goal: list[Cell] = [None, None]
            if other == PACKAGE.name:
                goal = [f">= {GOALS[sides]:g}", "met" if ratio >= GOALS[sides] else "missed"]
            rows.append([sides, other, round(ratio, 1), round(min(quotients), 1), round(max(quotients), 1), *goal])
    return rows
