"""The swap search: fewer repeats, never more, sizes kept, and worked swaps."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.tables import Met, every_seating, repeats, times
from tournaments.pairing.exhaustive import best_tables
from tournaments.pairing.swaps import bettered
from tournaments.pairing.weights import Weights


def weights(met: Met, scores: dict[int, int] | None = None, short: dict[int, int] | None = None) -> Weights:
    none = dict.fromkeys(met, 0)
    return Weights(met, short or none, scores or none)


def test_without_repeats_nothing_moves() -> None:
    tables = [[1, 2, 3], [4, 5, 6]]
    assert bettered(tables, weights(times([(1, 4)], 6), {n: 7 * n for n in range(1, 7)})) == tables


def test_the_swap_that_costs_the_least_score() -> None:
    scores = {1: 9, 2: 9, 3: 8, 4: 7, 5: 5, 6: 4, 7: 1, 8: 0, 9: 0} | dict.fromkeys(range(10, 16), 0)
    tables = [list(range(start, start + 3)) for start in range(1, 16, 3)]
    # 3 is the lowest who repeats; 4 is the nearest in score.
    assert bettered(tables, weights(times([(2, 3)], 15), scores))[:3] == [[1, 2, 4], [3, 5, 6], [7, 8, 9]]


def test_a_repeat_goes_before_a_short_table_and_that_before_scores() -> None:
    met = times([(1, 2)], 7)
    scores = {1: 9, 2: 8, 3: 8, 4: 8, 5: 0, 6: 0, 7: 0}
    tables = [[1, 2, 3, 4], [5, 6, 7]]
    # Someone of the short table must come up: 7, who has sat there before; and 2 goes down, which costs less than 1.
    short = scores | {7: 100}
    assert [sorted(table) for table in bettered(tables, weights(met, scores, short))] == [[1, 3, 4, 7], [2, 5, 6]]
    # Unless 2 has sat there too.
    short = scores | {2: 108, 7: 100}
    assert [sorted(table) for table in bettered(tables, weights(met, scores, short))] == [[2, 3, 4, 7], [1, 5, 6]]


def test_what_no_swap_can_better_stays() -> None:
    met = times(list(combinations(range(1, 7), 2)), 6)
    assert bettered([[1, 2, 3], [4, 5, 6]], weights(met)) == [[1, 2, 3], [4, 5, 6]]


def test_at_equal_repeats_scores_come_nearer() -> None:
    met = times(list(combinations(range(1, 7), 2)), 6)
    scores = {1: 9, 2: 9, 3: 0, 4: 9, 5: 0, 6: 0}
    assert [sorted(table) for table in bettered([[1, 2, 3], [4, 5, 6]], weights(met, scores))] == [[1, 2, 4], [3, 5, 6]]


def test_it_looks_beyond_the_neighbours() -> None:
    # 1 has met everyone but those at the last table.
    tables = [list(range(start, start + 3)) for start in range(1, 90, 3)]
    met = times([(1, other) for other in range(2, 88)], 90)
    assert repeats(bettered(tables, weights(met)), met) == 0


def test_it_goes_past_dead_ends() -> None:
    # The lines of three of the four directions of a plane of nine, five times over: only the fourth has no repeat.
    met: Met = {entrant: {} for entrant in range(1, 46)}
    tables: list[list[int]] = []
    for base in range(1, 46, 9):
        for a, b in combinations(range(9), 2):
            (x, y), (v, w) = divmod(a, 3), divmod(b, 3)
            if (x - v) % 3 != (y - w) % 3:
                met[base + a][base + b] = met[base + b][base + a] = 1
        tables += [[base + 3 * row + column for column in range(3)] for row in range(3)]
    assert repeats(tables, met) == 45
    assert repeats(bettered(tables, weights(met)), met) == 0


@given(st.data(), st.integers(5, 7), st.integers(3, 5))
@settings(max_examples=40)
def test_no_swap_is_left_and_sizes_stay(data: st.DataObject, tables: int, size: int) -> None:
    entrants = list(range(1, tables * size + 1))
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(entrants, 2))), max_size=60))
    met, scores = times(pairs, len(entrants)), {entrant: data.draw(st.integers(0, 6)) for entrant in entrants}
    before = [entrants[start : start + size] for start in range(0, len(entrants), size)]
    after = bettered(before, weights(met, scores))
    assert repeats(after, met) <= repeats(before, met)
    assert [len(table) for table in after] == [size] * tables
    assert sorted(entrant for table in after for entrant in table) == entrants
    for here, there in combinations(range(tables), 2):
        for x in range(size):
            for y in range(size):
                swapped = [list(table) for table in after]
                swapped[here][x], swapped[there][y] = swapped[there][y], swapped[here][x]
                assert repeats(swapped, met) >= repeats(after, met)


def cost(tables: list[list[int]], what: Weights) -> tuple[int, int, int]:
    full = max(map(len, tables))
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return (
        sum(what.meetings[a].get(b, 0) for a, b in pairs),
        sum(what.short[entrant] for table in tables if len(table) < full for entrant in table),
        sum((what.scores[a] - what.scores[b]) ** 2 for a, b in pairs),
    )


@pytest.mark.parametrize("sizes", [(3, 3), (3, 3, 3), (4, 4), (4, 3), (4, 3, 3), (6, 4)])
@given(data=st.data())
@settings(max_examples=12)
def test_small_fields_have_the_best_tables_there_are(sizes: tuple[int, ...], data: st.DataObject) -> None:
    entrants = list(range(1, sum(sizes) + 1))
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(entrants, 2))), min_size=8, max_size=40))
    each = {entrant: data.draw(st.integers(0, 5)) for entrant in entrants}
    what = Weights(times(pairs, len(entrants)), {entrant: each[entrant] % 3 for entrant in entrants}, each)
    left = iter(entrants)
    start = [[next(left) for _ in range(size)] for size in sizes]
    best = min(cost([list(table) for table in tables], what) for tables in every_seating(entrants, sizes))
    assert cost(best_tables(start, what), what) == best
    found = bettered(start, what)
    assert [len(table) for table in found] == list(sizes)
    if cost(start, what)[0]:
        assert cost(found, what) == best
    else:
        assert found == start
