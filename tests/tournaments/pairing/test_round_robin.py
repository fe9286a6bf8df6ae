"""Round robin against the printed Berger tables, and as everyone meeting everyone."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.events import play
from tournaments.pairing.base import CannotPair, Field, Rest
from tournaments.pairing.round_robin import RoundRobin, berger

# FIDE Handbook C.05, Annex 1, as printed, in printed order: white first.
PRINTED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1""",
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1""",
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1""",
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1""",
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1""",
    14: """
        1-14 2-13 3-12 4-11 5-10 6-9 7-8
        14-8 9-7 10-6 11-5 12-4 13-3 1-2
        2-14 3-1 4-13 5-12 6-11 7-10 8-9
        14-9 10-8 11-7 12-6 13-5 1-4 2-3
        3-14 4-2 5-1 6-13 7-12 8-11 9-10
        14-10 11-9 12-8 13-7 1-6 2-5 3-4
        4-14 5-3 6-2 7-1 8-13 9-12 10-11
        14-11 12-10 13-9 1-8 2-7 3-6 4-5
        5-14 6-4 7-3 8-2 9-1 10-13 11-12
        14-12 13-11 1-10 2-9 3-8 4-7 5-6
        6-14 7-5 8-4 9-3 10-2 11-1 12-13
        14-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-14 8-6 9-5 10-4 11-3 12-2 13-1""",
}


def printed(players: int) -> list[list[tuple[int, int]]]:
    lines = PRINTED[players].split("\n")[1:]
    return [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in lines]


def field(entrants: int, round_: int, *, absent: tuple[int, ...] = (), win: int | None = None) -> Field:
    numbers = tuple(range(1, entrants + 1))
    return Field(numbers, frozenset(numbers) - set(absent), 2, round_, entrants, win=win)


@pytest.mark.parametrize("players", PRINTED)
def test_berger_is_the_printed_table(players: int) -> None:
    assert [list(berger(players, round_)) for round_ in range(1, players)] == printed(players)


@pytest.mark.parametrize("players", PRINTED)
def test_tables_and_seats_are_the_printed_ones(players: int) -> None:
    rounds = [RoundRobin().pair(field(players, round_)) for round_ in range(1, players)]
    assert [[table.entrants for table in pairings.tables] for pairings in rounds] == printed(players)
    assert not any(pairings.byes for pairings in rounds)


@pytest.mark.parametrize("players", PRINTED)
def test_an_odd_number_plays_the_table_of_one_more_and_the_last_number_rests_others(players: int) -> None:
    for round_, pairs in enumerate(printed(players), 1):
        pairings = RoundRobin().pair(field(players - 1, round_))
        assert [table.entrants for table in pairings.tables] == [pair for pair in pairs if players not in pair]
        (resting,) = {number for pair in pairs if players in pair for number in pair} - {players}
        assert [(rest.entrant, rest.points) for rest in pairings.byes] == [(resting, 0)]


@given(st.integers(2, 40))
@settings(max_examples=40)
def test_everyone_meets_everyone_once_and_has_either_seat_as_often(entrants: int) -> None:
    rounds = list(play(RoundRobin(), entrants, RoundRobin().plan(entrants, 2).rounds))
    met = Counter(frozenset(table.entrants) for _, pairings in rounds for table in pairings.tables)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, entrants + 1), 2))
    for entrant in range(1, entrants + 1):
        had = Counter(t.entrants.index(entrant) for _, p in rounds for t in p.tables if entrant in t.entrants)
        assert abs(had[0] - had[1]) == (entrants - 1) % 2
    rests = Counter(rest.entrant for _, pairings in rounds for rest in pairings.byes)
    assert rests == (Counter(range(1, entrants + 1)) if entrants % 2 else Counter())


def test_who_meets_an_absent_entrant_rests_for_a_win() -> None:
    pairings = RoundRobin().pair(field(6, 1, absent=(2, 3, 4)))  # 1-6 2-5 3-4
    assert [table.entrants for table in pairings.tables] == [(1, 6)]
    assert pairings.byes == (Rest(5, 2, "drawn against 2, who is absent"),)
    assert RoundRobin().pair(field(6, 1, absent=(2,), win=8)).byes[0].points == 8


def test_seed_numbers_need_not_be_without_gaps() -> None:
    gaps = Field((2, 5, 7, 30), frozenset({2, 5, 7, 30}), 2, 1, 3)
    assert [table.entrants for table in RoundRobin().pair(gaps).tables] == [(2, 30), (5, 7)]


def test_the_plan_is_one_cycle() -> None:
    assert [RoundRobin().plan(entrants, 2).rounds for entrants in range(2, 9)] == [1, 3, 3, 5, 5, 7, 7]
    assert RoundRobin().plan(7, 2).most == 7


def test_it_rejects_a_round_after_the_last() -> None:
    with pytest.raises(CannotPair, match="round 6: 5 entrants have met in rounds 1 to 5"):
        RoundRobin().pair(field(5, 6))
