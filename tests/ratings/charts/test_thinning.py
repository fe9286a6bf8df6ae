"""What is left of a line: ends and extremes of every column of dots, and no more than can be seen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ratings.charts.thinning import COLUMNS, thin

SHARES = st.floats(0, 1)


@given(st.lists(st.tuples(SHARES, SHARES), max_size=200), st.integers(1, 30))
def test_every_column_keeps_its_ends_and_extremes(points: list[tuple[float, float]], columns: int) -> None:
    points.sort(key=lambda point: point[0])
    across, up = [x for x, _ in points], [y for _, y in points]
    kept = thin(across, up, columns=columns)
    assert kept == sorted(set(kept))
    assert len(kept) <= 4 * (columns + 1)
    for column in range(columns + 1):
        inside = [at for at in range(len(points)) if column <= across[at] * columns < column + 1]
        left = [at for at in kept if at in set(inside)]
        assert bool(inside) == bool(left)
        if inside:
            assert (left[0], left[-1]) == (inside[0], inside[-1])
            assert min(up[at] for at in left) == min(up[at] for at in inside)
            assert max(up[at] for at in left) == max(up[at] for at in inside)


def test_a_million_points_become_a_few_and_the_one_that_sticks_out_stays() -> None:
    number = 1_000_000
    up = [0.5] * number
    up[123_457], up[765_431] = 1.0, 0.0
    kept = thin([at / number for at in range(number)], up)
    assert {0, 123_457, 765_431, number - 1} <= set(kept)
    assert len(kept) <= 4 * COLUMNS
