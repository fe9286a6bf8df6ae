"""The mailbox: what is pending, what becomes of answers, and what is left."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from deploy.broker import Broker
from plugins import protocol
from plugins.protocol import Limits, Message
from tournaments.remote import mailbox as module
from tournaments.remote.connection import client, disconnect
from tournaments.remote.mailbox import Lost, Mailbox, TooManyGames
from tournaments.remote.presence import present

pytestmark = pytest.mark.usefixtures("broker")
CLOCK = {"move_ms": 1000, "bank_ms": 30_000, "game_ms": 600_000}


def hello(game: str) -> Message:
    return protocol.hello(
        game=game, engine="trash", rules_version=1, options={}, seat=0, seats=2, seed="5eed", limits=Limits()
    )


def act(game: str, seq: int, observation: Any = None) -> Message:
    return protocol.act(game=game, seq=seq, observation=observation, legal=[{"n": 0}, {"n": 1}], clock=CLOCK)


def over(game: str) -> Message:
    return protocol.over(game=game, ranks=[0, 1], scores=[3, 1], verdicts=["played", "played"])


def ready(game: str, name: str = "") -> Message:
    return {"type": "ready", "game": game, "protocol": 1, "name": name}


def move(game: str, seq: int, action: Any = 0) -> Message:
    return {"type": "move", "game": game, "seq": seq, "action": action}


@pytest.fixture
def box() -> Mailbox:
    return Mailbox(7)


def begin(box: Mailbox, game: str = "a") -> None:
    box.greet(hello(game), seconds=30)
    assert box.answer(ready(game)).outcome == "taken"


def messages(box: Mailbox, after: int | None = None) -> list[Any]:
    return [json.loads(data) for data in box.pending(after).messages]


def heard(box: Mailbox, after: int | None = None) -> list[tuple[Any, ...]]:
    """(type, game, seq) of what is pending."""
    return [(said["type"], said["game"], said.get("seq")) for said in messages(box, after)]


def everything() -> list[str]:
    return sorted(key.decode().removeprefix("croupier:remote:") for key in client().keys("*"))


def test_a_game_from_hello_to_over(box: Mailbox) -> None:
    box.greet(hello("a"), seconds=30)
    assert messages(box) == [hello("a")]
    assert box.take("a", 0) is None
    assert box.answer(ready("a")).outcome == "taken"
    assert json.loads(box.take("a", 0) or b"") == ready("a")
    assert messages(box) == []
    box.ask(act("a", 1, {"cards": "é"}), seconds=30)
    assert messages(box) == [hello("a"), act("a", 1, {"cards": "é"})]
    assert box.answer(move("a", 1, {"n": 1})).outcome == "taken"
    assert json.loads(box.take("a", 1) or b"") == move("a", 1, {"n": 1})
    box.end(over("a"), seq=1)
    assert messages(box) == [over("a")]
    assert messages(box) == []


def test_bots_and_games_are_apart(box: Mailbox) -> None:
    other = Mailbox(8)
    begin(box, "a")
    begin(box, "b")
    box.ask(act("a", 1), seconds=30)
    assert messages(other) == []
    assert other.answer(move("a", 1)).outcome == "missing"
    assert box.answer(move("b", 1)).outcome == "outdated"
    assert box.answer(move("a:x", 1)).outcome == "missing"
    assert box.answer(move("a", 1)).outcome == "taken"
    assert box.take("b", 0) is not None
    with pytest.raises(Lost):
        box.take("b", 1)


def test_the_same_answer_again_is_the_same_and_another_is_not(box: Mailbox) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    assert box.answer(move("a", 1, 1)).outcome == "taken"
    for _ in range(2):
        assert box.answer(move("a", 1, 1)).outcome == "same"
        assert box.answer(move("a", 1, 0)).outcome == "other"
    assert box.answer(dict(reversed(move("a", 1, 1).items()))).outcome == "same"
    box.ask(act("a", 2), seconds=30)
    standing = box.answer(move("a", 1, 1))
    assert (standing.outcome, standing.asked, standing.open) == ("same", 2, True)
    assert box.answer(move("a", 1, 0)).outcome == "other"
    assert box.answer(ready("a")).outcome == "same"
    assert box.answer(ready("a", "x")).outcome == "other"
    assert json.loads(box.take("a", 2, withdraw=False) or b"null") is None


@pytest.mark.parametrize("seq", [2, -1, 10**30])
def test_an_answer_that_nobody_asked_for(box: Mailbox, seq: int) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    standing = box.answer(move("a", seq))
    assert (standing.outcome, standing.asked, standing.open) == ("outdated", 1, True)
    assert box.take("a", 1) is None


def test_a_move_in_place_of_ready(box: Mailbox) -> None:
    """Number 0 is that of ``ready``: the referee sees that it is none."""
    box.greet(hello("a"), seconds=30)
    assert box.answer(move("a", 1)).outcome == "outdated"
    assert box.answer(move("a", 0)).outcome == "taken"


def test_a_question_withdrawn_gets_no_answer(box: Mailbox) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    assert box.take("a", 1, withdraw=True) is None
    standing = box.answer(move("a", 1))
    assert (standing.outcome, standing.open) == ("outdated", False)
    assert messages(box) == []
    assert box.take("a", 1) is None


def test_an_answer_that_is_there_is_not_withdrawn(box: Mailbox) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    box.answer(move("a", 1))
    assert box.take("a", 1, withdraw=True) is not None
    assert box.take("a", 1, withdraw=True) is not None


def test_asked_once_more_since_the_reply_was_lost_the_answer_stands(box: Mailbox) -> None:
    box.greet(hello("a"), seconds=30)
    box.answer(ready("a"))
    box.greet(hello("a"), seconds=30)
    assert box.take("a", 0) is not None
    box.ask(act("a", 1), seconds=30)
    box.answer(move("a", 1))
    box.ask(act("a", 1), seconds=30)
    assert box.take("a", 1) is not None
    assert messages(box) == []


def test_the_cursor_gives_what_is_new(box: Mailbox) -> None:
    begin(box, "a")
    begin(box, "b")
    box.ask(act("a", 1), seconds=30)
    first = box.pending(0)
    assert len(first.messages) == 2
    assert box.pending(first.cursor) == module.Delivery(first.cursor, ())
    box.ask(act("b", 1), seconds=30)
    second = box.pending(first.cursor)
    assert heard(box, first.cursor) == [("act", "b", 1)]
    assert second.cursor > first.cursor
    assert heard(box, 0) == [("hello", "a", None), ("act", "a", 1), ("hello", "b", None), ("act", "b", 1)]
    assert heard(box) == heard(box, 0)
    # A cursor of a time that Redis knows nothing of.
    assert heard(box, second.cursor + 1) == heard(box, 0)
    assert heard(box, 2**53 - 1) == heard(box, 0)


def test_a_last_word_is_given_until_it_was_received(box: Mailbox) -> None:
    begin(box)
    before = box.pending(0).cursor
    box.end(over("a"), seq=0)
    got = box.pending(before)
    assert box.pending(before) == got
    assert len(got.messages) == 1
    assert box.pending(got.cursor).messages == ()
    assert box.pending(before).messages == ()


def test_messages_come_in_the_order_of_their_asking_and_in_portions(
    box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ENOUGH_BYTES", 2500)
    for game in "dcba":
        begin(box, game)
    for game in "bdca":
        box.ask(act(game, 1, "x" * 1000), seconds=30)
    cursor, order = 1, []
    for _ in range(2):
        got = box.pending(cursor)
        assert len(got.messages) == 2
        order += [json.loads(data)["game"] for data in got.messages]
        cursor = got.cursor
    assert order == list("bdca")
    box.ask(act("b", 2, "x" * 9000), seconds=30)
    assert heard(box, cursor) == [("act", "b", 2)]


def test_a_bot_is_in_so_many_games(box: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_GAMES", 2)
    box.greet(hello("a"), seconds=30)
    box.greet(hello("b"), seconds=30)
    with pytest.raises(TooManyGames, match="2 games"):
        box.greet(hello("c"), seconds=30)
    assert heard(box) == [("hello", "a", None), ("hello", "b", None)]
    box.forget("a")
    box.greet(hello("c"), seconds=30)


def test_what_nobody_waits_for_any_more_is_not_given(box: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a worker died: its question expires."""
    monkeypatch.setattr(module, "MOST_GAMES", 1)
    monkeypatch.setattr(module, "SPARE_SECONDS", 0.02)
    box.greet(hello("a"), seconds=0)
    asyncio.run(asyncio.sleep(0.05))
    box.greet(hello("b"), seconds=30)
    assert heard(box) == [("hello", "b", None)]


def test_a_game_forgotten_leaves_nothing(box: Mailbox) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    box.answer(move("a", 1))
    box.forget("a")
    assert everything() == ["{7}:last", "{7}:wake"]
    assert box.answer(move("a", 1)).outcome == "missing"
    with pytest.raises(Lost):
        box.ask(act("a", 2), seconds=30)
    with pytest.raises(Lost):
        box.take("a", 1)


def test_every_key_expires(box: Mailbox) -> None:
    begin(box)
    box.ask(act("a", 1), seconds=30)
    box.answer(move("a", 1))
    box.ask(act("a", 2), seconds=30)
    box.pending()
    begin(box, "b")
    box.end(over("b"), seq=0)
    lives = {key: client().pttl("croupier:remote:" + key) for key in everything()}
    assert all(life > 0 for life in lives.values()), lives
    assert lives["{7}:game:b"] <= 1000 * module.LAST_WORD_SECONDS
    assert lives["{7}:seen"] <= 60_000
    assert lives["{7}:pending"] >= 119_000


def test_presence_is_a_poll(box: Mailbox) -> None:
    assert present([]) == set()
    assert present([7, 8]) == set()
    begin(box)
    assert present([7, 8]) == set()
    box.pending()
    assert present([8, 7]) == {7}


def test_waiting_ends_with_the_first_message(box: Mailbox) -> None:
    async def wait() -> Any:
        try:
            waiting = asyncio.create_task(box.wait(0, 60))
            await asyncio.sleep(0.05)
            await asyncio.to_thread(box.greet, hello("a"), seconds=30)
            return await waiting
        finally:
            await disconnect()

    assert len(asyncio.run(wait()).messages) == 1


def test_waiting_ends_without_one(box: Mailbox) -> None:
    async def wait() -> Any:
        try:
            return await box.wait(0, 0.05), await box.wait(None, 0)
        finally:
            await disconnect()

    client().rpush("croupier:remote:{7}:wake", "1")  # left by a message that was fetched without waiting
    assert [got.messages for got in asyncio.run(wait())] == [(), ()]


def test_a_poll_broken_off_leaves_no_connection(box: Mailbox) -> None:
    def connected() -> int:
        return len(client().client_list())

    async def wait() -> None:
        try:
            tasks = [asyncio.create_task(box.wait(0, 60)) for _ in range(50)]
            while connected() < 50:
                await asyncio.sleep(0.01)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            box.greet(hello("a"), seconds=30)
            assert len((await box.wait(0, 60)).messages) == 1
        finally:
            await disconnect()

    asyncio.run(wait())
    while connected() > 1:
        pass


def test_a_broker_that_came_back_empty(box: Mailbox, broker: Broker) -> None:
    box.greet(hello("a"), seconds=30)
    cursor = box.pending(0).cursor
    box.answer(ready("a"))
    broker.restart()
    with pytest.raises(Lost):
        box.ask(act("a", 1), seconds=30)
    begin(box, "b")
    box.ask(act("b", 1), seconds=30)
    assert heard(box, cursor) == [("act", "b", 1)]
