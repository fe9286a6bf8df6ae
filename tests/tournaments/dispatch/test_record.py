"""Recording: accepted from the current attempt alone, each game once, and a lost attempt loses no game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments import arena
from tests.tournaments.dispatch.test_claim import first_match, play_first
from tournaments.dispatch.attempts import Outdated
from tournaments.dispatch.claim import claim
from tournaments.dispatch.record import give_up, hand_back, lose_attempt, record
from tournaments.dispatch.reports import Result
from tournaments.events import lifecycle
from tournaments.models import Game, Match

pytestmark = pytest.mark.django_db


def test_games_are_recorded_and_the_lease_renewed(messages) -> None:
    match = first_match(boards=2)
    messages.take()
    claimed = claim(match.pk)
    match.refresh_from_db()
    lease = match.lease_until
    record(claimed, play_first(claimed, 1), last=False)
    match.refresh_from_db()
    assert match.state == "running"
    assert match.lease_until > lease
    game = match.games.get()
    assert (game.board, game.rotation, game.attempt) == (1, 0, 1)
    assert sorted(game.ranks) == [0, 1]
    assert messages.take() == []


def test_the_last_games_finish_the_match_and_ask_to_close_the_round(messages) -> None:
    match = first_match()
    claimed = claim(match.pk)
    messages.take()
    results = play_first(claimed, 2)
    record(claimed, results, last=True)
    match.refresh_from_db()
    assert (match.state, match.lease_until) == ("finished", None)
    points = [sum(2 * (game.ranks[1 - seat] > game.ranks[seat]) for game in match.games.all()) for seat in (0, 1)]
    assert match.ranks == [int(points[0] < points[1]), int(points[1] < points[0])]
    assert messages.take() == [("close", match.round_id)]


def test_a_round_with_matches_left_is_not_asked_to_close(messages) -> None:
    event = arena.event(4)
    match = Match.objects.filter(round__tournament=event).first()
    claimed = claim(match.pk)
    messages.take()
    record(claimed, play_first(claimed, 2), last=True)
    assert messages.take() == []


def test_ranks_count_the_games_of_earlier_attempts(messages) -> None:
    whole = first_match(boards=3)
    claimed = claim(whole.pk)
    record(claimed, play_first(claimed, 6), last=True)
    whole.refresh_from_db()
    parts = first_match(boards=3, name="Parts")
    # The same deals and players, in three attempts.
    Match.objects.filter(pk=parts.pk).update(round=parts.round)
    parts.round.tournament.seed = whole.round.tournament.seed
    parts.round.tournament.save()
    for last in (False, False, True):
        claimed = claim(parts.pk)
        record(claimed, play_first(claimed, 2), last=last)
        if not last:
            hand_back(claimed)
    parts.refresh_from_db()
    assert parts.ranks == whole.ranks
    assert [game.ranks for game in parts.games.all()] == [game.ranks for game in whole.games.all()]
    assert sorted(parts.games.values_list("attempt", flat=True)) == [1, 1, 2, 2, 3, 3]


def test_an_outdated_attempt_changes_nothing(messages) -> None:
    match = first_match()
    old = claim(match.pk)
    lose_attempt(match_id=match.pk, attempt=old.attempt, fault="gone", now=match.created_at)
    new = claim(match.pk)
    for last in (False, True):
        with pytest.raises(Outdated):
            record(old, play_first(old, 2), last=last)
    assert not Game.objects.filter(match=match).exists()
    record(new, play_first(new, 2), last=True)
    with pytest.raises(Outdated):
        record(new, play_first(new, 2), last=True)
    assert match.games.count() == 2


def test_what_is_recorded_in_a_cancelled_event_is_refused(messages) -> None:
    match = first_match()
    claimed = claim(match.pk)
    lifecycle.cancel(actor=arena.organiser(), tournament_id=match.round.tournament_id)
    with pytest.raises(Outdated):
        record(claimed, play_first(claimed, 2), last=True)
    match.refresh_from_db()
    assert match.state == "cancelled"


def test_a_match_in_progress_is_recorded_while_the_event_is_paused(messages) -> None:
    match = first_match()
    claimed = claim(match.pk)
    lifecycle.pause(actor=arena.organiser(), tournament_id=match.round.tournament_id)
    record(claimed, play_first(claimed, 2), last=True)
    match.refresh_from_db()
    assert match.state == "finished"


def test_giving_up_makes_it_void_at_the_third_time(messages) -> None:
    match = first_match()
    messages.take()
    seen = []
    for _ in range(3):
        give_up(claim(match.pk), "KeyError: 7")
        match.refresh_from_db()
        seen.append((match.state, match.failures, match.fault, *messages.take()))
    play, close = ("play", match.pk), ("close", match.round_id)
    assert seen == [
        ("pending", 1, "KeyError: 7", play),
        ("pending", 2, "KeyError: 7", play),
        ("void", 3, "KeyError: 7", close),
    ]
    assert claim(match.pk) is None


def test_giving_up_an_outdated_attempt_changes_nothing(messages) -> None:
    match = first_match()
    old = claim(match.pk)
    give_up(old, "first")
    new = claim(match.pk)
    messages.take()
    give_up(old, "again")
    hand_back(old)
    match.refresh_from_db()
    assert (match.state, match.attempt, match.failures) == ("running", new.attempt, 1)
    assert messages.take() == []


def test_handing_back_is_no_failure(messages) -> None:
    match = first_match()
    claimed = claim(match.pk)
    messages.take()
    hand_back(claimed)
    match.refresh_from_db()
    assert (match.state, match.failures, match.lease_until) == ("pending", 0, None)
    assert messages.take() == [("play", match.pk)]


@pytest.mark.parametrize("last", [False, True])
def test_an_attempt_that_was_swept_is_refused_though_nobody_has_come_since(messages, last: bool) -> None:
    match = first_match()
    claimed = claim(match.pk)
    lose_attempt(match_id=match.pk, attempt=1, fault="swept", now=match.created_at)
    with pytest.raises(Outdated, match=f"attempt 1 at match {match.pk} is outdated"):
        record(claimed, play_first(claimed, 2), last=last)
    match.refresh_from_db()
    assert (match.state, match.lease_until, match.games.count()) == ("pending", None, 0)


@pytest.mark.parametrize("state", ["pending", "finished", "void", "cancelled"])
def test_a_match_that_is_not_running_is_not_handed_back(messages, state: str) -> None:
    match = first_match()
    claimed = claim(match.pk)
    Match.objects.filter(pk=match.pk).update(state=state)
    messages.take()
    hand_back(claimed)
    give_up(claimed, "late")
    match.refresh_from_db()
    assert (match.state, match.failures, messages.take()) == (state, 0, [])


def test_a_finished_match_has_no_fault_any_more(messages) -> None:
    match = first_match()
    give_up(claim(match.pk), "KeyError: 7")
    claimed = claim(match.pk)
    record(claimed, play_first(claimed, 2), last=True)
    match.refresh_from_db()
    assert (match.state, match.failures, match.fault) == ("finished", 1, "")
    assert match.ended_at is not None


def test_a_void_match_has_ended_and_no_lease(messages, settings) -> None:
    settings.CROUPIER_MAX_FAILURES = 1
    match = first_match()
    give_up(claim(match.pk), "KeyError: 7")
    match.refresh_from_db()
    assert (match.state, match.lease_until) == ("void", None)
    assert match.ended_at is not None


def test_a_round_in_which_another_match_is_played_is_not_asked_to_close(messages) -> None:
    first, second = (claim(match.pk) for match in Match.objects.filter(round__tournament=arena.event(4)))
    messages.take()
    record(first, play_first(first, 2), last=True)
    assert messages.take() == []
    record(second, play_first(second, 2), last=True)
    assert messages.take() == [("close", second.round_id)]


def test_ranks_count_the_games_recorded_before_by_the_same_attempt(messages) -> None:
    match = first_match(rotate=False, boards=3)
    claimed = claim(match.pk)
    ranks = [(0, 1), (0, 1), (1, 0)]
    won = [
        Result(r.board, r.rotation, replace(r.played, ranks=rank))
        for r, rank in zip(play_first(claimed, 3), ranks, strict=True)
    ]
    record(claimed, won[:2], last=False)
    record(claimed, won[2:], last=True)
    match.refresh_from_db()
    assert match.ranks == [0, 1]
