"""Text tables."""

from __future__ import annotations

import pytest

from ratings.management.table import table


def test_numbers_stand_right_and_words_left():
    assert table(["place", "bot", "points"], [[1, "Lovelace", 20.0], [10, "X", 7.5]]) == (
        "place  bot       points\n-----  --------  ------\n    1  Lovelace   20.00\n   10  X           7.50"
    )


def test_floats_have_as_many_decimals_as_asked_for():
    assert table(["loss", "n"], [[0.69315, 3]], decimals=3).splitlines()[2] == "0.693  3"


def test_nothing_is_an_empty_cell_and_no_rows_a_heading():
    assert table(["a", "b"], [[None, "x"]]).splitlines()[2] == "   x"
    assert table(["a", "b"], []) == "a  b\n-  -"


def test_a_short_row_is_refused():
    with pytest.raises(ValueError, match=r"row \(1,\): 1 cells for 2 columns"):
        table(["a", "b"], [[1]])
