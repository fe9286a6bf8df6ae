"""Closing rounds: when, how often, and what follows: ratings, the next round, the end."""

from __future__ import annotations

import hmac

import pytest
from django.utils import timezone

from plugins.chance import Chance
from ratings.models import LedgerRow, Pool, Rating
from tests.ratings.rows import believed
from tests.tournaments import arena
from tests.tournaments.dispatch.test_claim import play_first
from tournaments import ranking
from tournaments.dispatch.claim import claim
from tournaments.dispatch.record import lose_attempt, record
from tournaments.dispatch.turn import take_turn
from tournaments.events import entries, lifecycle, rounds, rulings
from tournaments.models import BotVersion, Match, Tournament

pytestmark = pytest.mark.django_db


def matches(event: Tournament, number: int = 1):
    return Match.objects.filter(round__tournament=event, round__number=number).order_by("table")


def test_a_round_with_a_match_left_is_not_closed(messages) -> None:
    event = arena.event(4)
    turn = event.round_set.get()
    assert rounds.close(turn.pk) is False
    take_turn(matches(event)[0].pk)
    assert rounds.close(turn.pk) is False
    take_turn(matches(event)[1].pk)
    assert rounds.close(turn.pk) is True
    assert event.round_set.count() == 2


def test_closing_twice_is_closing_once(messages) -> None:
    event = arena.event(2, format="swiss", rounds=1)
    turn = event.round_set.get()
    take_turn(matches(event).get().pk)
    assert [rounds.close(turn.pk) for _ in range(3)] == [True, False, False]
    event.refresh_from_db()
    assert event.state == "finished"
    assert event.ended_at is not None
    assert LedgerRow.objects.count() == 1


def test_an_unknown_round_is_no_error() -> None:
    assert rounds.close(10**9) is False


@pytest.mark.parametrize("verb", [lifecycle.pause, lifecycle.cancel])
def test_nothing_is_closed_or_paired_in_an_event_that_does_not_run(messages, verb) -> None:
    event = arena.event(4)
    for match in matches(event):
        take_turn(match.pk)
    verb(actor=arena.organiser(), tournament_id=event.pk)
    assert rounds.close(event.round_set.get().pk) is False
    assert event.round_set.get().state == "paired"
    assert not LedgerRow.objects.exists()


def test_the_next_round_is_sent_when_the_last_is_closed(messages) -> None:
    event = arena.event(4)
    for match in matches(event):
        take_turn(match.pk)
    messages.take()
    rounds.close(event.round_set.get().pk)
    assert messages.take() == [("play", match.pk) for match in matches(event, 2)]


def test_a_rated_board_is_a_ledger_row_in_table_and_board_order(messages) -> None:
    event = arena.event(4, boards=2)
    for match in matches(event).reverse():
        take_turn(match.pk)
    rounds.close(event.round_set.get().pk)
    rows = LedgerRow.objects.order_by("seq").values_list("match__table", "board")
    assert list(rows) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    row = LedgerRow.objects.get(seq=1)
    assert row.versions == list(row.match.seats.order_by("seat").values_list("entry__version_id", flat=True))
    points = [0, 0]
    for game in row.match.games.filter(board=1):
        for seat in (0, 1):
            points[seat] += 2 * (game.ranks[seat] < game.ranks[1 - seat]) + (game.ranks[0] == game.ranks[1])
    assert row.ranks == [int(points[0] < points[1]), int(points[1] < points[0])]


def test_the_ratings_are_what_the_ledger_says(messages) -> None:
    arena.play_out(arena.event(5, boards=2))
    beliefs = believed(Pool.objects.get())
    assert {rating.version_id: rating.belief for rating in Rating.objects.all()} == beliefs
    assert len(beliefs) == 5


def test_an_unrated_event_rates_nothing(messages) -> None:
    arena.play_out(arena.event(4, rated=False))
    assert not LedgerRow.objects.exists()


def test_short_tables_are_rated_in_the_pool_of_their_size(messages) -> None:
    arena.play_out(arena.event(7, format="pods", seats=4, rounds=1))
    assert sorted(LedgerRow.objects.values_list("pool__seats", flat=True)) == [3, 4]


def make_void(match: Match) -> None:
    for _ in range(3):
        Match.objects.filter(pk=match.pk).update(state="running")
        lose_attempt(match_id=match.pk, attempt=0, fault="broken", now=match.created_at)
    match.refresh_from_db()
    assert match.state == "void"


def test_a_void_match_is_a_tie_without_rating(messages) -> None:
    event = arena.event(2)
    make_void(matches(event).get())
    assert rounds.close(event.round_set.get().pk) is True
    assert [row.points for row in ranking.standings(event)] == [1, 1]
    assert not LedgerRow.objects.exists()


def test_or_the_round_waits_for_the_organiser(messages) -> None:
    event = arena.event(2, on_void="hold")
    make_void(match := matches(event).get())
    assert rounds.close(event.round_set.get().pk) is False
    rulings.rule(actor=arena.organiser(), match_id=match.pk, ranks=[1, 0])
    assert rounds.close(event.round_set.get().pk) is True
    assert [(row.entrant, row.points) for row in ranking.standings(event)] == [(2, 2), (1, 0)]
    assert not LedgerRow.objects.exists()


def test_policies_that_are_gone_make_matches_void_and_the_event_finishes(messages) -> None:
    event = arena.event(3)
    BotVersion.objects.update(policy="vanished")
    for _ in range(3):
        for _ in range(3):
            take_turn(Match.objects.get(round__tournament=event, state="pending").pk)
        rounds.close(event.round_set.get(state="paired").pk)
    event.refresh_from_db()
    assert event.state == "finished"
    assert sorted(row.points for row in ranking.standings(event)) == [2, 2, 2]


def test_a_close_that_fails_changes_nothing_and_is_noted_at_the_round(messages, monkeypatch) -> None:
    event = arena.event(4)
    for match in matches(event):
        take_turn(match.pk)
    turn = event.round_set.get()

    def unpairable(_: Tournament) -> None:
        raise RuntimeError("no pairing")

    with monkeypatch.context() as broken:
        broken.setattr(rounds, "advance", unpairable)
        with pytest.raises(RuntimeError):
            rounds.close(turn.pk)
    turn.refresh_from_db()
    assert (turn.state, turn.fault) == ("paired", "RuntimeError: no pairing")
    assert not LedgerRow.objects.exists()
    assert rounds.close(turn.pk) is True
    turn.refresh_from_db()
    assert (turn.state, turn.fault) == ("closed", "")
    assert LedgerRow.objects.count() == 2


def test_a_round_without_a_game_closes_by_itself(messages) -> None:
    event = arena.event(4)
    assert {frozenset(s.entry.number for s in m.seats.all()) for m in matches(event)} == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }
    for number in (1, 2):
        gone = event.entries.get(number=number)
        entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=gone.bot_id)
    for match in matches(event):
        take_turn(match.pk)
    messages.take()
    rounds.close(event.round_set.get().pk)
    # By Berger 3 and 4 meet in the second round, so the third is of forfeits alone.
    (second,) = matches(event, 2)
    take_turn(second.pk)
    messages.take()
    rounds.close(second.round_id)
    third = event.round_set.get(number=3)
    assert (third.matches.filter(state="finished", forfeit=True).count(), third.matches.count()) == (2, 2)
    assert messages.take() == [("close", third.pk)]
    assert rounds.close(third.pk) is True
    event.refresh_from_db()
    assert event.state == "finished"


@pytest.mark.parametrize("ruled", [False, True])
def test_games_of_a_match_that_became_void_are_not_rated(messages, ruled: bool) -> None:
    event = arena.event(2, on_void="hold" if ruled else "tie")
    match = matches(event).get()
    claimed = claim(match.pk)
    record(claimed, play_first(claimed, 1), last=False)
    Match.objects.filter(pk=match.pk).update(state="void")
    if ruled:
        rulings.rule(actor=arena.organiser(), match_id=match.pk, ranks=[0, 1])
    assert rounds.close(match.round_id) is True
    assert match.games.count() == 1
    assert not LedgerRow.objects.exists()


def test_ties_enter_the_rating_in_an_order_drawn_from_the_board(messages) -> None:
    event = arena.play_out(arena.event(8, format="pods", seats=4, rounds=2, boards=2))
    drawn = []
    for row in LedgerRow.objects.order_by("seq").select_related("match__round"):
        label = f"{row.match.round.number}:all:{row.board}".encode()
        board = hmac.digest(bytes(event.seed), label, "sha256")
        order = [0, 1, 2, 3]
        Chance(hmac.digest(board, f"ties:{row.match.table}".encode(), "sha256")).stream("order").shuffle(order)
        drawn.append(order)
        assert row.order == order
    assert len(drawn) == 8
    assert len({tuple(order) for order in drawn}) > 1


def test_a_paired_round_says_when_and_why(messages, monkeypatch) -> None:
    before = timezone.now()
    event = arena.event(3)
    turn = event.round_set.get()
    match = matches(event).get()
    assert "Berger table, round 1" in match.why
    assert "rests in round 1" in turn.byes.get().why
    assert before <= match.queued_at <= timezone.now()
    take_turn(match.pk)
    monkeypatch.setattr(rounds, "WHY_LENGTH", 5)
    rounds.close(turn.pk)
    turn.refresh_from_db()
    assert before <= turn.closed_at <= timezone.now()
    second = event.round_set.get(number=2)
    assert (second.matches.get().why, second.byes.get().why) == ("Berge", "rests")
