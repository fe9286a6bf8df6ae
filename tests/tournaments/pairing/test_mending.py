"""Planned tables that entrants are missing from, worked by hand."""

import pytest

from tournaments.pairing.base import Field, Meeting
from tournaments.pairing.mending import drawn, mended


def field(present: set[int], seats: int, meetings: tuple[Meeting, ...] = ()) -> Field:
    numbers = tuple(range(1, 17))
    return Field(numbers, frozenset(present), seats, 2, 5, meetings)


def placed(
    planned: list[list[int]], present: set[int], seats: int, *met: tuple[int, ...]
) -> tuple[list[list[int]], list[int]]:
    meetings = tuple(Meeting(1, number, table, (2,) * len(table)) for number, table in enumerate(met, 1))
    tables, resting = mended(planned, field(present, seats, meetings))
    return [sorted(table) for table in tables], resting


FOURS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


def test_three_or_more_play_with_empty_seats() -> None:
    assert placed(FOURS, {1, 2, 3, 5, 6, 7, 8, 10, 11, 12}, 4) == ([[1, 2, 3], [5, 6, 7, 8], [10, 11, 12]], [])


def test_two_tables_of_two_sit_together() -> None:
    assert placed(FOURS, {1, 2, 5, 6, 9, 10, 11, 12}, 4) == ([[9, 10, 11, 12], [1, 2, 5, 6]], [])


def test_one_left_over_takes_the_empty_seat_where_it_has_met_the_fewest() -> None:
    present = {1, 5, 6, 7, 9, 10, 11}
    assert placed(FOURS, present, 4) == ([[1, 5, 6, 7], [9, 10, 11]], [])
    assert placed(FOURS, present, 4, (1, 5, 12)) == ([[5, 6, 7], [1, 9, 10, 11]], [])


def test_without_empty_seats_others_join() -> None:
    present = {1, 5, 6, 7, 8, 9, 10, 11, 12}
    # The highest number comes, then the next from a table that still has more than three.
    assert placed(FOURS, present, 4) == ([[5, 6, 7], [9, 10, 11], [1, 8, 12]], [])
    tables, resting = placed(FOURS, present, 4, (1, 12, 11))
    assert resting == []
    assert sorted(map(len, tables)) == [3, 3, 3]
    assert not any({1, 12} <= set(table) or {1, 11} <= set(table) for table in tables)


def test_at_three_seats_two_left_over_rest_or_sit_with_who_would_have_rested() -> None:
    threes = [[1, 2, 3], [4, 5, 6]]
    assert placed(threes, {1, 2, 4, 5, 6}, 3) == ([[4, 5, 6]], [2, 1])
    assert placed(threes, {1, 2, 4, 5, 6, 7}, 3) == ([[4, 5, 6], [1, 2, 7]], [])


def test_five_at_four_seats() -> None:
    assert placed([[1, 2, 3, 4]], {1, 2, 3, 4, 5}, 4) == ([[1, 2, 3, 4]], [5])
    assert placed([[1, 2, 3, 4]], {1, 2, 3, 5}, 4) == ([[1, 2, 3, 5]], [])


def test_drawn_tables_are_of_such_as_have_not_met() -> None:
    meetings = (
        Meeting(1, 1, (1, 4, 7), (2, 2, 2)),
        Meeting(1, 2, (2, 5, 8), (2, 2, 2)),
        Meeting(1, 3, (3, 6, 9), (2, 2, 2)),
    )
    tables, resting = drawn(field(set(range(1, 10)), 3, meetings))
    assert resting == []
    assert all(len({(one - 1) % 3 for one in table}) == 3 for table in tables)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everyone_present_is_placed_once_whoever_is_missing(seats: int) -> None:
    planned = [list(range(start, start + seats)) for start in range(1, 2 * seats + 1, seats)]
    for bits in range(1 << 2 * seats):
        present = {one for one in range(1, 2 * seats + 1) if bits >> one - 1 & 1}
        if len(present) >= 3:
            tables, resting = mended(planned, field(present, seats))
            assert sorted([*resting, *(one for table in tables for one in table)]) == sorted(present)
            assert all(3 <= len(table) <= seats for table in tables)
            assert len(resting) == (len(present) % 3 if seats == 3 else int((len(present), seats) == (5, 4)))
