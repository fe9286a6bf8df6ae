"""The swap search: fewer repeats, never more, sizes kept, and worked swaps."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.swaps import fewer_repeats


def times(pairs: list[tuple[int, int]], entrants: int) -> dict[int, dict[int, int]]:
    met: dict[int, dict[int, int]] = {entrant: {} for entrant in range(1, entrants + 1)}
    for a, b in pairs:
        met[a][b] = met[b][a] = met[a].get(b, 0) + 1
    return met


def repeats(tables: list[list[int]], met: dict[int, dict[int, int]]) -> int:
    return sum(met[a].get(b, 0) for table in tables for a, b in combinations(table, 2))


def test_without_repeats_nothing_moves() -> None:
    tables = [[1, 2, 3], [4, 5, 6]]
    assert fewer_repeats(tables, times([(1, 4)], 6), dict.fromkeys(range(1, 7), 0)) == tables


def test_the_swap_that_costs_the_least_score() -> None:
    scores = {1: 9, 2: 9, 3: 8, 4: 7, 5: 5, 6: 4, 7: 1, 8: 0, 9: 0}
    found = fewer_repeats([[1, 2, 3], [4, 5, 6], [7, 8, 9]], times([(2, 3)], 9), scores)
    # 3 is the lowest who repeats; 4 is the nearest in score.
    assert found == [[1, 2, 4], [3, 5, 6], [7, 8, 9]]


def test_what_no_swap_can_better_stays() -> None:
    met = times(list(combinations(range(1, 7), 2)), 6)
    assert fewer_repeats([[1, 2, 3], [4, 5, 6]], met, dict.fromkeys(range(1, 7), 0)) == [[1, 2, 3], [4, 5, 6]]


def test_at_equal_repeats_scores_come_nearer() -> None:
    met = times(list(combinations(range(1, 7), 2)), 6)
    scores = {1: 9, 2: 9, 3: 0, 4: 9, 5: 0, 6: 0}
    assert fewer_repeats([[1, 2, 3], [4, 5, 6]], met, scores) == [[1, 2, 4], [3, 5, 6]]


def test_three_change_places_where_two_cannot_help() -> None:
    # Found by trying: swaps of two end with one repeat here.
    pairs = [(1, 2), (1, 6), (2, 4), (2, 5), (2, 6), (2, 9), (3, 5), (3, 6), (3, 9), (4, 5), (4, 6), (4, 8), (7, 8)]
    met = times(pairs, 9)
    after = fewer_repeats([[1, 2, 3], [4, 5, 6], [7, 8, 9]], met, dict.fromkeys(range(1, 10), 0))
    assert repeats(after, met) == 0


def test_it_looks_beyond_the_neighbours() -> None:
    # 1 and 2 have met everyone but those at the last table.
    tables = [list(range(start, start + 3)) for start in range(1, 90, 3)]
    met = times([(a, b) for a in (1, 2) for b in range(a + 1, 88)], 90)
    assert repeats(fewer_repeats(tables, met, dict.fromkeys(range(1, 91), 0)), met) < repeats(tables, met)


@given(st.data(), st.integers(2, 6), st.integers(3, 5))
def test_never_more_repeats_and_the_same_sizes(data: st.DataObject, tables: int, size: int) -> None:
    entrants = list(range(1, tables * size + 1))
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(entrants, 2))), max_size=60))
    met, scores = times(pairs, len(entrants)), {entrant: data.draw(st.integers(0, 6)) for entrant in entrants}
    before = [entrants[start : start + size] for start in range(0, len(entrants), size)]
    after = fewer_repeats(before, met, scores)
    assert repeats(after, met) <= repeats(before, met)
    assert [len(table) for table in after] == [size] * tables
    assert sorted(entrant for table in after for entrant in table) == entrants
    # No swap of two of whom one repeats is left that would save a repeat.
    for here, there in combinations(range(tables), 2):
        for x in range(size):
            for y in range(size):
                swapped = [list(table) for table in after]
                swapped[here][x], swapped[there][y] = swapped[there][y], swapped[here][x]
                assert repeats(swapped, met) >= repeats(after, met)
