"""Registering bots: names, engines, versions, and whose they are."""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.bots.registering import activate, add_version, create_bot
from tournaments.models import AuditEntry, Bot

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
