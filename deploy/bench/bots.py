"""What the sandbox costs a bot in Python: its start, and a move, beside the same bot as a plain process."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from deploy.bench.report import Report, Table
from deploy.process import ServiceError
from plugins import protocol
from plugins.protocol import Limits, Move
from ratings.management.table import Cell
from tournaments.play import kit
from tournaments.play.players import process
from tournaments.play.players.pipes import Pipes
from tournaments.play.players.process import Process
from tournaments.play.players.sandbox import Sandbox

START_GOAL = 1.7
MOVE_GOAL = 1.2
PATIENCE_SECONDS = 60.0
BOT = '''"""Takes the first action."""

from croupier_bot import run

run(lambda view: 0)
'''
OBSERVATION = {"hand": [f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789T"], "discard": ["Kc"], "turn": 12}
LEGAL = [{"t": "discard", "card": card} for card in ("Ac", "2c", "3c", "4c", "5c")]

Launch = Callable[[], Process]
Sample = tuple[float, list[float]]


def run(arguments: Sequence[str]) -> Report:
    """Both kinds by turns, each time a process that starts, makes its moves and is ended."""
    parser = argparse.ArgumentParser(prog="bench.sh bots", description=__doc__)
    parser.add_argument("--starts", type=int, default=60, help="processes of each kind")
    parser.add_argument("--moves", type=int, default=300, help="moves of each process")
    options = parser.parse_args(arguments)
    if options.starts < 2 or options.moves < 1:
        parser.error("--starts is at least 2, --moves at least 1")
    with launches() as kinds:
        samples: dict[str, list[Sample]] = {name: [] for name in kinds}
        for number in range(options.starts + 1):
            for name, launch in kinds.items():
                sample = measure(launch, options.moves)
                if number:  # the first of each kind finds nothing in the page cache
                    samples[name].append(sample)
    return report(samples, vars(options))


@contextmanager
def launches() -> Iterator[dict[str, Launch]]:
    """How to start the bot: plainly, and as a worker does, on a processor of its own. Raises ServiceError."""
    sandbox = Sandbox(user=65_533 if os.geteuid() == 0 else None, processor=max(os.sched_getaffinity(0)), kit=kit.FILES)
    if lacks := sandbox.check():
        raise ServiceError(f"bench: {'; '.join(map(str, lacks))}")
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as parent:
        folder, beside = Path(parent) / "bot", Path(parent) / "kit"
        for made in (folder, beside):
            made.mkdir()
        (folder / "bot.py").write_text(BOT)
        for file in kit.FILES:
            shutil.copy(file, beside)
        for path in (Path(parent), folder):
            path.chmod(0o755)
        (folder / "bot.py").chmod(0o644)
        # As in the sandbox: the system's Python, and nothing kept of what it compiles.
        environment = {"PYTHONPATH": str(beside), "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        yield {
            "plain": lambda: process.start(
                ["/usr/bin/python3", "bot.py"], folder=folder, environment={**environment, "LANG": "C.UTF-8"}
            ),
            "sandboxed": lambda: sandbox.start(["python3", "bot.py"], folder),
        }


def measure(launch: Launch, moves: int) -> Sample:
    """Seconds until it was ready, and of each move: from the question until its answer is understood."""
    hello = protocol.hello(
        game="g", engine="bench", rules_version=1, options={}, seat=0, seats=2, seed="00", limits=Limits()
    )
    begun = time.perf_counter()
    started = launch()
    pipes = Pipes(started)
    try:
        pipes.send(protocol.line(hello))
        pipes.line(time.monotonic() + PATIENCE_SECONDS)
        ready = time.perf_counter() - begun
        started.rest()
        times = []
        for seq in range(1, moves + 1):
            question = protocol.line(
                protocol.act(game="g", seq=seq, observation=OBSERVATION, legal=LEGAL, clock={"move_ms": 1000})
            )
            begun = time.perf_counter()
            started.wake()
            pipes.send(question)
            answer = protocol.understand(pipes.line(time.monotonic() + PATIENCE_SECONDS), "g")
            started.rest()
            times.append(time.perf_counter() - begun)
            if not isinstance(answer, Move) or answer.seq != seq:
                raise ServiceError(f"bench: the bot has answered {answer}")
    finally:
        started.kill()
        pipes.close()
    return ready, times


def report(samples: dict[str, list[Sample]], parameters: dict[str, int]) -> Report:
    """Medians and the middle half of both, and their ratios beside the goals."""
    starts = {name: [1000 * ready for ready, _ in found] for name, found in samples.items()}
    moves = {name: [1e6 * median(times) for _, times in found] for name, found in samples.items()}
    tables, notes = [], []
    for title, unit, goal, found in (
        ("Start, until the bot is ready", "ms", START_GOAL, starts),
        ("A move, from the question to the answer", "microseconds", MOVE_GOAL, moves),
    ):
        ratio = median(found["sandboxed"]) / median(found["plain"])
        rows: list[list[Cell]] = []
        for name, values in found.items():
            low, middle, high = quantiles(values, n=4)
            rows.append([name, len(values), round(middle, 1), round(low, 1), round(high, 1)])
        tables.append(Table(title, ["bot", "processes", f"median {unit}", "1st quartile", "3rd quartile"], rows))
        word = "met" if ratio <= goal else "missed"
        notes.append(f"{title}: {ratio:.2f} times the plain one. Goal: at most {goal} ({word}).")
    return Report(tables=tables, parameters=dict(parameters), notes=notes)
