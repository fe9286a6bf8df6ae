"""Whom an event admits: invitations, private events, the entry window, capacity, entries per owner, check-in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import arena
from tournaments import selectors
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.events import admission, entries, lifecycle, setup
from tournaments.models import AuditEntry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("messages")]

HOUR = timedelta(hours=1)


@pytest.fixture
def ada():
    return arena.owner("ada")


def enter(event: Tournament, name: str, by):
    return entries.enter(actor=by, tournament_id=event.pk, bot_id=arena.bot(name, by=by).pk)


def invite(event: Tournament, *names: str) -> list[str]:
    return admission.invite(actor=arena.organiser(), tournament_id=event.pk, usernames=names)


def test_only_the_invited_enter_what_is_not_public(ada) -> None:
    event = arena.event(0, start=False, admission="invited")
    with pytest.raises(NotAllowed, match="for owners whom its organiser has invited") as refused:
        enter(event, "Gin", ada)
    assert refused.value.code == "not_invited"
    assert invite(event, "ADA") == ["ada"]
    assert enter(event, "Rum", ada).state == "in"
    assert enter(event, "Own", arena.organiser()).state == "in"


def test_inviting_twice_is_inviting_once_and_entries_outlive_the_invitation(ada) -> None:
    event = arena.event(0, start=False, admission="private")
    invite(event, "ada")
    assert invite(event, "ada", "olga") == ["ada", "olga"]
    assert AuditEntry.objects.filter(verb="tournament.invite").count() == 2
    enter(event, "Gin", ada)
    for _ in range(2):
        left = admission.uninvite(actor=arena.organiser(), tournament_id=event.pk, usernames=["ada"])
        assert left == ["olga"]
    assert event.entries.get().state == "in"
    assert selectors.visible_tournaments(ada.user.pk, staff=False).filter(pk=event.pk).exists()
    with pytest.raises(NotAllowed):
        enter(event, "Rum", ada)


def test_an_unknown_account_is_named_and_nobody_is_invited(ada) -> None:
    event = arena.event(0, start=False)
    with pytest.raises(Invalid, match="usernames: there is no account bob, eve"):
        invite(event, "ada", "eve", "bob")
    assert not event.invitations.exists()


def test_a_private_event_is_not_there_for_others(ada) -> None:
    event = arena.event(0, start=False, admission="private")
    eve = arena.owner("eve")
    with pytest.raises(Missing, match=f"there is no tournament {event.pk}"):
        enter(event, "Gin", eve)
    invite(event, "ada")
    seen = {
        who: selectors.visible_tournaments(user_id, staff=False).filter(pk=event.pk).exists()
        for who, user_id in {
            "ada": ada.user.pk,
            "eve": eve.user.pk,
            "olga": event.organiser_id,
            "anyone": None,
        }.items()
    }
    assert seen == {"ada": True, "eve": False, "olga": True, "anyone": False}


def test_a_private_draft_is_not_there_for_the_invited_either(ada) -> None:
    event = setup.create(
        actor=arena.organiser(), values={"name": "Cup", "engine": "trash", "format": "swiss", "admission": "private"}
    )
    invite(event, "ada")
    assert not selectors.visible_tournaments(ada.user.pk, staff=False).exists()


@pytest.mark.parametrize(
    ("begins", "ends", "words"), [(1, None, "takes entries from 20"), (None, -1, "takes entries until 20")]
)
def test_the_entry_window(ada, begins, ends, words) -> None:
    now = timezone.now()
    event = arena.event(
        0,
        start=False,
        entries_from=begins and now + begins * HOUR,
        entries_until=ends and now + ends * HOUR,
    )
    with pytest.raises(Conflict, match=words) as refused:
        enter(event, "Gin", ada)
    assert refused.value.code == "entries_closed"
    changes = {"entries_from": now - HOUR, "entries_until": now + HOUR}
    setup.edit(actor=arena.organiser(), tournament_id=event.pk, values=changes)
    assert enter(event, "Rum", ada).state == "in"


def test_capacity_counts_who_is_in(ada) -> None:
    event = arena.event(2, start=False, capacity=3)
    entry = enter(event, "Gin", ada)
    with pytest.raises(Conflict, match="is full; it takes 3 entries") as refused:
        enter(event, "Rum", ada)
    assert refused.value.code == "full"
    entries.withdraw(actor=ada, tournament_id=event.pk, bot_id=entry.bot_id)
    assert enter(event, "Whist", ada).state == "in"
    with pytest.raises(Conflict, match="is full"):
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=entry.bot_id)


def test_entries_per_owner(ada) -> None:
    event = arena.event(3, start=False, per_owner=1)
    enter(event, "Gin", ada)
    with pytest.raises(Conflict, match=r"ada has as many entries in .* as an owner may have, 1") as refused:
        enter(event, "Rum", ada)
    assert refused.value.code == "owner_full"


def test_check_in(ada) -> None:
    starts = timezone.now() + HOUR
    event = arena.event(2, start=False, starts_at=starts, check_in_minutes=30)
    gin = enter(event, "Gin", ada).bot_id
    with pytest.raises(Conflict, match="lets owners check in from 20") as refused:
        entries.check_in(actor=ada, tournament_id=event.pk, bot_id=gin)
    assert refused.value.code == "check_in_closed"
    setup.edit(actor=arena.organiser(), tournament_id=event.pk, values={"check_in_minutes": 90})
    at = entries.check_in(actor=ada, tournament_id=event.pk, bot_id=gin).checked_in_at
    assert at is not None
    assert entries.check_in(actor=ada, tournament_id=event.pk, bot_id=gin).checked_in_at == at
    other = event.entries.exclude(bot_id=gin).order_by("id").first()
    entries.check_in(actor=arena.organiser(), tournament_id=event.pk, bot_id=other.bot_id)
    started = lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    assert started.state == "running"
    states = event.entries.order_by("id").values_list("state", "number")
    assert [state for state, _ in states] == ["in", "withdrawn", "in"]
    assert sorted(number for _, number in states if number) == [1, 2]


def test_without_enough_checked_in_nothing_is_withdrawn_and_nothing_started(ada) -> None:
    event = arena.event(3, start=False, starts_at=timezone.now() + HOUR, check_in_minutes=90)
    with pytest.raises(Conflict, match="needs at least 2 entrants, not 0"):
        lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    assert set(event.entries.values_list("state", flat=True)) == {"in"}


def test_no_check_in_where_there_is_none(ada) -> None:
    event = arena.event(0, start=False)
    gin = enter(event, "Gin", ada).bot_id
    with pytest.raises(Conflict, match="has no check-in"):
        entries.check_in(actor=ada, tournament_id=event.pk, bot_id=gin)
    with pytest.raises(NotAllowed, match="another owner's"):
        entries.check_in(actor=arena.owner("eve"), tournament_id=event.pk, bot_id=gin)
