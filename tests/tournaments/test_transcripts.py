"""Recorded games played again: from when, and what is said where they cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments import arena
from tournaments import transcripts
from tournaments.access.errors import Conflict, Missing
from tournaments.dispatch.claim import claim
from tournaments.dispatch.record import hand_back
from tournaments.models import Game, Match
from tournaments.play.transcript import pack

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(messages) -> Match:
    """Played, in a round that is not closed."""
    event = arena.event(2)
    match = Match.objects.select_related("round__tournament").get(round__tournament=event)
    arena.take_turn(match.pk)
    return match


@pytest.mark.parametrize("board", [1, 9])
def test_before_the_close_it_is_not_even_told_which_games_there_are(match: Match, board: int) -> None:
    assert not transcripts.are_public(match)
    with pytest.raises(Conflict, match="is paired; this needs it to be closed") as refused:
        transcripts.recorded(match, board=board, rotation=0)
    assert refused.value.code == "round_not_closed"


def test_after_it_every_game_is_there_and_ends_as_it_was_recorded(match: Match) -> None:
    match.round.state = "closed"
    assert transcripts.are_public(match)
    for rotation in (0, 1):
        game = transcripts.recorded(match, board=1, rotation=rotation)
        recording = transcripts.recording(match, game, seats=2)
        assert recording.begin().to_act()
        *_, last = recording.steps()
        assert last.state.to_act() == ()
        assert [last.state.result().ranks[(seat + rotation) % 2] for seat in (0, 1)] == game.ranks
    with pytest.raises(Missing, match=f"no game 1.2 of match {match.pk}"):
        transcripts.recorded(match, board=1, rotation=2)


def test_where_results_are_hidden_insiders_alone_see_it(match: Match) -> None:
    match.round.state = "closed"
    match.round.tournament.hidden = True
    for board in (1, 9):
        with pytest.raises(Conflict, match="hidden until its organiser releases them") as refused:
            transcripts.recorded(match, board=board, rotation=0)
        assert refused.value.code == "results_hidden"
    assert transcripts.recorded(match, board=1, rotation=0, insider=True).match == match
    match.round.state = "paired"
    with pytest.raises(Conflict, match="is paired; this needs it to be closed"):
        transcripts.recorded(match, board=1, rotation=0, insider=True)


@pytest.mark.parametrize("recorded", [b"nonsense", pack([9])])
def test_what_does_not_fit_the_engine_is_said_to(match: Match, recorded: bytes) -> None:
    game = Game(match=match, board=1, rotation=0, transcript=recorded)
    with pytest.raises(transcripts.NoReplay, match="does not fit the engine") as refused:
        list(transcripts.recording(match, game, seats=2).steps())
    assert refused.value.code == "transcript_unfit"


@pytest.mark.parametrize(
    ("changed", "code"),
    [({"seed": None}, "no_seed"), ({"engine": "chess"}, "engine_gone"), ({"rules_version": 2}, "rules_changed")],
)
def test_what_cannot_be_dealt_again_is_said_why(match: Match, changed: dict[str, object], code: str) -> None:
    for name, value in changed.items():
        setattr(match.round.tournament, name, value)
    with pytest.raises(transcripts.NoReplay) as refused:
        transcripts.recording(match, Game(match=match, board=1, rotation=0), seats=2)
    assert refused.value.code == code


def test_what_an_engine_does_with_its_options_harms_no_other_replay(match: Match) -> None:
    class Greedy:
        def new(self, options: dict[str, int], seats: int, chance: object) -> int:
            return options.pop("start_size")

    recording = transcripts.recording(match, Game(match=match, board=1, rotation=0), seats=2)
    recording = replace(recording, engine=Greedy())
    assert [recording.begin(), recording.begin()] == [2, 2]


def test_a_game_with_a_deal_of_its_own_is_replayed_from_that(messages) -> None:
    event = arena.event(2, boards=2, deals="independent")
    match = Match.objects.select_related("round__tournament").get(round__tournament=event)
    arena.take_turn(match.pk)
    match.round.state = "closed"
    seeds = set()
    for game in match.games.all():
        recording = transcripts.recording(match, game, seats=2)
        *_, last = recording.steps()
        assert [last.state.result().ranks[(seat + game.rotation) % 2] for seat in (0, 1)] == game.ranks
        seeds.add(recording.seed)
    assert len(seeds) == 4


def test_another_attempt_plays_another_deal_where_every_game_has_its_own(messages) -> None:
    event = arena.event(2, deals="independent")
    match = Match.objects.select_related("round__tournament").get(round__tournament=event)
    seeds = []
    for _ in range(2):
        claimed = claim(match.pk)
        seeds.append(claimed.seed(1, 0))
        hand_back(claimed)
    assert seeds[0] != seeds[1]
    shared = Match.objects.get(round__tournament=arena.event(2, name="b"))
    hand_back(claimed := claim(shared.pk))
    assert claimed.seed(1, 0) == claimed.seed(1, 1) == claim(shared.pk).seed(1, 0)
