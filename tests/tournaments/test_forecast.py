"""How long an event will take."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournaments import arena
from tournaments.events import lifecycle
from tournaments.forecast import Forecast, forecast
from tournaments.models import Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]


def swiss(bots: int = 4, **values) -> Tournament:
    return arena.event(bots, **{"format": "swiss", "rounds": 3, **values})


def took(event: Tournament, number: int, seconds: int) -> None:
    """Let a round have taken so long."""
    turn = Round.objects.get(tournament=event, number=number)
    Round.objects.filter(pk=turn.pk).update(closed_at=turn.paired_at + timedelta(seconds=seconds))


def test_without_any_round_of_the_game_only_the_games_are_known() -> None:
    # Three rounds of two matches, of two games each.
    assert forecast(swiss(start=False)) == Forecast(12, None, 0)


def test_before_the_start_the_pace_is_that_of_other_events_of_the_same_game() -> None:
    event = swiss()
    arena.play_round(event)
    took(event, 1, 8)  # four games
    assert forecast(swiss(6, start=False)) == Forecast(18, timedelta(seconds=36), 1)
    assert forecast(swiss(4, start=False, options={"start_size": 3})) == Forecast(12, None, 0)
    assert forecast(swiss(4, start=False, boards=2)) == Forecast(24, timedelta(seconds=48), 1)


def test_under_way_the_pace_is_its_own_and_a_pause_does_not_count_for_much() -> None:
    other = swiss()
    arena.play_round(other)
    took(other, 1, 4000)
    event = swiss(4, rounds=5)
    for number, seconds in ((1, 4), (2, 8000), (3, 8)):
        arena.play_round(event)
        took(event, number, seconds)
    assert forecast(event) == Forecast(8, timedelta(seconds=16), 3)


def test_games_of_the_round_being_played_are_left_until_they_are_recorded() -> None:
    event = swiss(4, rounds=1)
    assert forecast(event) == Forecast(4, None, 0)
    match = event.round_set.get().matches.first()
    arena.take_turn(match.pk)
    assert forecast(event) == Forecast(2, None, 0)


def test_the_format_says_how_many_rounds_where_the_organiser_does_not() -> None:
    assert forecast(arena.event(4, start=False)) == Forecast(12, None, 0)
    assert forecast(arena.event(1, start=False)) is None


def test_of_what_is_over_or_not_open_nothing_is_left() -> None:
    event = swiss(2, rounds=1)
    arena.play_out(event)
    assert forecast(event) is None
    other = lifecycle.cancel(actor=arena.organiser(), tournament_id=swiss().pk)
    assert forecast(other) is None
