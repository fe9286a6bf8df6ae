"""A remote bot before the referee: verdicts, clocks, what its owner sees, and what is left in Redis."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from deploy.broker import Broker
from plugins import protocol
from plugins.chance import Chance
from plugins.protocol import Limits
from tests.tournaments.play.toy import Scripted, Toy
from tournaments.play.players.base import Forfeit, HostFault
from tournaments.play.referee import Played, play
from tournaments.remote import player as module
from tournaments.remote.connection import Unreachable, client
from tournaments.remote.mailbox import Lost, Mailbox
from tournaments.remote.player import RemotePlayer

QUICK = Limits(move_ms=50, bank_ms=50, game_ms=10_000)
SLOW = Limits(move_ms=60_000, bank_ms=0, game_ms=600_000)

pytestmark = pytest.mark.usefixtures("broker")


def made(limits: Limits = SLOW, seat: int = 0, bot_id: int = 7) -> RemotePlayer:
    hello = protocol.hello(
        game="m7.3", engine="toy", rules_version=1, options={}, seat=seat, seats=2, seed="5eed", limits=limits
    )
    return RemotePlayer(bot_id=bot_id, hello=hello, limits=limits)


class Bot(threading.Thread):
    """Answers what it is asked, as ``answer`` says (None: not at all), until it is stopped; ``heard`` is all of it."""

    def __init__(self, answer: Callable[[Any], Any], bot_id: int = 7) -> None:
        super().__init__(daemon=True)
        self.box = Mailbox(bot_id)
        self.answer = answer
        self.heard: list[Any] = []
        self.outcomes: list[str] = []
        self.stopped = threading.Event()

    def run(self) -> None:
        cursor = 0
        while not self.stopped.wait(0.002):
            try:
                delivery = self.box.pending(cursor)
                cursor = delivery.cursor
                for data in delivery.messages:
                    said = json.loads(data)
                    self.heard.append(said)
                    if (answer := self.answer(said)) is not None:
                        self.outcomes.append(self.box.answer({"game": said["game"], **answer}).outcome)
            except Unreachable:
                continue

    def types(self) -> list[str]:
        return [said["type"] for said in self.heard]


@contextmanager
def bot(answer: Callable[[Any], Any]) -> Iterator[Bot]:
    running = Bot(answer)
    running.start()
    try:
        yield running
    finally:
        running.stopped.set()
        running.join()


def honest(said: Any, action: Any = 2) -> Any:
    if said["type"] == "hello":
        return {"type": "ready", "protocol": 1, "name": "x"}
    return {"type": "move", "seq": said["seq"], "action": action, "note": "hm"} if said["type"] == "act" else None


def moves(**answer: Any) -> Callable[[Any], Any]:
    """A bot that is ready, and answers every ``act`` so."""
    return lambda said: honest(said) if said["type"] == "hello" else {"type": "move", "seq": said.get("seq"), **answer}


def game(player: RemotePlayer, *calls: Any) -> Played:
    """The remote bot at seat 0 against scripted calls, in a game of three calls each, the third without a choice."""
    return play(
        Toy(),
        {},
        Chance(b"seed"),
        [player, Scripted(*(calls or (0, 0)))],
        [Chance(b"0").stream("policy"), Chance(b"1").stream("policy")],
        stand_in=lambda: Scripted(0, 0, 0),
        max_decisions=100,
    )


def left() -> set[str]:
    """What is left in Redis that would not be there without this game."""
    names = {key.decode().partition("}:")[2] for key in client().keys("*")}
    return names - {"last", "wake", "seen"}


def test_a_game(request: pytest.FixtureRequest) -> None:
    player = made()
    with bot(honest) as its:
        played = game(player)
        while its.types()[-1:] != ["over"]:
            pass
    assert (played.verdicts, played.scores) == (("played", "played"), (5, 1))
    assert its.types() == ["hello", "act", "act", "over"]
    name = its.heard[0]["game"]
    assert name.startswith("m7.3.")
    assert {said["game"] for said in its.heard} == {name}
    assert its.heard[0]["limits"]["startup_ms"] == 30_000
    assert its.heard[1]["observation"] == {"sums": [0, 0]}
    assert [said["seq"] for said in its.heard[1:3]] == [1, 2]
    assert its.heard[2]["legal"] == [{"t": "call", "n": n} for n in range(3)]
    assert its.heard[3] == protocol.over(game=name, ranks=[0, 1], scores=[5, 1], verdicts=["played", "played"])
    assert its.outcomes == ["taken"] * 3
    assert player.note == "hm"
    assert 0 < player.thought < 60
    assert json.loads(player.last_request) == its.heard[2]
    assert (player.printed, player.ending, player.failure) == (b"", "", "")


def test_seats_and_attempts_are_different_games() -> None:
    players = [made(), made(seat=1), made()]
    for player in players:
        player.start()
    names = [json.loads(data)["game"] for data in Mailbox(7).pending(0).messages]
    assert len(set(names)) == 3
    for player in players:
        player.close()
    assert left() == set()


def test_who_is_not_there_does_not_show_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STARTUP_MS", 20)
    player = made()
    played = game(player)
    assert played.verdicts == ("no_show", "played")
    assert player.failure == "not ready after 20 ms"
    said = [json.loads(data) for data in Mailbox(7).pending().messages]
    assert [(one["type"], one["code"], one["seq"], one["fatal"]) for one in said] == [("error", "timeout", 0, True)]


def test_who_is_ready_but_does_not_move_is_late() -> None:
    player = made(QUICK)
    with bot(lambda said: honest(said) if said["type"] == "hello" else None) as its:
        assert game(player).verdicts == ("timeout", "played")
        while its.types()[-1:] != ["error"]:
            pass
    assert player.failure == "no move before its time was over, at act 1"
    assert its.heard[-1]["message"] == player.failure
    assert its.types() == ["hello", "act", "error"]
    standing = its.box.answer({"type": "move", "game": its.heard[0]["game"], "seq": 1, "action": 0})
    assert (standing.outcome, standing.open) == ("outdated", False)


@pytest.mark.parametrize(
    ("answer", "verdict", "failure"),
    [
        (moves(action=3), "illegal", "action: 3 is not an index into legal, 0 to 2"),
        (moves(action={"t": "call", "n": 7}), "illegal", 'action: {"t": "call", "n": 7} is not legal here'),
        (moves(action="x"), "protocol", 'action: "x" is not an index into legal or one of the objects there'),
        (moves(), "protocol", "action: nothing is not an index"),
        (lambda said: {"type": "ready", "protocol": 2}, "protocol", "protocol: 2 is not 1"),
        (lambda said: {"type": "ready", "protocol": 1, "name": 5}, "protocol", "name: 5 is not a string"),
        (lambda said: {"type": "move", "seq": 0, "action": 0}, "protocol", 'type: not "ready"'),
    ],
)
def test_what_loses_the_game(answer: Any, verdict: str, failure: str) -> None:
    player = made()
    with bot(answer) as its:
        assert game(player).verdicts == (verdict, "played")
        while its.types()[-1:] != ["error"]:
            pass
    assert failure in player.failure
    assert its.heard[-1]["code"] == {"illegal": "illegal_action"}.get(verdict, verdict)


def test_a_game_that_ends_before_anything_was_asked_leaves_its_last_word() -> None:
    player = made()
    player.start()
    player.over([0, 1], [0, 0], ["played", "timeout"])
    player.close()
    assert [json.loads(data)["type"] for data in Mailbox(7).pending().messages] == ["over"]
    assert all(client().pttl(key) > 0 for key in client().keys("*"))


def test_a_game_broken_off_leaves_nothing() -> None:
    player = made()
    with bot(honest) as its, pytest.raises(HostFault, match="no fault of mine"):
        game(player, HostFault("no fault of mine"))
    assert left() == set()
    assert its.types() == ["hello", "act"]
    unused = made()
    unused.close()
    assert left() == set()


def test_a_redis_that_is_away_is_nobodys_fault(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HICCUP_SECONDS", 0.05)
    broker.kill()
    with pytest.raises(HostFault, match="remote bots cannot be reached: Redis: ConnectionError"):
        game(made())


def test_a_redis_that_comes_back_empty_is_nobodys_fault(broker: Broker) -> None:
    asked = threading.Event()

    def answer(said: Any) -> Any:
        if said["type"] == "act":
            asked.set()
            return None
        return honest(said)

    with bot(answer), ThreadPoolExecutor(1) as threads:
        playing = threads.submit(game, made())
        assert asked.wait(30)
        broker.restart()
        with pytest.raises(HostFault, match="Redis has lost the game"):
            playing.result(30)


class Hiccups(Mailbox):
    """A mailbox of which every other command fails, after it was done or before."""

    def __init__(self) -> None:
        super().__init__(7)
        self.count = 0

    def _run(self, *given: Any) -> Any:
        self.count += 1
        if self.count % 4 == 1:
            raise Unreachable("away")
        found = super()._run(*given)
        if self.count % 4 == 3:
            raise Unreachable("away")
        return found


def test_hiccups_are_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.001)
    player = made()
    player._mailbox = Hiccups()
    with bot(honest) as its:
        played = game(player)
    assert (played.verdicts, played.scores) == (("played", "played"), (5, 1))
    assert its.types()[:3] == ["hello", "act", "act"]


def test_a_clock_that_ran_out_while_redis_was_away_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.001)
    player = made(QUICK)
    player._mailbox = Hiccups()
    silent = lambda said: honest(said) if said["type"] == "hello" else None  # noqa: E731
    with bot(silent), pytest.raises(HostFault, match="while a remote bot's clock ran"):
        game(player)


def test_an_answer_that_came_while_the_referee_was_busy_is_in_time() -> None:
    """As with a program: what is there when the time is over is in time."""
    player = made(Limits(move_ms=1, bank_ms=0, game_ms=1000))
    box = player._mailbox

    class Prompt(Mailbox):
        def ask(self, act: Any, *, seconds: float) -> None:
            super().ask(act, seconds=seconds)
            box.answer({"game": act["game"], **honest(act)})
            threading.Event().wait(0.02)

    player._mailbox = Prompt(7)
    with bot(lambda said: honest(said) if said["type"] == "hello" else None):
        assert game(player).verdicts == ("played", "played")


def test_forfeits_are_raised_by_the_rules_of_players() -> None:
    player = made(QUICK)
    player.start()
    with bot(moves(action=9)), pytest.raises(Forfeit) as raised:
        player.act(_view())
    assert raised.value.verdict == "illegal"
    player.close()
    with pytest.raises(Lost):
        player._mailbox.take(player._game, 5)


def _view() -> Any:
    class View:
        engine = Toy()
        legal = (0, 1, 2)
        observation: Any = None

    return View()
