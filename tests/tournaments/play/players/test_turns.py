"""Who is not asked does not compute: a sandboxed program takes no processor time from those who think."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plugins.contract import View
from plugins.protocol import Limits
from tests.tournaments.play.players.plain import game, player
from tests.tournaments.play.players.sandboxed import inside, left_over
from tests.tournaments.play.toy import Scripted
from tournaments.play.players import family
from tournaments.play.players.process import Process
from tournaments.play.players.program import ProgramPlayer
from tournaments.play.players.sandbox import Sandbox, Sandboxed

pytestmark = pytest.mark.usefixtures("undisturbed")
PROCESSORS = sorted(os.sched_getaffinity(0))
AMPLE = Limits(startup_ms=20_000, move_ms=20_000, bank_ms=0)


class Timed(ProgramPlayer):
    """Keeps the seconds of every move."""

    def act(self, view: View) -> int:
        move = super().act(view)
        self.__dict__.setdefault("times", []).append(self.thought)
        return move


def thinker(launch: Callable[[], Process], limits: Limits) -> Any:
    made = player(launch, limits)
    made.__class__ = Timed
    return made


def tight(sandbox: Sandbox, bots: Path, times: int) -> Limits:
    """So many times what a thinker needs for a move now beside nobody; thirty who share his processor cost him more."""
    thinking = thinker(inside(sandbox, bots, "thinker"), AMPLE)
    assert game(thinking, player(inside(sandbox, bots, "honest")), calls=6).verdicts == ("played", "played")
    return replace(AMPLE, move_ms=max(50 * times, round(1000 * times * statistics.median(thinking.times))))


def on(sandbox: Sandbox, number: int) -> Sandbox:
    """The sandbox on one of the first two processors, as workers have them."""
    return replace(sandbox, processor=PROCESSORS[number % len(PROCESSORS)])


@pytest.mark.parametrize("burner", ["burners", "ponders", "resumes"])
def test_two_matches_at_once_against_burners_time_nobody_out(sandbox: Sandbox, bots: Path, burner: str):
    limits = tight(on(sandbox, 0), bots, 15)

    def match(number: int) -> tuple[str, ...]:
        own = on(sandbox, number)
        players = [player(inside(own, bots, "thinker"), limits), player(inside(own, bots, burner))]
        if number:  # in one match the burner begins, in the other the thinker
            players.reverse()
        return game(*players, calls=5).verdicts

    with ThreadPoolExecutor(2) as both:
        assert list(both.map(match, range(2))) == [("played", "played")] * 2
    assert left_over() == []


def test_one_who_burns_in_his_own_time_harms_no_other_match(sandbox: Sandbox, bots: Path):
    """He may use all of his own processor, and it is not that of the others."""
    if len(PROCESSORS) < 2:
        pytest.skip("one processor")

    def burn() -> tuple[str, ...]:
        hoarder = player(inside(on(sandbox, 0), bots, "hoards"), Limits(startup_ms=20_000, move_ms=2000, bank_ms=0))
        return game(hoarder, player(inside(on(sandbox, 0), bots, "honest"))).verdicts

    limits = tight(on(sandbox, 1), bots, 8)
    with ThreadPoolExecutor(1) as other:
        burning = other.submit(burn)
        own = on(sandbox, 1)
        thinking = [player(inside(own, bots, "thinker"), limits) for _ in range(2)]
        assert game(*thinking, calls=6).verdicts == ("played", "played")
        assert burning.result() == ("timeout", "played")


def test_a_move_beside_burners_takes_what_it_takes_without_them(
    sandbox: Sandbox, bots: Path, monkeypatch: pytest.MonkeyPatch
):
    """Compared with the same game in which nobody looks what they do: there he shares the processor with thirty."""
    own = on(sandbox, 0)

    def median() -> float:
        thinking = thinker(inside(own, bots, "thinker"), AMPLE)
        assert game(thinking, player(inside(own, bots, "burners")), calls=4).verdicts == ("played", "played")
        return statistics.median(thinking.times)

    stopped = median()
    monkeypatch.setattr(Sandboxed, "look", lambda self: self._popen.returncode is None)
    assert stopped < median() / 4


@pytest.mark.parametrize(("found", "stops"), [(False, 0), (True, 7)])
def test_only_who_was_found_computing_is_stopped_and_woken(
    sandbox: Sandbox, bots: Path, monkeypatch: pytest.MonkeyPatch, found: bool, stops: int
):
    """Whoever rests is spared what stopping costs. Found computing while it gets ready, it is stopped at every move."""
    done: list[str] = []
    stop, resume = family.stop, family.resume
    monkeypatch.setattr(family, "computes", lambda root: found)
    monkeypatch.setattr(family, "stop", lambda root: done.append("stop") or stop(root))
    monkeypatch.setattr(family, "resume", lambda root: done.append("resume") or resume(root))
    bot = player(inside(sandbox, bots, "honest"))
    bot.ready()
    looked_at = bot._process
    assert isinstance(looked_at, Sandboxed)
    looked_at.look()
    done.clear()
    bot.ready = lambda: None  # type: ignore[method-assign]
    assert game(bot, Scripted(*[0] * 7), calls=8).verdicts == ("played", "played")
    # After each of seven moves; woken before each, and to hear how the game ended.
    assert done.count("stop") >= stops
    assert done.count("resume") == (stops + 1 if found else 0)
    assert bool(done) is found


def test_programs_are_kept_on_the_processor_they_were_given(sandbox: Sandbox, bots: Path):
    code = "import os, sys; print(sorted(os.sched_getaffinity(0)), flush=True); os.sched_setaffinity(0, range(64))"
    for given, had in ((PROCESSORS[-1], PROCESSORS[-1:]), (None, PROCESSORS), (10_000, PROCESSORS)):
        process = replace(sandbox, processor=given).start(["python3", "-c", code], bots)
        said, printed = process.streams[1].read(), process.streams[2].read()
        assert process.ending(20) == "exit status 1"
        process.kill()
        for stream in process.streams:
            stream.close()
        assert said.decode().strip() == str(had)
        assert b"PermissionError" in printed
    assert sorted(os.sched_getaffinity(0)) == PROCESSORS
