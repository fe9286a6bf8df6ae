"""The public pages in a real browser: no errors, nothing wider than a telephone, and news that come by themselves."""

from __future__ import annotations

import pytest

from ratings.models import Pool
from tests.tournaments import arena
from tests.tournaments.browser import Tab, tab  # noqa: F401  (a fixture)
from tournaments.models import Game, Tournament

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


def test_news_of_a_running_event_come_by_themselves(tab: Tab) -> None:  # noqa: F811
    event = arena.event(2, start=False)
    tab.open(f"/tournaments/{event.pk}/")
    Tournament.objects.filter(pk=event.pk).update(name="Renamed meanwhile")
    tab.page.get_by_role("heading", name="Renamed meanwhile").wait_for(timeout=30_000)
    assert tab.problems == []
