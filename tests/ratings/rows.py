"""Rows that rated boards refer to: bot versions, matches, pools."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from django.contrib.auth import get_user_model

from ratings.cache import insert_state
from ratings.models import Pool
from ratings.pools import ensure_pool
from ratings.replay import replay
from ratings.skill import Belief
from ratings.state import Line, PoolState
from tournaments.models import Bot, BotVersion, Match, Round, Tournament

_number = count(1)


def believed(pool: Pool) -> dict[int, Belief]:
    """What the ledger alone says of every version."""
    return {line.version: line.belief for line in replay(pool.pk).lines.values()}


def make_pool(seats: int = 2) -> Pool:
    """A pool of its own."""
    return ensure_pool(engine="trash", options={"n": next(_number)}, rules_version=1, seats=seats)


def make_ratings(pool: Pool, beliefs: Iterable[tuple[float, float]], *, public: bool = True) -> list[int]:
    """Put versions of bots of their own with these mu and sigma into what a pool shows; their ids, in this order.

    Each has as many boards as stand before it.
    """
    known = list(beliefs)
    versions = make_versions(len(known))
    bots = dict(BotVersion.objects.filter(pk__gte=versions[0]).values_list("pk", "bot_id")) if known else {}
    state = PoolState()
    for boards, (version, (mu, sigma)) in enumerate(zip(versions, known, strict=True)):
        state.add(Line(version, bots[version], mu, sigma, boards=boards, public=public))
    assert pool.build is not None
    insert_state(pool.build, state)
    return versions


def make_versions(how_many: int) -> list[int]:
    """Ids of active versions of bots of an owner each, ascending."""
    n = next(_number)
    owners = get_user_model().objects.bulk_create(
        get_user_model()(username=f"owner{n}-{i}", password="!") for i in range(how_many)
    )
    bots = Bot.objects.bulk_create(Bot(owner=owner, name=f"bot{n}", engine="trash") for owner in owners)
    versions = BotVersion.objects.bulk_create(BotVersion(bot=bot, number=3, policy="greedy") for bot in bots)
    for bot, version in zip(bots, versions, strict=True):
        bot.active = version
    Bot.objects.bulk_update(bots, ["active"], batch_size=400)
    return sorted(version.pk for version in versions)


def make_matches(how_many: int) -> list[int]:
    """Ids of the matches of one round, by table."""
    n = next(_number)
    organiser = get_user_model().objects.create_user(f"organiser{n}")
    tournament = Tournament.objects.create(
        name=f"event{n}", organiser=organiser, engine="trash", format="swiss", secret=b"\x5e" * 32, commitment="0" * 64
    )
    turn = Round.objects.create(tournament=tournament, number=1)
    matches = Match.objects.bulk_create(Match(round=turn, table=table) for table in range(1, how_many + 1))
    return sorted(match.pk for match in matches)
