"""Pairs or ranks one event and prints what that took: `python -m deploy.bench.pairing_process WHAT ENTRIES`.

A process of its own for each, since the peak of memory is that of a process.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypedDict, TypeVar

import rustworkx

from deploy.bench.rounds import Event, neighbours
from deploy.bench.stopwatch import draws
from tournaments.pairing import registry
from tournaments.pairing.base import CannotPair
from tournaments.standings.table import standings

T = TypeVar("T")

ROUND = 5  # which is measured; those before are paired in the same way
RANKED_ROUNDS = 9
TIE_BREAKS = (
    "buchholz_cut1",
    "buchholz",
    "buchholz_cut2",
    "buchholz_median1",
    "sonneborn_berger",
    "sonneborn_berger_cut1",
    "direct_encounter",
    "wins",
    "progressive",
    "koya",
)
# Name -> id of a format and seats.
FORMATS = {"swiss": ("swiss", 2), "dutch": ("dutch", 2), "pods of 4": ("pods", 4), "pods of 6": ("pods", 6)}
RANKING, PEER = "tie-breaks", "matching"
CANDIDATES = 10  # edges of a node of the peer, each way about half


class Cost(TypedDict):
    """The first fields of ``Taken``."""

    wall: float
    cpu: float
    peak: float
    before: float


@dataclass(frozen=True)
class Taken:
    """What one thing took.

    wall, cpu         seconds on the clock, and of the processor
    peak, before      MiB: the greatest that the process had in memory, and the same before the thing began
    repeats           meetings of two who had met before, in all rounds up to ROUND; None where nobody was paired
    second_byes       byes of the pairing to those who had had one, the same
    certain           rounds that the format says it can certainly pair without a repeat
    refused           why it was not done
    """

    wall: float | None = None
    cpu: float | None = None
    peak: float | None = None
    before: float | None = None
    repeats: int | None = None
    second_byes: int | None = None
    certain: int | None = None
    refused: str = ""


def measure(what: str, entries: int) -> Taken:
    """Raises KeyError for what is none of FORMATS, RANKING and PEER."""
    if what == RANKING:
        return ranked(entries)
    if what == PEER:
        return matched(entries)
    try:
        return paired(*FORMATS[what], entries)
    except CannotPair as error:
        return Taken(refused=str(error))


def paired(format_id: str, seats: int, entries: int) -> Taken:
    """Round ROUND of an event. Raises CannotPair."""
    chosen = registry.get(format_id)
    certain = chosen.plan(entries, seats).most
    event = Event(entries, seats, rounds=ROUND)
    for number in range(1, ROUND):
        field = event.field(number)
        event.play(field, chosen.pair(field))
    field = event.field(ROUND)
    taken, pairings = timed(lambda: chosen.pair(field))
    event.play(field, pairings)
    return Taken(**taken, repeats=event.repeats, second_byes=event.second_byes, certain=certain)


def ranked(entries: int) -> Taken:
    """The table after RANKED_ROUNDS rounds, in the order of TIE_BREAKS."""
    event = Event(entries, 2, rounds=RANKED_ROUNDS)
    for number in range(1, RANKED_ROUNDS + 1):
        field = event.field(number)
        event.play(field, neighbours(field))
    taken, _ = timed(
        lambda: standings(entrants=event.entrants, meetings=event.meetings, byes=event.byes, seats=2, order=TIE_BREAKS)
    )
    return Taken(**taken)


def matched(entries: int) -> Taken:
    """The peer of `swiss`: one maximum-weight matching by rustworkx, of as many nodes, each joined to its neighbours,
    with weights of a fixed stream. No score groups, no floats, no byes, no reasons: what no pairing can do without.
    """
    draw = draws()
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(entries)))
    edges = [
        (node, node + step, 1 + draw() % 1000)
        for node in range(entries)
        for step in range(1, CANDIDATES // 2 + 1)
        if node + step < entries
    ]
    graph.add_edges_from(edges)
    taken, _ = timed(lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))
    return Taken(**taken)


def timed(act: Callable[[], T]) -> tuple[Cost, T]:
    """What an act took, and what it gave."""
    before = peak()
    wall, cpu = time.perf_counter(), time.process_time()
    given = act()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return {"wall": wall, "cpu": cpu, "peak": peak(), "before": before}, given


def peak() -> float:
    """The most memory that this process has had, in MiB.

    From the kernel's VmHWM: that of getrusage(2) is at least what the parent had when it forked, exec or not.
    """
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise OSError("/proc/self/status has no VmHWM; this needs Linux")


if __name__ == "__main__":
    print(json.dumps(asdict(measure(sys.argv[1], int(sys.argv[2])))))
