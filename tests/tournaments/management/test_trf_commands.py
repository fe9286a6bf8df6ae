"""`manage.py import_trf` and `export_trf`: what they print, what they make, and what they refuse."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments import arena
from tournaments.models import Tournament
from tournaments.trf.read import read

pytestmark = pytest.mark.django_db
FILE = Path(__file__).parents[2] / "data" / "dutch" / "t027.trf"
GIVEN = ("--organiser", "olga", "--engine", "trash")


@pytest.fixture(autouse=True)
def _olga(messages: Any) -> None:
    arena.organiser("olga")


def run(*arguments: object) -> str:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def test_a_file_becomes_an_event_and_a_file_again(tmp_path: Path) -> None:
    said = run("import_trf", FILE, *GIVEN, "--policy", "greedy", "--rounds", 9, "--variant", "short")
    event = Tournament.objects.get()
    assert said == (
        f"tournament {event.pk}: AutoTest Tournament 1027, 10 entries, 5 of 9 rounds played; it is paused, and resume "
        "pairs the next\n"
    )
    assert (event.variant, event.organiser.get_username()) == ("short", "olga")
    for form, tags in (("2016", ("XXR", "XXC")), ("2026", ("142", "152", "192"))):
        text = run("export_trf", event.pk, "--form", form)
        assert {line[:3] for line in text.splitlines()} >= set(tags)
        assert [player.cells for player in read(text).players] == [
            player.cells for player in read(FILE.read_bytes()).players
        ]
    path = tmp_path / "again.trf"
    path.write_text(run("export_trf", event.pk), newline="")
    assert json.loads(run("pair", "--trf", path, "--check", "--json"))["differences"] == {}


def test_it_says_who_is_missing() -> None:
    with pytest.raises(
        CommandError, match="olga has no bot with a version for 10 of 10 players of trash: Test0001 Play"
    ):
        run("import_trf", FILE, *GIVEN)


@pytest.mark.parametrize(
    ("arguments", "saying"),
    [
        (("import_trf", FILE, "--organiser", "nobody", "--engine", "trash"), "no account 'nobody'"),
        (("import_trf", "/no/such.trf", *GIVEN), "/no/such.trf: cannot be read: No such file"),
        (("import_trf", FILE, *GIVEN, "--policy", "greedy", "--rounds", 3), "rounds: 3 are fewer than the 5"),
        (("import_trf", FILE, *GIVEN, "--format", "pods"), "invalid choice: 'pods'"),
        (("export_trf", 7), "there is no tournament 7"),
        (("export_trf", 10**30), "there is no tournament"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[object, ...], saying: str) -> None:
    with pytest.raises(CommandError, match=saying):
        run(*arguments)
    assert not Tournament.objects.exists()


def test_an_event_that_is_no_file_is_refused() -> None:
    event = arena.event(3, format="pods", seats=3)
    with pytest.raises(CommandError, match="has tables of 3 seats"):
        run("export_trf", event.pk)
