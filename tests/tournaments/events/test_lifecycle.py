"""The verbs of a tournament: every cell of the table in docs/lifecycle.md."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from ratings.models import Rating
from tests.tournaments import arena
from tournaments.access.errors import Conflict, Missing, NotAllowed
from tournaments.events import entries, lifecycle, rounds
from tournaments.models import AuditEntry, Entry, Match, Round, Tournament

pytestmark = pytest.mark.django_db

VERBS: dict[str, Callable[..., Tournament]] = {
    "open": lifecycle.open_,
    "start": lifecycle.start,
    "pause": lifecycle.pause,
    "resume": lifecycle.resume,
    "cancel": lifecycle.cancel,
}
STATES = ["draft", "open", "running", "paused", "finished", "cancelled"]
# (state, verb) -> the state after it; what is not here is refused.
TABLE = {
    ("draft", "open"): "open",
    ("open", "open"): "open",
    ("open", "start"): "running",
    ("running", "start"): "running",
    ("running", "pause"): "paused",
    ("paused", "pause"): "paused",
    ("paused", "resume"): "running",
    ("running", "resume"): "running",
    ("draft", "cancel"): "cancelled",
    ("open", "cancel"): "cancelled",
    ("running", "cancel"): "cancelled",
    ("paused", "cancel"): "cancelled",
    ("cancelled", "cancel"): "cancelled",
}


def brought_to(state: str) -> Tournament:
    """An event of two bots in the state, on the way the table allows."""
    event = arena.event(2, start=False)
    olga = arena.organiser()
    if state == "draft":
        Tournament.objects.filter(pk=event.pk).update(state="draft")
    elif state != "open":
        lifecycle.start(actor=olga, tournament_id=event.pk)
        if state == "finished":
            event.refresh_from_db()
            arena.play_out(event)
        elif state != "running":
            VERBS[{"paused": "pause", "cancelled": "cancel"}[state]](actor=olga, tournament_id=event.pk)
    event.refresh_from_db()
    assert event.state == state
    return event


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("state", STATES)
def test_every_cell_of_the_table(messages, state: str, verb: str) -> None:
    event = brought_to(state)
    before = snapshot(event)
    after = TABLE.get((state, verb))
    if after is None:
        with pytest.raises(Conflict, match=rf"{verb}: tournament {event.pk} is {state}; this needs it to be "):
            VERBS[verb](actor=arena.organiser(), tournament_id=event.pk)
        assert snapshot(event) == before
        return
    returned = VERBS[verb](actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    assert (returned.state, event.state) == (after, after)
    if after == state:
        assert snapshot(event) == before
    else:
        assert AuditEntry.objects.latest("id").verb == f"tournament.{verb}"


def snapshot(event: Tournament) -> list[Any]:
    """Every row of the event, and how much was audited."""
    return [
        list(Tournament.objects.filter(pk=event.pk).values()),
        list(Entry.objects.filter(tournament=event).values()),
        list(Round.objects.filter(tournament=event).values()),
        list(Match.objects.filter(round__tournament=event).values()),
        AuditEntry.objects.count(),
    ]


@pytest.mark.parametrize("verb", VERBS)
def test_only_its_organiser_and_staff_may(messages, verb: str) -> None:
    event = brought_to("open")
    with pytest.raises(NotAllowed, match="organise"):
        VERBS[verb](actor=arena.owner("eve"), tournament_id=event.pk)
    with pytest.raises(NotAllowed, match="another organiser's"):
        VERBS[verb](actor=arena.organiser("oscar"), tournament_id=event.pk)
    with pytest.raises(Missing):
        VERBS[verb](actor=arena.organiser(), tournament_id=event.pk + 1000)


def test_staff_may_run_anyones_event(messages) -> None:
    event = brought_to("open")
    staff = arena.owner("sue")
    staff.user.is_staff = True
    staff.user.save()
    assert lifecycle.start(actor=staff, tournament_id=event.pk).state == "running"


def test_start_pins_rules_numbers_entries_and_sends_the_first_round(messages) -> None:
    event = arena.event(3, start=False)
    messages.take()
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    assert (event.rules_version, event.rounds) == (1, 3)
    assert list(event.entries.order_by("id").values_list("number", flat=True)) == [1, 2, 3]
    match = Match.objects.get(round__tournament=event)
    assert match.state == "pending"
    assert event.round_set.get().byes.count() == 1
    assert messages.take() == [("play", match.pk)]
    assert len(bytes(event.seed)) == 32


def test_start_seeds_by_rating_then_by_entry(messages) -> None:
    earlier = arena.play_out(arena.event(2))
    weak, strong = earlier.entries.order_by("id")
    Rating.objects.filter(version=weak.version).update(mu=20.0)
    Rating.objects.filter(version=strong.version).update(mu=30.0)
    event = arena.event(1, start=False)
    for entry in (weak, strong):
        player = arena.owner(entry.bot.owner.username)
        entries.enter(actor=player, tournament_id=event.pk, bot_id=entry.bot_id)
    newcomer = event.entries.order_by("id")[0]
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    order = list(event.entries.order_by("number").values_list("bot_id", flat=True))
    assert order == [strong.bot_id, newcomer.bot_id, weak.bot_id]


@pytest.mark.parametrize(
    ("bots", "values"), [(0, {}), (1, {}), (1, {"format": "swiss"}), (2, {"format": "pods", "seats": 4})]
)
def test_start_needs_enough_entries(messages, bots: int, values: dict[str, Any]) -> None:
    event = arena.event(bots, start=False, **values)
    with pytest.raises(Conflict, match=r"start: .*at least") as refused:
        lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    assert refused.value.code == "too_few_entries"
    event.refresh_from_db()
    assert event.state == "open"
    assert event.rules_version is None


def test_start_is_refused_when_the_engine_is_gone(messages) -> None:
    event = arena.event(2, start=False)
    Tournament.objects.filter(pk=event.pk).update(engine="gone")
    with pytest.raises(Conflict, match='"gone" is not one of'):
        lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"options": {"start_size": 11}}, "options.start_size: 11 is not between 1 and 10"),
        ({"options": {}}, "has other options now"),
        ({"seats": 9}, "seats: 9 is not one of"),
    ],
)
def test_start_is_refused_when_the_engine_has_changed_since_the_draft(messages, changed, says: str) -> None:
    event = arena.event(2, start=False)
    Tournament.objects.filter(pk=event.pk).update(**changed)
    with pytest.raises(Conflict, match=says) as refused:
        lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    assert refused.value.code == "engine_changed"
    event.refresh_from_db()
    assert (event.state, event.rules_version) == ("open", None)


def test_resume_sends_what_is_unfinished_and_closes_what_is_there(messages) -> None:
    event = arena.event(4)
    olga = arena.organiser()
    first, second = Match.objects.filter(round__tournament=event)
    lifecycle.pause(actor=olga, tournament_id=event.pk)
    messages.take()
    lifecycle.resume(actor=olga, tournament_id=event.pk)
    turn = event.round_set.get()
    assert messages.take() == [("play", first.pk), ("play", second.pk), ("close", turn.pk)]


def test_cancel_ends_what_is_unfinished_and_keeps_what_is_closed(messages) -> None:
    event = arena.event(4)
    arena.play_round(event)
    standings_before = list(Match.objects.filter(round__number=1).values("state", "ranks"))
    lifecycle.cancel(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    assert event.ended_at is not None
    assert list(Match.objects.filter(round__number=1).values("state", "ranks")) == standings_before
    assert set(Match.objects.filter(round__number=2).values_list("state", flat=True)) == {"cancelled"}
    assert event.round_set.get(number=2).state == "paired"


def test_cancel_ends_pending_running_and_void_alike(messages) -> None:
    event = arena.event(6)
    states = ["pending", "running", "void"]
    first = list(Match.objects.filter(round__tournament=event))
    for match, state in zip(first, states, strict=True):
        Match.objects.filter(pk=match.pk).update(state=state, lease_until=match.created_at)
    lifecycle.cancel(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    rows = Match.objects.filter(round__tournament=event).values_list("state", "lease_until", "ended_at")
    assert list(rows) == [("cancelled", None, event.ended_at)] * 3


def test_a_void_match_of_a_closed_round_stays_void_in_a_cancelled_event(messages) -> None:
    event = arena.event(4)
    void, other = Match.objects.filter(round__tournament=event)
    Match.objects.filter(pk=void.pk).update(state="void")
    arena.take_turn(other.pk)
    rounds.close(other.round_id)
    lifecycle.cancel(actor=arena.organiser(), tournament_id=event.pk)
    void.refresh_from_db()
    assert void.state == "void"


def test_what_resume_sends_is_new_to_the_sweeper(messages) -> None:
    event = arena.event(2)
    olga = arena.organiser()
    match = Match.objects.get(round__tournament=event)
    lifecycle.pause(actor=olga, tournament_id=event.pk)
    Match.objects.filter(pk=match.pk).update(queued_at=event.created_at)
    before = timezone.now()
    lifecycle.resume(actor=olga, tournament_id=event.pk)
    match.refresh_from_db()
    assert match.queued_at >= before


def test_seeding_looks_at_the_pool_of_the_event_alone(messages) -> None:
    earlier = arena.play_out(arena.event(2))
    weak, strong = earlier.entries.order_by("id")
    Rating.objects.filter(version=weak.version).update(mu=20.0)
    Rating.objects.filter(version=strong.version).update(mu=30.0)
    event = arena.event(0, start=False, options={"start_size": 3})
    for entry in (weak, strong):
        player = arena.owner(entry.bot.owner.username)
        entries.enter(actor=player, tournament_id=event.pk, bot_id=entry.bot_id)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    assert list(event.entries.order_by("number").values_list("bot_id", flat=True)) == [weak.bot_id, strong.bot_id]


def test_the_seed_follows_from_the_secret_and_the_entries_that_anyone_can_read(messages) -> None:
    event = arena.event(3, start=False)
    gone = event.entries.order_by("id").first()
    entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=gone.bot_id)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    assert event.opened_at <= event.started_at
    pinned = [
        [entry.number, entry.bot.owner.username, entry.bot.name, entry.version.number]
        for entry in event.entries.filter(state="in").order_by("number")
    ]
    text = json.dumps(pinned, separators=(",", ":")).encode()
    assert [line[0] for line in pinned] == [1, 2]
    assert bytes(event.seed) == hmac.digest(bytes(event.secret), text, "sha256")
