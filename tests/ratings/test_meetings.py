"""Who met whom: against a count over the ledger, by both sides, in pages."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from django.db import transaction

from ratings.ledger import RatedBoard, append_round
from ratings.meetings import KEYSET, Opponent, Record, head_to_head, opponents
from ratings.models import LedgerRow, Pool, Rating
from ratings.skill import Belief, predict
from tests.ratings.rows import make_matches, make_pool, make_versions
from tests.ratings.test_history import activate
from tests.ratings.test_rebuild import play
from tournaments.models import Bot, BotVersion

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[2, 3], ids="{} seats".format)
def met(request: pytest.FixtureRequest) -> tuple[Pool, list[Bot]]:
    """A pool in which some bots met with several versions, also of one owner."""
    pool, versions = make_pool(request.param), make_versions(7)
    bots = [Bot.objects.get(active_id=version) for version in versions]
    play(pool, versions, 5)
    newer = activate(pool, bots[2])
    latest = activate(pool, bots[4])
    play(pool, [*versions[:2], newer, versions[3], latest, *versions[5:], versions[4]], 5, first=5)
    pool.refresh_from_db()
    return pool, bots


def counted(pool: Pool) -> dict[tuple[int, int], list[int]]:
    """Wins, draws and losses of each version against each, by the ledger."""
    found: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in LedgerRow.objects.filter(pool=pool):
        for one, mine in zip(row.versions, row.ranks, strict=True):
            for other, theirs in zip(row.versions, row.ranks, strict=True):
                if one != other:
                    found[one, other][0 if mine < theirs else 1 if mine == theirs else 2] += 1
    return found


def by_bot(pool: Pool, bot: Bot) -> dict[int, Record]:
    """The record of a bot against each other one, by the ledger."""
    owners = dict(BotVersion.objects.values_list("pk", "bot_id"))
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for (one, other), record in counted(pool).items():
        if owners[one] == bot.pk != owners[other]:
            sums[owners[other]] = [a + b for a, b in zip(sums[owners[other]], record, strict=True)]
    return {other: Record(*record) for other, record in sums.items()}


def test_head_to_head_is_what_the_ledger_says(met: Any) -> None:
    pool, bots = met
    pairs, most = counted(pool), 0
    for one in bots:
        right = by_bot(pool, one)
        for other in bots:
            if one == other:
                continue
            found = head_to_head(pool, one.pk, other.pk)
            assert found is not None
            assert found.record == right.get(other.pk, Record(0, 0, 0))
            assert (found.bot.version.bot_id, found.other.version.bot_id) == (one.pk, other.pk)
            for pair in found.pairs:
                assert pair.record == Record(*pairs[pair.version, pair.other_version])
                assert BotVersion.objects.get(pk=pair.version).bot == one
                assert BotVersion.objects.get(pk=pair.other_version).number == pair.other_number
            assert sum(pair.record.boards for pair in found.pairs) == found.record.boards
            most = max(most, len(found.pairs))
    assert most > 1


def test_the_other_side_sees_the_mirror_image(met: Any) -> None:
    pool, bots = met
    one, other = (head_to_head(pool, bots[a].pk, bots[b].pk) for a, b in ((2, 4), (4, 2)))
    assert one is not None
    assert other is not None
    mirrored = Record(other.record.losses, other.record.draws, other.record.wins)
    assert one.record == mirrored
    assert (one.forecast.win, one.forecast.draw, one.forecast.loss) == pytest.approx(
        (other.forecast.loss, other.forecast.draw, other.forecast.win), rel=1e-12
    )


def test_a_forecast_is_that_of_the_public_versions(met: Any) -> None:
    pool, bots = met
    found = head_to_head(pool, bots[0].pk, bots[2].pk)
    assert found is not None
    beliefs = [
        Belief(rating.mu, rating.sigma)
        for bot in (bots[0], bots[2])
        for rating in Rating.objects.filter(build=pool.build, version__bot=bot, public=True)
    ]
    assert found.forecast == predict(*beliefs, pool.parameters)
    assert found.other.version.number == 4


def test_opponents_are_those_of_the_ledger_most_met_first(met: Any) -> None:
    pool, bots = met
    for bot in bots:
        right = by_bot(pool, bot)
        found = opponents(pool, bot.pk, limit=100)
        assert {one.bot: one.record for one in found} == right
        assert [(-one.boards, one.bot) for one in found] == sorted((-one.boards, one.bot) for one in found)
        assert all(one.rating.version.bot_id == one.bot and one.rating.public for one in found)
        for limit in (1, 2, 4):
            walked: list[Opponent] = []
            after = None
            while page := opponents(pool, bot.pk, limit=limit, after=after):
                assert len(page) <= limit
                walked += page
                after = KEYSET.parse(KEYSET.cursor(KEYSET.place(page[-1])))
            assert walked == found


def test_a_bot_is_not_its_own_opponent() -> None:
    pool, versions = make_pool(), make_versions(2)
    Pool.objects.filter(pk=pool.pk).update(same_owner=True)
    bot = Bot.objects.get(active_id=versions[0])
    older = BotVersion.objects.create(bot=bot, number=1, policy="random")
    with transaction.atomic():
        boards = [
            RatedBoard(match, 1, pair, (0, 1), (0, 1))
            for match, pair in zip(make_matches(2), [(older.pk, versions[0]), (older.pk, versions[1])], strict=True)
        ]
        assert append_round(pool_id=pool.pk, boards=boards) == 2
    pool.refresh_from_db()
    assert [(one.rating.version_id, one.record) for one in opponents(pool, bot.pk, limit=9)] == [
        (versions[1], Record(1, 0, 0))
    ]


def test_who_is_not_rated_there_has_met_nobody(met: Any) -> None:
    pool, bots = met
    stranger = Bot.objects.get(active_id=make_versions(1)[0])
    assert head_to_head(pool, bots[0].pk, stranger.pk) is None
    assert head_to_head(pool, 10**12, bots[0].pk) is None
    assert opponents(pool, stranger.pk, limit=5) == []
    elsewhere = make_pool()
    assert head_to_head(elsewhere, bots[0].pk, bots[1].pk) is None


def test_statements_are_few(met: Any, django_assert_num_queries: Any) -> None:
    pool, bots = met
    with django_assert_num_queries(2):
        head_to_head(pool, bots[2].pk, bots[4].pk)
    with django_assert_num_queries(2):
        opponents(pool, bots[2].pk, limit=50)
