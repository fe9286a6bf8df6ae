"""Whoever dies in the middle of a tournament, it finishes: every game recorded once, none lost."""

from __future__ import annotations

import pytest
from django.db.models import Count, QuerySet

from ratings.models import LedgerRow
from tests.e2e.stack import Stack, games_of, kill, wait_in_match
from tests.tournaments import arena
from tournaments.models import Game, Match, Tournament
from tournaments.play import deal
from tournaments.play.local import play_game
from tournaments.play.transcript import unpack

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

BOARDS = 300  # enough for a match to be recorded in several parts


def event() -> Tournament:
    return arena.event(4, boards=BOARDS, options={"start_size": 10})


def check_complete(tournament: Tournament, matches: int = 6, boards: int = BOARDS) -> None:
    """Every match finished, every game there once, every board rated once."""
    assert list(matches_of(tournament).values_list("state", flat=True)) == ["finished"] * matches
    games = Game.objects.filter(match__round__tournament=tournament)
    assert games.count() == matches * boards * 2
    assert not games.values("match", "board", "rotation").annotate(times=Count("id")).filter(times__gt=1).exists()
    assert LedgerRow.objects.filter(match__round__tournament=tournament).count() == matches * boards


def matches_of(tournament: Tournament) -> QuerySet[Match]:
    return Match.objects.filter(round__tournament=tournament)


def test_sigkill_of_a_pool_child_in_the_middle_of_a_match(stack: Stack) -> None:
    worker = stack.worker(concurrency=1)
    stack.beat()
    boards = 5 * BOARDS // 2
    tournament = arena.event(2, boards=boards, options={"start_size": 10})
    match = wait_in_match(stack, tournament)
    kill(worker.children()[0])
    recorded = match.games.count()
    stack.wait_finished(tournament)
    check_complete(tournament, matches=1, boards=boards)
    match.refresh_from_db()
    assert match.failures == 1
    # What the first attempt had recorded was not played again.
    assert match.games.filter(attempt=1).count() == recorded > 0


def test_sigkill_of_the_whole_worker(stack: Stack) -> None:
    worker = stack.worker(concurrency=2)
    stack.beat()
    tournament = event()
    wait_in_match(stack, tournament)
    worker.kill()
    recorded = games_of(tournament)
    stack.worker(concurrency=2, name="second")
    stack.wait_finished(tournament)
    check_complete(tournament)
    assert Game.objects.filter(match__round__tournament=tournament, attempt=1).count() >= recorded


def test_sigkill_of_the_broker_with_the_loss_of_its_data(stack: Stack) -> None:
    stack.worker(concurrency=2)
    stack.beat()
    tournament = event()
    wait_in_match(stack, tournament)
    stack.broker.kill()
    stack.broker.restart()
    stack.wait_finished(tournament)
    check_complete(tournament)


def test_what_was_played_is_what_one_process_plays(stack: Stack) -> None:
    stack.worker(concurrency=2)
    stack.beat()
    tournament = arena.event(4, boards=3)
    stack.wait_finished(tournament)
    for game in Game.objects.filter(match__round__tournament=tournament).select_related("match__round"):
        seed = deal.board_seed(
            bytes(tournament.seed), round_number=game.match.round.number, table=None, board=game.board
        )
        policies = list(game.match.seats.values_list("entry__version__policy", flat=True))
        played = play_game(
            engine_id="trash",
            options=tournament.options,
            seed=seed,
            table=game.match.table,
            rotation=game.rotation,
            policies=policies,
        )
        assert (list(played.ranks), list(played.scores), played.moves) == (
            game.ranks,
            game.scores,
            unpack(bytes(game.transcript)),
        )
