"""The pages of a version, of its games and of notices: for its owner, and for nobody else there is nothing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments import arena, reporting
from tournaments.bots.notices import tell
from tournaments.models import Bot, BotVersion, Notice, SeatReport, Tournament
from tournaments.pages import versions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def gin(db: None) -> Bot:
    """A bot that crashed in a closed round, and timed out in one that is not."""
    bot = reporting.program("Gin", arena.owner("ada"))
    event = reporting.league(bot, reporting.program("rival"), name="Autumn cup")
    reporting.play_round(event, {bot.pk: "crash"})
    reporting.play_round(event, {bot.pk: "timeout"}, close=False)
    return bot


@pytest.fixture
def ada(gin: Bot) -> Client:
    return signed_in(gin.owner)


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    assert response["Cache-Control"] == "private, no-store"
    return response.content.decode()


def test_the_owner_finds_it_on_the_page_of_the_bot(gin, ada) -> None:
    link = f'href="/bots/{gin.pk}/versions/1/"'
    assert link in page(ada, f"/bots/{gin.pk}/")
    for client in (Client(), signed_in(arena.owner("bob").user)):
        assert link not in client.get(f"/bots/{gin.pk}/").content.decode()
    BotVersion.objects.filter(bot=gin).update(kind="policy")
    assert link not in page(ada, f"/bots/{gin.pk}/")


def test_a_version(gin, ada) -> None:
    text = page(ada, f"/bots/{gin.pk}/versions/1/")
    assert "<dt>Crash</dt><dd>2</dd>" in text
    assert "<dt>Median per move</dt><dd>3 ms</dd>" in text
    assert "99 of 100 moves within</dt><dd>9 ms</dd>" in text
    assert "4 moves of the last 2 games" in text
    assert '<svg class="graph move-times"' in text
    assert text.count("told to: crash") == 2
    assert "imeout" not in text
    event = Tournament.objects.get(name="Autumn cup")
    assert 'Autumn cup</a> <span class="by">round 1, table 1' in text
    assert f'href="/matches/{event.round_set.get(number=1).matches.get().pk}/"' in text


def test_verdicts_and_pages(gin, ada, monkeypatch) -> None:
    for _ in range(3):
        reporting.trial(gin, state="finished")
    monkeypatch.setattr(versions, "GAMES", 2)
    address = f"/bots/{gin.pk}/versions/1/"
    assert page(ada, f"{address}?verdict=crash").count("told to: crash") == 2
    first = ada.get(f"{address}?verdict=played").context
    second = ada.get(f"{address}?{first['next']}").context
    assert [len(context["games"]) for context in (first, second)] == [2, 1]
    assert (first["more"], second["more"], second["next"]) == (False, True, None)
    for wrong in ("verdict=lost", "cursor=made-up"):
        assert ada.get(f"{address}?{wrong}").status_code == 404


def test_one_game(gin, ada) -> None:
    told = SeatReport.objects.filter(version=gin.active, verdict="crash").first()
    assert told is not None
    SeatReport.objects.filter(pk=told.pk).update(failure="<script>alert(1)</script>\x1b")
    text = page(ada, f"/bots/{gin.pk}/versions/1/games/{told.pk}/")
    assert "Traceback \ufffd\ufffd[31m\ufffd end" in text
    assert "SECRET-CARD" in text
    assert "Move 1: a \ufffdnote" in text
    assert "exit status 1" in text
    assert "1: 3 ms, 2: 9 ms" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\ufffd" in text
    assert f'href="/api/v1/bots/{gin.pk}/versions/1/games/{told.pk}/stderr/"' in text
    stderr = ada.get(f"/api/v1/bots/{gin.pk}/versions/1/games/{told.pk}/stderr/")
    assert stderr.content == reporting.PRINTED


def test_nothing_of_a_round_that_is_not_closed(gin, ada) -> None:
    secret = SeatReport.objects.filter(version=gin.active, verdict="timeout").values_list("pk", flat=True)
    assert len(secret) == 2
    for pk in secret:
        assert ada.get(f"/bots/{gin.pk}/versions/1/games/{pk}/").status_code == 404


def test_for_everyone_else_there_is_nothing(gin) -> None:
    told = SeatReport.objects.filter(version=gin.active, verdict="crash").first()
    assert told is not None
    staff = User.objects.create_user("sue", is_staff=True, is_superuser=True)
    for address in (f"/bots/{gin.pk}/versions/1/", f"/bots/{gin.pk}/versions/1/games/{told.pk}/"):
        for user in (arena.owner("bob").user, arena.organiser().user, staff):
            assert signed_in(user).get(address).status_code == 404
        answer = Client().get(address)
        assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={address}")


def test_a_suspended_version_says_so(gin, ada) -> None:
    BotVersion.objects.filter(bot=gin).update(suspended_at="2026-11-30T12:00Z", suspension="it crashed too often")
    assert "Suspended since 30 Nov 2026, 12:00 UTC: it crashed too often" in page(ada, f"/bots/{gin.pk}/versions/1/")
    assert '<span class="label void">suspended</span>' in Client().get(f"/bots/{gin.pk}/").content.decode()


def test_notices(gin, ada) -> None:
    assert "There is none." in page(ada, "/notices/")
    assert 'class="unread"' not in page(ada, "/")
    for text in ("the first", "<b>the second</b>"):
        tell(gin.active, Notice.Kind.SUSPENDED, text)
    assert '<span class="unread">2<span' in page(ada, "/")
    text = page(ada, "/notices/")
    assert "&lt;b&gt;the second" in text
    assert text.index("the second") < text.index("the first")
    bob = signed_in(arena.owner("bob").user)
    assert "the first" not in page(bob, "/notices/")
    newest = Notice.objects.first()
    assert newest is not None
    bob.post("/notices/read/", {"until": newest.pk})
    assert Notice.objects.filter(read_at=None).count() == 2
    assert ada.post("/notices/read/", {"until": newest.pk})["Location"] == "/notices/"
    assert Notice.objects.filter(read_at=None).count() == 0
    assert "Mark all" not in page(ada, "/notices/")


def test_reading_notices_takes_an_account_and_a_number(gin, ada) -> None:
    assert ada.get("/notices/read/").status_code == 405
    assert ada.post("/notices/read/", {"until": "all"}).status_code == 404
    assert Client().post("/notices/read/", {"until": 1})["Location"] == "/accounts/login/?next=/notices/read/"
    assert Client().get("/notices/")["Location"] == "/accounts/login/?next=/notices/"


def test_more_than_can_be_counted(gin, ada) -> None:
    Notice.objects.bulk_create(
        Notice(owner=gin.owner, version=gin.active, kind="lifted", text=f"{number}") for number in range(120)
    )
    assert '<span class="unread">99+<span' in page(ada, "/")
