"""The sweeper: takes back leases that are over, sends again what was lost, closes rounds that are there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.dispatch.test_claim import first_match
from tests.tournaments.qualified import give_program
from tournaments.dispatch import sweep as sweeping
from tournaments.dispatch.claim import claim
from tournaments.dispatch.sweep import sweep
from tournaments.dispatch.turn import take_turn
from tournaments.events import lifecycle
from tournaments.models import BotVersion, Entry, Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> dict[str, int | None]:
    """What the broker says of its queue."""
    waiting: dict[str, int | None] = {"messages": 0}
    monkeypatch.setattr(sweeping, "waiting_messages", lambda queue: waiting["messages"])
    return waiting


def age(match: Match, **values: float) -> None:
    """Make times of the match lie so many seconds back."""
    Match.objects.filter(pk=match.pk).update(
        **{name: timezone.now() - timedelta(seconds=seconds) for name, seconds in values.items()}
    )


def test_with_nothing_to_do_it_does_nothing(messages, queue) -> None:
    match = first_match()
    claim(match.pk)
    messages.take()
    sweep()
    match.refresh_from_db()
    assert (match.state, messages.take()) == ("running", [])


def test_a_lease_that_is_over_is_taken_back(messages, queue) -> None:
    match = first_match()
    claim(match.pk)
    age(match, lease_until=1)
    messages.take()
    sweep()
    match.refresh_from_db()
    assert (match.state, match.failures, match.lease_until) == ("pending", 1, None)
    assert "lease" in match.fault
    assert messages.take() == [("play", match.pk)]


def test_a_match_whose_workers_die_three_times_is_void_and_its_round_goes_on(messages, queue) -> None:
    match = first_match()
    for _ in range(3):
        claim(match.pk)
        age(match, lease_until=1)
        messages.take()
        sweep()
    match.refresh_from_db()
    assert (match.state, match.failures) == ("void", 3)
    assert ("close", match.round_id) in messages.take()


def test_a_lost_message_is_sent_again_when_the_queue_is_empty(messages, queue) -> None:
    match = first_match()
    messages.take()
    sweep()
    assert messages.take() == []
    age(match, queued_at=11)
    sweep()
    assert messages.take() == [("play", match.pk)]
    sweep()
    assert messages.take() == []


@pytest.mark.parametrize("waiting", [1, 50_000, None])
def test_nothing_is_sent_twice_while_the_queue_drains_or_the_broker_is_away(messages, queue, waiting) -> None:
    match = first_match()
    age(match, queued_at=500)
    messages.take()
    queue["messages"] = waiting
    sweep()
    assert messages.take() == []
    age(match, queued_at=601)
    sweep()
    assert messages.take() == [("play", match.pk)]


@pytest.mark.parametrize("verb", [lifecycle.pause, lifecycle.cancel])
def test_an_event_that_does_not_run_is_left_alone(messages, queue, verb) -> None:
    match = first_match()
    verb(actor=arena.organiser(), tournament_id=match.round.tournament_id)
    age(match, queued_at=5000)
    messages.take()
    sweep()
    assert messages.take() == []


def test_a_round_whose_close_was_lost_is_closed(messages, queue) -> None:
    match = first_match()
    take_turn(match.pk)
    messages.take()
    sweep()
    assert messages.take() == [("close", match.round_id)]


def test_a_lease_renewed_since_the_sweeper_looked_is_left(messages, queue, monkeypatch) -> None:
    match = first_match()
    claim(match.pk)
    age(match, lease_until=1)
    real = sweeping.lose_attempt

    def renewed_meanwhile(**values) -> None:
        age(match, lease_until=-60)
        real(**values)

    monkeypatch.setattr(sweeping, "lose_attempt", renewed_meanwhile)
    sweep()
    match.refresh_from_db()
    assert (match.state, match.failures) == ("running", 0)


def test_a_closed_round_is_left_alone(messages, queue) -> None:
    finished, pending = first_match(), first_match(name="b")
    take_turn(finished.pk)
    for match in (finished, pending):
        match.round.state = "closed"
        match.round.save()
    age(pending, queued_at=5000)
    messages.take()
    sweep()
    assert messages.take() == []


def test_a_sweep_does_so_much_and_the_next_the_rest(messages, queue, monkeypatch) -> None:
    monkeypatch.setattr(sweeping, "BATCH", 2)
    pending = [first_match(name=f"p{number}") for number in range(3)]
    running = [first_match(name=f"r{number}") for number in range(3)]
    for match in running:
        claim(match.pk)
        age(match, lease_until=1)
    for match in pending:
        age(match, queued_at=11)
    messages.take()
    sweep()
    assert messages.take() == [("play", match.pk) for match in (*running[:2], *pending[:2])]
    sweep()
    assert messages.take() == [("play", match.pk) for match in (running[2], pending[2])]


def test_each_queue_is_asked_for_itself(messages, monkeypatch) -> None:
    policies, program = first_match(), first_match(name="b")
    give_program(program.seats.get(seat=0).entry.bot, "honest.py")
    Entry.objects.filter(seats__match=program, seats__seat=0).update(version=BotVersion.objects.get(kind="program"))
    monkeypatch.setattr(sweeping, "waiting_messages", {"matches": 0, "programs": 7, "remote": 0}.__getitem__)
    messages.take()
    for match in (policies, program):
        age(match, queued_at=100)
    sweep()
    assert messages.take() == [("play", policies.pk)]
    age(program, queued_at=700)
    sweep()
    assert messages.take() == [("play", program.pk)]


def test_a_queue_that_nobody_takes_keeps_no_other_from_being_swept(messages, queue, monkeypatch) -> None:
    program, policies = first_match(), first_match(name="b")
    give_program(program.seats.get(seat=0).entry.bot, "honest.py")
    Entry.objects.filter(seats__match=program, seats__seat=0).update(version=BotVersion.objects.get(kind="program"))
    monkeypatch.setattr(sweeping, "BATCH", 1)
    messages.take()
    for match in (program, policies):
        age(match, queued_at=100)
    sweep()
    assert sorted(messages.take()) == [("play", program.pk), ("play", policies.pk)]
