"""The first page of the admin, and the page of engines."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from plugins import registry
from plugins.registry import Candidate, Registry
from tests.tournaments import arena
from tests.tournaments.admin.world import World
from tests.tournaments.bots.uploading import sandbox_at
from tests.tournaments.qualified import give_program
from tournaments.admin.dashboard import _age
from tournaments.events import lifecycle
from tournaments.models import Entry, Match

pytestmark = pytest.mark.django_db
ENGINES = "/admin/tournaments/tournament/engines/"


def cards(client: Client) -> dict[str, Any]:
    return {card["title"]: card for card in client.get("/admin/").context["cards"]}


def test_an_empty_server(staff: Client) -> None:
    assert [card["value"] for card in cards(staff).values()] == [0] * 6
    assert cards(staff)["Matches waiting"]["note"] == "none is waiting in a running event"


def test_what_runs_and_what_waits(staff: Client, world: World) -> None:
    assert (world.over.name, world.open.name, world.draft.name, world.live.name) == ("Over", "Open", "Draft", "Live")
    event = arena.event(4, name="Busy")
    hour_ago = timezone.now() - timedelta(minutes=61)
    Match.objects.filter(round__tournament=event, table=1).update(created_at=hour_ago)
    found = cards(staff)
    assert (found["Running events"]["value"], found["Open for entries"]["value"]) == (2, 1)
    assert (found["Matches waiting"]["value"], found["Matches waiting"]["note"]) == (2, "the oldest for 61 min")
    context = staff.get("/admin/").context
    assert [row.name for row in context["running"]] == ["Busy", "Live"]
    assert [match.pk for match in context["void_matches"]] == [world.void.pk]
    for card in found.values():
        assert staff.get(card["url"]).status_code == 200


def test_what_waits_in_each_queue_and_why(staff: Client, world: World) -> None:
    """Worked by hand: one match of four is a program's, and no worker's machine can run it."""
    lack = "bwrap is not installed: install it"
    sandbox_at("blade7", works=False, lacks=lack)
    event = arena.event(8, start=False)
    entry = event.entries.order_by("id")[0]
    Entry.objects.filter(pk=entry.pk).update(version=give_program(entry.bot, "honest.py"))
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    _ = world.trial
    context = staff.get("/admin/").context
    shown = {row["queue"].name: row["queue"] for row in context["queues"]}
    assert [(queue.matches, queue.trials, queue.playing) for queue in shown.values()] == [
        (3, 1, 0),
        (1, 0, 0),
        (0, 0, 0),
    ]
    assert shown["programs"].why == "no worker has a sandbox that works"
    text = staff.get("/admin/").content.decode()
    assert "Programs are not taken from anybody now: no worker has a sandbox that works" in text
    assert lack in text
    sandbox_at("blade8")
    text = staff.get("/admin/").content.decode()
    assert lack in text
    assert "Programs are not taken" not in text
    assert "no worker has a sandbox" not in text


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.0, "0 s"), (119.4, "119 s"), (120.0, "2 min"), (7199.0, "120 min"), (7200.0, "2 h")]
)
def test_ages(seconds: float, words: str) -> None:
    assert _age(seconds) == f"the oldest for {words}"


def test_engines_and_what_was_left_out(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> object:
        raise ImportError("no module named <whist>")

    found = Registry([*registry.built_in(), Candidate("whist (croupier-whist)", broken)])
    monkeypatch.setattr(registry, "_current", found)
    text = staff.get(ENGINES).content.decode()
    for words in ("Trash", "greedy, random", "2 to 6", "start_size", "integer from 1 to 10", "whist (croupier-whist)"):
        assert words in text
    assert "no module named &lt;whist&gt;" in text
    assert "1 plugin failed" in staff.get("/admin/").content.decode()
