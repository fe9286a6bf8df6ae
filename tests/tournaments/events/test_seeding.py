"""By what entries are seeded: the rating of the pinned version, else its predecessor's, else a newcomer's."""

from __future__ import annotations

import pytest

from ratings.models import Rating
from tests.tournaments import arena
from tournaments.bots.registering import activate, add_version
from tournaments.events import entries, lifecycle
from tournaments.models import Bot, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]


def rated(mu: float, name: str) -> Bot:
    """A bot whose first version has that mu."""
    earlier = arena.play_out(arena.event(2, name=name))
    entry = earlier.entries.order_by("id")[0]
    Rating.objects.filter(version=entry.version).update(mu=mu)
    return entry.bot


def newer(bot: Bot, versions: int = 1, *, active: bool) -> None:
    for _ in range(versions):
        owner = arena.owner(bot.owner.username)
        made = add_version(actor=owner, bot_id=bot.pk, kind="policy", policy="greedy")
    if active:
        activate(actor=owner, bot_id=bot.pk, number=made.number)
    else:
        # as if it had become active when the bot was in no pool
        Bot.objects.filter(pk=bot.pk).update(active=made)


def started(*bots: Bot) -> dict[int, Entry]:
    event = arena.event(0, start=False)
    for bot in bots:
        entries.enter(actor=arena.owner(bot.owner.username), tournament_id=event.pk, bot_id=bot.pk)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    return {entry.bot_id: entry for entry in event.entries.all()}


@pytest.mark.parametrize("active", [True, False])
def test_a_new_version_is_seeded_by_its_predecessors_mu(active: bool) -> None:
    weak, strong, fresh = rated(20.0, "a"), rated(31.5, "b"), arena.bot("fresh", by=arena.owner("zoe"))
    newer(weak, 2, active=active)
    newer(strong, active=active)
    before = Rating.objects.count()
    found = started(weak, fresh, strong)
    assert Rating.objects.count() == before  # asking what it would be puts nothing into the pool
    assert {bot: (entry.number, entry.rating) for bot, entry in found.items()} == {
        strong.pk: (1, 3150),
        fresh.pk: (2, 2500),
        weak.pk: (3, 2000),
    }


def test_a_version_of_its_own_rating_is_seeded_by_that() -> None:
    bot = rated(31.5, "a")
    newer(bot, active=True)
    Rating.objects.filter(version__bot=bot, version__number=2).update(mu=18.0)
    other = arena.bot("other", by=arena.owner("zoe"))
    found = started(bot, other)
    assert [found[one.pk].rating for one in (bot, other)] == [1800, 2500]


def test_an_older_version_without_predecessor_in_the_pool_is_a_newcomer() -> None:
    bot, other = arena.bot("bot", by=arena.owner("ada")), arena.bot("other", by=arena.owner("zoe"))
    newer(bot, active=True)
    played = started(bot, other)
    arena.play_out(played[bot.pk].tournament)
    Rating.objects.filter(version__bot=bot).update(mu=31.5)
    Bot.objects.filter(pk=bot.pk).update(active=bot.versions.get(number=1))
    third = arena.bot("third", by=arena.owner("eve"))
    assert started(bot, third)[bot.pk].rating == 2500


def test_late_entries_are_seeded_alike() -> None:
    bot = rated(31.5, "a")
    newer(bot, active=False)
    event = arena.event(4, format="swiss", rounds=3, late_until=2)
    late = entries.enter(actor=arena.owner(bot.owner.username), tournament_id=event.pk, bot_id=bot.pk)
    assert (late.number, late.rating) == (5, 3150)
