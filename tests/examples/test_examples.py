"""Every example bot plays full games by the rules, better than chance, and alike in both languages."""

from __future__ import annotations

import io

import pytest

from plugins import registry
from tests.examples.runtimes import ENDINGS, EXAMPLES, GAMES, example
from tournaments.play.practice import arguments
from tournaments.play.practice.games import Game, outcome, play_all
from tournaments.play.practice.printing import Printing

TABLES = [
    (game, variant, seats)
    for game in GAMES
    for variant in registry.info(game).variants
    for seats in sorted({2, registry.info(game).seats[-1]})
]


def games(language: str, game: str, number: int, variant: str | None = None, seats: int = 2) -> list[Game]:
    given = [str(example(language, game)), "--engine", game, "--games", str(number), "--seats", str(seats)]
    plan = arguments.read(given if variant is None else [*given, "--variant", variant])
    return list(play_all(plan, Printing(plan, io.StringIO())))


def test_every_game_has_an_example_in_every_language() -> None:
    assert set(GAMES) <= set(registry.engines())
    found = {
        language: {file.name for file in (EXAMPLES / language).iterdir() if file.is_file()} for language in ENDINGS
    }
    assert found == {
        "python": {f"{game}.py" for game in GAMES},
        "javascript": {f"{game}.js" for game in GAMES} | {"croupier_bot.js"},
    }


def lead(game: Game) -> int:
    """The score of the bot that practises, less its only opponent's."""
    own, other = game.played.scores
    return own - other


@pytest.mark.parametrize("game", ["advantage", "construction", "rummy"])
def test_it_plays_to_the_end_better_than_random(game: str) -> None:
    """On each of three deals it makes more of its two games, one from either seat, taken together."""
    played = games("python", game, 6)
    assert [one.played.verdicts for one in played] == [("played", "played")] * 6
    assert [one.own.printed for one in played] == [""] * 6
    assert min(lead(one) + lead(other) for one, other in zip(played[::2], played[1::2], strict=True)) > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_same_bot_in_another_language_plays_the_same_game(game: str) -> None:
    python, javascript = (games(language, game, 2) for language in ENDINGS)
    assert [one.played for one in python] == [other.played for other in javascript]
    assert {one.played.verdicts for one in python} == {("played", "played")}
    assert [one.own.printed for one in python + javascript] == [""] * 4


@pytest.mark.long
@pytest.mark.parametrize("language", ENDINGS)
@pytest.mark.parametrize(("game", "variant", "seats"), TABLES)
def test_it_plays_every_variant_from_every_seat(language: str, game: str, variant: str, seats: int) -> None:
    for played in games(language, game, seats, variant, seats):
        assert played.played.verdicts == ("played",) * seats, played.own.fault
        assert played.own.printed == ""


@pytest.mark.long
def test_it_is_better_than_random_at_trash_over_many_games() -> None:
    """The policy that plays so wins 66.8 % of 4,000 games against random (engines/trash/RULES.md)."""
    outcomes = [outcome(played) for played in games("python", "trash", 100)]
    assert outcomes.count("won") >= 57
