"""A pool of many rated bots, generated: `python -m deploy.bench.ratings_pool BOTS` puts it into an empty database.

The same for the same number. The database is that which Django is set to.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import shake_256
from math import sqrt
from statistics import NormalDist

import django

TITLE = "Bench"
EQUAL = 3_000
"""So many bots in the middle have one score."""
MET = 2
"""So many others each bot has met on each side of it, once with each outcome."""
BOTS_OF_AN_OWNER = 5
_DRAWN = 8  # bytes


@dataclass(frozen=True)
class Bot:
    """What is believed of a bot; its id is that of its version too."""

    id: int
    mu: float
    sigma: float
    boards: int


def bots(count: int) -> Iterator[Bot]:
    """Skills are normal about 25, with a standard deviation of 25/3; who has played n boards has a sigma of
    25/3 / sqrt(1 + n / 10). Half of all have played fewer than 30 boards, one in a thousand some thousands."""
    skill = NormalDist(25.0, 25 / 3)
    drawn = shake_256(b"croupier bench: ratings").digest(_DRAWN * count)
    first_equal = max(0, (count - EQUAL) // 2)
    for number, (one, other) in enumerate(struct.iter_unpack("<II", drawn)):
        boards = min(int(30 * 2**32 / (other + 1)) - 30, 10_000)
        sigma = 25 / 3 / sqrt(1 + boards / 10)
        mu = skill.inv_cdf((one + 0.5) / 2**32)
        if first_equal <= number < first_equal + EQUAL:
            mu, sigma, boards = 20.0, 2.0, 164
        yield Bot(number + 1, mu, sigma, boards)


def fill(count: int) -> None:
    """Make the tables, and in them the pool with so many bots."""
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from ratings import bulk
    from ratings.cache import insert_state
    from ratings.models import BatchRating, Build
    from ratings.pools import ensure_pool
    from ratings.state import Line, PoolState
    from tournaments.models import Bot as BotRow
    from tournaments.models import BotVersion

    call_command("migrate", verbosity=0)
    now = timezone.now()
    at = bulk.moment(now)
    _owners(-(-count // BOTS_OF_AN_OWNER))
    bulk.insert(
        BotRow,
        ["id", "owner_id", "name", "engine", "created_at"],
        ((n, 1 + (n - 1) // BOTS_OF_AN_OWNER, f"Bot {n}", "trash", at) for n in range(1, count + 1)),
    )
    bulk.insert(
        BotVersion,
        [field.attname for field in BotVersion._meta.concrete_fields],
        (
            [{"id": n, "bot_id": n, "number": 1, "kind": "policy", "policy": "greedy", "created_at": at}[field.attname]
             for field in BotVersion._meta.concrete_fields]
            for n in range(1, count + 1)
        ),
    )  # fmt: skip
    pool = ensure_pool(engine="trash", options={}, rules_version=1, seats=2, title=TITLE)
    state = PoolState()
    for bot in bots(count):
        wins = bot.boards // 2
        state.add(Line(bot.id, bot.id, bot.mu, bot.sigma, bot.boards, 2 * bot.boards, wins, 0, bot.boards - wins,
                       public=True, last_played_at=now))  # fmt: skip
        for step in range(1, MET + 1):
            if bot.id + step <= count:
                state.meetings[bot.id, bot.id + step] = [1, 1, 1]
    assert pool.build is not None
    insert_state(pool.build, state)
    pool.batch = Build.objects.create(pool=pool, kind=Build.Kind.BATCH, finished_at=now)
    pool.save(update_fields=["batch"])
    bulk.insert(
        BatchRating,
        ["build_id", "version_id", "mu", "sigma", "live_mu", "live_sigma"],
        ((pool.batch.pk, bot.id, bot.mu + 0.1, bot.sigma, bot.mu, bot.sigma) for bot in bots(count)),
    )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")  # as its own upkeep does soon


def _owners(count: int) -> None:
    from django.contrib.auth.models import User

    for start in range(1, count + 1, 20_000):
        numbers = range(start, min(start + 20_000, count + 1))
        User.objects.bulk_create(User(id=n, username=f"owner{n}") for n in numbers)


if __name__ == "__main__":
    django.setup()
    fill(int(sys.argv[1]))
