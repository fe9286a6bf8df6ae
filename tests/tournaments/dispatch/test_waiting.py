"""What waits in each queue: sorted as it is sent, and why nobody takes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.bots.uploading import sandbox_at
from tests.tournaments.qualified import give_program, give_remote
from tests.tournaments.trials import begun, challenge, waiting
from tournaments.bots import qualification
from tournaments.dispatch.routes import MATCHES, PROGRAMS, REMOTE, routes, trial_routes
from tournaments.dispatch.waiting import LONG, Queue, queues
from tournaments.models import Entry, Match, Tournament, Trial

pytestmark = pytest.mark.django_db


def found() -> dict[str, Queue]:
    return {queue.name: queue for queue in queues()}


def tables(*kinds: str) -> Tournament:
    """An event whose tables have seats of these kinds: `pr` is a program and a remote bot, `-` a policy."""
    event = arena.event(2 * len(kinds))
    give = {"p": lambda bot: give_program(bot, "honest.py"), "r": give_remote}
    for match, seated in zip(Match.objects.filter(round__tournament=event).order_by("id"), kinds, strict=True):
        for seat, kind in zip(match.seats.order_by("seat"), seated, strict=True):
            if kind in give:
                Entry.objects.filter(pk=seat.entry_id).update(version=give[kind](seat.entry.bot))
    return event


def test_nothing_waits_and_nothing_is_wrong() -> None:
    assert queues() == [Queue(name, 0, 0, 0, None, "") for name in (MATCHES, PROGRAMS, REMOTE)]


def test_matches_are_counted_where_they_are_sent() -> None:
    event = tables("--", "-p", "pp", "r-", "rp", "pr", "rr")
    assert {name: queue.matches for name, queue in found().items()} == {MATCHES: 1, PROGRAMS: 2, REMOTE: 4}
    sent = [route.queue for route in routes(Match.objects.values_list("id", flat=True)).values()]
    assert (sent.count(PROGRAMS), sent.count(REMOTE)) == (2, 4)
    Tournament.objects.filter(pk=event.pk).update(state="paused")
    assert sum(queue.matches for queue in queues()) == 0


def test_trials_are_counted_where_they_are_sent() -> None:
    trials = [challenge(), begun(waiting())]
    remote = waiting("remote", "far")
    trials.append(qualification.ask(actor=arena.owner(), bot_id=remote.bot_id, number=1)[0])
    assert {name: queue.trials for name, queue in found().items()} == {MATCHES: 1, PROGRAMS: 1, REMOTE: 1}
    assert [route.queue for _, route in sorted(trial_routes([trial.pk for trial in trials]).items())] == [
        MATCHES, PROGRAMS, REMOTE,
    ]  # fmt: skip


def test_the_oldest_that_waits_not_the_oldest_that_is_played() -> None:
    tables("--", "--")
    playing, waits = Match.objects.order_by("id")
    long_ago = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk=playing.pk).update(state="running", created_at=long_ago)
    assert found()[MATCHES] == Queue(MATCHES, 1, 0, 1, waits.created_at, "")
    Trial.objects.filter(pk=challenge().pk).update(created_at=long_ago)
    assert found()[MATCHES] == Queue(MATCHES, 1, 1, 1, long_ago, "")


def test_what_waits_for_long_while_nothing_is_played_asks_for_a_worker() -> None:
    tables("r-", "--")
    for waited, why in ((LONG / 2, ""), (2 * LONG, "none is being played: does a worker of the queue remote run?")):
        Match.objects.update(created_at=timezone.now() - waited)
        assert found()[REMOTE].why == why
    Match.objects.filter(seats__entry__version__kind="remote").update(state="running")
    assert found()[REMOTE].why == ""


def test_programs_wait_for_a_machine_that_runs_them() -> None:
    tables("p-", "r-")
    assert found()[PROGRAMS].why == "no worker of the queue programs has been started yet"
    sandbox_at("one", works=False)
    assert found()[PROGRAMS].why == "no worker has a sandbox that works"
    assert found()[REMOTE].why == ""
    sandbox_at("other")
    assert found()[PROGRAMS].why == ""


def test_it_costs_three_statements(django_assert_num_queries) -> None:
    tables("--", "p-")
    challenge()
    with django_assert_num_queries(3):
        queues()
