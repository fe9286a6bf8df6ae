"""Round robin against the printed Berger tables, and as everyone meeting everyone."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plugins.options import InvalidOptions
from tests.tournaments.pairing.events import play
from tournaments.pairing.base import Bye, CannotPair, Field, Forfeit, Missed
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


def field(
    entrants: int, round_: int, *, absent: tuple[int, ...] = (), win: int | None = None, cycles: int = 1
) -> Field:
    numbers = tuple(range(1, entrants + 1))
    return Field(numbers, frozenset(numbers) - set(absent), 2, round_, entrants, win=win, options={"cycles": cycles})


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


def test_who_is_drawn_against_an_absent_entrant_wins_by_forfeit() -> None:
    pairings = RoundRobin().pair(field(6, 1, absent=(2, 3, 4)))  # 1-6 2-5 3-4
    assert [table.entrants for table in pairings.tables] == [(1, 6)]
    assert pairings.forfeits == (Forfeit((2, 5), 5, "drawn against 2, who is absent"),)
    assert pairings.byes == ()


def test_seed_numbers_need_not_be_without_gaps() -> None:
    gaps = Field((2, 5, 7, 30), frozenset({2, 5, 7, 30}), 2, 1, 3)
    assert [table.entrants for table in RoundRobin().pair(gaps).tables] == [(2, 30), (5, 7)]


def test_the_plan_is_one_cycle() -> None:
    assert [RoundRobin().plan(entrants, 2).rounds for entrants in range(2, 9)] == [1, 3, 3, 5, 5, 7, 7]
    assert RoundRobin().plan(7, 2).most == 7


def test_it_rejects_a_round_after_the_last() -> None:
    with pytest.raises(CannotPair, match="round 6: 5 entrants have met in rounds 1 to 5"):
        RoundRobin().pair(field(5, 6))


@pytest.mark.parametrize("players", PRINTED)
def test_two_cycles_are_the_printed_table_twice_the_last_two_rounds_of_the_first_exchanged(players: int) -> None:
    rounds = [RoundRobin().pair(field(players, n, cycles=2)).tables for n in range(1, 2 * players - 1)]
    first = printed(players)
    expected = [*first[:-2], first[-1], first[-2]]
    expected += [[(black, white) for white, black in pairs] for pairs in first]
    assert [[table.entrants for table in tables] for tables in rounds] == expected


def test_two_cycles_of_four_as_worked_by_hand() -> None:
    rounds = [[table.entrants for table in RoundRobin().pair(field(4, n, cycles=2)).tables] for n in range(1, 7)]
    assert rounds == [
        [(1, 4), (2, 3)],
        [(2, 4), (3, 1)],
        [(4, 3), (1, 2)],
        [(4, 1), (3, 2)],
        [(3, 4), (2, 1)],
        [(4, 2), (1, 3)],
    ]
    assert RoundRobin().pair(field(4, 5, cycles=2)).tables[0].why == "Berger table, cycle 2, round 2 of 3"
    assert RoundRobin().pair(field(4, 3)).tables[0].why == "Berger table, round 3"


@pytest.mark.parametrize("entrants", range(2, 21))
def test_in_two_cycles_everyone_meets_twice_in_either_seat_and_none_three_times_running(entrants: int) -> None:
    plan = RoundRobin().plan(entrants, 2, {"cycles": 2})
    rounds = [RoundRobin().pair(field(entrants, n, cycles=2)) for n in range(1, plan.rounds + 1)]
    met = Counter(table.entrants for pairings in rounds for table in pairings.tables)
    assert met == Counter({(a, b): 1 for a in range(1, entrants + 1) for b in range(1, entrants + 1) if a != b})
    rests = Counter(rest.entrant for pairings in rounds for rest in pairings.byes)
    assert rests == Counter(dict.fromkeys(range(1, entrants + 1), 2) if entrants % 2 else {})
    for entrant in range(1, entrants + 1):
        seats = [t.entrants.index(entrant) for p in rounds for t in p.tables if entrant in t.entrants]
        if entrants % 2 == 0:
            assert all(len(set(seats[start : start + 3])) == 2 for start in range(len(seats) - 2))


def test_the_plan_of_two_cycles() -> None:
    plan = RoundRobin().plan(5, 2, {"cycles": 2})
    assert (plan.rounds, plan.most) == (10, 10)
    assert plan.note == "5 entrants meet each other twice in 10 rounds, each resting twice"
    assert RoundRobin().plan(6, 2).note == "6 entrants meet each other once in 5 rounds"
    with pytest.raises(CannotPair, match="round 11: 5 entrants have met in rounds 1 to 10"):
        RoundRobin().pair(field(5, 11, cycles=2))


def test_it_rejects_other_numbers_of_cycles() -> None:
    with pytest.raises(InvalidOptions, match=r"options.cycles: 3 is not one of 1, 2"):
        RoundRobin().check(seats=2, options={"cycles": 3})
    RoundRobin().check(seats=2, options={"cycles": 2})


def test_it_rejects_late_entries() -> None:
    numbers = (1, 2, 3, 4)
    byes = (Bye(1, 4, 0, kind=Missed.LATE),)
    with pytest.raises(CannotPair, match="round 2: 4 entered late; Berger tables are drawn from all entrants before"):
        RoundRobin().pair(Field(numbers, frozenset(numbers), 2, 2, 3, byes=byes))


def test_barred_pairs_meet_and_it_is_said() -> None:
    numbers = (1, 2, 3, 4)
    pairings = RoundRobin().pair(Field(numbers, frozenset(numbers), 2, 1, 3, barred=frozenset({(1, 4), (1, 2)})))
    assert pairings.notes == ("1 and 4 are barred but meet: here everyone meets everyone",)
