"""What checks are given: tables, games and positions of an engine."""

import pytest

from plugins.conformance.comparing import dumps
from plugins.conformance.subject import everything, subject
from plugins.registry import UnknownEngine
from tests.plugins.conformance.little import INFO, POLICIES, TURNS, info


def test_a_table_for_every_variant_and_number_of_seats():
    given = subject(INFO, POLICIES)
    assert [str(table) for table in given.tables] == [
        "standard, 2 seats",
        "standard, 3 seats",
        "full, 2 seats",
        "full, 3 seats",
    ]
    assert [dict(table.options) for table in given.tables] == [{"hand": 2}] * 2 + [{"hand": 4}] * 2
    assert given.tables[1].observers == (None, 0, 1, 2)
    given.choose_tables(["full"], [3])
    assert [str(table) for table in given.tables] == ["full, 3 seats"]


def test_a_game_for_every_seed_played_once():
    table = subject(INFO, seeds=3).tables[0]
    games = list(table.games())
    assert [str(game) for game in games] == [f"standard, 2 seats, seed {seed}" for seed in range(3)]
    assert len({game.moves for game in games}) == 3
    assert all(one is other for one, other in zip(games, table.games(), strict=True))


def test_positions_are_told_by_the_decision_they_are_before():
    [game] = subject(INFO, seeds=1).tables[0].games()
    names = [str(position) for position in game.walk()]
    assert len(names) == TURNS + 1
    assert names[0] == "standard, 2 seats, seed 0, decision 1"
    assert names[-1] == "standard, 2 seats, seed 0, after decision 40"
    first, between, last = (position.number for position in game.positions(3))
    assert (first, last) == (1, TURNS + 1)
    assert first < between < last


def test_no_more_decisions_than_the_engine_promises():
    [game] = subject(info(max_decisions=7), seeds=1).tables[0].games()
    assert len(game.moves) == 7


def test_everything_a_state_answers():
    table = subject(INFO, seeds=1).tables[1]
    seen = {dumps(everything(table, position.state)) for position in table.positions(100)}
    assert len(seen) == TURNS + 1
    answers = everything(table, next(next(table.games()).walk()).state)
    assert list(answers) == ["to_act", "legal", "snapshot", "observe", "ranks", "scores"]
    assert [view["seat"] for view in answers["observe"]] == [None, 0, 1, 2]


def test_an_installed_engine_comes_with_its_policies():
    assert {"greedy", "random"} <= set(subject("trash").policies)
    assert dict(subject("trash", {}).policies) == {}
    with pytest.raises(UnknownEngine):
        subject("chess")
