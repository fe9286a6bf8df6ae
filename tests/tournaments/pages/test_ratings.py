"""The public pages of ratings: what they show is what the functions say, escaped, at a bounded cost."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings import changes
from ratings.display.bot import bot_in_pool
from ratings.display.versus import versus
from ratings.leaderboard import leaderboard
from ratings.models import BatchRating, Build, Pool, Rating
from ratings.rebuild import begin
from ratings.skill import Belief
from tests.ratings.league import NASTY, league, play
from tests.ratings.rows import make_pool, make_ratings
from tournaments.access.actors import Actor
from tournaments.models import Bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture
def staff() -> Actor:
    return Actor(User.objects.create_user("sue", is_staff=True))


def addresses(pool: Pool, bots: list[Bot]) -> list[str]:
    where = f"/pools/{pool.pk}/"
    bot, other = bots[0].pk, bots[1].pk
    return [where, f"{where}bots/{bot}/", f"{where}bots/{bot}/?by=boards", f"{where}versus/",
            f"{where}versus/{bot}-{other}/", f"/bots/{bot}/"]  # fmt: skip


def page(browser: Client, address: str) -> str:
    response = browser.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_every_page_is_one_that_needs_no_script_and_no_style(browser: Client) -> None:
    for address in addresses(*league()):
        response = browser.get(address)
        assert response.status_code == 200, address
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        assert not response.wsgi_request.session.accessed, "nobody is looked up for a public page"
        text = response.content.decode()
        assert " style=" not in text
        assert "<style" not in text
        assert "<script" not in text
        ids = [part.split('"')[0] for part in text.split(' id="')[1:]]
        assert len(ids) == len(set(ids)), address


def test_a_line_of_the_leaderboard_has_all_figures(browser: Client, staff: Actor) -> None:
    pool, _ = league(6)
    first = leaderboard(pool_id=pool.pk, limit=9).places
    text = page(browser, f"/pools/{pool.pk}/")
    assert "6 bots rated on 9 boards of trash with 2 seats." in text
    for place in first:
        rating = place.rating
        assert rating.last_played_at is not None
        for cell in (
            f'<td class="num wide-only">{place.best}–{place.worst}</td>',
            f'<a href="/pools/{pool.pk}/bots/{rating.version.bot_id}/">{place.bot}</a> v{place.number} '
            f'<span class="by">{place.owner}</span>',
            f'<td class="num first">{rating.score:.2f}</td><td class="num wide-only">{rating.mu:.2f}</td>',
            f'<td class="num wide-only">{rating.low:.1f} to {rating.high:.1f}</td>',
            f'<td class="num wide-only">{rating.wins}-{rating.draws}-{rating.losses}</td>'
            f'<td class="num wide-only">{rating.games}</td>',
        ):
            assert cell in text, cell
    assert text.count(">provisional</span>") == sum(place.provisional for place in first) > 0
    assert "Order luck" not in text
    assert "reference</span>" not in text


def test_marks_of_a_line(browser: Client, staff: Actor) -> None:
    pool, bots = league()
    Bot.objects.filter(pk=bots[3].pk).update(owner=staff.user)
    version = bots[3].active_id
    assert version is not None
    changes.set_reference(actor=staff, pool_id=pool.pk, version=version, fixed=Belief(20.0, 0.5), reason="anchor")
    batch = Build.objects.create(pool=pool, kind=Build.Kind.BATCH)
    BatchRating.objects.create(build=batch, version_id=version, mu=20.25, sigma=1.0, live_mu=20.0, live_sigma=0.5)
    Pool.objects.filter(pk=pool.pk).update(batch=batch)
    text = page(browser, f"/pools/{pool.pk}/")
    assert "fixed reference</span>" in text
    assert "Order luck" in text
    assert '<td class="num wide-only">-0.25</td>' in text
    assert '<td class="num wide-only">–</td>' in text
    assert "20.25, order luck -0.25" in page(browser, f"/pools/{pool.pk}/bots/{bots[3].pk}/")


def test_the_parameters_with_reasons_and_changes(browser: Client, staff: Actor) -> None:
    pool, _ = league()
    text = page(browser, f"/pools/{pool.pk}/")
    assert "Measured: with so much luck the best policy shipped with trash is two sigma0 above random play" in text
    assert "Changes so far" not in text
    changes.change_parameters(actor=staff, pool_id=pool.pk, values={"beta": 10.5}, reason="fitted to the ledger")
    text = page(browser, f"/pools/{pool.pk}/")
    assert '<code>beta</code></th><td class="num">10.5</td>' in text
    assert f"<code>beta</code> {pool.beta:.6g} → 10.5" in text
    assert text.count("Fitted to the ledger") == 2
    assert "sue" not in text


def test_a_build_that_is_under_way_is_told(browser: Client, staff: Actor) -> None:
    pool, bots = league()
    changes.change_parameters(actor=staff, pool_id=pool.pk, values={"beta": 10.5}, reason="fitted")
    changes.rerate(actor=staff, pool_id=pool.pk, reason="for all")
    build = begin(pool.pk)
    Build.objects.filter(pk=build.pk).update(boards=2)
    for address in addresses(pool, bots)[:2]:
        text = page(browser, address)
        assert "Ratings are being built anew: 2 of 6 boards." in text
        assert '<progress class="done" max="6" value="2"' in text


def test_a_bot_in_a_pool(browser: Client) -> None:
    pool, bots = league()
    fresh = Pool.objects.select_related("build").get(pk=pool.pk)
    response: Any = browser.get(f"/pools/{pool.pk}/bots/{bots[0].pk}/")
    told = bot_in_pool(fresh, bots[0].pk, by="time", limit=50, cursor=None)
    assert response.context["found"] == told
    text = response.content.decode()
    assert told.course.chart in text
    for spell in told.course.spells:
        assert f'<td class="num first">{spell.last.score:.2f}</td>' in text
    assert "from v3</span>" in text
    for line in told.opponents.lines:
        record = line.opponent.record
        assert f'<td class="num">{record.wins}-{record.draws}-{record.losses}</td>' in text
        assert f'href="/pools/{pool.pk}/versus/{bots[0].pk}-{line.opponent.bot}/"' in text
        assert line.chances in text


def test_opponents_are_paged(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.pages.bots.OPPONENTS", 2)
    pool, bots = league(6, rounds=5)
    start = f"/pools/{pool.pk}/bots/{bots[0].pk}/"
    address: str | None = start
    seen: list[int] = []
    while address is not None:
        context: Any = browser.get(address).context
        seen += [line.opponent.bot for line in context["found"].opponents.lines]
        address = f"{start}?{context['next']}" if context["next"] else None
    assert sorted(seen) == [bot.pk for bot in bots[1:]]


def test_the_page_of_a_bot_draws_its_ratings(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    pool, bots = league()
    text = page(browser, f"/bots/{bots[0].pk}/")
    assert text.count('<svg class="graph over-time"') == 1
    assert f'href="/pools/{pool.pk}/bots/{bots[0].pk}/?by=boards#course"' in text
    assert "All its ratings" not in text
    monkeypatch.setattr("tournaments.pages.bots.POOLS_DRAWN", 0)
    text = page(browser, f"/bots/{bots[0].pk}/")
    assert "All its ratings" in text
    rating = Rating.objects.current().get(version__bot=bots[0], public=True)
    assert f'<td class="num first">{rating.score:.2f}</td>' in text


def test_two_bots(browser: Client) -> None:
    pool, bots = league()
    response: Any = browser.get(f"/pools/{pool.pk}/versus/{bots[0].pk}-{bots[1].pk}/")
    told = versus(pool, bots[0].pk, bots[1].pk)
    assert response.context["found"] == told
    text = response.content.decode()
    assert told.bar in text
    for name, chance in zip(("Bot 0 wins", "they tie", "Bot 1 wins"), told.chances, strict=True):
        assert f"{name}: <strong>{chance}</strong>" in text
    record = told.meeting.record
    assert f"<strong>{record.wins}-{record.draws}-{record.losses}</strong> for Bot 0" in text
    quad, four = league(4, seats=4)
    text = page(browser, f"/pools/{quad.pk}/versus/{four[2].pk}-{four[3].pk}/")
    assert "Bot 2 is above: <strong>" in text
    assert "At a table of 4 it says which of the two stands above the other." in text


def test_the_form_leads_to_two_bots(browser: Client) -> None:
    pool, bots = league()
    one, two = (f"{bot.owner.username}/{bot.name}" for bot in bots[:2])
    text = page(browser, f"/pools/{pool.pk}/")
    assert f'action="/pools/{pool.pk}/versus/"' in text
    assert f'<option value="{one}">' in text
    response = browser.get(f"/pools/{pool.pk}/versus/", {"first": one, "second": two})
    assert response.status_code == 302
    assert response["Location"] == f"/pools/{pool.pk}/versus/{bots[0].pk}-{bots[1].pk}/"
    response = browser.get(f"/pools/{pool.pk}/versus/", {"first": NASTY, "second": two})
    assert response.status_code == 404
    assert "is not the owner/name of a bot that is rated here" in response.content.decode()
    assert NASTY not in response.content.decode()
    assert f'value="{two}"' in response.content.decode()


def test_names_are_text(browser: Client, staff: Actor) -> None:
    pool, bots = league()
    Bot.objects.update(name=NASTY)
    User.objects.filter(pk=bots[0].owner_id).update(username=NASTY)
    Pool.objects.update(title=NASTY)
    changes.change_parameters(actor=staff, pool_id=pool.pk, values={"tau": 0.2}, reason=NASTY)
    for address in addresses(pool, bots):
        text = page(browser, address)
        assert NASTY not in text
        assert "alert('x')" not in text


def test_nobody_is_rated_yet(browser: Client) -> None:
    pool = make_pool()
    assert "Nobody is rated here yet." in page(browser, f"/pools/{pool.pk}/")
    page(browser, f"/pools/{pool.pk}/versus/")
    assert "Nobody yet" not in page(browser, "/")
    assert "nobody yet" in page(browser, "/")


@pytest.mark.parametrize(
    "where",
    ["{pk}/bots/99/", "99/bots/{bot}/", "{pk}/bots/{bot}/?by=moon", "{pk}/bots/{bot}/?cursor=x", "99/versus/",
     "{pk}/versus/{bot}-{bot}/", "{pk}/versus/{bot}-99/", "{pk}/versus/99-{bot}/", "99/versus/{bot}-{other}/"],
)  # fmt: skip
def test_what_is_not_there(browser: Client, where: str) -> None:
    pool, bots = league()
    Pool.objects.exclude(pk=pool.pk).delete()
    ids = {"pk": pool.pk, "bot": bots[0].pk, "other": bots[1].pk}
    address = "/pools/" + where.replace("99", "999999").format(**ids)
    response = browser.get(address)
    assert response.status_code == 404, address
    assert "There is nothing here" in response.content.decode()


def test_statements_do_not_grow(browser: Client) -> None:
    def statements(pool: Pool, bots: list[Bot]) -> list[int]:
        counts = []
        for address in addresses(pool, bots):
            with CaptureQueriesContext(connection) as captured:
                page(browser, address)
            counts.append(len(captured))
        return counts

    few = statements(*league(4))
    pool, bots = league(12, rounds=5)
    play(pool, bots, 7)
    assert statements(pool, bots) == few
    assert max(few) <= 24


def test_a_leaderboard_of_thousands_of_equal_scores(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.pages.leaderboards.PAGE", 40)
    pool = make_pool()
    make_ratings(pool, [(25.0, 2.0)] * 100)
    start, seen = f"/pools/{pool.pk}/", []
    address: str | None = start
    while address is not None:
        context: Any = browser.get(address).context
        seen += [(line.place.rank, line.place.rating.pk) for line in context["board"].lines]
        address = f"{start}?{context['next']}" if context["next"] else None
    assert {rank for rank, _ in seen} == {1}
    assert len({pk for _, pk in seen}) == len(seen) == 100
