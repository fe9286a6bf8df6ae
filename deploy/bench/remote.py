"""Remote bots at once on one web process and one thread worker: moves a second, round trips, and no answer amiss."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.bench import cpu
from deploy.bench.report import Report, Table
from deploy.broker import Broker
from deploy.process import Process, ServiceError
from deploy.web import bind
from deploy.worker import Worker
from ratings.management.table import Cell

PATIENCE_SECONDS = 900.0
LAST_ANSWERS_SECONDS = 10.0


@dataclass(frozen=True)
class Stack:
    """The processes that are measured, and where the web listens."""

    port: int
    broker: Broker
    web: Process
    worker: Worker


def run(arguments: Sequence[str]) -> Report:
    """Games of two remote bots, all at once, as many in turn as make so many moves; each is also played in process."""
    parser = argparse.ArgumentParser(prog="bench.sh remote", description=__doc__)
    parser.add_argument("--bots", type=int, default=200)
    parser.add_argument("--moves", type=int, default=3000, help="at least so many in all")
    parser.add_argument("--size", type=int, default=5, help="cards of a hand of Trash: more make longer games")
    options = parser.parse_args(arguments)
    if options.bots < 2 or options.bots % 2:
        parser.error(f"--bots: {options.bots} is not an even number from 2; they play in pairs")
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder, services(Path(folder), options.bots) as stack:
        return measure(stack, options.bots, options.moves, {"start_size": options.size})


@contextmanager
def services(folder: Path, bots: int) -> Iterator[Stack]:
    """SQLite, a private broker, one web process and one worker with a thread for every game."""
    with ExitStack() as ends, bind(0) as listener:
        broker = ends.enter_context(Broker(folder / "run", log=folder / "broker.log"))
        env = {
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
            "CROUPIER_VAR": str(folder),
            "CROUPIER_DATABASE_URL": f"sqlite://{folder}/croupier.sqlite3",
            "CROUPIER_BROKER_URL": broker.url,
            "CROUPIER_RATE_PLAY": "1000000/minute",
            "PYTHONWARNINGS": "ignore:No directory at",
        }
        os.environ.update(env)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        command = [sys.executable, "-m", "deploy.web", "--fd", str(listener.fileno())]
        web = Process("web", command, log=folder / "web.log", env={**os.environ, **env}, pass_fds=(listener.fileno(),))
        ends.enter_context(web)
        worker = Worker(
            env,
            log=folder / "remote.log",
            name="remote",
            concurrency=bots // 2,
            queues=("remote",),
            pool="threads",
            app="deploy.bench.remote_tasks",
        )
        ends.enter_context(worker)
        yield Stack(listener.getsockname()[1], broker, web, worker)


def register(bots: int) -> tuple[str, list[int]]:
    """A token, and the ids of so many remote bots."""
    from django.contrib.auth.models import User

    from tournaments.access.tokens import create_token
    from tournaments.models import Bot, BotVersion

    owner = User.objects.create_user("bench")
    made = Bot.objects.bulk_create(Bot(owner=owner, name=f"bench {n}", engine="trash") for n in range(bots))
    BotVersion.objects.bulk_create(BotVersion(bot=bot, number=1, kind=BotVersion.Kind.REMOTE) for bot in made)
    return create_token(owner=owner, name="bench", scopes=["bots"])[1], [bot.pk for bot in made]


def measure(stack: Stack, bots: int, moves: int, options: dict[str, Any]) -> Report:
    """Raises ServiceError for an answer amiss."""
    from deploy.bench.remote_bots import Bots
    from deploy.bench.remote_tasks import expected

    token, ids = register(bots)
    games = [expected(number, options, 2) for number in range(bots // 2)]
    while sum(len(game.moves) for game in games) < moves:  # each pair of bots plays as often
        games += [expected(number, options, 2) for number in range(len(games), len(games) + bots // 2)]
    idle = memory(stack)
    before = spent(stack)
    played = Bots(stack.port, token, ids)
    begun = time.perf_counter()
    rows = asyncio.run(play(played, len(games), sum(answers(games).values()), options, stack))
    seconds = time.perf_counter() - begun
    cost = [late - early for early, late in zip(before, spent(stack), strict=True)]
    check(rows, games, played)
    return report(stack, rows, seconds, cost, idle, {"bots": bots, "moves": moves, **options})


async def play(bots: Any, games: int, answers: int, options: dict[str, Any], stack: Stack) -> list[Any]:
    """All games; every pair of bots plays one after the other. What the tasks say of them."""
    from deploy.bench.remote_tasks import RESULTS, remote_game
    from tournaments.remote.connection import client

    pairs = list(zip(bots.ids[::2], bots.ids[1::2], strict=True))
    for number in range(games):
        remote_game.apply_async((number, options, list(pairs[number % len(pairs)])))
    playing = asyncio.create_task(bots.play())
    limit = time.monotonic() + PATIENCE_SECONDS
    while client().llen(RESULTS) < games:
        await asyncio.sleep(0.05)
        if playing.done():
            playing.result()
        if time.monotonic() > limit:
            raise ServiceError(f"bench: not done after {PATIENCE_SECONDS:.0f} s; see {stack.worker.log}")
    # The last answers that are sent twice, or otherwise, may be on their way when the game is over.
    limit = time.monotonic() + LAST_ANSWERS_SECONDS
    while bots.answered < answers and time.monotonic() < limit:
        await asyncio.sleep(0.05)
    playing.cancel()
    await asyncio.wait([playing])
    return [json.loads(row) for row in client().lrange(RESULTS, 0, -1)]


def answers(games: Sequence[Any]) -> dict[tuple[str, int, str], int]:
    """What must have become of the answers to so many questions, by how they were sent."""
    from deploy.bench.remote_bots import OTHERWISE, TWICE

    moves = sum(len(game.moves) for game in games)
    return {
        ("first", 200, "taken"): moves,
        ("twice", 200, "same"): moves // TWICE,
        ("otherwise", 409, "answered_otherwise"): moves // OTHERWISE,
    }


def check(rows: Sequence[Any], games: Sequence[Any], bots: Any) -> None:
    """Raises ServiceError unless every game was played as in one process, and every answer had its one effect."""
    for row in rows:
        if "fault" in row:
            raise ServiceError(f"bench: game {row['number']}: {row['fault']}")
        game = games[row["number"]]
        was = tuple(tuple(row[name]) for name in ("moves", "verdicts", "ranks", "scores"))
        if was != (game.moves, game.verdicts, game.ranks, game.scores):
            raise ServiceError(f"bench: game {row['number']} was played otherwise: {was}")
    if sorted(row["number"] for row in rows) != list(range(len(games))):
        raise ServiceError("bench: a game was played twice, or not at all")
    outcomes: dict[tuple[str, int, str], int] = dict(bots.outcomes)
    right = answers(games)
    # Who was asked nothing in a game may be late to be ready for it.
    others = {key: count for key, count in outcomes.items() if key[0] != "ready"}
    if others != right or outcomes["ready", 200, "taken"] > 2 * len(games):
        raise ServiceError(f"bench: answers went otherwise: {outcomes}, not {right}")


def memory(stack: Stack) -> list[float]:
    """Resident MiB of the worker and the web now."""
    return [resident(stack.worker.pid, "VmRSS"), resident(stack.web.pid, "VmRSS")]


def resident(pid: int, field: str) -> float:
    """A field of proc_pid_status(5), in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return round(int(line.split()[1]) / 1024, 1)
    raise ServiceError(f"process {pid} has no {field}")


def spent(stack: Stack) -> list[float]:
    """Processor seconds of the worker, the web and the broker so far."""
    return [cpu.seconds([process.pid]) for process in (stack.worker, stack.web, stack.broker)]


def report(
    stack: Stack, rows: Sequence[Any], seconds: float, cost: Sequence[float], idle: Sequence[float], parameters: Any
) -> Report:
    """Speeds, then what each process took."""
    trips = sorted(trip for row in rows for trip in row["trips"])
    speeds: list[list[Cell]] = [
        [
            parameters["bots"],
            len(rows),
            len(trips),
            round(seconds, 1),
            round(len(trips) / seconds, 1),
            round(1000 * trips[len(trips) // 2], 1),
            round(1000 * trips[len(trips) * 99 // 100], 1),
        ]
    ]
    peaks = [resident(process.pid, "VmHWM") for process in (stack.worker, stack.web)]
    costs: list[list[Cell]] = [
        ["worker", round(1000 * cost[0] / len(trips), 2), idle[0], peaks[0]],
        ["web", round(1000 * cost[1] / len(trips), 2), idle[1], peaks[1]],
        ["broker", round(1000 * cost[2] / len(trips), 2), None, None],
    ]
    return Report(
        tables=[
            Table(
                "Remote bots, all at once",
                ["bots", "games", "moves", "seconds", "moves per second", "round trip ms, p50", "p99"],
                speeds,
            ),
            Table("What it takes", ["process", "CPU ms a move", "MiB before", "MiB at most"], costs),
        ],
        parameters=dict(parameters),
        notes=[
            "Every game was played as in one process; answers sent again changed nothing. The bots run on the same "
            "machine, and choose at once: a round trip is what the platform and its load take."
        ],
    )
