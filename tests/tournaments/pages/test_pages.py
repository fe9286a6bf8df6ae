"""The public pages: what they show, to whom, from when, with which headers, and at what cost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import Pool
from tests.tournaments import arena
from tests.tournaments.bots.uploading import SOURCE, sandbox_at, upload
from tournaments.bots.registering import add_version
from tournaments.events import rulings
from tournaments.models import Bot, Game, Match, Tournament

pytestmark = pytest.mark.django_db
NASTY = "<script>alert('x')</script>&"


@pytest.fixture
def browser() -> Client:
    return Client()


def page(browser: Client, address: str) -> str:
    response = browser.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def addresses(event: Tournament) -> list[str]:
    """All pages about an event."""
    matches = Match.objects.filter(round__tournament=event)
    found = ["/", "/tournaments/", f"/tournaments/{event.pk}/"]
    found += [f"/matches/{match.pk}/" for match in matches[:2]]
    found += [f"/bots/{pk}/" for pk in Bot.objects.filter(entries__tournament=event).values_list("pk", flat=True)[:1]]
    found += [f"/pools/{pk}/" for pk in Pool.objects.values_list("pk", flat=True)]
    for game in Game.objects.filter(match__round__tournament=event, match__round__state="closed")[:1]:
        found.append(f"/matches/{game.match_id}/games/{game.board}-{game.rotation}/")
    return found


def test_an_empty_server(browser: Client) -> None:
    assert "No event takes entries now" in page(browser, "/")
    for state in ("running", "open", "finished"):
        page(browser, f"/tournaments/?state={state}")


def test_home_groups_the_events(browser: Client) -> None:
    arena.event(2, name="Alpha")
    arena.event(2, name="Beta", start=False)
    arena.play_out(arena.event(2, name="Gamma"))
    groups = browser.get("/").context["groups"]
    assert [(group.name, [event.name for event in group.tournaments]) for group in groups] == [
        ("running", ["Alpha"]), ("open", ["Beta"]), ("finished", ["Gamma"]),
    ]  # fmt: skip


def test_every_page_in_every_state(browser: Client) -> None:
    for event in (arena.event(3), arena.event(3, start=False), arena.play_out(arena.event(3))):
        for address in addresses(event):
            page(browser, address)


def test_a_bots_versions_of_every_kind(browser: Client) -> None:
    sandbox_at()
    ada = arena.owner("ada")
    bot = arena.bot("Gin", by=ada)
    program = upload(ada, bot.pk, SOURCE)
    add_version(actor=ada, bot_id=bot.pk, kind="remote")
    bot.versions.filter(number=3).update(state="failed")
    bot.versions.filter(number=1).update(suspended_at=bot.created_at)
    text = page(browser, f"/bots/{bot.pk}/")
    rows = [re.sub(r"<[^>]*>", " ", row).split() for row in re.findall(r"<tr>.*?</tr>", text)]
    found = [" ".join(row[:-3]) for row in rows if row[0] in {"1", "2", "3"}]
    assert found == [
        "3 remote on its owner's machine failed to qualify",
        f"2 program Python {program.digest[:12]} not qualified yet",
        "1 policy greedy active qualified suspended",
    ]
    assert SOURCE.decode().strip() not in text


def test_a_finished_event(browser: Client) -> None:
    event = arena.play_out(arena.event(4, name="Winter cup"))
    text = page(browser, f"/tournaments/{event.pk}/")
    assert "Winter cup" in text
    assert event.commitment in text
    assert bytes(event.secret).hex() in text
    context = browser.get(f"/tournaments/{event.pk}/").context
    assert context["standings"][0].row.place == 1
    assert len(context["standings"]) == 4
    assert [strip.number for strip in context["strips"]] == [1, 2, 3]
    first = browser.get(f"/tournaments/{event.pk}/?round=1").context
    assert (first["round"].number, context["round"].number) == (1, 3)


def test_the_standings_have_the_events_own_columns(browser: Client) -> None:
    order = ["wins", "koya", "wins_played"]
    event = arena.play_out(arena.event(4, format="swiss", rounds=2, tie_breaks=order))
    response = browser.get(f"/tournaments/{event.pk}/")
    assert [column.id for column in response.context["columns"]] == order
    text = response.content.decode()
    for column in response.context["columns"]:
        assert f'<abbr title="{column.explanation}">{column.title}</abbr>' in text
    assert "Buchholz" not in text
    first = response.context["standings"][0].row
    cells = "".join(f'<td class="num wide-only">{value}</td>' for value in first.values)
    assert cells in text


def test_no_secret_before_the_end(browser: Client) -> None:
    event = arena.event(3)
    arena.play_round(event)
    never_started = arena.event(3, start=False)
    Tournament.objects.filter(pk=never_started.pk).update(state="cancelled")
    for shown in (event, never_started):
        for address in addresses(shown):
            text = page(browser, address)
            assert bytes(shown.secret).hex() not in text
            assert shown.seed is None or bytes(shown.seed).hex() not in text


def test_results_of_games_wait_for_the_match_and_replays_for_the_round(browser: Client) -> None:
    event = arena.event(4)
    first, second = Match.objects.filter(round__tournament=event).order_by("table")
    arena.take_turn(first.pk)
    game = Game.objects.filter(match=first).first()
    assert game is not None
    replay = f"/matches/{first.pk}/games/{game.board}-{game.rotation}/"
    assert "Replays are public when the round is closed" in page(browser, f"/matches/{first.pk}/")
    assert browser.get(replay).status_code == 404
    Match.objects.filter(pk=first.pk).update(state="running")
    context = browser.get(f"/matches/{first.pk}/").context
    assert (context["games"], context["recorded"], context["expected"]) == ([], 2, 2)
    Match.objects.filter(pk=first.pk).update(state="finished")
    arena.play_round(event)
    assert replay in page(browser, f"/matches/{first.pk}/")
    text = page(browser, replay)
    assert 'src="data:image/svg+xml;base64,' in text
    assert 'rel="prev"' in text
    assert 'rel="next"' in page(browser, f"{replay}?step=0")
    assert second.pk != first.pk


def test_seats_of_a_rotated_game(browser: Client) -> None:
    """With rotation 1 the seat 0 of the match sits at place 1 of the game."""
    event = arena.play_out(arena.event(2))
    match = Match.objects.get(round__tournament=event)
    names = [place.contestant.name for place in browser.get(f"/matches/{match.pk}/").context["table"].places]
    for rotation in (0, 1):
        places = browser.get(f"/matches/{match.pk}/games/1-{rotation}/").context["places"]
        assert [outcome.contestant.name for outcome in places] == (names if rotation == 0 else names[::-1])


def test_drafts_are_for_their_organiser_and_staff(browser: Client) -> None:
    event = arena.event(2, name="Planned", start=False)
    Tournament.objects.filter(pk=event.pk).update(state="draft")
    address = f"/tournaments/{event.pk}/"
    bot = event.entries.first().bot_id  # type: ignore[union-attr]
    assert browser.get(address).status_code == 404
    for public in ("/", f"/bots/{bot}/", "/tournaments/?state=open"):
        assert "Planned" not in page(browser, public)
    for username, status in (("ada", 404), ("olga", 200)):
        browser.force_login(arena.owner(username).user)
        assert browser.get(address).status_code == status
    browser.force_login(User.objects.create(username="staffer", is_staff=True))
    assert browser.get(address).status_code == 200


def test_a_fault_is_not_for_everyone(browser: Client) -> None:
    event = arena.event(2)
    Match.objects.filter(round__tournament=event).update(state="void", fault="HostFault: /srv/engine.py broke")
    match = Match.objects.get(round__tournament=event)
    text = page(browser, f"/matches/{match.pk}/")
    assert "This match is void" in text
    assert "engine.py" not in text


def test_names_are_text(browser: Client) -> None:
    event = arena.play_out(arena.event(2, name=NASTY, description=NASTY))
    Bot.objects.update(name=NASTY[:64])
    Pool.objects.update(title=NASTY)
    for address in addresses(event):
        text = page(browser, address)
        assert NASTY not in text
        assert "alert('x')" not in text


def test_the_leaderboard_is_paged_by_place(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.pages.leaderboards.PAGE", 2)
    arena.play_out(arena.event(5, options={"start_size": 1}))
    address: str | None = f"/pools/{Pool.objects.get().pk}/"
    start, seen = address, []
    while address is not None:
        context: Any = browser.get(address).context
        seen += [line.place.rating.pk for line in context["board"].lines]
        address = f"{start}?{context['next']}" if context["next"] else None
    assert len(seen) == len(set(seen)) == 5
    assert browser.get(f"{start}?cursor=stolen").status_code == 404


def test_events_are_paged(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.pages.events.PAGE", 2)
    made = [arena.event(2, start=False).pk for _ in range(3)]
    first: Any = browser.get("/tournaments/?state=open").context
    rest: Any = browser.get(f"/tournaments/?{first['next']}").context
    assert [event.pk for event in (*first["group"].tournaments, *rest["group"].tournaments)] == made[::-1]
    assert rest["next"] is None


def test_tables_are_paged(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.pages.events.TABLES_SHOWN", 2)
    event = arena.event(6)
    first: Any = browser.get(f"/tournaments/{event.pk}/").context
    rest: Any = browser.get(f"/tournaments/{event.pk}/?round=1&from={first['next_table']}").context
    assert [table.match.table for table in (*first["tables"], *rest["tables"])] == [1, 2, 3]


@pytest.mark.parametrize(
    "address",
    [
        "/nothing/", "/tournaments/99/", "/matches/99/", "/bots/99/", "/pools/99/", "/matches/1/games/1-0/",
        "/tournaments/?state=odd", "/tournaments/?cursor=%00", "/tournaments/999999999999999999/",
        "/tournaments/9999999999999999999999/", "/pools/1/?cursor=\u2660",
    ],
)  # fmt: skip
def test_what_is_not_there(address: str, browser: Client) -> None:
    response = browser.get(address)
    assert response.status_code == 404
    assert "There is nothing here" in response.content.decode()


@pytest.mark.parametrize(
    "query", ["round=0", "round=9", "round=x", "round=-1", "from=0", "round=1&from=99999999999", "round=%00"]
)
def test_odd_queries_of_an_event(query: str, browser: Client) -> None:
    event = arena.event(2)
    assert browser.get(f"/tournaments/{event.pk}/?{query}").status_code == 404


def test_headers(browser: Client) -> None:
    event = arena.play_out(arena.event(2))
    for address in addresses(event):
        response = browser.get(address)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "style-src 'self';" in policy
        assert not response.wsgi_request.session.accessed, "nobody is looked up for a public page"
        assert "Cookie" in response.headers["Vary"], "who is signed in is named in its head"
        text = response.content.decode()
        assert "<script>" not in text
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert browser.post(address).status_code == 405


def test_statements_do_not_grow(browser: Client) -> None:
    def statements(bots: int) -> list[int]:
        event = arena.play_out(arena.event(bots, options={"start_size": 1}))
        counts = []
        for address in [*addresses(event)[:4], f"/bots/{event.entries.first().bot_id}/"]:  # type: ignore[union-attr]
            with CaptureQueriesContext(connection) as captured:
                page(browser, address)
            counts.append(len(captured))
        return counts

    few = statements(2)
    assert statements(5) == few
    assert max(few) <= 16


def test_why_a_match_was_taken_out_of_the_ratings_is_for_everyone(browser: Client) -> None:
    event = arena.play_out(arena.event(2))
    match = Match.objects.get(round__tournament=event)
    assert "out of the ratings" not in browser.get(f"/matches/{match.pk}/").content.decode()
    rulings.unrate(actor=arena.organiser(), match_id=match.pk, reason="Both were <tried> out here.")
    text = browser.get(f"/matches/{match.pk}/").content.decode()
    assert "It was taken out of the ratings. The reason: Both were &lt;tried&gt; out here." in text
