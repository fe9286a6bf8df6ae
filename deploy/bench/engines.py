"""Random games per second of every engine, beside OpenSpiel and RLCard; the cost of a clone and an observation."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from deploy.bench.hotspots import hotspots
from deploy.bench.peers import NAMES, PINS, PROGRAM, Peer
from deploy.bench.random_games import RandomGames, Setting, settings
from deploy.bench.report import Report, Table
from deploy.bench.samples import Contender, Sample, Series
from deploy.bench.scratch import PeerProcess, environment
from deploy.process import ROOT
from plugins import registry
from ratings.management.table import Cell


@dataclass(frozen=True)
class Comparison:
    """A row of ours over a row of a peer: what is divided, and what has to come out."""

    ours: str
    peer: str
    what: str
    value: Callable[[Sample], float | None]
    goal: float
    at_least: bool = True


RUMMY, TRASH = Setting("rummy", "a", 2).name, Setting("trash", "standard", 2).name
SPIEL, EXAMPLE, ENV = NAMES["open_spiel"], NAMES["open_spiel_example"], NAMES["rlcard_env"]
COMPARISONS = (
    *(
        Comparison(ours, peer, "decisions/s", lambda sample: sample.decisions_per_second, goal)
        for ours, goal in ((RUMMY, 4), (TRASH, 15))
        for peer in (EXAMPLE, SPIEL)
    ),
    Comparison(RUMMY, ENV, "decisions/s", lambda sample: sample.decisions_per_second, 15),
    Comparison(RUMMY, SPIEL, "time of a clone", lambda sample: sample.clone, 0.1, at_least=False),
)
NOTES = [
    "A decision is one action applied by a seat, forced ones included; chance is not counted, neither ours nor that of "
    "OpenSpiel.",
    "Seconds are of the processor, so that other programs hardly count. Rates and times are medians over the rounds, "
    "in each of which everything is played in turn; the peers play gin rummy.",
    "Clone and observation (by the seat to act) are measured at positions from the middle of games.",
]


def run(arguments: Sequence[str]) -> Report:
    """All contenders in turn, some rounds long; then, if asked for, where the time goes."""
    options = parse(arguments)
    chosen = list(settings(options.games))
    with ExitStack() as ends:
        contenders: list[Contender] = [RandomGames(setting) for setting in chosen]
        peers: list[Contender] = []
        if options.peers:
            kept = Path(os.environ.get("CROUPIER_VAR", ROOT / "var")).absolute() / "bench"
            python = environment(kept / "peers", PINS)
            process = ends.enter_context(PeerProcess(python, PROGRAM, log=kept / "peers.log"))
            peers = [Peer(key, name, process) for key, name in NAMES.items()]
        found = play_in_turn(contenders, peers, options.seconds, options.rounds)
    names = {peer.name for peer in peers}
    tables = [own_table({name: series for name, series in found.items() if name not in names})]
    if peers:
        tables.append(peer_table({name: series for name, series in found.items() if name in names}))
    if rows := ratios(found):
        columns = ["what", "ours", "peer", "ratio", "least", "greatest", "goal", ""]
        tables.append(Table("Ratios, ours over the peer's: median, least and greatest of the rounds", columns, rows))
    notes = list(NOTES)
    if options.profile:
        first = {setting.engine_id: setting for setting in reversed(chosen)}
        tables += [hotspots(setting, options.seconds) for _, setting in sorted(first.items())]
        notes.append("Profiling burdens calls: what is called often looks dearer than it is.")
    parameters: dict[str, Cell] = {
        "games": " ".join(options.games),
        "seconds": options.seconds,
        "rounds": options.rounds,
        "peers": " ".join(PINS[:2]) if peers else None,
    }
    return Report(tables, parameters, notes)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options. Ends the program with a message and status 2 where one is unknown or wrong."""
    parser = argparse.ArgumentParser(prog="bench.sh engines", description=__doc__)
    known = list(registry.engines())
    parser.add_argument("--games", nargs="+", choices=known, default=known, metavar="GAME", help=", ".join(known))
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each row, all rounds together")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="without OpenSpiel and RLCard")
    parser.add_argument("--profile", action="store_true", help="also show where the time of each game goes")
    options = parser.parse_args(arguments)
    if options.rounds < 1 or options.seconds <= 0:
        parser.error("--rounds is at least 1, --seconds more than 0")
    return options


def play_in_turn(
    ours: Sequence[Contender], peers: Sequence[Contender], seconds: float, rounds: int
) -> dict[str, Series]:
    """Every contender's series by name. In each round all play once, what is compared side by side."""
    compared = {comparison.ours for comparison in COMPARISONS}
    order = sorted(ours, key=lambda contender: contender.name in compared) + list(peers)
    samples: dict[str, list[Sample]] = {contender.name: [] for contender in [*ours, *peers]}
    for number in range(rounds + 1):
        if sys.stderr.isatty():
            print(f"\rround {number} of {rounds}", end="\n" if number == rounds else "", file=sys.stderr)
        # The zeroth is a short one to warm up.
        part = seconds / rounds if number else min(seconds / rounds, 0.05)
        for contender in order if number % 2 else reversed(order):
            sample = contender.measure(part)
            if number:
                samples[contender.name].append(sample)
    return {name: Series(of_rounds) for name, of_rounds in samples.items()}


def own_table(found: Mapping[str, Series]) -> Table:
    """Speed, length and costs of our engines."""
    columns = ["game", "decisions/s", "games/s", "games", "decisions a game", "most", "clone us", "observe us"]
    rows = [
        [*_speeds(name, series), _rounded(series.clone), _rounded(series.observe)] for name, series in found.items()
    ]
    return Table("Random games of our engines", columns, rows)


def peer_table(found: Mapping[str, Series]) -> Table:
    """The same of the peers, as far as it is measured."""
    columns = ["peer", "decisions/s", "games/s", "games", "decisions a game", "most", "clone us"]
    return Table(
        "Random games of the peers", columns, [[*_speeds(*item), _rounded(item[1].clone)] for item in found.items()]
    )


def _speeds(name: str, series: Series) -> list[Cell]:
    lengths = series.lengths
    return [
        name,
        round(series.decisions_per_second),
        round(series.games_per_second, 1),
        len(lengths),
        round(sum(lengths) / len(lengths), 1),
        max(lengths),
    ]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def ratios(found: Mapping[str, Series]) -> list[list[Cell]]:
    """The comparisons of which both sides were measured; noise that hits a whole round cancels out."""
    rows: list[list[Cell]] = []
    for comparison in COMPARISONS:
        if comparison.ours not in found or comparison.peer not in found:
            continue
        pairs = zip(found[comparison.ours].samples, found[comparison.peer].samples, strict=True)
        values = [(comparison.value(our), comparison.value(their)) for our, their in pairs]
        quotients = [our / their for our, their in values if our is not None and their is not None]
        ratio = median(quotients)
        met = ratio >= comparison.goal if comparison.at_least else ratio <= comparison.goal
        rows.append(
            [
                comparison.what,
                comparison.ours,
                comparison.peer,
                round(ratio, 3),
                round(min(quotients), 3),
                round(max(quotients), 3),
                f"{'>=' if comparison.at_least else '<='} {comparison.goal:g}",
                "met" if met else "missed",
            ]
        )
    return rows
