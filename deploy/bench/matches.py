"""Finished Trash matches per second on the whole path, and what the platform costs beside a no-op task."""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.bench import cpu
from deploy.bench.report import Report, Table
from deploy.broker import Broker
from deploy.process import ServiceError
from deploy.services import cores
from deploy.worker import Worker
from ratings.management.table import Cell

GOAL = 4.0
PATIENCE_SECONDS = 600.0


@dataclass(frozen=True)
class Cost:
    """What so many tasks took: seconds on the clock, and processor seconds of each kind of process."""

    count: int
    wall: float
    worker: float
    pool: float
    broker: float
    sender: float

    @property
    def cpu(self) -> float:
        return self.worker + self.pool + self.broker + self.sender

    def milliseconds(self, seconds: float) -> float:
        """So many seconds, a task."""
        return round(1000 * seconds / self.count, 3)


def run(arguments: Sequence[str]) -> Report:
    """A Swiss of policies beside as many no-op tasks, on the same broker and workers, then its games in one process."""
    parser = argparse.ArgumentParser(prog="bench.sh matches", description=__doc__)
    parser.add_argument("--bots", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--workers", type=int, default=cores(), help="pool processes")
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder,
        services(Path(folder), options.workers) as (
            broker,
            worker,
        ),
    ):
        count = options.bots // 2 * options.rounds
        measure = Measure(broker, worker)
        warm_up(measure, count // 4)
        empty = [noops(measure, count)]
        played, bare = event(measure, options.bots, options.rounds)
        empty.append(noops(measure, count))
    return report(empty, played, bare, vars(options))


@contextmanager
def services(folder: Path, workers: int) -> Iterator[tuple[Broker, Worker]]:
    """The embedded default: SQLite and a private broker, in ``folder``; Django of this process uses them too."""
    with Broker(folder / "run", log=folder / "broker.log") as broker:
        env = {
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
            "CROUPIER_VAR": str(folder),
            "CROUPIER_DATABASE_URL": f"sqlite://{folder}/croupier.sqlite3",
            "CROUPIER_BROKER_URL": broker.url,
        }
        os.environ.update(env)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        with Worker(env, log=folder / "worker.log", concurrency=workers, app="deploy.bench.tasks") as worker:
            yield broker, worker


class Measure:
    """The processor time of everything that takes part."""

    def __init__(self, broker: Broker, worker: Worker) -> None:
        self.broker = broker
        self.worker = worker

    def __call__(self, send: Callable[[], object], done: Callable[[], bool], count: int) -> Cost:
        """What it costs until ``done``; looking whether it is done is not counted."""
        before = self._now()
        begun, own = time.perf_counter(), time.process_time()
        send()
        sender = time.process_time() - own
        while not done():
            if time.perf_counter() - begun > PATIENCE_SECONDS:
                raise ServiceError(f"bench: not done after {PATIENCE_SECONDS:.0f} s; see {self.worker.log}")
            time.sleep(0.02)
        wall = time.perf_counter() - begun
        after = self._now()
        worker, pool, broker = (late - early for early, late in zip(before, after, strict=True))
        return Cost(count, wall, worker, pool, broker, sender)

    def _now(self) -> tuple[float, float, float]:
        return (
            cpu.seconds([self.worker.pid]),
            cpu.seconds(self.worker.children()),
            cpu.seconds([self.broker.pid]),
        )


def warm_up(measure: Measure, count: int) -> None:
    """Let every process do each of the things once."""
    noops(measure, count)
    event(measure, 8, 3, name="warm-up")


def noops(measure: Measure, count: int) -> Cost:
    """As many tasks that do nothing, sent as matches are."""
    from deploy.bench.tasks import app, noop
    from tournaments.dispatch.send import waiting_messages

    def send() -> None:
        with app.producer_or_acquire() as producer:
            for number in range(count):
                noop.apply_async((number,), producer=producer)

    return measure(send, lambda: waiting_messages() == 0, count)


def event(measure: Measure, bots: int, rounds: int, name: str = "Bench") -> tuple[Cost, float]:
    """A Swiss of greedy and random policies, and the processor seconds of its games played in this process alone."""
    from django.contrib.auth.models import User

    from tournaments.access.actors import Actor
    from tournaments.bots.registering import add_version, create_bot
    from tournaments.events import entries, lifecycle, setup
    from tournaments.models import Match, Tournament

    owner, _ = User.objects.get_or_create(username="bench", defaults={"is_staff": True})
    actor = Actor(owner)
    values = {"name": name, "engine": "trash", "format": "swiss", "rounds": rounds}
    tournament = setup.create(actor=actor, values=values)
    lifecycle.open_(actor=actor, tournament_id=tournament.pk)
    for number in range(bots):
        bot = create_bot(actor=actor, name=f"{name} {number}", engine="trash")
        add_version(actor=actor, bot_id=bot.pk, kind="policy", policy=("greedy", "random")[number % 2])
        entries.enter(actor=actor, tournament_id=tournament.pk, bot_id=bot.pk)

    def finished() -> bool:
        return Tournament.objects.filter(pk=tournament.pk, state=Tournament.State.FINISHED).exists()

    cost = measure(lambda: lifecycle.start(actor=actor, tournament_id=tournament.pk), finished, bots // 2 * rounds)
    matches = Match.objects.filter(round__tournament=tournament)
    if {state for (state,) in matches.values_list("state")} != {Match.State.FINISHED}:
        raise ServiceError("bench: not every match was played; see the worker's log")
    return cost, bare(tournament.pk)


def bare(tournament_id: int) -> float:
    """Processor seconds of the event's games, played one after the other in this process."""
    from tournaments.models import Game, Seat, Tournament
    from tournaments.play import deal
    from tournaments.play.local import play_game

    tournament = Tournament.objects.get(pk=tournament_id)
    policies: dict[int, list[str]] = {}
    seats = Seat.objects.filter(match__round__tournament=tournament).order_by("match_id", "seat")
    for match_id, policy in seats.values_list("match_id", "entry__version__policy"):
        policies.setdefault(match_id, []).append(policy)
    games = list(
        Game.objects.filter(match__round__tournament=tournament).values_list(
            "match_id", "match__round__number", "match__table", "board", "rotation", "ranks"
        )
    )
    begun = time.process_time()
    for match_id, number, table, board, rotation, ranks in games:
        played = play_game(
            engine_id=tournament.engine,
            options=tournament.options,
            seed=deal.board_seed(bytes(tournament.seed or b""), round_number=number, table=None, board=board),
            table=table,
            rotation=rotation,
            policies=policies[match_id],
        )
        if list(played.ranks) != ranks:
            raise ServiceError(f"bench: board {board}.{rotation} of match {match_id} was played otherwise")
    return time.process_time() - begun


def report(empty: Sequence[Cost], played: Cost, bare_seconds: float, parameters: dict[str, int]) -> Report:
    """One table of speeds and one of costs."""
    noop = sum(cost.cpu for cost in empty) / sum(cost.count for cost in empty)
    playing = bare_seconds / played.count
    platform = played.cpu / played.count - playing
    ratio = platform / noop
    rows: list[list[Cell]] = [
        [
            name,
            cost.count,
            round(cost.count / cost.wall, 1),
            cost.milliseconds(cost.cpu),
            cost.milliseconds(cost.worker),
            cost.milliseconds(cost.pool),
            cost.milliseconds(cost.broker),
            cost.milliseconds(cost.sender),
        ]
        for name, cost in [("no-op task", empty[0]), ("match", played), ("no-op task", empty[1])]
    ]
    columns = ["what", "count", "per second", "CPU ms each", "worker", "pool", "broker", "sender"]
    costs: list[list[Cell]] = [
        ["a match in all", round(1000 * played.cpu / played.count, 3), round(played.cpu / played.count / noop, 2)],
        ["its two games, bare", round(1000 * playing, 3), round(playing / noop, 2)],
        ["the platform: the rest", round(1000 * platform, 3), round(ratio, 2)],
        ["a no-op task", round(1000 * noop, 3), 1.0],
    ]
    verdict = "met" if ratio <= GOAL else "missed"
    return Report(
        tables=[
            Table("Throughput, and processor time by process", columns, rows),
            Table("Processor time of one", ["what", "CPU ms", "no-op tasks"], costs),
        ],
        parameters=dict(parameters),
        notes=[f"Goal: the platform costs at most {GOAL:.0f} no-op tasks. Reached: {ratio:.2f} ({verdict})."],
    )
