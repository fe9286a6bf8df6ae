"""/api/v1/bots/{id}/next/ and /moves/: who may, what is answered, and that who waits holds nothing."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db import connection
from django.test import AsyncClient
from rest_framework.throttling import SimpleRateThrottle

from deploy.asgi import application
from tests.tournaments import arena
from tests.tournaments.api.conftest import Caller, caller, refused
from tests.tournaments.remote.conftest import broker, own_broker  # noqa: F401
from tests.tournaments.remote.test_mailbox import act, begin, hello, move, over, ready
from tournaments.access.brief import forget
from tournaments.bots.registering import add_version
from tournaments.models import Bot, BotVersion, Trial
from tournaments.remote.connection import client, disconnect
from tournaments.remote.mailbox import Mailbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("broker")]


@pytest.fixture
def ada(db: None) -> Caller:
    return caller(arena.owner("ada"), "read", "bots")


def remote(owner: Caller) -> Bot:
    bot = arena.bot("far", by=owner.actor)
    BotVersion.objects.create(bot=bot, number=2, kind=BotVersion.Kind.REMOTE)
    return bot


@pytest.fixture
def bot(ada: Caller) -> Bot:
    return remote(ada)


@pytest.fixture
def box(bot: Bot) -> Mailbox:
    return Mailbox(bot.pk)


def path(bot: Bot, verb: str) -> str:
    return f"/api/v1/bots/{bot.pk}/{verb}/"


def post(owner: Caller, bot: Bot, *messages: Any) -> Any:
    return send(owner, "POST", path(bot, "moves"), {"messages": list(messages)})


def fetch(owner: Caller, bot: Bot, **query: Any) -> Any:
    return send(owner, "GET", f"{path(bot, 'next')}?{urlencode({'wait': 0, **query})}")


def send(owner: Caller, method: str, address: str, body: Any = None) -> Any:
    """A request from an event loop of its own, which leaves no connection behind."""
    data = b"" if body is None else json.dumps(body).encode()
    token = owner._credentials["HTTP_AUTHORIZATION"]

    async def scene() -> Any:
        try:
            return await AsyncClient().generic(
                method, address, data, content_type="application/json", headers={"Authorization": token}
            )
        finally:
            await disconnect()

    return async_to_sync(scene)()


def test_a_game(ada: Caller, bot: Bot, box: Mailbox) -> None:
    assert fetch(ada, bot).json() == {"after": 0, "messages": []}
    box.greet(hello("a"), seconds=30)
    got = fetch(ada, bot)
    assert (got["Content-Type"], got["Cache-Control"]) == ("application/json", "no-store")
    assert got.json()["messages"] == [hello("a")]
    after = got.json()["after"]
    assert post(ada, bot, ready("a")).json() == {
        "results": [{"game": "a", "seq": 0, "status": 200, "code": "taken", "detail": "", "pending": None}]
    }
    box.ask(act("a", 1), seconds=30)
    assert fetch(ada, bot, after=after).json()["messages"] == [act("a", 1)]
    assert fetch(ada, bot).json()["messages"] == [hello("a"), act("a", 1)]
    assert post(ada, bot, move("a", 1, {"n": 1})).status_code == 200
    assert json.loads(box.take("a", 1) or b"") == move("a", 1, {"n": 1})
    box.end(over("a"), seq=1)
    assert fetch(ada, bot, after=after).json()["messages"] == [over("a")]


def test_a_version_that_waits_begins_to_qualify_when_its_bot_comes(ada: Caller) -> None:
    bot = arena.bot("Far", by=ada.actor)
    version = add_version(actor=ada.actor, bot_id=bot.pk, kind="remote")
    assert not Trial.objects.exists()
    for _ in range(2):
        assert fetch(ada, bot).status_code == 200
        forget()  # as it does by itself after a few seconds
    trial = Trial.objects.get()
    assert (trial.purpose, [seat.version for seat in trial.seats.all()]) == ("qualification", [version, None])


def test_whether_a_remote_bot_is_there_is_told_with_it_and_in_lists(ada: Caller, bot: Bot, settings: Any) -> None:
    arena.bot("near", by=ada.actor)
    away = remote(caller(arena.owner("eve"), "read", "bots"))
    for one in (bot, away):
        one.active = one.versions.get(kind="remote")
        one.save()
    assert ada.get(f"/api/v1/bots/{bot.pk}/").json()["present"] is False
    fetch(ada, bot)
    assert ada.get(f"/api/v1/bots/{bot.pk}/").json()["present"] is True
    told = {one["name"]: one["present"] for one in ada.get("/api/v1/bots/?owner=ada").json()["results"]}
    assert told == {"far": True, "near": None}
    assert ada.get("/api/v1/bots/?owner=eve").json()["results"][0]["present"] is False
    settings.CELERY_BROKER_URL = "redis+socket:///nowhere"
    assert ada.get(f"/api/v1/bots/{bot.pk}/").json()["present"] is None


def test_the_same_answer_again_and_others(ada: Caller, bot: Bot, box: Mailbox) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    post(ada, bot, move("a", 1))
    assert post(ada, bot, move("a", 1)).json()["results"][0]["code"] == "same"
    problem = refused(post(ada, bot, move("a", 1, 1)), 409, "seq 1 was answered otherwise; nothing waits")
    assert (problem["code"], problem["pending"]) == ("answered_otherwise", None)
    box.ask(act("a", 2), seconds=30)
    assert post(ada, bot, move("a", 1)).json()["results"][0]["pending"] == {"game": "a", "seq": 2}
    problem = refused(post(ada, bot, move("a", 3)), 409, "seq 3 is not asked; 2 waits for an answer", code="outdated")
    assert problem["pending"] == {"game": "a", "seq": 2}
    assert refused(post(ada, bot, move("b", 1)), 404, code="no_such_game")["pending"] is None
    assert box.take("a", 2) is None


def test_of_several_each_has_its_own_status(ada: Caller, bot: Bot, box: Mailbox) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    answers = [move("a", 1), move("a", 1), move("a", 1, 1), move("a", 2), move("b", 1), {"type": "x"}, {}]
    results = post(ada, bot, *answers).json()["results"]
    assert [result["status"] for result in results] == [200, 200, 409, 409, 404, 400, 400]
    codes = ["taken", "same", "answered_otherwise", "outdated", "no_such_game", "invalid", "invalid"]
    assert [result["code"] for result in results] == codes
    assert results[-1] == {
        "game": None, "seq": None, "status": 400, "code": "invalid", "pending": None,
        "detail": 'type: null is neither "ready" nor "move"',
    }  # fmt: skip


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"type": ["move"]}, 'type: ["move"] is neither "ready" nor "move"'),
        ({"type": "move", "seq": 1}, "game: null is not the name of a game"),
        ({"type": "ready", "game": "x" * 201}, "is not the name of a game"),
        ({"type": "move", "game": "a"}, "seq: null is not the seq"),
        ({"type": "move", "game": "a", "seq": True}, "seq: true is not the seq"),
        ({"type": "move", "game": "a", "seq": 1.0}, "seq: 1.0 is not the seq"),
        ({**move("a", 1), "note": "x" * 70_000}, "the message has 70055 bytes; at most 65536 are taken"),
        (["type"], "not an object"),
        (5, "not an object"),
    ],
)
def test_messages_that_answer_nothing(ada: Caller, bot: Bot, box: Mailbox, message: Any, says: str) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    refused(post(ada, bot, message), 400, says, code="invalid")
    assert box.take("a", 1) is None


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{}", b'{"messages": {}}', b'{"messages": []}', b'{"messages": [{}], "x": 1}', b"[" * 60_000,
        b'{"messages": [{"type": "move", "game": "a", "seq": NaN}]}', b'{"messages": [{"seq": ' + b"9" * 5000 + b"}]}",
        b'{"messages": [{"game": "a\\u0000"}]}', b'{"messages": [{"game": "\\ud800"}]}', b"\xff",
        b'{"messages": [' + b",".join([b"{}"] * 101) + b"]}",
    ],
)  # fmt: skip
def test_hostile_bodies(ada: Caller, bot: Bot, body: bytes) -> None:
    response = ada.generic("POST", path(bot, "moves"), body, content_type="application/json")
    refused(response, 400)


@pytest.mark.parametrize(
    "query", [{"wait": 26}, {"wait": -1}, {"wait": "x"}, {"wait": "1.5"}, {"after": 2**53}, {"after": ""}, {"x": 1}]
)
def test_parameters(ada: Caller, bot: Bot, query: Any) -> None:
    refused(ada.get(path(bot, "next"), query), 400, at=next(iter(query)))


@pytest.mark.parametrize("verb", ["next", "moves"])
def test_whose_bot_it_is(ada: Caller, bot: Bot, verb: str, anonymous: Caller, bob: Caller, sue: Caller) -> None:
    def ask(who: Caller, bot_id: int = bot.pk) -> Any:
        address = f"/api/v1/bots/{bot_id}/{verb}/"
        return who.get(address, {"wait": 0}) if verb == "next" else who.post(address, {"messages": [{}]})

    refused(ask(anonymous), 401)
    refused(ask(bob), 403, "another owner's", code="not_owner")
    refused(ask(sue), 403, code="not_owner")
    refused(ask(caller(ada.actor, "read")), 403, code="insufficient_scope")
    refused(ask(ada, 10**6), 404, "there is no bot 1000000")
    refused(ask(ada, 10**30), 404)
    refused(ask(ada, arena.bot("near", by=ada.actor).pk), 409, code="no_remote_version")
    wrong = ada.delete(path(bot, verb))
    refused(wrong, 405)
    browser = Caller(raise_request_exception=False)
    browser.force_login(ada.actor.user)
    refused(ask(browser), 401)


def test_without_a_broker_it_is_busy(ada: Caller, bot: Bot, settings: Any) -> None:
    settings.CELERY_BROKER_URL = "memory://"
    for response in (fetch(ada, bot), post(ada, bot, ready("a"))):
        refused(response, 503, code="busy")
        assert response["Retry-After"] == "2"


def test_their_rate_is_of_their_own(ada: Caller, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    rates = {"anon": "1/min", "account": "1/min", "play": "4/min", "registration": "1/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    statuses = [fetch(ada, bot).status_code for _ in range(3)] + [post(ada, bot, ready("a")).status_code]
    assert statuses == [200, 200, 200, 404]
    response = fetch(ada, bot)
    refused(response, 429, code="throttled")
    assert 1 <= int(response["Retry-After"]) <= 15
    cache.clear()


class Polls:
    """Polls of a bot through the ASGI application. ``ended`` is set when the clients go away."""

    def __init__(self, bot: Bot, token: str) -> None:
        self.application = application
        self.path = path(bot, "next")
        self.token = token.encode()
        self.ended = asyncio.Event()

    async def __call__(self, query: bytes) -> tuple[int, bytes]:
        """Status and body."""
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": self.path, "raw_path": self.path.encode(), "query_string": query,
            "headers": [(b"authorization", self.token), (b"host", b"localhost")],
            "server": ("localhost", 80), "client": ("127.0.0.1", 1),
        }  # fmt: skip
        came = [{"type": "http.request", "body": b"", "more_body": False}]
        status, body = 0, b""

        async def receive() -> Any:
            if not came:
                await self.ended.wait()
                return {"type": "http.disconnect"}
            return came.pop()

        async def send(message: Any) -> None:
            nonlocal status, body
            status = message.get("status", status)
            body += message.get("body", b"")

        await self.application(scope, receive, send)
        return status, body


async def wait_for(count: int) -> None:
    """Wait until so many polls wait in Redis."""
    while len([one for one in client().client_list() if one["cmd"] == "blpop"]) != count:
        await asyncio.sleep(0.01)


def run(scene: Any) -> Any:
    """Run the coroutine, and leave no connection of its loop."""

    async def whole() -> Any:
        try:
            return await scene
        finally:
            await disconnect()

    return asyncio.run(whole())


@pytest.fixture
def polls(transactional_db: None, ada: Caller) -> tuple[Bot, Polls]:
    return (bot := remote(ada)), Polls(bot, ada._credentials["HTTP_AUTHORIZATION"])


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_the_first_message(polls: tuple[Bot, Polls]) -> None:
    bot, poll = polls

    async def scene() -> tuple[int, bytes]:
        waiting = asyncio.create_task(poll(b"wait=25"))
        await wait_for(1)
        await asyncio.to_thread(Mailbox(bot.pk).greet, hello("a"), seconds=30)
        return await waiting

    status, body = run(scene())
    assert (status, json.loads(body)["messages"]) == (200, [hello("a")])


@pytest.mark.django_db(transaction=True)
def test_who_waits_holds_neither_a_thread_nor_the_database(polls: tuple[Bot, Polls]) -> None:
    _, poll = polls

    async def scene() -> tuple[int, int]:
        before = threading.active_count()
        waiting = [asyncio.create_task(poll(b"wait=25")) for _ in range(30)]
        await wait_for(30)
        while (threads := threading.active_count() - before) > 3:  # the last of them end
            await asyncio.sleep(0.01)
        sessions = 0
        if connection.vendor == "postgresql":
            sessions = await asyncio.to_thread(others)
        poll.ended.set()
        await asyncio.gather(*waiting)
        await wait_for(0)
        return threads, sessions

    def others() -> int:
        """Connections to the database but this one and the test's own."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
                return int(cursor.fetchone()[0]) - 2
        finally:
            connection.close()

    threads, sessions = run(scene())
    assert threads <= 3
    assert sessions <= 0


@pytest.mark.django_db(transaction=True)
def test_a_refusal_needs_no_waiting(polls: tuple[Bot, Polls]) -> None:
    _, poll = polls
    poll.token = b"Bearer x"
    status, body = run(poll(b"wait=25"))
    assert (status, json.loads(body)["code"]) == (401, "invalid_token")
