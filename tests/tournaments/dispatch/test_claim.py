"""Claiming: one worker at a time, only while the event runs, and only what is missing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import arena
from tournaments.dispatch.claim import claim
from tournaments.dispatch.record import hand_back, record
from tournaments.dispatch.reports import Result
from tournaments.events import lifecycle
from tournaments.models import Match
from tournaments.play.local import play_game

pytestmark = pytest.mark.django_db


def first_match(**values: object) -> Match:
    event = arena.event(2, **values)
    return Match.objects.get(round__tournament=event)


def play_first(claimed, count: int) -> list[Result]:
    return [
        Result(
            board,
            rotation,
            play_game(
                engine_id=claimed.event.engine,
                options=claimed.event.options,
                seed=claimed.seed(board, rotation),
                table=claimed.table,
                rotation=rotation,
                policies=[contestant.policy for contestant in claimed.contestants],
            ),
        )
        for board, rotation in claimed.missing[:count]
    ]


def test_it_takes_a_pending_match_for_a_lease(settings) -> None:
    match = first_match()
    before = timezone.now()
    claimed = claim(match.pk)
    assert claimed is not None
    match.refresh_from_db()
    assert (match.state, match.attempt, claimed.attempt) == ("running", 1, 1)
    lease = timedelta(seconds=settings.CROUPIER_LEASE_SECONDS)
    assert before + lease <= match.lease_until <= timezone.now() + lease
    assert [contestant.policy for contestant in claimed.contestants] == ["greedy", "random"]
    assert claimed.missing == ((1, 0), (1, 1))


def test_boards_are_played_once_per_rotation_unless_the_event_says_otherwise() -> None:
    assert claim(first_match(boards=2).pk).missing == ((1, 0), (1, 1), (2, 0), (2, 1))
    assert claim(first_match(boards=2, rotate=False, name="b").pk).missing == ((1, 0), (2, 0))


def test_a_second_claim_gets_nothing() -> None:
    match = first_match()
    assert claim(match.pk) is not None
    assert claim(match.pk) is None


@pytest.mark.parametrize("state", ["running", "finished", "void", "cancelled"])
def test_only_a_pending_match_can_be_claimed(state: str) -> None:
    match = first_match()
    Match.objects.filter(pk=match.pk).update(state=state)
    assert claim(match.pk) is None


def test_an_unknown_match_is_no_error() -> None:
    assert claim(1 << 62) is None


def test_nothing_is_claimed_while_the_event_is_paused_or_cancelled() -> None:
    match = first_match()
    event = match.round.tournament
    lifecycle.pause(actor=arena.organiser(), tournament_id=event.pk)
    assert claim(match.pk) is None
    lifecycle.resume(actor=arena.organiser(), tournament_id=event.pk)
    assert claim(match.pk) is not None
    Match.objects.filter(pk=match.pk).update(state="pending")
    lifecycle.cancel(actor=arena.organiser(), tournament_id=event.pk)
    assert claim(match.pk) is None


def test_the_next_attempt_plays_only_what_is_missing(messages) -> None:
    match = first_match(boards=2)
    claimed = claim(match.pk)
    record(claimed, play_first(claimed, 3), last=False)
    hand_back(claimed)
    again = claim(match.pk)
    assert again.attempt == 2
    assert again.missing == ((2, 1),)


def test_its_seed_is_not_shown() -> None:
    claimed = claim(first_match().pk)
    assert claimed.event.seed.hex() not in repr(claimed)
    assert repr(claimed.event.seed) not in repr(claimed)


def test_nothing_is_claimed_in_a_round_that_is_closed() -> None:
    match = first_match()
    match.round.state = "closed"
    match.round.save()
    assert claim(match.pk) is None


def test_its_start_is_the_first_claim(messages) -> None:
    match = first_match()
    hand_back(claim(match.pk))
    match.refresh_from_db()
    began = match.started_at
    assert began is not None
    assert claim(match.pk).attempt == 2
    match.refresh_from_db()
    assert match.started_at == began
