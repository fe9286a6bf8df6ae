"""Who sees the pages of private events and hidden results, and what no cache may keep."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments import arena, reading
from tournaments.events import admission
from tournaments.models import Bye, Match, Round, Tournament

pytestmark = pytest.mark.django_db
READERS = ["nobody", "stranger", "guest", "owner0", "olga", "staffer"]


def browser(who: str) -> Client:
    client = Client()
    if who == "staffer":
        client.force_login(User.objects.create(username=who, is_staff=True))
    elif who != "nobody":
        client.force_login(arena.owner(who).user)
    return client


@pytest.fixture
def match(messages: object) -> Match:
    """Of the closed first round of an event of three, whose guest is invited."""
    event = arena.event(3, name="Behind closed doors", format="swiss", rounds=2, options={"start_size": 1})
    arena.owner("guest")
    admission.invite(actor=arena.organiser(), tournament_id=event.pk, usernames=["guest"])
    arena.play_round(event)
    return Match.objects.select_related("round__tournament").get(round__tournament=event, round__number=1)


def test_private_events_are_for_who_may_see_them(match: Match) -> None:
    Tournament.objects.update(admission="private")
    addresses = reading.pages(match)
    assert len(addresses) == 3
    for who in READERS:
        client = browser(who)
        seen = who not in ("nobody", "stranger")
        for address in addresses:
            response = client.get(address)
            assert response.status_code == (200 if seen else 404), (who, address)
            if seen:
                assert response["Cache-Control"] == "private, no-store"
                assert "Cookie" in response["Vary"]
        for address in (address for address in reading.lists(match) if not address.startswith("/api/")):
            assert "Behind closed doors" not in client.get(address).content.decode(), (who, address)


def test_hidden_results_are_for_organiser_and_staff(match: Match) -> None:
    Tournament.objects.update(hidden=True)
    Match.objects.filter(pk=match.pk).update(
        why="Told too early", ruled=True, forfeit=True, ruling="Told too early", unrated="Told too early"
    )
    Bye.objects.update(why="Told too early")
    Round.objects.update(notes=["Told too early"])
    event, table, game = reading.pages(match)
    bot = match.seats.get(seat=0).entry.bot_id
    for who in READERS:
        client = browser(who)
        insider = who in ("olga", "staffer")
        page = client.get(f"{event}?round=1")
        assert bool(page.context["standings"]) is insider
        assert len(page.context["strips"]) == 2
        assert len(page.context["entries"]) == (0 if insider else 3)
        assert "Results are hidden until the organiser releases them" in page.content.decode()
        shown = client.get(table)
        assert bool(shown.context["games"]) is insider
        assert client.get(game).status_code == (200 if insider else 404)
        for response in (page, shown):
            text = response.content.decode()
            assert ("Told too early" in text) is insider, who
            assert ("forfeit" in text) is insider, who
            assert response["Cache-Control"] == "private, no-store"
        # A page of everyone's, the same for all.
        assert "forfeit" not in client.get(f"/bots/{bot}/").content.decode()
    Tournament.objects.update(released_at="2027-01-01T00:00:00Z")
    assert Client().get(game).status_code == 200
    assert "Told too early" in Client().get(table).content.decode()


def test_the_secret_of_hidden_results_waits_for_the_release(match: Match) -> None:
    event = match.round.tournament
    arena.play_out(event)
    Tournament.objects.update(hidden=True)
    secret = bytes(event.secret).hex()
    address = f"/tournaments/{event.pk}/"
    assert secret not in browser("nobody").get(address).content.decode()
    assert secret in browser("olga").get(address).content.decode()


def test_the_pages_of_other_events_may_be_kept_unless_their_head_names_the_reader(match: Match) -> None:
    for address in reading.pages(match):
        for who, is_private in (("nobody", False), ("olga", True)):
            response = browser(who).get(address)
            assert ("private" in response.headers.get("Cache-Control", "")) == is_private
            assert "Cookie" in response.headers["Vary"]
