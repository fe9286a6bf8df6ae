"""Registering bots: names, engines, versions, and whose they are."""

from __future__ import annotations

import math

import pytest

from ratings.models import LedgerEvent, Pool, Rating, RatingPoint
from tests.ratings.rows import believed
from tests.tournaments import arena
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.bots.registering import activate, add_version, create_bot
from tournaments.events import entries, lifecycle
from tournaments.models import AuditEntry, Bot, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return arena.owner("ada")


def test_it_registers_a_bot_whose_first_version_is_active(ada) -> None:
    bot = create_bot(actor=ada, name=" Gin ", engine="trash")
    assert (bot.name, bot.owner, bot.active) == ("Gin", ada.user, None)
    first = add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="greedy")
    second = add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="random")
    bot.refresh_from_db()
    assert (first.number, second.number, bot.active) == (1, 2, first)
    activate(actor=ada, bot_id=bot.pk, number=2)
    bot.refresh_from_db()
    assert bot.active == second
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["bot.create", "bot.add_version", "bot.add_version", "bot.activate"]


def test_activating_twice_is_activating_once(ada) -> None:
    bot = arena.bot("Gin", by=ada)
    before = AuditEntry.objects.count()
    assert activate(actor=ada, bot_id=bot.pk, number=1).number == 1
    assert AuditEntry.objects.count() == before


def test_a_name_is_an_owners_once(ada) -> None:
    create_bot(actor=ada, name="Gin", engine="trash")
    with pytest.raises(Conflict, match='you have a bot called "Gin" already'):
        create_bot(actor=ada, name="Gin", engine="trash")
    assert create_bot(actor=arena.owner("bob"), name="Gin", engine="trash").pk
    assert Bot.objects.count() == 2


@pytest.mark.parametrize(
    ("values", "pointer", "says"),
    [
        ({"name": "  ", "engine": "trash"}, "/name", "name: 0 characters are not 1 to"),
        ({"name": "x", "engine": "bridge"}, "/engine", '"bridge" is not one of advantage, construction, rummy, trash'),
    ],
)
def test_what_is_no_bot(ada, values: dict[str, str], pointer: str, says: str) -> None:
    with pytest.raises(Invalid, match=says) as refused:
        create_bot(actor=ada, **values)
    assert [error.where for error in refused.value.errors] == [pointer]


def test_what_is_no_version(ada) -> None:
    bot = arena.bot("Gin", by=ada)
    with pytest.raises(Invalid, match='"clever" is not one of greedy, random, search'):
        add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="clever")
    with pytest.raises(Invalid, match='"upload" is not one of policy'):
        add_version(actor=ada, bot_id=bot.pk, kind="upload", policy="greedy")
    with pytest.raises(Missing, match="has no version 7"):
        activate(actor=ada, bot_id=bot.pk, number=7)
    Bot.objects.filter(pk=bot.pk).update(engine="gone")
    with pytest.raises(Conflict, match='"gone" is not one of'):
        add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="greedy")


def test_nobody_changes_anothers_bot(ada) -> None:
    bot = arena.bot("Gin", by=ada)
    eve = arena.owner("eve")
    with pytest.raises(NotAllowed, match="another owner's"):
        add_version(actor=eve, bot_id=bot.pk, kind="policy", policy="greedy")
    with pytest.raises(NotAllowed, match="another owner's"):
        activate(actor=eve, bot_id=bot.pk, number=1)
    with pytest.raises(Missing):
        activate(actor=eve, bot_id=bot.pk + 1, number=1)


def points(bot: Bot, number: int) -> list[tuple[float, float, int]]:
    """How what is believed of a version came about."""
    rows = RatingPoint.objects.filter(version__bot=bot, version__number=number).order_by("seq")
    return list(rows.values_list("mu", "sigma", "boards"))


def shown(bot: Bot) -> dict[int, bool]:
    """The versions of a bot in its pool, by number: whether the leaderboard shows them."""
    return dict(Rating.objects.current().filter(version__bot=bot).values_list("version__number", "public"))


def test_an_activated_version_comes_into_the_pools_of_its_bot_from_its_predecessor() -> None:
    event = arena.event(3, boards=3)
    bot = event.entries.order_by("id")[0].bot
    ada = arena.owner(bot.owner.username)
    for policy in ("random", "greedy"):
        add_version(actor=ada, bot_id=bot.pk, kind="policy", policy=policy)
    activate(actor=ada, bot_id=bot.pk, number=2)  # the bot is in no pool yet
    assert not Rating.objects.exists()
    arena.play_out(event)
    # the pinned version is what the pool has of the bot, so that is shown
    assert shown(bot) == {1: True}
    mu, sigma, _ = points(bot, 1)[-1]
    activate(actor=ada, bot_id=bot.pk, number=3)
    delta, sigma0 = 25 / 6, 25 / 3
    assert points(bot, 3) == [(mu, pytest.approx(min(sigma0, math.sqrt(sigma**2 + delta**2)), abs=1e-12), 0)]
    assert shown(bot) == {1: False, 3: True}
    activate(actor=ada, bot_id=bot.pk, number=1)
    assert shown(bot) == {1: True, 3: False}
    assert len(points(bot, 3)) == 1
    pool = Pool.objects.get()
    assert {one.version_id: one.belief for one in Rating.objects.current()} == believed(pool)
    joined = LedgerEvent.objects.filter(kind="join", reason="became the active version")
    assert list(joined.values_list("by__username", flat=True)) == [bot.owner.username] * 2


def test_a_first_version_comes_into_no_pool_by_being_added() -> None:
    arena.play_out(arena.event(2))
    before = LedgerEvent.objects.count()
    arena.bot("newcomer", by=arena.owner("ada"))
    assert LedgerEvent.objects.count() == before


def test_a_version_that_plays_when_another_is_active_comes_in_behind_it() -> None:
    """Pinned in an event that is played later, while the bot had others in the pool in the meantime."""
    bot, rival = (arena.bot("bot", by=arena.owner(name)) for name in ("ada", "bob"))
    ada, bob, olga = arena.owner("ada"), arena.owner("bob"), arena.organiser()
    add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="random")
    add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="greedy")

    def event(number: int) -> Tournament:
        activate(actor=ada, bot_id=bot.pk, number=number)
        made = arena.event(0, start=False)
        entries.enter(actor=ada, tournament_id=made.pk, bot_id=bot.pk)
        entries.enter(actor=bob, tournament_id=made.pk, bot_id=rival.pk)
        lifecycle.start(actor=olga, tournament_id=made.pk)
        made.refresh_from_db()
        return made

    late, first = event(2), event(1)
    arena.play_out(first)
    activate(actor=ada, bot_id=bot.pk, number=3)
    assert shown(bot) == {1: False, 3: True}
    mu, sigma, _ = points(bot, 1)[-1]
    arena.play_out(late)
    assert shown(bot) == {1: False, 2: False, 3: True}
    start = points(bot, 2)[0]
    assert start == (mu, pytest.approx(min(25 / 3, math.sqrt(sigma**2 + (25 / 6) ** 2)), abs=1e-12), 0)
    # what came in from version 1 before is not moved by what version 2 does
    assert len(points(bot, 3)) == 1
    assert {one.version_id: one.belief for one in Rating.objects.current()} == believed(Pool.objects.get())
