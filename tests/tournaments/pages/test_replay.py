"""Replays: every step is the table that the engine makes of the recorded choices, and nothing else."""

from __future__ import annotations

import base64

import pytest

from plugins import registry
from plugins.chance import Chance
from tests.tournaments import arena
from tournaments import transcripts
from tournaments.models import Game
from tournaments.pages import replay
from tournaments.play import deal, transcript

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    arena.play_out(arena.event(2))
    found = Game.objects.select_related("match__round__tournament").order_by("id").last()
    assert found is not None
    return found


def scene(game: Game, step: int | None) -> replay.Scene:
    return replay.scene(transcripts.recording(game.match, game, seats=2), step)


def test_every_step_is_that_of_the_engine(game: Game) -> None:
    """The oracle plays the recorded choices by hand, with the engine alone."""
    tournament = game.match.round.tournament
    engine = registry.engine("trash")
    seed = deal.board_seed(bytes(tournament.seed or b""), round_number=1, table=None, board=game.board)
    state = engine.new(tournament.options, 2, Chance(seed))
    moves = list(transcript.unpack(bytes(game.transcript)))
    step = 0
    while True:
        shown = scene(game, step)
        observation = state.observe(None)
        assert shown.step == step
        assert shown.text == engine.text(observation)
        assert base64.b64decode(shown.picture.partition(",")[2]).decode() == engine.svg(observation)
        if not state.to_act():
            break
        (seat, *_) = state.to_act()
        legal = state.legal(seat)
        action = legal[0] if len(legal) == 1 else legal[moves.pop(0)]
        state.apply(seat, action)
        step += 1
        listed = scene(game, step).actions[(step - 1) % replay.ACTIONS_SHOWN]
        assert (listed.number, listed.place, listed.forced) == (step, seat, len(legal) == 1)
        assert listed.text == replay.phrase(engine.encode(action))
    assert scene(game, None) == shown
    assert shown.steps == step
    assert (shown.before, shown.after) == (step - 1, None)
    assert scene(game, 10**6) == shown


def test_the_list_is_the_hundred_around_the_step(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "ACTIONS_SHOWN", 2)
    steps = scene(game, None).steps  # how long a game is hangs on its deal
    for step in range(steps + 1):
        shown = scene(game, step)
        numbers = [action.number for action in shown.actions]
        assert numbers == [number for number in (shown.first_shown, shown.first_shown + 1) if number <= steps]
        assert step in numbers or step == 0
    assert scene(game, None).actions == scene(game, steps).actions


def test_what_cannot_be_shown_says_why(game: Game) -> None:
    tournament = game.match.round.tournament
    for change, words in [
        ({"rules_version": 7}, "version 7 of the rules"),
        ({"engine": "whist"}, "engine whist is not installed"),
        ({"seed": None}, "no seed"),
    ]:
        before = {name: getattr(tournament, name) for name in change}
        for name, value in change.items():
            setattr(tournament, name, value)
        with pytest.raises(transcripts.NoReplay, match=words):
            scene(game, None)
        for name, value in before.items():
            setattr(tournament, name, value)
    game.transcript = transcript.pack([9])
    with pytest.raises(transcripts.NoReplay, match="does not fit"):
        scene(game, None)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"t": "stock"}, "stock"),
        ({"t": "jack", "place": 3}, "jack, place 3"),
        ({"t": "meld", "cards": ["AS", "2S"], "to": {"row": 1}}, "meld, cards AS 2S, to row 1"),
        ("pass", "pass"),
    ],
)
def test_actions_in_words(action: object, words: str) -> None:
    assert replay.phrase(action) == words


def test_a_picture_is_an_image_and_never_markup() -> None:
    """In <img> no script of an engine's picture runs."""
    assert replay.as_image("<svg onload='alert(1)'/>").startswith("data:image/svg+xml;base64,")
    assert replay.as_image("") == ""
