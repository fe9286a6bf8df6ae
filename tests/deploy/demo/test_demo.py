"""The demonstration itself, as the program that deploy/demo.sh starts."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from deploy.demo.cast import CAST, Bot, Cast, recall, remember
from deploy.demo.events import PROGRAMME, matches
from deploy.demo.programs import contestants
from deploy.process import ROOT, ServiceError, die_with_parent
from plugins import registry
from tests.deploy.processes import MARK, marked, wait_for


class Demo:
    """`python -m deploy.demo` in a var of its own."""

    def __init__(self, var: Path, *arguments: str) -> None:
        self.mark = uuid.uuid4().hex
        self.var = var
        env = {name: value for name, value in os.environ.items() if not name.startswith(("CROUPIER_", "DJANGO_"))}
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "deploy.demo", "--port", "0", *arguments],
            cwd=ROOT,
            env={**env, MARK: self.mark, "CROUPIER_VAR": str(var), "CROUPIER_BROKER_URL": "redis://nowhere.invalid"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, os.getpid()),
        )

    def end(self) -> tuple[int, str, str]:
        out, err = self.popen.communicate(timeout=300)
        wait_for(lambda: not marked(self.mark, self.var), what="the end of all processes")
        return self.popen.returncode, out, err

    def lines(self) -> Iterator[str]:
        assert self.popen.stdout is not None
        yield from self.popen.stdout


def test_once_an_event_of_each_game_finishes_and_is_shown(tmp_path):
    code, out, err = Demo(tmp_path / "var", "--once").end()
    assert (code, err) == (0, "")
    assert "rummy 16/16  construction 16/16  advantage 28/28  trash 12/12  open 24/24\n" in out
    for fields in PROGRAMME:
        assert f"\n{fields['name']}\n\n" in out
    for games in CAST.values():
        for engine, bots in games.items():
            events = sum(fields["engine"] == engine for fields in PROGRAMME)
            for bot in bots:
                # In the standings of every event, and in the leaderboard, of its game.
                assert len(re.findall(rf"^ *\d+  {bot} ", out, re.MULTILINE)) == events + 1
    for one in contestants():
        assert len(re.findall(rf"^ *\d+  {one.name} ", out, re.MULTILINE)) == 2
    # Mean skills start at 25: who won has moved up, who lost has moved down.
    numbers = re.findall(r"^ *\d+  .+ (\d+\.\d\d) +\d+\.\d\d +-?\d+\.\d\d +\d+$", out, re.MULTILINE)
    means = [float(mu) for mu in numbers]
    assert len(means) == 36 + len(contestants())
    assert min(means) < 25 < max(means)
    assert re.search(r"^admin +http://127\.0\.0\.1:\d+/admin/  \(user admin, password \S{16}\)$", out, re.MULTILINE)
    assert re.search(r"^API docs +http://127\.0\.0\.1:\d+/api/docs/$", out, re.MULTILINE)


@pytest.mark.long
def test_it_serves_until_ctrl_c_and_goes_on_from_what_is_kept(tmp_path):
    var = tmp_path / "var"
    for arguments, first in (((), 1), (("--keep",), 7)):
        demo = Demo(var, *arguments)
        shown = ""
        for line in demo.lines():
            shown += line
            if line.startswith("serving"):
                break
        assert f"/tournaments/{first}/\n" in shown
        assert "/tournaments/6/ is open to bots of your own" in shown
        os.killpg(demo.popen.pid, signal.SIGINT)
        code, _, err = demo.end()
        assert (code, err) == (0, "")


def test_an_interrupted_demo_is_no_success(tmp_path):
    demo = Demo(tmp_path / "var", "--once")
    assert next(demo.lines()) == "preparing the database\n"
    os.kill(demo.popen.pid, signal.SIGTERM)
    assert demo.end()[0] == 128 + signal.SIGTERM


def test_the_number_of_matches_is_known_beforehand():
    assert [matches(fields, 12) for fields in PROGRAMME] == [24, 24, 66, 12, 24]
    assert matches(PROGRAMME[-1], 11) == 20  # one of them rests
    for fields in PROGRAMME:
        entries = sum(len(games.get(fields["engine"], ())) for games in CAST.values())
        assert entries >= 8
        assert entries % fields["seats"] == 0


def test_no_owner_meets_himself_so_every_board_is_rated():
    assert {len(bots) for games in CAST.values() for bots in games.values()} == {1}


def test_every_built_in_game_has_its_event():
    played = {f"engines.{fields['engine']}" for fields in PROGRAMME}
    assert played == {candidate.name for candidate in registry.built_in()}


def test_what_is_kept_is_private_and_read_again(tmp_path):
    memory = tmp_path / "demo.json"
    cast = Cast("secret", "crp_x", (Bot(1, "rummy", "crp_a"), Bot(2, "trash", "crp_b"), Bot(3, "trash", "", "remote")))
    remember(cast, memory)
    assert recall(memory) == cast
    assert cast.players("trash") == [Bot(2, "trash", "crp_b")]
    assert cast.players("trash", programs=True) == list(cast.bots[1:])
    assert memory.stat().st_mode & 0o777 == 0o600
    memory.write_text("{}")
    with pytest.raises(ServiceError, match=r"damaged .*; run the demo without --keep"):
        recall(memory)
