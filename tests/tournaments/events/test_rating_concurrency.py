"""Rounds of many events closed at once in the same pools, whatever else happens: nothing is lost, nothing doubled."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from random import Random
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction

from ratings import rebuild as rebuilding
from ratings.models import LedgerRow, Pool, Rating
from ratings.rebuild import BuildInProgress, rebuild
from tests.ratings.rows import believed
from tests.ratings.test_rebuild import shown
from tests.tournaments import arena
from tests.tournaments.events.test_concurrency import at_once
from tournaments.bots.registering import activate, add_version
from tournaments.dispatch import claim
from tournaments.dispatch.turn import take_turn
from tournaments.events import entries, lifecycle, rounds, rulings, setup
from tournaments.models import Bot, Game, Match, Round, Tournament

at_the_same_time = pytest.mark.django_db(transaction=True)


def some(postgresql: int, sqlite: int) -> int:
    return postgresql if connection.vendor == "postgresql" else sqlite


def bots(number: int) -> list[Bot]:
    """Of an owner each."""
    return [arena.bot("bot", arena.POLICIES[i % 2], by=arena.owner(f"owner{i}")) for i in range(number)]


def event_of(players: Sequence[Bot], **values: Any) -> Tournament:
    """A started event of these bots; all such events are rated in the same pools."""
    olga = arena.organiser()
    game = {"engine": "trash", "options": {"start_size": 2}, "name": "Cup", "format": "round_robin"}
    tournament = setup.create(actor=olga, values={**game, **values})
    lifecycle.open_(actor=olga, tournament_id=tournament.pk)
    for player in players:
        entries.enter(actor=arena.owner(player.owner.username), tournament_id=tournament.pk, bot_id=player.pk)
    return lifecycle.start(actor=olga, tournament_id=tournament.pk)


def play(event: Tournament) -> int:
    """Play the matches of the round that is paired; its id."""
    turn = Round.objects.get(tournament=event, state="paired")
    for match_id in turn.matches.filter(state="pending").values_list("id", flat=True):
        take_turn(match_id)
    return turn.pk


def check(boards: int) -> None:
    """So many boards are in the ledgers, each once, those of a round together; the ratings are what a replay says."""
    assert LedgerRow.objects.count() == boards
    for pool in Pool.objects.all():
        rows = list(
            LedgerRow.objects.filter(pool=pool)
            .order_by("seq")
            .values_list("seq", "batch", "match__round", "match__table", "board")
        )
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
        for batch, group in groupby(rows, key=lambda row: row[1]):
            together = list(group)
            assert together[0][0] == batch
            assert len({row[2] for row in together}) == 1
            assert [row[3:] for row in together] == sorted(row[3:] for row in together)
        # a round comes once
        assert len({row[2] for row in rows}) == len({row[1] for row in rows})
        current = Rating.objects.current().filter(pool=pool)
        assert {rating.version_id: rating.belief for rating in current} == believed(pool)
        before = shown(pool)
        assert sum(rating.boards for rating in current) == pool.seats * len(rows)
        rebuild(pool.pk)
        assert shown(pool) == before


@at_the_same_time
def test_closers_of_many_events_in_one_pool() -> None:
    closers, players = some(16, 4), bots(6)
    events = [event_of([*players[i % 6 :], *players[: i % 6]][:4], boards=2) for i in range(closers)]
    for _ in range(3):
        turns = [play(event) for event in events]
        assert at_once(lambda number, turns=turns: rounds.close(turns[number]), closers) == [True] * closers
    assert Pool.objects.count() == 1
    check(closers * 3 * 2 * 2)


@at_the_same_time
def test_two_close_each_of_several_rounds() -> None:
    players = bots(5)
    events = [event_of([*players[i:], *players[:i]][:4]) for i in range(2)]
    for _ in range(3):
        turns = [play(event) for event in events]
        closed = at_once(lambda number, turns=turns: rounds.close(turns[number % 2]), 4)
        assert sorted(closed) == [False, False, True, True]
    check(2 * 3 * 2)


@at_the_same_time
def test_ratings_are_built_anew_while_rounds_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "_AT_THE_SWAP", 2)  # so that a build has to catch up before it swaps
    closers, players = some(8, 2), bots(6)
    events = [event_of([*players[i % 6 :], *players[: i % 6]], boards=2) for i in range(closers)]
    left = [Event() for _ in range(closers)]

    def act(number: int) -> int:
        if number == closers:
            built = 0
            while not all(one.is_set() for one in left):
                with suppress(BuildInProgress):
                    rebuild(Pool.objects.get().pk)
                    built += 1
            return built
        try:
            return sum(rounds.close(play(events[number])) for _ in range(5))
        finally:
            left[number].set()

    *closed, built = at_once(act, closers + 1)
    assert closed == [5] * closers
    assert built > 0
    check(closers * 5 * 3 * 2)


@at_the_same_time
def test_closers_activations_and_unratings_in_pools_of_several_sizes_do_not_wait_for_each_other() -> None:
    """The pool for four seats is made at the start, so its id is the lesser; in tables those of three come first."""
    closers, players = some(6, 2), bots(7)
    seven = {"format": "pods", "seats": 4, "rounds": 4}
    for player in players:
        add_version(actor=arena.owner(player.owner.username), bot_id=player.pk, kind="policy", policy="greedy")
    over = event_of(players, **seven)
    arena.play_out(over)
    events = [event_of(players, **seven) for _ in range(closers)]
    olga, rated = arena.organiser(), list(Match.objects.filter(round__tournament=over).values_list("id", flat=True))
    hidden = arena.play_out(event_of(players, hidden=True, **seven))
    changes = 4

    def act(number: int) -> None:
        if number < closers:
            for _ in range(changes):
                assert rounds.close(play(events[number]))
        elif number == closers:
            lifecycle.release(actor=olga, tournament_id=hidden.pk)
        elif number == closers + 1:
            seat = over.entries.order_by("number")[0]
            for annul in (True, False) * (changes // 2):
                entries.disqualify(actor=olga, tournament_id=over.pk, bot_id=seat.bot_id, annul=annul)
        elif number == closers + 2:
            for match in rated[:changes]:
                rulings.unrate(actor=olga, match_id=match, reason="tried out")
        else:
            player = players[number - closers - 3]
            for change in range(changes):
                activate(actor=arena.owner(player.owner.username), bot_id=player.pk, number=2 - change % 2)

    assert at_once(act, closers + 3 + 3) == [None] * (closers + 6)
    unrated = [Match.objects.get(pk=match).seats.count() for match in rated[:changes]]
    for pool in Pool.objects.all():
        rebuild(pool.pk)
        current = Rating.objects.current().filter(pool=pool)
        assert {rating.version_id: rating.belief for rating in current} == believed(pool)
        rows = LedgerRow.objects.filter(pool=pool).count()
        # each of the events has a table of four and one of three in every round
        assert rows == 4 * (closers + 2)
        assert sum(rating.boards for rating in current) == pool.seats * (rows - unrated.count(pool.seats))
        public = dict(current.filter(public=True).values_list("version__bot", "version"))
        assert public == dict(Bot.objects.values_list("id", "active"))


@pytest.mark.django_db
def test_in_whatever_order_matches_end_and_games_are_recorded_the_ratings_are_the_same(messages) -> None:
    event = event_of(bots(11), format="pods", seats=4, rounds=3, boards=2)
    found = [_ratings_of(event, Random(seed)) for seed in range(8)]
    assert found[0]["ledger"]
    assert all(one == found[0] for one in found)


def _ratings_of(event: Tournament, chance: Random) -> dict[str, Any]:
    """All that is rated when the event is played in an order of chance; it is taken back afterwards."""
    with transaction.atomic():
        claim.forget()
        for turn in range(1, 4):
            matches = list(Match.objects.filter(round__tournament=event, round__number=turn).order_by("table"))
            chance.shuffle(matches)
            for match in matches:
                take_turn(match.pk)
            games = list(Game.objects.filter(match__in=matches))
            Game.objects.filter(match__in=matches).delete()
            chance.shuffle(games)
            for game in games:
                game.pk = None
                game.save(force_insert=True)
            assert rounds.close(matches[0].round_id)
        rows = LedgerRow.objects.order_by("pool__seats", "seq")
        place = ("pool__seats", "seq", "match__round__number", "match__table", "board")
        ratings = Rating.objects.order_by("pool__seats", "id")
        state = {
            "ledger": list(rows.values_list(*place, "versions", "ranks", "order", "games")),
            "ratings": list(ratings.values_list("pool__seats", "version", "mu", "sigma", "boards", "wins", "draws")),
        }
        transaction.set_rollback(True)
    return state
