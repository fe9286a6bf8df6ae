"""Entering, withdrawing, disqualifying."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.qualified import give_remote
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.bots.registering import activate, add_version, create_bot
from tournaments.events import entries, lifecycle
from tournaments.models import Bot, Match, Token, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return arena.owner("ada")


@pytest.fixture
def event(messages) -> Tournament:
    return arena.event(3, start=False)


def test_it_pins_the_active_version(event, ada) -> None:
    bot = arena.bot("Gin", by=ada)
    entry = entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    assert (entry.state, entry.version.number, entry.number) == ("in", 1, None)


def test_entering_twice_is_entering_once_and_pins_the_version_active_now(event, ada) -> None:
    bot = arena.bot("Gin", by=ada)
    first = entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="random")
    assert entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk).version == first.version
    activate(actor=ada, bot_id=bot.pk, number=2)
    second = entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    assert (second.pk, second.version.number) == (first.pk, 2)
    assert event.entries.filter(bot=bot).count() == 1


def test_who_withdrew_may_enter_again_and_who_was_disqualified_may_not(event, ada) -> None:
    bot = arena.bot("Gin", by=ada)
    entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    entry = entries.withdraw(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    assert entry.state == "withdrawn"
    assert entry.left_at is not None
    entry = entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    assert (entry.state, entry.left_at) == ("in", None)
    entries.disqualify(actor=arena.organiser(), tournament_id=event.pk, bot_id=bot.pk)
    with pytest.raises(Conflict, match="disqualified"):
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    assert entries.withdraw(actor=ada, tournament_id=event.pk, bot_id=bot.pk).state == "disqualified"


def test_what_cannot_be_entered(event, ada) -> None:
    bare = create_bot(actor=ada, name="bare", engine="trash")
    with pytest.raises(Invalid, match="has no active version"):
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=bare.pk)
    with pytest.raises(Missing, match="no bot"):
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=10**6)
    with pytest.raises(Missing, match="no tournament"):
        entries.enter(actor=ada, tournament_id=10**6, bot_id=arena.bot("x", by=ada).pk)
    foreign = arena.bot("Whist", by=ada)
    Bot.objects.filter(pk=foreign.pk).update(engine="whist")
    with pytest.raises(Invalid, match="plays whist, the tournament trash"):
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=foreign.pk)


def test_nobody_enters_anothers_bot_nor_withdraws_it(event, ada) -> None:
    bot = arena.bot("Gin", by=ada)
    eve = arena.owner("eve")
    with pytest.raises(NotAllowed, match="another owner's"):
        entries.enter(actor=eve, tournament_id=event.pk, bot_id=bot.pk)
    entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    with pytest.raises(NotAllowed, match="another owner's"):
        entries.withdraw(actor=eve, tournament_id=event.pk, bot_id=bot.pk)
    with pytest.raises(NotAllowed, match="organise"):
        entries.disqualify(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    assert entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=bot.pk).state == "withdrawn"


@pytest.mark.parametrize("verb", [entries.enter, entries.withdraw, entries.disqualify])
@pytest.mark.parametrize("entered", [False, True])
def test_a_draft_is_not_there_for_others(event, ada, verb, entered: bool) -> None:
    bot = arena.bot("Gin", by=ada)
    if entered:
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    Tournament.objects.filter(pk=event.pk).update(state="draft")
    actor = arena.organiser("oscar") if verb is entries.disqualify else ada
    with pytest.raises(Missing, match=f"there is no tournament {event.pk}"):
        verb(actor=actor, tournament_id=event.pk, bot_id=bot.pk)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("running", "took entries only before the start"),
        ("paused", "took entries only before the start"),
        ("finished", "is finished; this needs it to be open or running or paused"),
        ("cancelled", "is cancelled; this needs it to be open or running or paused"),
    ],
)
def test_nobody_enters_after_the_start(event, ada, state: str, words: str) -> None:
    bot = arena.bot("Gin", by=ada)
    Tournament.objects.filter(pk=event.pk).update(state=state)
    with pytest.raises(Conflict, match=f"enter: tournament {event.pk} {words}"):
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_nobody_withdraws_after_the_end(event, state: str) -> None:
    entry = event.entries.first()
    Tournament.objects.filter(pk=event.pk).update(state=state)
    with pytest.raises(Conflict, match="withdraw: "):
        entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=entry.bot_id)


def test_who_withdraws_before_the_start_is_not_seeded(event) -> None:
    gone = event.entries.order_by("id").first()
    entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=gone.bot_id)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    numbers = dict(event.entries.values_list("id", "number"))
    assert numbers.pop(gone.pk) is None
    assert sorted(numbers.values()) == [1, 2]


def test_who_withdraws_in_the_middle_plays_the_round_that_is_paired_and_no_other(messages) -> None:
    event = arena.event(4, format="swiss", rounds=3)
    gone = event.entries.get(number=1)
    entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=gone.bot_id)
    arena.play_out(event)
    assert event.state == "finished"
    assert set(gone.seats.values_list("match__round__number", "match__state")) == {(1, "finished")}
    assert Match.objects.filter(round__tournament=event).count() == 2 + 1 + 1


def test_an_event_that_all_but_one_have_left_ends(messages) -> None:
    event = arena.event(3, format="swiss", rounds=3)
    for entry in event.entries.all()[:2]:
        entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=entry.bot_id)
    arena.play_out(event)
    assert event.state == "finished"
    assert event.round_set.count() == 1


def test_who_left_left_once(event) -> None:
    entry = event.entries.first()
    olga = arena.organiser()
    left = entries.withdraw(actor=olga, tournament_id=event.pk, bot_id=entry.bot_id).left_at
    out = entries.disqualify(actor=olga, tournament_id=event.pk, bot_id=entry.bot_id)
    assert (out.state, out.left_at) == ("disqualified", left)


def test_a_token_withdraws_what_its_scope_is_for(event, ada) -> None:
    bot = arena.bot("Gin", by=ada)
    entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    olga = arena.organiser()
    for user, lacking in ((ada.user, "bots"), (olga.user, "organise")):
        scopes = [scope for scope in ("read", "bots", "organise") if scope != lacking]
        with pytest.raises(NotAllowed, match=f"lacks the scope `{lacking}`"):
            entries.withdraw(actor=Actor(user, Token(scopes=scopes)), tournament_id=event.pk, bot_id=bot.pk)
    assert event.entries.get(bot=bot).state == "in"


def test_staff_enter_anyones_bot(event, ada) -> None:
    bot = arena.bot("Gin", by=ada)
    staff = arena.owner("sue")
    staff.user.is_staff = True
    staff.user.save()
    assert entries.enter(actor=staff, tournament_id=event.pk, bot_id=bot.pk).state == "in"


def test_a_remote_bot_enters_only_where_remote_bots_are_admitted(event, ada) -> None:
    bot = arena.bot("Far", by=ada)
    give_remote(bot)
    with pytest.raises(Conflict, match=f"tournament {event.pk} does not admit remote bots") as refused:
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    assert refused.value.code == "remote_not_admitted"
    admitting = arena.event(1, start=False, admits_remote=True)
    assert entries.enter(actor=ada, tournament_id=admitting.pk, bot_id=bot.pk).version.kind == "remote"


def test_a_suspended_version_does_not_enter(event, ada) -> None:
    bot = arena.bot("Gin", by=ada)
    bot.versions.update(suspended_at=timezone.now(), suspension="it crashed")
    with pytest.raises(
        Conflict, match=f"version 1 of bot {bot.pk} is suspended until an organiser lifts that: it crashed"
    ) as refused:
        entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk)
    assert refused.value.code == "suspended"
