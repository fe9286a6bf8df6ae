"""Colours of FIDE Dutch: cases read off the articles of C.04.3."""

import pytest

from tournaments.pairing.base import Bye, Field, Meeting, Missed
from tournaments.pairing.colours import FIRST, Pasts, Preference, Strength, preference


@pytest.mark.parametrize(
    ("had", "expected"),
    [
        ("", ("w", "NONE")),
        ("w", ("b", "STRONG")),
        ("b", ("w", "STRONG")),
        ("wb", ("w", "MILD")),
        ("bw", ("b", "MILD")),
        ("ww", ("b", "ABSOLUTE")),
        ("wbw", ("b", "STRONG")),
        ("bww", ("b", "ABSOLUTE")),  # twice the same, whatever the difference
        ("wwbb", ("w", "ABSOLUTE")),
        ("wwwbb", ("w", "ABSOLUTE")),
        ("wbwbw", ("b", "STRONG")),
        ("wbwwbw", ("b", "ABSOLUTE")),  # a difference of two
        ("wwwwbb", ("b", "ABSOLUTE")),  # the difference decides
    ],
)
def test_preferences(had: str, expected: tuple[str, str]) -> None:
    seat, strength = expected
    assert preference(["wb".index(colour) for colour in had]) == Preference("wb".index(seat), Strength[strength])


def field(meetings: list[tuple[int, int, int, int]], entrants: int = 6, *, rounds: int = 9, **more: object) -> Field:
    """Meetings (round, first, second, points of the first) of two."""
    rows = [Meeting(r, n, (a, b), (p, 2 - p)) for n, (r, a, b, p) in enumerate(meetings, 1)]
    numbers = tuple(range(1, entrants + 1))
    last = max((row.round for row in rows), default=0)
    values = {"meetings": tuple(rows), "present": frozenset(numbers), "round": last + 1, **more}
    return Field(numbers, seats=2, rounds=rounds, **values)  # type: ignore[arg-type]


def seated(field: Field, a: int, b: int, initial: int = FIRST) -> tuple[int, str]:
    """Who has the first seat, and the article, the same for both orders of asking."""
    pasts = Pasts(field)
    first, second, why = pasts.seated(a, b, initial)
    assert pasts.seated(b, a, initial) == (first, second, why)
    assert {first, second} == {a, b}
    return first, why[-6:-1]


def test_both_get_what_they_prefer() -> None:
    assert seated(field([(1, 1, 2, 1), (1, 3, 4, 1)]), 1, 4) == (4, "5.2.1")


def test_one_without_preference_takes_the_other_seat() -> None:
    assert seated(field([(1, 1, 2, 1)]), 1, 5) == (5, "5.2.1")
    assert seated(field([(1, 1, 2, 1)]), 2, 5) == (2, "5.2.1")


def test_the_stronger_preference_is_granted() -> None:
    # 1: ww, absolute for the second; 5: w, strong for it.
    assert seated(field([(1, 1, 2, 1), (2, 1, 3, 1), (2, 5, 6, 1)]), 1, 5) == (5, "5.2.2")


def test_of_absolute_ones_the_wider_difference_is_granted() -> None:
    # 1: ww, difference 2; 4: bww, difference 1; both absolute for the second.
    games = [(1, 5, 4, 1), (2, 1, 2, 1), (2, 4, 6, 1), (3, 1, 3, 1), (3, 4, 2, 1)]
    assert seated(field(games), 1, 4) == (4, "5.2.2")


def test_they_change_seats_from_when_they_last_differed() -> None:
    games = [(1, 1, 2, 1), (1, 4, 3, 1), (2, 3, 1, 1), (2, 2, 4, 1)]  # 1: wb, 4: wb: never differed
    assert seated(field(games), 1, 4) == (1, "5.2.4")
    games = [(1, 1, 2, 1), (2, 3, 1, 1), (3, 1, 4, 1), (4, 5, 1, 1)]  # 1: wbwb, mild: w
    games += [(1, 5, 6, 1), (2, 6, 2, 1), (3, 6, 3, 1), (4, 2, 6, 1)]  # 6: bwwb, mild: w
    # The last two games were alike; before, 1 had the second seat and 6 the first.
    assert seated(field(games), 1, 6) == (1, "5.2.3")


def test_the_higher_is_granted_what_it_prefers() -> None:
    both_had_first = [(1, 1, 2, 0), (1, 3, 4, 2)]
    assert seated(field(both_had_first), 1, 3) == (1, "5.2.4")  # 3 has more points, and takes the second seat
    assert seated(field(both_had_first, bonus={1: 4}), 1, 3) == (3, "5.2.4")


@pytest.mark.parametrize(("pair", "first"), [((1, 4), 1), ((2, 5), 5), ((3, 6), 3)])
def test_odd_numbers_have_the_initial_seat(pair: tuple[int, int], first: int) -> None:
    assert seated(field([]), *pair) == (first, "5.2.5")
    assert seated(field([]), *pair, initial=1)[0] == sum(pair) - first


def test_numbers_are_of_those_who_were_ever_there() -> None:
    late = field([], present=frozenset({2, 3, 5, 6}))
    assert dict(Pasts(late).numbers) == {2: 1, 3: 2, 5: 3, 6: 4}
    gone = field([(1, 1, 2, 1)], present=frozenset({2, 5}))
    assert dict(Pasts(gone).numbers) == {1: 1, 2: 2, 5: 3}


def test_who_must_have_the_same_seat_may_not_meet_unless_a_topscorer_in_the_last_round() -> None:
    games = [(1, 1, 2, 2), (1, 3, 4, 0), (2, 1, 5, 2), (2, 3, 6, 0)]
    assert not Pasts(field(games)).may_meet(1, 3)
    assert Pasts(field(games)).may_meet(1, 6)
    assert not Pasts(field(games)).may_meet(1, 2)
    assert Pasts(field(games, rounds=3)).top == {1}
    assert Pasts(field(games, rounds=3)).may_meet(1, 3)


def test_a_forfeit_is_no_game_and_a_win_by_it_blocks_a_bye() -> None:
    meetings = (Meeting(1, 1, (1, 2), (2, 0), forfeit=True), Meeting(1, 2, (3, 4), (0, 0), forfeit=True))
    byes = (Bye(1, 5, 2), Bye(1, 6, 2, Missed.GRANTED), Bye(1, 7, 1, Missed.REQUESTED), Bye(1, 8, 2, Missed.LATE))
    pasts = Pasts(Field(tuple(range(1, 9)), frozenset(range(1, 9)), 2, 2, 5, meetings, byes))
    assert pasts.may_meet(1, 2)
    assert pasts.preferences[1].strength == Strength.NONE
    assert [n for n in range(1, 9) if pasts.may_rest(n)] == [2, 3, 4, 7]
