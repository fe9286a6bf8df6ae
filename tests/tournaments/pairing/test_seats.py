"""Seats: who sits first, and what a pair costs those who care."""

from dataclasses import replace

import pytest

from plugins.options import InvalidOptions
from tests.tournaments.pairing.events import play
from tournaments.pairing.base import CannotPair, Field, Meeting, Pairings
from tournaments.pairing.seats import balance, balanced, preferred, seat_costs, seated
from tournaments.pairing.swiss import Swiss


def test_balance_and_preference() -> None:
    assert [balance(had) for had in ((), (0,), (1, 1), (0, 1, 0))] == [0, 1, -2, 1]
    assert [preferred(had) for had in ((), (0,), (1, 1), (0, 1), (1, 0), (0, 1, 0))] == [None, 1, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("one", "other", "costs"),
    [
        ((), (), (0, 0, 0)),
        ((0,), (1,), (0, 0, 0)),
        ((0,), (0,), (0, 0, 1)),
        ((1, 0, 0), (0, 0), (1, 0, 1)),
        ((0, 0), (0, 0), (1, 1, 1)),
        ((0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 1)),
        ((1, 1), (1, 0, 1), (0, 0, 1)),
        ((1, 1, 1, 1), (0, 0, 0, 0), (0, 0, 0)),
    ],
)
def test_what_a_pair_costs(one: tuple[int, ...], other: tuple[int, ...], costs: tuple[int, ...]) -> None:
    had = {1: one, 2: other}
    assert seat_costs(had)(1, 2) == seat_costs(had)(2, 1) == costs


def test_where_seats_matter_nobody_sits_a_third_time_running_for_the_balance_of_another() -> None:
    had = {1: (0, 1, 0, 0, 1, 1), 2: (1, 1, 1, 0)}
    assert seated((1, 2), had, 7) == (2, 1)
    assert balanced((1, 2), had, 7) == (1, 2)


class Balancing(Swiss):
    def _pair(self, field: Field) -> Pairings:
        return super()._pair(replace(field, options={"balance_seats": True}))


def runs_and_difference(format_: Swiss, seed: int) -> tuple[int, int]:
    """How often someone of 60 had a seat for the third time running in nine rounds, and the greatest difference."""
    sat: dict[int, list[int]] = {entrant: [] for entrant in range(1, 61)}
    for _, pairings in play(format_, 60, 9, seed=seed):
        for table in pairings.tables:
            for seat, entrant in enumerate(table.entrants):
                sat[entrant].append(seat)
    runs = sum(len(set(had[start : start + 3])) == 1 for had in sat.values() for start in range(7))
    return runs, max(abs(balance(had[:rounds])) for had in sat.values() for rounds in range(10))


def test_whole_events_hardly_have_a_seat_three_times_running() -> None:
    """Floats go before seats, so that it cannot always be avoided; without the option it is common."""
    found = [runs_and_difference(Balancing(), seed) for seed in (3, 4, 5)]
    assert sum(runs for runs, _ in found) <= 3
    assert all(difference == 2 for _, difference in found)
    runs, difference = runs_and_difference(Swiss(), 3)
    assert runs > 5
    assert difference == 3


def test_who_want_the_same_seat_are_not_paired() -> None:
    past = (
        Meeting(1, 1, (1, 2), (1, 1)),
        Meeting(1, 2, (3, 4), (1, 1)),
        Meeting(2, 1, (1, 4), (1, 1)),
        Meeting(2, 2, (3, 2), (1, 1)),
        Meeting(1, 3, (5, 6), (1, 1)),
        Meeting(1, 4, (8, 7), (1, 1)),
        Meeting(2, 3, (5, 7), (1, 1)),
        Meeting(2, 4, (8, 6), (1, 1)),
    )
    field = Field(tuple(range(1, 9)), frozenset(range(1, 9)), 2, 3, 3, past)
    # 1, 3, 5 and 8 have sat first twice, 2, 4, 6 and 7 second.
    assert [set(table.entrants) for table in Swiss().pair(field).tables] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert [table.entrants for table in Balancing().pair(field).tables] == [(6, 1), (2, 5), (7, 3), (4, 8)]


def test_the_option_is_for_matches_in_which_seats_are_not_rotated() -> None:
    swiss = Swiss()
    assert swiss.complete({}) == {"balance_seats": False}
    swiss.check(seats=2, rotate=False, options={"balance_seats": True})
    swiss.check(seats=2, rotate=True, options={"balance_seats": False})
    with pytest.raises(CannotPair, match=r"options.balance_seats: true is only for events with rotate: false"):
        swiss.check(seats=2, rotate=True, options={"balance_seats": True})
    with pytest.raises(InvalidOptions, match=r"options\.balance_seats"):
        swiss.check(seats=2, rotate=False, options={"balance_seats": 1})
