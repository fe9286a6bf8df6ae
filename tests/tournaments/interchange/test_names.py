"""What bots and files are called in what is exported."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.interchange.names import NAME_WIDTH, ascii_text, file_name, player_name
from tournaments.models import Tournament


@pytest.mark.parametrize(
    ("bot", "version", "name"),
    [
        ("Lovelace", 2, "Lovelace v2"),
        ("Größe 1", 1, "Gro?e 1 v1"),
        ("Ève  Doe", 3, "Eve Doe v3"),
        ("Бот", 1, "??? v1"),
        ("x" * 64, 12, "x" * 29 + " v12"),
    ],
)
def test_names_of_players(bot: str, version: int, name: str) -> None:
    assert player_name(bot, version) == name


@given(st.text(min_size=1, max_size=64), st.integers(1, 10**6))
def test_a_name_fits_its_columns(bot: str, version: int) -> None:
    name = player_name(bot, version)
    assert name.isascii()
    assert len(name) <= NAME_WIDTH
    assert name.endswith(f"v{version}")
    assert ascii_text(name) == name.strip()


@given(st.text(max_size=100))
def test_a_file_name_needs_no_quoting(name: str) -> None:
    """Whatever the event is called: no line break, quote or path in a header."""
    assert re.fullmatch(r"[a-z0-9_-]+-7\.csv", file_name(Tournament(pk=7, name=name), "csv"))


def test_a_file_is_called_as_its_event() -> None:
    assert file_name(Tournament(pk=12, name='Spring "Swiss"\r\n; 2026'), "trf") == "spring-swiss-2026-12.trf"
    assert file_name(Tournament(pk=12, name="Бот"), "trf") == "tournament-12.trf"
