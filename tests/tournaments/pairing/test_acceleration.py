"""Accelerated rounds against the numbers that FIDE C.04.5.1 itself gives."""

import pytest

from tests.tournaments.pairing.events import play
from tournaments.pairing.acceleration import bonus, last_accelerated, virtual_points
from tournaments.pairing.base import Field
from tournaments.pairing.swiss import Swiss


def test_161_players_have_82_in_the_upper_group() -> None:
    assert last_accelerated(range(1, 162)) == 82


@pytest.mark.parametrize(("entrants", "last"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 4), (8, 4), (9, 6), (100, 50)])
def test_the_upper_group_is_half_rounded_up_to_an_even_number(entrants: int, last: int) -> None:
    assert last_accelerated(range(1, entrants + 1)) == last


def test_with_gaps_in_the_numbers_the_entrants_are_counted() -> None:
    assert last_accelerated([2, 3, 5, 8, 13, 21, 34, 55]) == 8


def test_nine_rounds_have_a_full_point_in_three_and_half_a_point_in_two() -> None:
    assert [virtual_points(round_, 9, 2) for round_ in range(1, 10)] == [2, 2, 2, 1, 1, 0, 0, 0, 0]
    assert [virtual_points(round_, 9, 12) for round_ in range(1, 10)] == [12, 12, 12, 6, 6, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("rounds", "points"),
    [(1, [2]), (2, [2, 0]), (5, [2, 2, 1, 0, 0]), (7, [2, 2, 1, 1, 0, 0, 0]), (11, [2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0])],
)
def test_halves_of_rounds_are_rounded_up(rounds: int, points: list[int]) -> None:
    assert [virtual_points(round_, rounds, 2) for round_ in range(1, rounds + 1)] == points


def test_late_entrants_belong_where_their_number_is() -> None:
    started = [10, 20, 30, 40, 50, 60, 70, 80]
    last = last_accelerated(started)
    assert bonus([*started, 15, 90], last, 2, 9, 2) == {10: 2, 15: 2, 20: 2, 30: 2, 40: 2}
    assert bonus(started, last, 4, 9, 2) == {10: 1, 20: 1, 30: 1, 40: 1}
    assert bonus(started, last, 6, 9, 2) == {}


def test_the_first_round_pairs_each_group_in_itself() -> None:
    ((field, _),) = play(Swiss(), 8, 1)
    accelerated = Field(field.entrants, field.present, 2, 1, 9, bonus=bonus(field.entrants, 4, 1, 9, 2))
    pairings = Swiss().pair(accelerated)
    assert [sorted(table.entrants) for table in pairings.tables] == [[1, 3], [2, 4], [5, 7], [6, 8]]
    assert pairings.tables[0].why == "both on 0 + 2 points, 1 and 3 of the 4 who stay there"


def test_it_rejects_what_it_cannot_divide() -> None:
    with pytest.raises(ValueError, match="entrants: none; acceleration needs those entered before the first round"):
        last_accelerated([])
    with pytest.raises(ValueError, match="round: 0 is not 1 or more"):
        virtual_points(0, 9, 2)
