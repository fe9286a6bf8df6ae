"""The mailbox as a state machine, beside a model: whoever sends what, again, late or out of order, no answer is lost,
taken twice or taken for another.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, precondition, rule

from deploy.broker import Broker
from tests.tournaments.remote.test_mailbox import act, hello, move, over, ready
from tournaments.remote.connection import client
from tournaments.remote.mailbox import Lost, Mailbox

GAMES = ("a", "b", "c")


class Game:
    """What must be known of one game. said: the answers taken, by seq. open: whether the last question waits."""

    def __init__(self) -> None:
        self.asked = 0
        self.open = True
        self.taken = False
        self.over = False
        self.said: dict[int, Any] = {}


class MailboxMachine(RuleBasedStateMachine):
    """Referee and bot, each step at any time, against one Redis."""

    sent = Bundle("sent")  # answers that were sent once, to be sent again at any time

    def __init__(self) -> None:
        super().__init__()
        self.before = settings.CELERY_BROKER_URL
        settings.CELERY_BROKER_URL = broker().url
        client().flushall()
        self.box = Mailbox(7)
        self.games: dict[str, Game] = {}
        self.cursor = 0
        self.heard: set[tuple[str, str, int]] = set()  # what a bot with a cursor has heard

    def teardown(self) -> None:
        settings.CELERY_BROKER_URL = self.before

    # The referee.

    @rule(name=st.sampled_from(GAMES))
    def greet(self, name: str) -> None:
        self.box.greet(hello(name), seconds=60)
        self.games.setdefault(name, Game())  # said twice, it changes nothing

    @rule(name=st.sampled_from(GAMES), again=st.booleans())
    def ask(self, name: str, again: bool) -> None:
        game = self.games.get(name)
        if game is None:
            try:
                self.box.ask(act(name, 1), seconds=60)
            except Lost:
                return
            raise AssertionError("a game that is not there was asked")
        if game.over or (game.open and not again) or (again and not game.asked):
            return  # no referee does that
        if not again:
            game.asked, game.open, game.taken = game.asked + 1, True, False
        self.box.ask(act(name, game.asked), seconds=60)

    @rule(name=st.sampled_from(GAMES), withdraw=st.booleans())
    def take(self, name: str, withdraw: bool) -> None:
        game = self.games.get(name)
        if game is None or game.over:
            return
        found = self.box.take(name, game.asked, withdraw=withdraw)
        assert (json.loads(found) if found else None) == game.said.get(game.asked)
        if withdraw:
            game.open = False

    @rule(name=st.sampled_from(GAMES))
    def finish(self, name: str) -> None:
        game = self.games.get(name)
        if game is not None and not game.over:
            self.box.end(over(name), seq=game.asked)
            game.over, game.open = True, False

    @rule(name=st.sampled_from(GAMES))
    def forget(self, name: str) -> None:
        self.box.forget(name)
        self.games.pop(name, None)
        self.heard = {one for one in self.heard if one[1] != name}

    # The bot.

    @rule(target=sent, name=st.sampled_from(GAMES), ahead=st.integers(-1, 1), action=st.integers(0, 1))
    def answer(self, name: str, ahead: int, action: int) -> Any:
        seq = max(0, (self.games[name].asked if name in self.games else 0) + ahead)
        message = ready(name, str(action)) if seq == 0 else move(name, seq, action)
        self.send(message)
        return message

    @rule(message=sent)
    def send_again(self, message: Any) -> None:
        self.send(message)

    def send(self, message: Any) -> None:
        game, seq = self.games.get(message["game"]), message.get("seq", 0)
        standing = self.box.answer(message)
        if game is None:
            assert standing.outcome == "missing"
            return
        if seq in game.said:
            assert standing.outcome == ("same" if game.said[seq] == message else "other")
        elif game.open and seq == game.asked:
            assert standing.outcome == "taken"
            game.said[seq], game.open = message, False
        else:
            assert standing.outcome == "outdated"
        if not game.over:
            assert (standing.asked, standing.open) == (game.asked, game.open)

    @rule()
    def poll(self) -> None:
        found = self.box.pending(self.cursor)
        assert found.cursor >= self.cursor
        self.cursor = found.cursor
        self.heard |= {self.key(json.loads(data)) for data in found.messages}
        for name, game in self.games.items():
            if game.open:  # whatever waits has been heard by who polls with a cursor
                assert ("act" if game.asked else "hello", name, game.asked) in self.heard

    @staticmethod
    def key(message: Any) -> tuple[str, str, int]:
        return message["type"], message["game"], message.get("seq", 0)

    @precondition(lambda self: self.games)
    @invariant()
    def everything_that_waits_is_pending(self) -> None:
        found = [self.key(json.loads(data)) for data in self.box.pending(0).messages]
        asked = {name: game.asked for name, game in self.games.items() if game.open}
        waiting = {("act" if seq else "hello", name, seq) for name, seq in asked.items()}
        assert {one for one in found if one[0] == "act" or (one[0] == "hello" and one in waiting)} == waiting
        assert len(set(found)) == len(found)


_broker: list[Broker] = []


def broker() -> Broker:
    """One for all examples; it dies with this process."""
    if not _broker:
        folder = Path(tempfile.mkdtemp(prefix="croupier-tests-"))
        _broker.append(Broker(folder / "run", log=folder / "broker.log"))
        _broker[0].start()
    return _broker[0]


def teardown_module() -> None:
    while _broker:
        made = _broker.pop()
        made.stop()
        shutil.rmtree(made.log.parent)


TestMailbox = MailboxMachine.TestCase
