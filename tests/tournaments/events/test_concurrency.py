"""Two at once: two people press start, two workers want one match, two close one round. One effect, on any database."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from ratings.models import LedgerRow
from tests.tournaments import arena
from tests.tournaments.dispatch.test_claim import play_first
from tests.tournaments.trials import begun, challenge, waiting
from tournaments import tasks
from tournaments.access.errors import Conflict
from tournaments.dispatch.attempts import Outdated
from tournaments.dispatch.claim import claim
from tournaments.dispatch.record import lose_attempt, record
from tournaments.dispatch.turn import take_turn
from tournaments.events import entries, lifecycle, rounds, schedule
from tournaments.models import AuditEntry, Entry, Game, Match, Notice, Round, SeatReport, Trial

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 4


def at_once(act: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """What `act` gives or raises in so many threads that begin together, each on a connection of its own."""
    barrier = Barrier(threads)

    def run(number: int) -> Any:
        try:
            barrier.wait()
            return act(number)
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def test_simultaneous_starts_are_one_start() -> None:
    event = arena.event(4, start=False)
    actor = arena.organiser()
    returned = at_once(lambda _: lifecycle.start(actor=actor, tournament_id=event.pk).state)
    assert returned == ["running"] * THREADS
    assert Round.objects.filter(tournament=event).count() == 1
    assert Match.objects.filter(round__tournament=event).count() == 2
    assert AuditEntry.objects.filter(verb="tournament.start").count() == 1


def test_a_start_and_a_cancel_at_once_leave_a_whole_event() -> None:
    event = arena.event(4, start=False)
    actor = arena.organiser()
    verbs = [lifecycle.start, lifecycle.cancel]
    at_once(lambda number: verbs[number](actor=actor, tournament_id=event.pk), threads=2)
    event.refresh_from_db()
    assert event.state == "cancelled"
    assert set(Match.objects.filter(round__tournament=event).values_list("state", flat=True)) <= {"cancelled"}


def test_entering_at_once_is_entering_once() -> None:
    event = arena.event(2, start=False)
    ada = arena.owner("ada")
    bot = arena.bot("Gin", by=ada)
    returned = at_once(lambda _: entries.enter(actor=ada, tournament_id=event.pk, bot_id=bot.pk).pk)
    assert len(set(returned)) == 1
    assert Entry.objects.filter(bot=bot).count() == 1


def test_late_entries_at_once_get_different_numbers() -> None:
    event = arena.event(4, format="swiss", rounds=3, late_until=3)
    owners = [arena.owner(f"owner{number}") for number in range(THREADS)]
    bots = [arena.bot(f"late {number}", by=by) for number, by in enumerate(owners)]

    def enter(number: int) -> int | None:
        return entries.enter(actor=owners[number], tournament_id=event.pk, bot_id=bots[number].pk).number

    assert sorted(at_once(enter)) == [5, 6, 7, 8]
    assert sorted(event.entries.values_list("number", "joined"))[4:] == [(number, 2) for number in range(5, 9)]


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("limit", ["capacity", "per_owner"])
def test_no_more_enter_at_once_than_there_are_places(limit: str, started: bool) -> None:
    """Two of three places are taken, or none of three of an owner's."""
    event = arena.event(2, format="swiss", rounds=3, late_until=3, start=started, **{limit: 3})
    ada = arena.owner("ada")
    bots = [arena.bot(f"late {number}", by=ada) for number in range(THREADS)]
    returned = at_once(lambda number: entries.enter(actor=ada, tournament_id=event.pk, bot_id=bots[number].pk))
    refused = [one.code for one in returned if isinstance(one, Conflict)]
    places, code = {"capacity": (1, "full"), "per_owner": (3, "owner_full")}[limit]
    assert refused == [code] * (THREADS - places)
    assert event.entries.filter(bot__in=bots, state="in").count() == places


def test_a_start_by_hand_and_by_the_sweeper_at_once_is_one_start() -> None:
    event = arena.event(4, start=False, starts_at=timezone.now() - timedelta(minutes=1))
    actor = arena.organiser()

    def start(number: int) -> None:
        if number % 2:
            schedule.start_due()
        else:
            lifecycle.start(actor=actor, tournament_id=event.pk)

    assert at_once(start) == [None] * THREADS
    event.refresh_from_db()
    assert (event.state, event.fault, event.round_set.count()) == ("running", "", 1)
    assert sorted(event.entries.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert Match.objects.filter(round__tournament=event).count() == 2
    assert AuditEntry.objects.filter(verb="tournament.start").count() == 1


def test_releases_at_once_rate_once() -> None:
    event = arena.play_out(arena.event(4, hidden=True))
    assert not LedgerRow.objects.exists()
    actor = arena.organiser()
    returned = at_once(lambda _: lifecycle.release(actor=actor, tournament_id=event.pk).is_concealed)
    assert returned == [False] * THREADS
    rows = list(LedgerRow.objects.order_by("seq").values_list("match__round__number", "match__table"))
    assert rows == [(number, table) for number in (1, 2, 3) for table in (1, 2)]
    assert AuditEntry.objects.filter(verb="tournament.release").count() == 1


def test_a_release_and_a_close_at_once_rate_every_round_once() -> None:
    event = arena.event(4, hidden=True)
    arena.play_round(event)
    for match in Match.objects.filter(round__tournament=event, state="pending"):
        take_turn(match.pk)
    turn = event.round_set.get(number=2)
    actor = arena.organiser()
    acts = [lambda: lifecycle.release(actor=actor, tournament_id=event.pk), lambda: rounds.close(turn.pk)]
    _, closed = at_once(lambda number: acts[number](), threads=2)
    assert closed is True
    rows = list(LedgerRow.objects.order_by("seq").values_list("match__round__number", "match__table"))
    assert rows == [(number, table) for number in (1, 2) for table in (1, 2)]


def test_one_of_many_claims_gets_the_match() -> None:
    match = Match.objects.get(round__tournament=arena.event(2))
    claims = [got for got in at_once(lambda _: claim(match.pk)) if got is not None]
    assert [got.attempt for got in claims] == [1]


def test_the_same_match_in_many_workers_is_played_once() -> None:
    match = Match.objects.get(round__tournament=arena.event(2, boards=2))
    assert at_once(lambda _: take_turn(match.pk)) == [None] * THREADS
    match.refresh_from_db()
    assert (match.state, match.attempt, match.games.count()) == ("finished", 1, 4)


def test_closing_at_once_rates_and_pairs_once() -> None:
    event = arena.event(4)
    for match in Match.objects.filter(round__tournament=event):
        take_turn(match.pk)
    turn = event.round_set.get()
    assert sorted(at_once(lambda _: rounds.close(turn.pk))) == [False, False, False, True]
    assert LedgerRow.objects.count() == 2
    assert list(event.round_set.values_list("number", "state")) == [(1, "closed"), (2, "paired")]


def test_of_an_outdated_and_a_current_attempt_only_the_current_counts() -> None:
    match = Match.objects.get(round__tournament=arena.event(2, boards=2))
    old = claim(match.pk)
    lose_attempt(match_id=match.pk, attempt=1, fault="swept", now=match.created_at)
    new = claim(match.pk)
    results = {number: play_first(which, 4) for number, which in enumerate((old, new))}

    def finish(number: int) -> None:
        record((old, new)[number], results[number], last=True)

    outdated, done = at_once(finish, threads=2)
    assert isinstance(outdated, Outdated)
    assert done is None
    assert list(Game.objects.values_list("attempt", flat=True)) == [2] * 4


def test_a_sweep_and_a_recording_at_once_lose_nothing() -> None:
    match = Match.objects.get(round__tournament=arena.event(2))
    claimed = claim(match.pk)
    results = play_first(claimed, 2)
    acts = [
        lambda: record(claimed, results, last=True),
        lambda: lose_attempt(match_id=match.pk, attempt=1, fault="swept", now=match.created_at),
    ]
    recorded, _ = at_once(lambda number: acts[number](), threads=2)
    match.refresh_from_db()
    if recorded is None:
        assert (match.state, match.games.count()) == ("finished", 2)
    else:
        assert isinstance(recorded, Outdated)
        assert (match.state, match.games.count()) == ("pending", 0)


def test_a_match_that_is_being_finished_while_the_event_is_cancelled_stays_finished() -> None:
    match = Match.objects.get(round__tournament=arena.event(2))
    claimed = claim(match.pk)
    results = play_first(claimed, 2)
    actor = arena.organiser()
    recorded, cancelling = Event(), Event()

    def finish() -> None:
        with transaction.atomic():
            record(claimed, results, last=True)
            recorded.set()
            cancelling.wait(10)
            time.sleep(0.3)  # long enough for the cancel to come to the row that is locked here

    def cancel() -> None:
        recorded.wait(10)
        cancelling.set()
        lifecycle.cancel(actor=actor, tournament_id=match.round.tournament_id)

    acts = [finish, cancel]
    assert at_once(lambda number: acts[number](), threads=2) == [None, None]
    match.refresh_from_db()
    assert (match.state, match.games.count()) == ("finished", 2)


def test_messages_of_matches_and_trials_that_come_twice_to_many_workers_record_every_game_once() -> None:
    """Every worker gets every message, each twice, in an order of its own."""
    event = arena.event(4, boards=2)
    matches = list(Match.objects.filter(round__tournament=event).values_list("pk", flat=True))
    trials = [challenge(by=f"asker{number}", boards=2).pk for number in range(2)]
    work: list[Callable[[], None]] = [partial(tasks.play_match, match) for match in matches]
    work += [partial(tasks.play_trial, trial) for trial in trials]

    def take_all(number: int) -> None:
        for act in 2 * [*work[number:], *work[:number]]:
            act()

    assert at_once(take_all) == [None] * THREADS
    for row in (*Match.objects.filter(pk__in=matches), *Trial.objects.filter(pk__in=trials)):
        assert (row.state, row.attempt, row.failures) == ("finished", 1, 0)
        assert sorted(row.games.values_list("board", "rotation")) == [(1, 0), (1, 1), (2, 0), (2, 1)]


def test_messages_of_a_qualification_that_come_twice_to_many_workers_qualify_once(programs: None) -> None:
    version = waiting()
    trial = begun(version)
    assert at_once(lambda _: [tasks.play_trial(trial.pk) for _ in range(2)]) == [[None, None]] * THREADS
    trial.refresh_from_db()
    version.refresh_from_db()
    assert (trial.state, trial.attempt, trial.games.count(), version.state) == ("finished", 1, 2, "qualified")
    assert SeatReport.objects.filter(trial_game__trial=trial).count() == 2
    assert AuditEntry.objects.filter(verb="version.pass").count() == 1
    assert list(Notice.objects.values_list("kind", flat=True)) == ["qualified"]
