"""The program of docs/api.md that checks a deal, run as it stands there."""

from __future__ import annotations

import io
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments import arena
from tournaments.events import entries, lifecycle
from tournaments.models import Bot, Match, Tournament

pytestmark = pytest.mark.django_db

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text()
SECTION = PAGE.split("### Checking a deal\n")[1].split("\n### ")[0]
SERVER = "http://testserver"

Check = Callable[[str, int], bool]


@pytest.fixture
def check(monkeypatch, anonymous) -> Check:
    """The program's `check`, its requests answered by the API of this process."""

    def urlopen(address: str) -> io.BytesIO:
        response = anonymous.get(address.removeprefix(SERVER))
        assert response.status_code == 200, response.content
        return io.BytesIO(response.content)

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    (program,) = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
    names: dict[str, Any] = {"__name__": "check_deal"}
    exec(compile(program, "docs/api.md", "exec"), names)
    found: Check = names["check"]
    return found


@pytest.fixture
def event(olga) -> Tournament:
    """A finished Swiss: more than nine entries, names beyond ASCII, one that left before the start, and a late one."""
    made = arena.event(8, start=False, format="swiss", rounds=2, boards=2, options={"start_size": 1}, late_until=2)
    zoe = arena.owner("zoe")
    for name in ("Überläufer 🂡", 'a "quoted" \\ one', "came", "gone"):
        entries.enter(actor=zoe, tournament_id=made.pk, bot_id=arena.bot(name, by=zoe).pk)
    entries.withdraw(actor=zoe, tournament_id=made.pk, bot_id=Bot.objects.get(name="gone").pk)
    lifecycle.start(actor=olga.actor, tournament_id=made.pk)
    entries.enter(actor=zoe, tournament_id=made.pk, bot_id=arena.bot("late", by=zoe).pk)
    made.refresh_from_db()
    return arena.play_out(made)


def last_match(event: Tournament) -> int:
    return Match.objects.filter(round__tournament=event).order_by("-round__number", "-table").first().pk


def wrong_lines(output: str) -> list[str]:
    return [line.split(" ")[0] for line in output.splitlines() if "BUT SHOWN IS" in line]


def test_the_deals_of_an_event_are_found_right(check, event, capsys):
    assert check(f"{SERVER}/api/v1", last_match(event))
    lines = capsys.readouterr().out.splitlines()
    assert all(line.endswith(" as shown") for line in lines)
    assert [re.sub(r" [0-9a-f]{64} .*", "", line) for line in lines] == [
        "commitment",
        "seed",
        *(f"game {board}.{rotation}" for board in (1, 2) for rotation in (0, 1)),
    ]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"secret": bytes(32)}, ["commitment", "seed", "game", "game", "game", "game"]),
        ({"seed": bytes(32)}, ["seed", "game", "game", "game", "game"]),
        ({"commitment": "0" * 64}, ["commitment"]),
    ],
)
def test_what_was_exchanged_is_found(check, event, capsys, change, wrong):
    Tournament.objects.filter(pk=event.pk).update(**change)
    assert not check(f"{SERVER}/api/v1", last_match(event))
    assert wrong_lines(capsys.readouterr().out) == wrong


def test_before_the_end_there_is_nothing_to_check(check, running):
    match = Match.objects.filter(round__tournament=running, round__number=1).first()
    with pytest.raises(SystemExit, match="is running: its secret is not shown"):
        check(f"{SERVER}/api/v1", match.pk)
