"""What the page of an event says of its terms, its rounds and its byes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.tournaments import arena
from tournaments.events import byes, lifecycle
from tournaments.models import Bye, Round, Tournament
from tournaments.pages.terms import terms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]
TIME = "1 s for a move, 30 s in a game beyond that, 600 s in a game for all moves"
NOON = "2027-01-01T12:00:00+00:00"


def told(event: Tournament, entries: int = 0) -> dict[str, str]:
    event.refresh_from_db()
    return {
        term.name: term.text or (term.moment.isoformat() if term.moment else "")
        for term in terms(event, entries=entries)
    }


def test_an_event_without_terms() -> None:
    assert told(arena.event(0, start=False)) == {"Admission": "everyone sees it and may enter", "Time": TIME}


def test_all_terms() -> None:
    begins, ends = datetime(2026, 12, 1, tzinfo=UTC), datetime(2026, 12, 31, tzinfo=UTC)
    event = arena.event(
        0, start=False, format="swiss", rounds=5, admission="invited", entries_from=begins,
        entries_until=ends, starts_at=datetime.fromisoformat(NOON), check_in_minutes=30, capacity=16, per_owner=1,
        late_until=2, late_points=1, requested_byes=2, same_owner_rounds=1, hidden=True,
    )  # fmt: skip
    expected = {
        "Admission": "everyone sees it, the invited may enter",
        "Entries from": "2026-12-01T00:00:00+00:00",
        "Entries until": "2026-12-31T00:00:00+00:00",
        "Places": "3 of 16 taken",
        "Each owner": "at most 1 bot",
        "Late entry": "until round 2 is paired; 1 point for each round missed",
        "Starts": NOON,
        "Check-in from": "2027-01-01T11:30:00+00:00",
        "Rounds": "5 planned",
        "Byes on request": "at most 2 for each bot, worth 1 point",
        "Bots of one owner": "do not meet in the first round, where that can be",
        "Time": TIME,
        "Results": "hidden",
    }
    assert told(event, 3) == expected
    Tournament.objects.update(
        started_at=NOON, released_at=NOON, acceleration="baku", same_owner_rounds=2, late_points=0, points=[3, 0],
        tie_breaks=["wins", "buchholz"], deals="independent", move_ms=1500, bank_ms=0,
    )  # fmt: skip
    after = told(event)
    assert (after["Acceleration"], after["Results released"]) == ("Baku (FIDE C.04.5)", NOON)
    assert (after["Points by place"], after["Tie-breaks"]) == ("3, 0", "Wins, Buchholz")
    assert after["Late entry"] == "until round 2 is paired"
    assert after["Bots of one owner"].startswith("do not meet in the first 2 rounds")
    assert "Starts" not in after
    assert after["Time"] == "1.5 s for a move, 0 s in a game beyond that, 600 s in a game for all moves"
    assert after["Deals"] == "every game has its own"
    Tournament.objects.update(admits_remote=True)
    assert told(event)["Remote bots"] == "may enter; every game has its own deal"


def test_the_page_says_what_rounds_may_repeat_what_a_pairing_could_not_meet_and_what_a_bye_is_for() -> None:
    event = arena.event(4, format="swiss", rounds=4, start=False, requested_byes=1)
    resting = event.entries.select_related("bot__owner").first()
    assert resting is not None
    byes.request_bye(actor=arena.organiser(), tournament_id=event.pk, bot_id=resting.bot_id, number=1)
    address = f"/tournaments/{event.pk}/"
    warned = "Some may meet twice. Rounds: 4 are more than the 3 that are certain without a repeat"
    assert warned in Client().get(address).content.decode()
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    Round.objects.update(notes=["a barred pair met: 1 and 2"])
    text = Client().get(address).content.decode()
    assert "A barred pair met: 1 and 2." in text
    assert "v1 has a bye, requested by its owner (1 point)</p>" in text
    assert "v1 has a bye, left over by the pairing (2 points)" in text
    assert Bye.objects.count() == 2


def test_how_long_it_takes_is_said_until_it_is_over() -> None:
    event = arena.event(4, format="swiss", rounds=2, start=False)
    page = Client().get(f"/tournaments/{event.pk}/").content.decode()
    assert "<dt>Predicted duration</dt><dd>Not known yet, 8 games</dd>" in page
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    arena.play_round(event)
    page = Client().get(f"/tournaments/{event.pk}/").content.decode()
    assert "<dt>Time left</dt><dd>About " in page
    assert ", 4 games</dd>" in page
    arena.play_out(event)
    assert "<dt>Time left</dt>" not in Client().get(f"/tournaments/{event.pk}/").content.decode()
