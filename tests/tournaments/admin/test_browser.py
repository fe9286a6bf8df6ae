"""The admin in a real browser: log in, open a tournament's page, press start, bar a pair."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.tournaments import arena
from tests.tournaments.browser import Tab, tab  # noqa: F401  (a fixture)

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_start_is_pressed(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    sent: list[str] = []
    monkeypatch.setattr("tournaments.dispatch.send._send", lambda name, ids, routes=None: sent.append(name))
    User.objects.create_user("staffer", password="a password", is_staff=True)
    event = arena.event(4, name="Cup", start=False)
    sent.clear()
    tab.open("/admin/")
    tab.page.get_by_label("Username").fill("staffer")
    tab.page.get_by_label("Password").fill("a password")
    tab.page.locator("form [type=submit]").click()
    tab.page.get_by_role("heading", name="Running events").wait_for()
    tab.open(f"/admin/tournaments/tournament/{event.pk}/change/")
    tab.page.get_by_role("button", name="Start").click()
    tab.page.get_by_text("Cup: started").wait_for()
    assert tab.page.get_by_role("button", name="Pause").is_visible()
    strip = tab.page.get_by_role("list", name="Round 1, paired: 2 pending")
    assert strip.get_by_role("link", name="Table 2: pending").count() == 1
    event.refresh_from_db()
    assert event.state == "running"
    assert sent == ["tournaments.play_match"]
    tab.page.get_by_role("button", name="Cancel").click()
    tab.page.get_by_text("This cannot be undone").wait_for()
    tab.page.get_by_role("link", name="No, go back").click()
    tab.page.get_by_role("button", name="Pause").wait_for()
    tab.page.get_by_role("button", name="Bar a pair").click()
    names = [str(entry.version) for entry in event.entries.order_by("id")]
    for number in (0, 1):
        tab.page.locator(".select2-selection").nth(number).click()
        tab.page.get_by_role("option", name=names[number]).click()
    tab.page.get_by_role("button", name="Bar a pair").click()
    tab.page.get_by_text("Cup: these two are kept apart").wait_for()
    assert tab.page.get_by_text(f"{names[0]} – {names[1]}").is_visible()
    assert tab.problems == []
