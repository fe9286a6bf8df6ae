"""What is read of a ledger: the boards that count, under the parameters that count, and who came in how."""

from __future__ import annotations

import pytest

from ratings.changes import change_parameters, rerate, set_counted
from ratings.ledger import RatedBoard, append_event, append_round, join, lock
from ratings.models import LedgerEvent, LedgerRow, Pool
from ratings.rebuild import rebuild
from ratings.records import read_record
from ratings.skill import Belief
from ratings.skill.live import rate_all
from ratings.skill.record import Board, Fixed, Successor
from tests.ratings.rows import believed, make_matches, make_pool, make_versions
from tests.ratings.test_rebuild import play
from tests.ratings.verification.rows import rows
from tournaments.models import Bot, BotVersion

pytestmark = pytest.mark.django_db
Kind = LedgerEvent.Kind


def meet(pool: Pool, *versions: int, ranks: tuple[int, ...] = (0, 1)) -> int:
    """One board; the id of its match."""
    match = make_matches(1)[0]
    append_round(pool_id=pool.pk, boards=[RatedBoard(match, 1, versions, ranks, (1, 0))])
    return match


def test_a_ledger_as_it_stands() -> None:
    pool, versions = make_pool(), make_versions(3)
    a, b, c = versions
    meet(pool, a, b)
    gone = meet(pool, b, c)
    change_parameters(actor=None, pool_id=pool.pk, values={"beta": 2.0, "sigma0": 5.0}, reason="less luck")
    meet(pool, c, a, ranks=(1, 1))
    set_counted(match_ids=[gone], counted=False, reason="spilt tea", by=None)
    told: list[int] = []
    read = read_record(pool.pk, told.append)
    first, second = read.record.editions
    assert (first, second) == (pool.parameters, Pool.objects.get(pk=pool.pk).parameters)
    assert read.versions == (a, b, c)
    assert list(read.record.boards) == [
        Board((0, 1), (0, 1), (1, 0), 0),
        Board((2, 0), (1, 1), (1, 0), 1),
    ]
    assert list(read.record.origins) == [first.newcomer] * 3
    assert (read.boards, read.through) == (3, rows(LedgerEvent, pool).count())
    assert told == [1, 2, 3]


def test_a_rerated_ledger_counts_under_one_edition() -> None:
    pool, versions = make_pool(), make_versions(2)
    meet(pool, *versions)
    change_parameters(actor=None, pool_id=pool.pk, values={"beta": 2.0, "sigma0": 5.0}, reason="less luck")
    rerate(actor=None, pool_id=pool.pk, reason="all the same")
    record = read_record(pool.pk).record
    assert [board.edition for board in record.boards] == [1]
    assert list(record.origins) == [Belief(pool.mu0, 5.0)] * 2


def test_who_came_in_how() -> None:
    pool, versions = make_pool(), make_versions(4)
    old, anchor, was_one, moving = versions
    meet(pool, old, anchor)
    meet(pool, was_one, moving)
    held = lock([pool.pk])[pool.pk]
    for version in (anchor, was_one):
        append_event(held, Kind.REFERENCE, {"version": version, "mu": 31.0, "sigma": 0.5})
    append_event(held, Kind.DISMISS, {"version": was_one})
    append_event(held, Kind.REFERENCE, {"version": moving, "mu": None, "sigma": None})
    new = BotVersion.objects.create(bot=BotVersion.objects.get(pk=old).bot, number=4, policy="greedy")
    Bot.objects.filter(active=old).update(active=new)
    join(held, [new.pk], reason="became the active version")
    join(held, [old], reason="became the active version again")
    read = read_record(pool.pk)
    newcomer = pool.parameters.newcomer
    assert read.versions == (*versions, new.pk)
    assert list(read.record.origins) == [
        newcomer,
        Fixed(Belief(31.0, 0.5)),
        newcomer,
        newcomer,
        Successor(0, pool.delta),
    ]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_live_ratings_of_a_record_are_those_of_its_ledger(seats: int) -> None:
    pool, versions = make_pool(seats), make_versions(7)
    matches = play(pool, versions, 4)
    change_parameters(actor=None, pool_id=pool.pk, values={"beta": 3.0}, reason="less luck")
    bot = BotVersion.objects.get(pk=versions[0]).bot
    new = BotVersion.objects.create(bot=bot, number=9, policy="greedy")
    Bot.objects.filter(pk=bot.pk).update(active=new)
    play(pool, [new.pk, *versions[1:]], 3, first=4)
    set_counted(match_ids=matches[:2], counted=False, reason="spilt tea", by=None)
    rebuild(pool.pk)
    read = read_record(pool.pk)
    expected = believed(pool)
    assert set(read.versions) == set(expected)
    for version, belief in zip(read.versions, rate_all(read.record).beliefs(), strict=True):
        assert belief.mu == pytest.approx(expected[version].mu, abs=1e-12)
        assert belief.sigma == pytest.approx(expected[version].sigma, abs=1e-12)
        assert read.live.lines[version].belief == expected[version]
    assert rows(LedgerRow, pool).count() == read.boards
