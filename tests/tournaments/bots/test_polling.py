"""A bot that polls: whose it must be, that it is looked up seldom, and what begins when it comes."""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tournaments.access import brief
from tournaments.access.errors import Conflict, Missing, NotAllowed
from tournaments.bots.polling import require_remote
from tournaments.models import Bot, BotVersion, Trial

pytestmark = pytest.mark.django_db


def remote(bot: Bot, state: str = "qualified") -> BotVersion:
    number = bot.versions.count() + 1
    return BotVersion.objects.create(bot=bot, number=number, kind=BotVersion.Kind.REMOTE, state=state)


def test_it_is_looked_up_seldom_and_a_refusal_every_time(messages, django_assert_num_queries) -> None:
    ada, bob = arena.owner("ada"), arena.owner("bob")
    bot = arena.bot("far", by=ada)
    with pytest.raises(Conflict, match="no remote version"):
        require_remote(actor=ada, bot_id=bot.pk)
    remote(bot)
    with django_assert_num_queries(1):
        require_remote(actor=ada, bot_id=bot.pk)
        require_remote(actor=ada, bot_id=bot.pk)
    for _ in range(2):
        with django_assert_num_queries(1), pytest.raises(NotAllowed, match="another owner's"):
            require_remote(actor=bob, bot_id=bot.pk)
        with pytest.raises(Missing):
            require_remote(actor=ada, bot_id=bot.pk + 1)


def test_a_version_that_waits_begins_to_qualify_when_its_bot_comes(messages, monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr(brief.time, "monotonic", lambda: now[0])
    ada = arena.owner("ada")
    bot = arena.bot("far", by=ada)
    remote(bot)
    require_remote(actor=ada, bot_id=bot.pk)
    version = remote(bot, "waiting")
    require_remote(actor=ada, bot_id=bot.pk)
    assert not Trial.objects.exists()
    now[0] += 20
    require_remote(actor=ada, bot_id=bot.pk)
    now[0] += 20
    require_remote(actor=ada, bot_id=bot.pk)
    assert Trial.objects.get().seats.get(seat=0).version == version
