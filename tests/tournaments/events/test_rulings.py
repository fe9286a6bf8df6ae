"""Rulings: a void match is played again or decided, by the organiser, while its round is open."""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.events.test_rounds import make_void, matches
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.dispatch.turn import take_turn
from tournaments.events import rounds, rulings
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def void(messages) -> Match:
    match = matches(arena.event(2, on_void="hold")).get()
    make_void(match)
    messages.take()
    return match


def test_a_requeued_match_has_all_its_tries_again(messages, void) -> None:
    match = rulings.requeue(actor=arena.organiser(), match_id=void.pk)
    assert (match.state, match.failures, match.ended_at) == ("pending", 0, None)
    assert messages.take() == [("play", void.pk)]
    assert rulings.requeue(actor=arena.organiser(), match_id=void.pk).state == "pending"
    assert messages.take() == []
    take_turn(void.pk)
    void.refresh_from_db()
    assert void.state == "finished"


def test_a_ruling_decides(messages, void) -> None:
    match = rulings.rule(actor=arena.organiser(), match_id=void.pk, ranks=[0, 0])
    assert (match.state, match.ruled, match.ranks) == ("finished", True, [0, 0])
    assert messages.take() == [("close", void.round_id)]
    assert rulings.rule(actor=arena.organiser(), match_id=void.pk, ranks=[0, 0]).ruled
    with pytest.raises(Conflict, match="is finished; this needs it to be void"):
        rulings.rule(actor=arena.organiser(), match_id=void.pk, ranks=[0, 1])


@pytest.mark.parametrize("ranks", [[], [0], [0, 1, 2], [1, 1], [0, 2], [-1, 0]])
def test_ranks_that_are_none_are_refused(void, ranks: list[int]) -> None:
    with pytest.raises(Invalid, match="no ranking of 2 seats"):
        rulings.rule(actor=arena.organiser(), match_id=void.pk, ranks=ranks)


def test_only_its_organiser_may(void) -> None:
    for actor in (arena.owner("eve"), arena.organiser("oscar")):
        with pytest.raises(NotAllowed):
            rulings.requeue(actor=actor, match_id=void.pk)
        with pytest.raises(NotAllowed):
            rulings.rule(actor=actor, match_id=void.pk, ranks=[0, 0])
    with pytest.raises(Missing):
        rulings.requeue(actor=arena.organiser(), match_id=10**9)


def test_a_match_that_is_not_void_is_refused(messages) -> None:
    match = matches(arena.event(2)).get()
    Match.objects.filter(pk=match.pk).update(state="running")
    with pytest.raises(Conflict, match="is running; this needs it to be void"):
        rulings.requeue(actor=arena.organiser(), match_id=match.pk)


def test_a_closed_round_is_closed(messages) -> None:
    event = arena.event(3)
    make_void(match := matches(event).get())
    assert rounds.close(match.round_id)
    with pytest.raises(Conflict, match=f"the round of match {match.pk} is closed"):
        rulings.requeue(actor=arena.organiser(), match_id=match.pk)


@pytest.mark.parametrize("state", ["running", "paused", "finished", "cancelled"])
def test_rulings_are_for_events_that_run_or_are_paused(messages, void, state: str) -> None:
    tournament = void.round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(state=state)
    if state in ("running", "paused"):
        assert rulings.requeue(actor=arena.organiser(), match_id=void.pk).state == "pending"
        return
    with pytest.raises(Conflict, match=f"requeue: tournament {tournament.pk} is {state}"):
        rulings.requeue(actor=arena.organiser(), match_id=void.pk)
    with pytest.raises(Conflict, match=f"rule: tournament {tournament.pk} is {state}"):
        rulings.rule(actor=arena.organiser(), match_id=void.pk, ranks=[0, 0])
