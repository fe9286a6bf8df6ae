"""Fixtures for tests of events: the messages that would have been sent, and the sandbox."""

from __future__ import annotations

import pytest

from tests.tournaments.play.players.sandboxed import bots, sandbox, undisturbed
from tournaments.dispatch import playing, send
from tournaments.play.players.sandbox import Sandbox

__all__ = ["bots", "sandbox", "undisturbed"]


class Messages(list[tuple[str, int]]):
    """(kind, row id) of the messages sent, in order; kind is "play", "trial", "close" or "mail"."""

    def take(self) -> list[tuple[str, int]]:
        """What was sent since the last take."""
        taken = list(self)
        self.clear()
        return taken


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks) -> Messages:
    """Collects messages as soon as they are asked for: the test's transaction never commits."""
    sent = Messages()
    kinds = {send.PLAY: "play", send.PLAY_TRIAL: "trial", send.CLOSE: "close", send.MAIL: "mail"}
    monkeypatch.setattr(
        send, "_send", lambda name, ids, routes=None: sent.extend((kinds[name], row_id) for row_id in ids)
    )
    monkeypatch.setattr(send.transaction, "on_commit", lambda act: act())
    return sent


@pytest.fixture
def programs(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs are run in the sandbox of the tests."""
    monkeypatch.setattr(playing, "sandbox", lambda many: sandbox)
