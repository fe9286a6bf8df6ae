"""The thread that starts and watches sandboxed programs."""

from __future__ import annotations

import os
import threading

import pytest

from tournaments.play.players.keeper import Keeper, keeper


def test_work_is_done_in_its_own_thread_and_returned_or_raised():
    own = keeper()
    assert own.run(threading.current_thread).name == "sandbox keeper"
    assert own.run(threading.current_thread) is own.run(threading.current_thread)
    with pytest.raises(ZeroDivisionError):
        own.run(lambda: 1 // 0)
    assert own.run(lambda: 5) == 5
    assert keeper() is own


def test_what_is_watched_is_looked_at_until_it_is_over():
    class Thing:
        def __init__(self, looks: int) -> None:
            self.looks = looks
            self.over = threading.Event()

        def look(self) -> bool:
            assert not self.over.is_set()
            self.looks -= 1
            if not self.looks:
                self.over.set()
            return self.looks > 0

    own, things = Keeper(), [Thing(3), Thing(1), Thing(5)]
    for thing in things:
        own.run(lambda thing=thing: own.watch(thing))
    assert all(thing.over.wait(20) for thing in things)
    assert [thing.looks for thing in things] == [0, 0, 0]
    assert own.run(lambda: own._watched) == []


def test_a_process_after_a_fork_has_a_keeper_of_its_own(monkeypatch: pytest.MonkeyPatch):
    before = keeper()
    monkeypatch.setattr(os, "getpid", lambda: before.pid + 1)
    after = keeper()
    assert after is not before
    assert after.run(lambda: 1) == 1
