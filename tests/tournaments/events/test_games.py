"""Every built-in game in every format that fits it: events run to their end, and what is recorded can be checked."""

from __future__ import annotations

from collections import Counter

import pytest

from plugins import registry
from tests.tournaments import arena
from tournaments import ranking, transcripts
from tournaments.models import Game, Match, Seat, Tournament

pytestmark = pytest.mark.django_db

GAMES = [candidate.name.removeprefix("engines.") for candidate in registry.built_in()]
PODS = [("trash", "short", seats) for seats in (3, 4, 5, 6)] + [
    ("rummy", variant, seats) for variant in "abcd" for seats in (3, 4)
]


def finished(event: Tournament, rounds: int) -> None:
    """The event is over, every match of it was played, and nobody failed."""
    assert event.state == Tournament.State.FINISHED
    assert event.round_set.filter(state="closed").count() == rounds
    matches = Match.objects.filter(round__tournament=event)
    assert set(matches.values_list("state", flat=True)) == {Match.State.FINISHED}
    for game in Game.objects.filter(match__in=matches):
        assert set(game.verdicts) == {"played"}, f"{game}: {game.verdicts}"


def standings_follow_from_ranks(event: Tournament) -> None:
    """Points are 2 for every seat ranked above and 1 for every tie, summed over the matches of an entry."""
    points: Counter[int] = Counter()
    for match in Match.objects.filter(round__tournament=event):
        seats = Seat.objects.filter(match=match).order_by("seat").values_list("entry__number", flat=True)
        for rank, number in zip(match.ranks, seats, strict=True):
            points[number] += sum(2 * (other > rank) + (other == rank) for other in match.ranks) - 1
    rows = ranking.standings(event)
    assert {row.entrant: row.points for row in rows} == points
    assert [row.points for row in rows] == sorted(points.values(), reverse=True)


def transcripts_replay(event: Tournament) -> None:
    """Every game, dealt anew from the revealed seed, goes by its transcript to the result that was recorded."""
    games = Game.objects.filter(match__round__tournament=event)
    for game in games.select_related("match__round__tournament"):
        seats = len(game.ranks)
        *_, last = transcripts.recording(game.match, game, seats=seats).steps()
        assert last.state.to_act() == ()
        result = last.state.result()
        places = [(seat + game.rotation) % seats for seat in range(seats)]
        assert [result.ranks[place] for place in places] == game.ranks
        assert [result.scores[place] for place in places] == game.scores
    # At every table each board was played from every seat.
    assert games.count() == event.boards * Seat.objects.filter(match__round__tournament=event).count()


@pytest.mark.parametrize("engine", GAMES)
@pytest.mark.parametrize(("form", "rounds"), [("swiss", 2), ("round_robin", 3)])
def test_a_swiss_and_a_round_robin_run_to_the_end(messages, engine: str, form: str, rounds: int) -> None:
    planned = {"rounds": rounds} if form == "swiss" else {}
    event = arena.play_out(arena.event(4, engine=engine, format=form, boards=2, **planned))
    finished(event, rounds)
    standings_follow_from_ranks(event)
    transcripts_replay(event)


@pytest.mark.parametrize(("engine", "variant", "seats"), PODS)
def test_pods_run_to_the_end(messages, engine: str, variant: str, seats: int) -> None:
    event = arena.play_out(arena.event(2 * seats, engine=engine, variant=variant, format="pods", seats=seats, rounds=1))
    finished(event, 1)
    standings_follow_from_ranks(event)
    transcripts_replay(event)
