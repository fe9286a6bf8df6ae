"""What the page of an event says above its settings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.admin.world import World
from tournaments import overview
from tournaments.events import rounds
from tournaments.forecast import span
from tournaments.models import Match, Round, Tournament

pytestmark = pytest.mark.django_db


def page(client: Client, event: Tournament) -> Any:
    return client.get(f"/admin/tournaments/tournament/{event.pk}/change/")


def text(client: Client, event: Tournament) -> str:
    return " ".join(page(client, event).content.decode().split())


def tie(event: Tournament) -> None:
    """End the round that is paired with ties."""
    Match.objects.filter(round__tournament=event, state="pending").update(state="finished", ruled=True, ranks=[0, 0])
    rounds.close(event.round_set.get(state="paired").pk)
    event.refresh_from_db()


def test_what_needs_attention(staff: Client) -> None:
    event = arena.event(3, format="swiss", rounds=9, start=False)
    Tournament.objects.filter(pk=event.pk).update(fault="start: the engine is <gone>")
    found = text(staff, event)
    assert "It did not start by itself: start: the engine is &lt;gone&gt;" in found
    assert "rounds: 9 are more than the 3 that are certain without a repeat" in found
    calm = arena.event(4, format="swiss", rounds=2)
    assert "Needs attention" not in text(staff, calm)
    Round.objects.filter(tournament=calm).update(fault="AssertionError: 3 placed twice", notes=["1 and 2 meet again"])
    found = text(staff, calm)
    assert "</a> could not be closed: AssertionError: 3 placed twice" in found
    assert "<li>Round 1: 1 and 2 meet again</li>" in found


def test_how_long_it_takes(staff: Client) -> None:
    event = arena.event(4, format="swiss", rounds=3, start=False, capacity=8)
    assert "Predicted duration: <strong>not known yet</strong>" in text(staff, event)
    assert "4 entered of at most 8; entries are open until the start." in text(staff, event)
    other = arena.event(4, format="swiss", rounds=3)
    tie(other)
    begun = timezone.now() - timedelta(minutes=40)
    Round.objects.filter(tournament=other, number=1).update(paired_at=begun, closed_at=begun + timedelta(minutes=10))
    # 4 games in 10 minutes, and 12 or 8 games to be played.
    assert 'Predicted duration: <strong>about 30 min</strong> <span class="soft">(12 games;' in text(staff, event)
    assert 'Time left: <strong>about 20 min</strong> <span class="soft">(8 games; as fast as the last 1 round)' in text(
        staff, other
    )
    assert page(staff, arena.event(1, format="swiss", start=False)).context["outlook"] is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (119, "119 s"), (120, "2 min"), (7199, "2 h 0 min"), (12_000, "3 h 20 min"), (187_200, "2 d 4 h")],
)
def test_durations_are_said_as_people_do(seconds: float, words: str) -> None:
    assert span(timedelta(seconds=seconds)) == words


def test_standings_have_the_tie_breaks_of_the_event(staff: Client) -> None:
    event = arena.event(4, format="swiss", rounds=3, tie_breaks=["progressive", "buchholz_cut1"])
    arena.play_round(event)
    response = page(staff, event)
    assert [tie_break.title for tie_break in response.context["tie_breaks"]] == ["Progressive score", "Buchholz cut 1"]
    body = response.content.decode()
    for line in overview.standings(event):
        progressive, cut = line.row.tie_breaks["progressive"], line.row.tie_breaks["buchholz_cut1"]
        assert f'<td class="num">{progressive}</td><td class="num">{cut}</td></tr>' in body
    assert "Progressive score, Buchholz cut 1" in body


def test_how_well_it_is_paired(staff: Client) -> None:
    """Three entries and five rounds: 3 pairs, so 2 meetings are repeats, and of 5 byes somebody has 2."""
    event = arena.event(3, format="swiss", rounds=5)
    assert page(staff, event).context["quality"] is None
    for _ in range(5):
        tie(event)
    found = page(staff, event).context["quality"]
    assert (found.figures.repeats, found.figures.most_byes) == (2, 2)
    assert (len(found.repeated), len(found.rested)) == (2, 2)
    body = text(staff, event)
    assert "<dt>Repeat meetings</dt><dd><strong>2</strong></dd>" in body
    assert "<dt>Most byes of one entry</dt><dd><strong>2</strong></dd>" in body
    assert found.repeated[0] in body
    assert found.rested[0] in body
    means = [spread.total / spread.pairs for spread in found.spreads]
    assert found.mean == pytest.approx(sum(means) / 5)
    assert found.greatest == max(spread.greatest for spread in found.spreads)


def test_who_is_asked_barred_and_invited(staff: Client, world: World) -> None:
    event = world.private
    one, two, *_ = event.entries.order_by("id")
    body = text(staff, event)
    assert "is running, its results are hidden" in body
    assert f"<li>{one.version}, round 2</li>" in body
    assert f"<li>{one.version} – {two.version}</li>" in body
    assert "<li>owner0</li>" in body
    assert "Pairs that are not to meet" not in text(staff, world.open)


def test_the_number_of_statements_does_not_grow(staff: Client) -> None:
    def statements(bots: int) -> int:
        event = arena.event(bots, name=f"Of {bots}", format="swiss", rounds=3)
        tie(event)
        page(staff, event)
        with CaptureQueriesContext(connection) as captured:
            assert page(staff, event).status_code == 200
        return len(captured)

    assert statements(4) == statements(11)


def test_the_standings_of_a_large_event_are_cut(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.admin.event_page.MOST_LINES", 3)
    event = arena.event(5, format="swiss", rounds=3)
    found = page(staff, event)
    assert len(found.context["standings"]) == 3
    assert "and 2 more, on the public page" in found.content.decode()
