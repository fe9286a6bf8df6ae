"""The public pages in a real browser: no errors, nothing wider than a telephone, and news that come by themselves."""

from __future__ import annotations

import pytest

from ratings.models import Pool
from tests.tournaments import arena, reporting
from tests.tournaments.browser import Tab, tab  # noqa: F401  (a fixture)
from tournaments.models import Game, SeatReport, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_pages_fit_and_are_without_errors(tab: Tab) -> None:  # noqa: F811
    event = arena.play_out(arena.event(4, name="A rather long name of a tournament of the league", format="swiss"))
    game = Game.objects.filter(match__round__tournament=event).first()
    assert game is not None
    bot, other = event.entries.values_list("bot_id", flat=True)[:2]
    pool = Pool.objects.get().pk
    match = f"/matches/{game.match_id}/"
    addresses = ["/", "/tournaments/", f"/tournaments/{event.pk}/", match, f"/bots/{bot}/", f"/pools/{pool}/"]
    addresses += [f"/pools/{pool}/bots/{bot}/", f"/pools/{pool}/bots/{bot}/?by=boards", f"/pools/{pool}/versus/"]
    addresses.append(f"/pools/{pool}/versus/{bot}-{other}/")
    addresses.append(f"{match}games/{game.board}-{game.rotation}/?step=3")
    for width in (1280, 390):
        tab.page.set_viewport_size({"width": width, "height": 800})
        for address in addresses:
            tab.open(address)
            wider = tab.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wider <= 0, (address, width)
    assert tab.page.locator("img.picture").evaluate("picture => picture.naturalWidth") > 0
    assert tab.problems == []


def test_an_owner_signs_in_and_sees_what_is_his(tab: Tab, messages) -> None:  # noqa: F811
    ada = arena.owner("ada")
    ada.user.set_password("three words more")
    ada.user.save()
    bot = reporting.program("Gin", ada)
    rivals = [reporting.program(f"rival {number}") for number in range(7)]
    event = reporting.league(bot, *rivals, name="A rather long name of a tournament of the league")
    for verdict in ("played", "crash", "timeout", "crash"):
        reporting.play_round(event, {bot.pk: verdict})
    game = SeatReport.objects.filter(version=bot.active)[0].pk
    version = f"/bots/{bot.pk}/versions/1/"
    tab.open(f"/accounts/login/?next={version}")
    tab.page.get_by_label("Username").fill("ada")
    tab.page.get_by_label("Password").fill("three words more")
    tab.page.get_by_role("button", name="Sign in").click()
    tab.page.get_by_role("heading", name="Gin, version 1").wait_for()
    for width in (1280, 390):
        tab.page.set_viewport_size({"width": width, "height": 800})
        for address in (
            f"/bots/{bot.pk}/",
            version,
            f"{version}?verdict=crash",
            f"{version}games/{game}/",
            "/notices/",
        ):
            tab.open(address)
            wider = tab.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wider <= 0, (address, width)
    tab.page.get_by_role("button", name="Mark all as read").click()
    tab.page.locator(".unread").wait_for(state="detached")
    tab.page.get_by_role("button", name="Sign out").click()
    tab.page.get_by_role("link", name="Sign in").wait_for()
    assert tab.problems == []


def test_news_of_a_running_event_come_by_themselves(tab: Tab) -> None:  # noqa: F811
    event = arena.event(2, start=False)
    tab.open(f"/tournaments/{event.pk}/")
    Tournament.objects.filter(pk=event.pk).update(name="Renamed meanwhile")
    tab.page.get_by_role("heading", name="Renamed meanwhile").wait_for(timeout=30_000)
    assert tab.problems == []
