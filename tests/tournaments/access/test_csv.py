"""Comma-separated values: RFC 4180, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.access.csv import parts, written

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def test_it_is_as_rfc_4180_writes_it() -> None:
    text = written(["bot", "points"], [['a "b", c', 3], ["d", None], ["two\r\nlines", -1]])
    assert text == 'bot,points\r\n"a ""b"", c",3\r\nd,\r\n"two\r\nlines",-1\r\n'


@pytest.mark.parametrize("mark", DANGEROUS)
def test_a_formula_becomes_a_text(mark: str) -> None:
    (_, (cell, blank, number)) = csv.reader(io.StringIO(written(["a", "b", "c"], [[f"{mark}1+1", f" {mark}x", -2]])))
    assert cell == f"'{mark}1+1"
    assert blank == f"' {mark}x"
    assert number == "-2"


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",))), min_size=1, max_size=4))
def test_it_is_read_back_and_never_a_formula(cells: list[str]) -> None:
    text = written(["c"] * len(cells), [cells])
    _, found = csv.reader(io.StringIO(text, newline=""))
    for cell, shown in zip(cells, found, strict=True):
        assert shown in (cell, f"'{cell}")
        assert not shown.lstrip(" ").startswith(DANGEROUS)


@pytest.mark.parametrize("rows", range(6))
def test_parts_make_up_the_whole(rows: int) -> None:
    lines = [[f"=a{n}", 0.1 * n] for n in range(rows)]
    found = list(parts(["a", "b"], iter(lines), lines=2))
    assert "".join(found) == written(["a", "b"], lines)
    assert found[0] == "a,b\r\n"
    assert len(found) == 1 + (rows + 1) // 2


def test_doubles_come_back_as_they_went() -> None:
    values = [0.1, -1 / 3, 1e300, 5e-324, 24.999999999999996]
    (_, cells) = csv.reader(io.StringIO(written(["a"] * 5, [values]), newline=""))
    assert [float(cell) for cell in cells] == values
