"""What is read of events: the history that pairings and standings follow from."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from tests.tournaments import arena
from tests.tournaments.events.test_rounds import make_void, matches
from tournaments import history, ranking, selectors
from tournaments.access.errors import Conflict
from tournaments.dispatch.turn import take_turn
from tournaments.events import entries, lifecycle, rounds, rulings, setup
from tournaments.models import Game, Invitation, Match, Tournament
from tournaments.standings.table import Row

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(messages) -> None:
    """No test here sends anything."""


def fix_ranks(event: Tournament, number: int, ranks: list[list[int]]) -> None:
    """Let the matches of a round have ended so, game by game, and close it."""
    for match, ended in zip(matches(event, number), ranks, strict=True):
        take_turn(match.pk)
        Match.objects.filter(pk=match.pk).update(ranks=ended)
        Game.objects.filter(match=match).update(ranks=ended)
    rounds.close(event.round_set.get(number=number).pk)


def test_a_swiss_by_hand() -> None:
    """Four entrants, two rounds: 1-3 and 2-4, then winners and losers meet."""
    event = arena.event(4, format="swiss", rounds=2)
    assert [[s.entry.number for s in m.seats.all()] for m in matches(event)] == [[1, 3], [4, 2]]
    fix_ranks(event, 1, [[0, 1], [0, 0]])
    rows = ranking.standings(event)
    assert [(row.place, row.entrant, row.points) for row in rows] == [(1, 1, 2), (2, 2, 1), (2, 4, 1), (4, 3, 0)]
    second = {frozenset(s.entry.number for s in m.seats.all()) for m in matches(event, 2)}
    assert second in ({frozenset({1, 2}), frozenset({3, 4})}, {frozenset({1, 4}), frozenset({2, 3})})


def test_only_closed_rounds_count() -> None:
    event = arena.event(4)
    take_turn(matches(event)[0].pk)
    assert {row.points for row in ranking.standings(event)} == {0}
    assert history.played(event, last=history.last_closed(event)).meetings == ()
    progress = selectors.progress(event)
    assert (progress.round, progress.rounds, progress.matches, progress.finished) == (1, 3, 2, 1)


def test_game_points() -> None:
    """Three boards, two rotations: six games of 2 points each; a bye is worth all of them."""
    event = arena.event(3, format="swiss", rounds=1, boards=3, scoring="game")
    match = matches(event).get()
    take_turn(match.pk)
    games = list(match.games.all())
    for game, ranks in zip(games, [[0, 1]] * 4 + [[1, 0], [0, 0]], strict=True):
        Game.objects.filter(pk=game.pk).update(ranks=ranks)
    Match.objects.filter(pk=match.pk).update(ranks=[0, 1])
    rounds.close(match.round_id)
    first, second = (seat.entry.number for seat in match.seats.order_by("seat"))
    resting = ({1, 2, 3} - {first, second}).pop()
    points = {row.entrant: row.points for row in ranking.standings(event)}
    assert points == {first: 9, second: 3, resting: 12}


def test_a_void_match_counts_as_tied_games() -> None:
    event = arena.event(2, boards=3, scoring="game")
    make_void(matches(event).get())
    rounds.close(event.round_set.get().pk)
    assert [row.points for row in ranking.standings(event)] == [6, 6]


def test_who_withdrew_keeps_place_and_points() -> None:
    event = arena.event(4, format="swiss", rounds=2)
    fix_ranks(event, 1, [[0, 1], [0, 1]])
    before = {row.entrant: row.points for row in ranking.standings(event)}
    gone = matches(event)[0].seats.get(seat=0).entry
    entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=gone.bot_id)
    second = matches(event, 2).filter(seats__entry=gone).get()
    fix_ranks(event, 2, [[0, 0], [0, 0]])
    assert second.seats.count() == 2
    event.refresh_from_db()
    assert event.state == "finished"
    assert {row.entrant: row.points for row in ranking.standings(event)}[gone.number] == before[gone.number] + 1


def test_drafts_are_their_organisers_and_staffs() -> None:
    event = arena.event(2, start=False)
    olga = arena.organiser().user
    everyone = selectors.visible_tournaments(None, staff=False)
    assert event in everyone
    Tournament.objects.filter(pk=event.pk).update(state="draft")
    assert event not in selectors.visible_tournaments(None, staff=False)
    assert event not in selectors.visible_tournaments(olga.pk + 1, staff=False)
    assert event in selectors.visible_tournaments(olga.pk, staff=False)
    assert event in selectors.visible_tournaments(None, staff=True)


@pytest.mark.parametrize("admission", ["public", "invited", "private"])
@pytest.mark.parametrize("state", ["draft", "open", "running", "finished", "cancelled"])
def test_who_sees_which_event(state: str, admission: str) -> None:
    """As docs/lifecycle.md says it, reader by reader; matches are seen with their event, each once."""
    event = arena.event(2, by=arena.organiser())
    Invitation.objects.create(tournament=event, user=arena.owner("guest").user)
    Invitation.objects.create(tournament=event, user=arena.owner("owner0").user)
    Tournament.objects.filter(pk=event.pk).update(state=state, admission=admission)
    event.refresh_from_db()
    draft, private = state == "draft", admission == "private"
    everyone, guests = not draft and not private, not draft
    assert selectors.is_public(event) is everyone
    readers = {"stranger": everyone, None: everyone, "guest": guests, "owner0": guests, "owner1": guests, "olga": True}
    for name, seen in readers.items():
        reader = None if name is None else arena.owner(name).user.pk
        assert list(selectors.visible_tournaments(reader, staff=False)) == [event] * seen, name
        assert list(selectors.visible_matches(reader, staff=False)) == list(matches(event)) * seen, name
    assert list(selectors.visible_tournaments(None, staff=True)) == [event]
    assert list(selectors.visible_matches(None, staff=True)) == list(matches(event))


def test_hidden_results_are_the_insiders_until_they_are_released() -> None:
    event = arena.event(2, hidden=True)
    for insider in (True, False):
        assert selectors.sees_results(event, insider=insider) is insider
    selectors.require_results(event, insider=True)
    with pytest.raises(Conflict, match=f"results of tournament {event.pk} are hidden") as refused:
        selectors.require_results(event, insider=False)
    assert refused.value.code == "results_hidden"
    released = lifecycle.release(actor=arena.organiser(), tournament_id=event.pk)
    assert selectors.sees_results(released, insider=False)
    assert selectors.sees_results(arena.event(2), insider=False)


def warning(event: Tournament) -> str:
    return selectors.warning_of(event, selectors.plans_of([event]).get(event.pk)) or ""


def test_plans_take_one_statement_and_look_at_who_is_in(django_assert_num_queries) -> None:
    plain, short, tight = (
        arena.event(bots, format="swiss", rounds=rounds_, start=False) for bots, rounds_ in ((4, 3), (4, 4), (1, 4))
    )
    robin = arena.event(4)
    with django_assert_num_queries(1):
        plans = selectors.plans_of([plain, short, tight, robin])
    assert {pk: (found.entries, found.plan.rounds, found.plan.most) for pk, found in plans.items()} == {
        plain.pk: (4, 2, 3),
        short.pk: (4, 2, 3),
        robin.pk: (4, 3, 3),
    }
    assert [warning(event) for event in (plain, tight, robin)] == ["", "", ""]
    assert "more than the 3" in warning(short)
    gone = short.entries.select_related("bot").first()
    assert gone is not None
    entries.withdraw(actor=arena.organiser(), tournament_id=short.pk, bot_id=gone.bot_id)
    Tournament.objects.filter(pk=plain.pk).update(state="finished")
    plain.refresh_from_db()
    assert selectors.plans_of([plain]) == {}
    assert "one of 3" in warning(short)


def test_the_plan_of_a_draft_is_for_as_many_as_it_takes() -> None:
    draft = setup.create(
        actor=arena.organiser(), values={"name": "Cup", "engine": "trash", "format": "swiss", "capacity": 100}
    )
    found = selectors.plans_of([draft])[draft.pk]
    assert (found.entries, found.plan.rounds, found.plan.most) == (100, 7, 51)


@pytest.mark.parametrize(("ends", "revealed"), [("finish", True), ("cancel", True), ("cancel before", False)])
def test_the_secret_is_public_when_a_started_event_is_over(ends: str, revealed: bool) -> None:
    event = arena.event(2, start=ends != "cancel before")
    assert not selectors.is_revealed(event)
    if ends == "finish":
        arena.play_out(event)
    else:
        lifecycle.cancel(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    assert selectors.is_revealed(event) is revealed


@pytest.mark.parametrize("scoring", ["match", "game"])
def test_a_round_that_closes_while_it_is_read_counts_whole_or_not_at_all(scoring: str) -> None:
    """Another process closes the round before the first, the second, ... statement of whoever reads."""
    event = arena.event(5, scoring=scoring)
    for match in matches(event):
        take_turn(match.pk)
    before = ranking.standings(event)
    with transaction.atomic():
        rounds.close(event.round_set.get().pk)
        after = ranking.standings(event)
        transaction.set_rollback(True)
    assert before != after

    def read(closing: int) -> tuple[tuple[Row, ...], int]:
        statements = 0

        def close_before(execute, sql, params, many, context):
            nonlocal statements
            statements += 1
            if statements == closing:
                rounds.close(event.round_set.get().pk)
            return execute(sql, params, many, context)

        with transaction.atomic():
            with connection.execute_wrapper(close_before):
                rows = ranking.standings(event)
            transaction.set_rollback(True)
        return rows, statements

    _, statements = read(closing=0)
    assert read(closing=1)[0] == after
    for closing in range(2, statements + 1):
        assert read(closing)[0] == before, closing


@pytest.mark.parametrize(
    ("state", "closed", "shown"),
    [
        ("running", False, False),
        ("void", False, False),
        ("cancelled", False, False),
        ("finished", False, True),
        ("void", True, True),
    ],
)
def test_games_are_told_when_the_match_is_finished_or_its_round_closed(state: str, closed: bool, shown: bool) -> None:
    event = arena.event(2)
    take_turn(matches(event).get().pk)
    Match.objects.update(state=state)
    event.round_set.update(state="closed" if closed else "paired")
    assert selectors.shows_games(matches(event).get()) is shown
    assert selectors.visible_games().exists() is shown


def test_a_bye_counts_when_its_round_is_closed() -> None:
    event = arena.event(3, format="swiss", rounds=2)
    assert event.round_set.get().byes.count() == 1
    assert history.played(event, last=history.last_closed(event)).byes == ()
    take_turn(matches(event).get().pk)
    rounds.close(event.round_set.get().pk)
    assert [bye.round for bye in history.played(event, last=history.last_closed(event)).byes] == [1]


def test_a_ruling_counts_for_all_games_though_some_were_played() -> None:
    event = arena.event(2, boards=3, scoring="game", on_void="hold")
    match = matches(event).get()
    take_turn(match.pk)
    Match.objects.filter(pk=match.pk).update(state="void")
    rulings.rule(actor=arena.organiser(), match_id=match.pk, ranks=[1, 0])
    rounds.close(match.round_id)
    first, second = (seat.entry.number for seat in match.seats.order_by("seat"))
    assert {row.entrant: row.points for row in ranking.standings(event)} == {first: 0, second: 12}
