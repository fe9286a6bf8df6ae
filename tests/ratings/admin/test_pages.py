"""The admin pages of a pool, its leaderboard, its bots and two of them: what they show, to whom, at what cost."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ratings import changes
from ratings.display.bot import bot_in_pool
from ratings.display.foretelling import foretold
from ratings.display.versus import versus
from ratings.leaderboard import leaderboard
from ratings.models import Pool
from ratings.rebuild import begin
from ratings.skill import Belief
from tests.ratings.league import NASTY, league, play
from tests.ratings.rows import make_pool, make_ratings
from tournaments.access.actors import Actor
from tournaments.models import Bot

pytestmark = pytest.mark.django_db


def url(name: str, pool: Pool, *args: object) -> str:
    return reverse(f"admin:ratings_pool_{name}", args=[pool.pk, *args])


def addresses(pool: Pool, bots: list[Bot]) -> list[str]:
    return [
        url("change", pool),
        url("leaderboard", pool),
        url("bot", pool, bots[0].pk),
        url("bot", pool, bots[0].pk) + "?by=boards",
        url("foretelling", pool),
        url("versus", pool),
        url("pair", pool, bots[0].pk, bots[1].pk),
    ]


def page(client: Client, address: str) -> str:
    reply = client.get(address)
    assert reply.status_code == 200, address
    return reply.content.decode()


def test_the_leaderboard_is_paged_by_place(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.admin.pools.PAGE", 50)
    pool = make_pool()
    make_ratings(pool, [(25.0 + number / 7, 2.0) for number in range(60)])
    first: Any = admin_client.get(url("leaderboard", pool))
    assert [line.place.rank for line in first.context["board"].lines] == list(range(1, 51))
    best = leaderboard(pool_id=pool.pk, limit=1).places[0]
    text = first.content.decode()
    assert f'>{best.bot}</a> v3 <span class="by">{best.owner}</span>' in text
    assert f'<td class="num first">{best.rating.score:.2f}</td>' in text
    assert f"{best.best}–{best.worst}</td>" in text
    assert "First page" not in text
    rest: Any = admin_client.get(first.context["next"])
    assert [line.place.rank for line in rest.context["board"].lines] == list(range(51, 61))
    assert "First page" in rest.content.decode()
    assert "Next page" not in rest.content.decode()


def test_the_page_of_a_pool(admin_client: Client) -> None:
    pool, bots = league()
    staff = Actor(get_user_model().objects.create_user("sue", is_staff=True))
    Bot.objects.filter(pk=bots[3].pk).update(owner=staff.user)
    changes.change_parameters(actor=staff, pool_id=pool.pk, values={"beta": 10.5}, reason="fitted to the ledger")
    version = bots[3].active_id
    assert version is not None
    changes.set_reference(actor=staff, pool_id=pool.pk, version=version, fixed=Belief(20.0, 0.5), reason="an anchor")
    text = page(admin_client, url("change", pool))
    for words in (
        "Fitted to the ledger", '<td class="num">10.5</td>', "stays as it is", "an anchor (sue)", "live ratings",
        "reference bot</a> after board 6", ">Bot 0</a> v4", 'data-verb="dismiss_reference"', 'data-verb="rerate"',
    ):  # fmt: skip
        assert words in text, words
    assert "being built anew" not in text
    changes.rerate(actor=staff, pool_id=pool.pk, reason="for all")
    assert "about to be built anew" in page(admin_client, url("change", pool))
    begin(pool.pk)
    text = page(admin_client, url("change", pool))
    assert "Ratings are being built anew: 0 of 6 boards." in text
    assert "under way" in text
    assert 'data-verb="rerate"' not in text


def test_a_bot_in_a_pool_and_two_bots(admin_client: Client) -> None:
    pool, bots = league()
    pool = Pool.objects.select_related("build").get(pk=pool.pk)
    reply: Any = admin_client.get(url("bot", pool, bots[0].pk))
    told = bot_in_pool(pool, bots[0].pk, by="time", limit=50, cursor=None)
    assert reply.context["found"] == told
    text = reply.content.decode()
    assert told.course.chart in text
    for line in told.opponents.lines:
        assert line.chances in text
        assert url("pair", pool, bots[0].pk, line.opponent.bot) in text
    reply = admin_client.get(url("pair", pool, bots[0].pk, bots[1].pk))
    assert reply.context["found"] == versus(pool, bots[0].pk, bots[1].pk)


def test_the_form_leads_to_two_bots(admin_client: Client) -> None:
    pool, bots = league()
    one, two = (f"{bot.owner.username}/{bot.name}" for bot in bots[:2])
    reply = admin_client.get(url("versus", pool), {"first": one, "second": two})
    assert reply.status_code == 302
    assert reply["Location"] == url("pair", pool, bots[0].pk, bots[1].pk)
    reply = admin_client.get(url("versus", pool), {"first": one, "second": NASTY})
    assert reply.status_code == 404
    text = reply.content.decode()
    assert "is not the owner/name of a bot that is rated here" in text
    assert NASTY not in text
    assert f'value="{one}"' in text


def test_how_well_it_foretells(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    pool, _ = league()
    told = foretold(pool)
    reply: Any = admin_client.get(url("foretelling", pool))
    assert reply.context["found"] == told
    text = reply.content.decode()
    assert told.chart in text
    assert f"<strong>{told.log_loss:.4f}</strong>" in text
    assert text.count('<th scope="row">') == sum(found.count > 0 for found in told.calibration.bins)
    monkeypatch.setattr("ratings.display.foretelling.MOST_BOARDS", 1)
    text = page(admin_client, url("foretelling", pool))
    assert f"at the shell: manage.py fit_pool --pool {pool.pk}." in text


def test_names_are_text(admin_client: Client) -> None:
    pool, bots = league()
    Bot.objects.update(name=NASTY)
    Pool.objects.update(title=NASTY)
    changes.change_parameters(
        actor=Actor(get_user_model().objects.get(username="admin")), pool_id=pool.pk, values={"tau": 0.2}, reason=NASTY
    )
    for address in addresses(pool, bots):
        text = page(admin_client, address)
        assert NASTY not in text
        assert "alert('x')" not in text


def test_they_are_for_staff(client: Client) -> None:
    pool, bots = league()
    user = get_user_model().objects.create_user("ada")
    for expected, staff in ((302, None), (302, False), (200, True)):
        if staff is not None:
            user.is_staff = staff
            user.save()
            client.force_login(user)
        for address in addresses(pool, bots):
            assert client.get(address).status_code == expected, address


def test_an_empty_pool(admin_client: Client) -> None:
    pool = make_pool()
    for name in ("change", "leaderboard", "foretelling", "versus"):
        page(admin_client, url(name, pool))


@pytest.mark.parametrize(
    "where",
    [
        "999999/leaderboard/", "x/leaderboard/", "{pk}/leaderboard/?cursor=nonsense", "{pk}/bots/999999/",
        "999999/bots/1/", "{pk}/bots/{bot}/?by=moon", "{pk}/bots/{bot}/?cursor=nonsense", "{pk}/versus/{bot}-{bot}/",
        "{pk}/versus/{bot}-999999/", "999999/versus/",
    ],
)  # fmt: skip
def test_what_is_not_there(admin_client: Client, where: str) -> None:
    pool, bots = league()
    address = reverse("admin:ratings_pool_changelist") + where.format(pk=pool.pk, bot=bots[0].pk)
    assert admin_client.get(address).status_code == 404


def test_statements_do_not_grow(admin_client: Client) -> None:
    def statements(pool: Pool, bots: list[Bot]) -> list[int]:
        counts = []
        for address in addresses(pool, bots):
            with CaptureQueriesContext(connection) as captured:
                page(admin_client, address)
            counts.append(len(captured))
        return counts

    pool, bots = league(4)
    few = statements(pool, bots)
    larger, others = league(12, rounds=5)
    play(larger, others, 7)
    assert statements(larger, others) == few
    assert max(few) <= 30
