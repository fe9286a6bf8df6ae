"""Quotas: how much an owner may have, staff without end, and no more by asking twice at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.bots.uploading import SOURCE, sandbox_at, upload
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid
from tournaments.bots.registering import add_version, create_bot
from tournaments.models import Bot, BotVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Actor:
    sandbox_at()
    return arena.owner("ada")


@pytest.fixture
def staff() -> Actor:
    actor = arena.owner("sue")
    actor.user.is_staff = True
    actor.user.save()
    return actor


def refused(act: Callable[[], Any], saying: str) -> Conflict:
    with pytest.raises(Conflict, match=saying) as refusal:
        act()
    assert refusal.value.code == "quota"
    return refusal.value


def test_bots_of_an_owner(ada: Actor, staff: Actor, settings: Any) -> None:
    settings.CROUPIER_BOTS_PER_OWNER = 2
    for name in "ab":
        create_bot(actor=ada, name=name, engine="trash")
    refused(lambda: create_bot(actor=ada, name="c", engine="trash"), "you have 2 bots, as many as an owner may")
    create_bot(actor=ada, name="c", engine="trash", limited=False)
    for name in "abc":
        create_bot(actor=staff, name=name, engine="trash")
        arena.bot(name, by=arena.owner("bob" + name))


def test_versions_of_a_bot(ada: Actor, staff: Actor, settings: Any) -> None:
    settings.CROUPIER_VERSIONS_PER_BOT = 1
    bot = arena.bot("Gin", by=ada)
    for kind in ({"kind": "policy", "policy": "random"}, {"kind": "remote"}):
        refused(lambda kind=kind: add_version(actor=ada, bot_id=bot.pk, **kind), f"bot {bot.pk} has 1 versions")
    refused(lambda: upload(ada, bot.pk), "register another bot")
    assert add_version(actor=staff, bot_id=bot.pk, kind="remote").number == 2
    arena.bot("Rum", by=ada)


def test_versions_of_a_day(ada: Actor, staff: Actor, settings: Any) -> None:
    settings.CROUPIER_VERSIONS_PER_DAY = 2
    one, other = (arena.bot(name, by=ada) for name in ("Gin", "Rum"))
    upload(ada, one.pk)
    add_version(actor=ada, bot_id=other.pk, kind="remote")
    refusal = refused(lambda: upload(ada, one.pk, b"pass"), "2 programs and remote versions within 24 hours")
    assert 86_300 < int(refusal.headers["Retry-After"]) <= 86_401
    refused(lambda: add_version(actor=ada, bot_id=one.pk, kind="remote"), "within 24 hours")
    add_version(actor=ada, bot_id=one.pk, kind="policy", policy="random")  # costs nobody's time
    upload(staff, one.pk, b"1")
    BotVersion.objects.exclude(kind="policy").update(created_at=timezone.now() - timedelta(hours=25))
    upload(ada, one.pk, b"pass")


def test_bytes_of_an_owner(ada: Actor, staff: Actor, settings: Any) -> None:
    settings.CROUPIER_STORED_BYTES = 2 * len(SOURCE)
    one, other = (arena.bot(name, by=ada) for name in ("Gin", "Rum"))
    upload(ada, one.pk)
    upload(ada, other.pk)
    stored = f"program: 1 bytes unpacked, beside the {2 * len(SOURCE)} of your others; an owner may have"
    refused(lambda: upload(ada, one.pk, b"1"), stored)
    upload(staff, one.pk, b"1")
    theirs = arena.bot("Gin", by=arena.owner("bob"))
    upload(arena.owner("bob"), theirs.pk)


def test_how_large_an_upload_is_holds_for_staff_too(staff: Actor, settings: Any) -> None:
    sandbox_at()
    bot = arena.bot("Gin", by=staff)
    settings.CROUPIER_UPLOAD_BYTES = 4
    with pytest.raises(Invalid, match="program: 5 bytes; at most 4 are taken"):
        upload(staff, bot.pk, b"12345")
    assert upload(staff, bot.pk, b"1234").size == 4


@pytest.mark.django_db(transaction=True)
def test_two_who_come_together_have_no_more(settings: Any) -> None:
    settings.CROUPIER_STORED_BYTES = len(SOURCE)
    settings.CROUPIER_BOTS_PER_OWNER = 3
    sandbox_at()
    ada = arena.owner("ada")
    bots = [arena.bot(name, by=ada).pk for name in ("Gin", "Rum")]
    barrier = Barrier(4)

    def at_once(act: Callable[[], Any]) -> str:
        try:
            barrier.wait(30)
            act()
        except Conflict as refusal:
            return refusal.code
        finally:
            connection.close()
        return "done"

    acts: list[Callable[[], Any]] = [lambda pk=pk: upload(ada, pk) for pk in bots]
    acts += [lambda name=name: create_bot(actor=ada, name=name, engine="trash") for name in ("Ale", "Tea")]
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(at_once, acts))
    assert sorted(said[:2]) == sorted(said[2:]) == ["done", "quota"]
    assert BotVersion.objects.filter(kind="program").count() == 1
    assert Bot.objects.filter(owner=ada.user).count() == 3
