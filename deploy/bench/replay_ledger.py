"""A generated ledger: bots of known skill that met in rounds, in a database of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from math import exp
from typing import Any

from django.contrib.auth.models import User

from deploy.bench.replay_process import ROUND
from deploy.bench.stopwatch import draws
from ratings import bulk
from ratings.models import LedgerEvent, LedgerRow, Pool
from ratings.pools import ensure_pool
from ratings.skill import ALGORITHM_VERSION
from tournaments.models import Bot, BotVersion, Match, Round, Tournament

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
_TIES = 0.25
# The best and the worst are so many logits apart: three boards of four are won by who is one sigma0 better.
_SPAN = 6.0


def generate(boards: int, bots: int) -> Pool:
    """A pool with so many two-sided boards, in rounds of 500 as they would stand there; nothing is rated yet."""
    pool = ensure_pool(engine="trash", options={}, rules_version=1, seats=2, title="generated")
    versions = _bots(bots)
    matches = _matches(-(-boards // ROUND))
    joined = [[version, bot, None, True] for version, bot in versions.items()]
    LedgerEvent.objects.create(
        pool=pool, number=2, after=0, kind="join", data={"versions": joined}, reason="generated", created_at=BEGUN
    )
    columns = ["pool_id", "seq", "batch", "match_id", "board", "versions", "ranks", "order", "games"]
    columns += ["parameters_version", "algorithm_version", "created_at"]
    bulk.insert(LedgerRow, columns, _rows(pool.pk, list(versions), matches, boards))
    return pool


def _rows(pool_id: int, versions: list[int], matches: list[int], boards: int) -> Iterator[list[Any]]:
    draw = draws()
    skills = [_SPAN * place / len(versions) for place in range(len(versions))]
    for number, match in enumerate(matches):
        first = number * ROUND + 1
        at = bulk.moment(BEGUN + timedelta(minutes=number))
        for board, (a, b) in enumerate(_pairs(len(versions), min(ROUND, boards - first + 1), draw)):
            ranks = _ranks(skills[a] - skills[b], draw)
            order = "[0, 1]" if draw() & 1 else "[1, 0]"
            met = f"[{versions[a]}, {versions[b]}]"
            yield [pool_id, first + board, first, match, board, met, ranks, order, 2, 1, ALGORITHM_VERSION, at]


def _pairs(bots: int, how_many: int, draw: Callable[[], int]) -> Iterator[tuple[int, int]]:
    """Neighbours of a stretch of the field from a place on, at a distance: each bot at most once in a round."""
    start, distance = draw() % bots, 1 + draw() % 20
    made = place = 0
    while made < how_many:
        for offset in range(distance):
            if made < how_many:
                yield (start + place + offset) % bots, (start + place + offset + distance) % bots
                made += 1
        place += 2 * distance


def _ranks(advantage: float, draw: Callable[[], int]) -> str:
    if draw() % 1000 < 1000 * _TIES:
        return "[0, 0]"
    return "[0, 1]" if draw() % 100_000 < 100_000 / (1.0 + exp(-advantage)) else "[1, 0]"


def _bots(how_many: int) -> dict[int, int]:
    """Bots by version, each with one."""
    owner = User.objects.create(username="generated")
    bots = Bot.objects.bulk_create(
        (Bot(owner=owner, name=f"bot {number}", engine="trash") for number in range(how_many)), batch_size=2_000
    )
    made = BotVersion.objects.bulk_create(
        (BotVersion(bot=bot, number=1, policy="greedy") for bot in bots), batch_size=2_000
    )
    return {version.pk: version.bot_id for version in made}


def _matches(how_many: int) -> list[int]:
    """A match for each round; what the ledger calls for of them is that they are there."""
    organiser = User.objects.create(username="organiser")
    tournament = Tournament.objects.create(
        name="generated", organiser=organiser, engine="trash", format="swiss", secret=bytes(32), commitment="0" * 64
    )
    turn = Round.objects.create(tournament=tournament, number=1)
    made = Match.objects.bulk_create(
        (Match(round=turn, table=table) for table in range(1, how_many + 1)), batch_size=2_000
    )
    return [match.pk for match in made]
