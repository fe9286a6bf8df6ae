"""The admin pages of ratings in a real browser: no errors, nothing wider than a telephone, a preview by its button."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from ratings.models import LedgerEvent
from tests.ratings.league import league
from tests.tournaments.browser import Tab, tab  # noqa: F401  (a fixture)

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def log_in(tab: Tab) -> None:  # noqa: F811
    client = Client()
    client.force_login(get_user_model().objects.create_user("sue", is_staff=True))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    tab.page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": tab.server + "/"}])


def test_pages_fit_and_are_without_errors(tab: Tab) -> None:  # noqa: F811
    pool, bots = league()
    log_in(tab)
    names = {
        "change": [],
        "leaderboard": [],
        "foretelling": [],
        "versus": [],
        "bot": [bots[0].pk],
        "pair": [bots[0].pk, bots[1].pk],
    }
    for width in (1280, 390):
        tab.page.set_viewport_size({"width": width, "height": 800})
        for name, rest in names.items():
            tab.open(reverse(f"admin:ratings_pool_{name}", args=[pool.pk, *rest]))
            wider = tab.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wider <= 0, (name, width)
    assert tab.problems == []


def test_a_change_of_parameters_is_previewed(tab: Tab) -> None:  # noqa: F811
    pool, _ = league()
    log_in(tab)
    tab.open(reverse("admin:ratings_pool_change", args=[pool.pk]))
    tab.page.locator("[data-verb=change_parameters]").click()
    tab.page.locator("[name=beta]").fill("20.25")
    tab.page.get_by_role("button", name="Show what a rerating would move").click()
    tab.page.get_by_text("ratings would move").wait_for(timeout=30_000)
    assert tab.page.locator("[name=beta]").input_value() == "20.25"
    tab.page.locator("[name=reason]").fill("fitted to the ledger")
    tab.page.get_by_role("button", name="Change the parameters").click()
    tab.page.get_by_text("its parameters are these").wait_for(timeout=30_000)
    last = LedgerEvent.objects.filter(pool=pool, kind="parameters").latest("number")
    assert (last.data["beta"], last.reason) == (20.25, "fitted to the ledger")
    assert tab.problems == []
