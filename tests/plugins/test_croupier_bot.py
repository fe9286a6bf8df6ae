"""The contestants' kit, copied alone to a folder of its own: what a bot's process reads, writes, prints and leaves."""

from __future__ import annotations

import ast
import json
import random
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from plugins import croupier_bot, protocol
from plugins.protocol import Limits

KIT = Path(croupier_bot.__file__)
HELLO = protocol.hello(
    game="m7.3",
    engine="rummy",
    rules_version=4,
    options={"deal": 12},
    seat=1,
    seats=3,
    seed="5eed",
    limits=Limits(),
)
OVER = protocol.over(game="m7.3", ranks=[0, 1, 2], scores=[3, 2, 1], verdicts=["played"] * 3)
LEGAL = [{"t": "draw"}, {"t": "take", "on": 1}, {"t": "discard", "card": "9C"}]


def act(seq: int, legal: Any = LEGAL) -> protocol.Message:
    clock = {"move_ms": 1000, "bank_ms": 28750, "game_ms": 540100}
    return protocol.act(game="m7.3", seq=seq, observation={"hand": ["9C", "TD"]}, legal=legal, clock=clock)


class Talk:
    """What a bot with this ``choose`` did when it was told ``messages`` and then the end of its input."""

    def __init__(self, folder: Path, program: str, *messages: Any, ends: str = "run(choose)") -> None:
        shutil.copy(KIT, folder)
        file = folder / "a_bot.py"
        file.write_text(f"from croupier_bot import *\n{textwrap.dedent(program)}\n{ends}\n", encoding="utf-8")
        data = b"".join(message if isinstance(message, bytes) else protocol.line(message) for message in messages)
        # In development mode with every warning an error, a descriptor left open shows on stderr.
        done = subprocess.run(
            [sys.executable, "-X", "dev", "-W", "error", str(file)], input=data, capture_output=True, timeout=60, env={}
        )
        self.status = done.returncode
        self.lines = done.stdout.splitlines()
        self.stderr = done.stderr.decode()

    @property
    def said(self) -> list[Any]:
        """Every line must be one that the referee takes."""
        return [protocol.understand(line, "m7.3") for line in self.lines]


def test_a_game_from_hello_to_over(tmp_path: Path) -> None:
    talk = Talk(tmp_path, "def choose(view): return 2", HELLO, act(1), act(2), OVER)
    assert talk.said == [protocol.Ready("a_bot", ""), protocol.Move(1, 2, ""), protocol.Move(2, 2, "")]
    assert (talk.status, talk.stderr) == (0, "")


def test_choose_sees_what_the_referee_said(tmp_path: Path) -> None:
    program = """
        import json
        def choose(view):
            print(json.dumps([view.observation, view.legal, view.clock, view.game, view.seat, view.seats, view.options,
                              view.engine, view.rules_version, view.seed, view.random.random()]))
            return 0
    """
    talk = Talk(tmp_path, program, HELLO, act(1), act(2), OVER)
    source = random.Random("5eed")
    shown = [{"hand": ["9C", "TD"]}, LEGAL, act(1)["clock"], "m7.3", 1, 3, {"deal": 12}, "rummy", 4, "5eed"]
    assert [json.loads(line) for line in talk.stderr.splitlines()] == [[*shown, source.random()] for _ in range(2)]


@pytest.mark.parametrize(
    ("choice", "index"),
    [
        ("0", 0),
        ("view.legal[1]", 1),
        ("dict(view.legal[2])", 2),
        ("type('Integer', (), {'__index__': lambda self: 2})()", 2),
        ("(view.legal.reverse(), view.legal[0])[1]", 2),
    ],
)
def test_a_choice_is_an_index_or_an_action(tmp_path: Path, choice: str, index: int) -> None:
    talk = Talk(tmp_path, f"def choose(view): return {choice}", HELLO, act(1), OVER)
    assert talk.said[1:] == [protocol.Move(1, index, "")]


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ("3", "choose returned 3, not an index from 0 to 2 or an action of view.legal"),
        ("-1", "choose returned -1, not an index"),
        ("True", "choose returned True, not an index"),
        ("1.0", "choose returned 1.0, not an index"),
        ("None", "choose returned None, not an index"),
        ("{'t': 'draw', 'x': 1}", "choose returned {'t': 'draw', 'x': 1}, which is not one of the 3 actions"),
    ],
)
def test_a_bad_choice_says_what_would_be_right(tmp_path: Path, choice: str, says: str) -> None:
    talk = Talk(tmp_path, f"def choose(view): return {choice}", HELLO, act(1), act(2), OVER)
    assert len(talk.lines) == 1
    assert talk.status == 1
    assert f"BadChoice: {says}" in talk.stderr.splitlines()[-1]


def test_an_exception_of_choose_passes_through_with_its_traceback(tmp_path: Path) -> None:
    talk = Talk(tmp_path, "def choose(view): return view.legal[9]", HELLO, act(1), OVER)
    assert talk.status == 1
    assert talk.stderr.endswith("IndexError: list index out of range\n")
    assert "a_bot.py" in talk.stderr


def test_a_broken_pipe_of_its_own_is_no_referee_that_has_gone(tmp_path: Path) -> None:
    talk = Talk(tmp_path, "def choose(view): raise BrokenPipeError('my own')", HELLO, act(1), OVER)
    assert talk.status == 1
    assert talk.stderr.endswith("BrokenPipeError: my own\n")


def test_nothing_but_messages_reaches_the_referee(tmp_path: Path) -> None:
    program = """
        import os, subprocess, sys
        print("before run", end=" ")
        def choose(view):
            print("printed")
            os.write(1, b"written\\n")
            subprocess.run([sys.executable, "-c", "import sys; print('a child', sys.stdin.read())"])
            try:
                input()
            except EOFError:
                print("nothing to read")
            return 0
    """
    talk = Talk(tmp_path, program, HELLO, act(1), act(2), OVER, ends='run(choose); print("after run")')
    assert [line[:10] for line in talk.lines] == [b'{"type": "', b'{"type": "', b'{"type": "']
    once = ["printed", "written", "a child ", "nothing to read"]
    assert sorted(talk.stderr.splitlines()) == sorted(["before run " + once[0], once[0], *once[1:] * 2, "after run"])


def test_notes_go_with_their_move_cut_and_made_text(tmp_path: Path) -> None:
    program = """
        def choose(view):
            if view.observation["hand"]:
                view.note("a\\0b")
                view.note({"half": "\\ud800"})
                view.note("\\U0001f0a1" * 3000)
            return 0
    """
    later = act(2) | {"observation": {"hand": []}}
    talk = Talk(tmp_path, program, HELLO, act(1), later, OVER)
    first, second = talk.said[1:]
    assert first.note == ("a\ufffdb\n{'half': '\\ud800'}\n" + "\U0001f0a1" * 3000)[: protocol.NOTE_CHARACTERS]
    assert second.note == ""
    assert croupier_bot.NOTE_CHARACTERS == protocol.NOTE_CHARACTERS


def test_half_a_character_in_a_note_is_replaced(tmp_path: Path) -> None:
    talk = Talk(tmp_path, "def choose(view): view.note('\\ud800'); return 0", HELLO, act(1), OVER)
    assert talk.said[1].note == "?"


def test_it_says_its_name_and_version_no_longer_than_the_referee_takes(tmp_path: Path) -> None:
    program = "def choose(view): return 0"
    talk = Talk(tmp_path, program, HELLO, OVER, ends='run(choose, name="x" * 200, version="1.0")')
    assert talk.said == [protocol.Ready("x" * protocol.NAME_CHARACTERS, "1.0")]


def test_what_it_does_not_know_it_ignores(tmp_path: Path) -> None:
    unknown = [{"type": "weather", "sun": True}, {"no": "type"}, b"[1,2]\n", b"7\n"]
    talk = Talk(tmp_path, "def choose(view): return 0", *unknown, HELLO | {"new": 1}, *unknown, act(1), OVER)
    assert talk.said[1:] == [protocol.Move(1, 0, "")]
    assert (talk.status, talk.stderr) == (0, "")


@pytest.mark.parametrize("messages", [[], [HELLO], [HELLO, act(1)], [HELLO, act(1), OVER, act(2)]])
def test_it_ends_cleanly_with_its_input_and_after_the_game(tmp_path: Path, messages: list[Any]) -> None:
    talk = Talk(tmp_path, "def choose(view): return 0", *messages, ends='run(choose); print("done", file=sys.stderr)')
    assert len(talk.lines) == min(len(messages), 2)
    talk = Talk(tmp_path, "def choose(view): return 0", *messages)
    assert (talk.status, talk.stderr) == (0, "")


def test_it_waits_for_no_more_input_once_the_game_is_over(tmp_path: Path) -> None:
    shutil.copy(KIT, tmp_path)
    file = tmp_path / "a_bot.py"
    file.write_text("from croupier_bot import run\nrun(lambda view: 0)\n")
    with subprocess.Popen([sys.executable, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(protocol.line(HELLO) + protocol.line(OVER))
        process.stdin.flush()
        assert process.wait(60) == 0


def test_a_referee_that_has_gone_ends_it_cleanly(tmp_path: Path) -> None:
    shutil.copy(KIT, tmp_path)
    file = tmp_path / "a_bot.py"
    file.write_text("from croupier_bot import run\nrun(lambda view: 0)\n")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, str(file)], **pipes) as process:  # type: ignore[call-overload]
        process.stdout.close()
        process.stdin.write(protocol.line(HELLO))
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_what_the_referee_finds_wrong_is_told(tmp_path: Path) -> None:
    error = protocol.error(game="m7.3", seq=1, code="illegal_action", message="no such card", fatal=True)
    talk = Talk(tmp_path, "def choose(view): return 0", HELLO, act(1), error, OVER)
    assert talk.stderr == "the referee says: illegal_action: no such card\n"
    assert talk.status == 0


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        ([HELLO | {"protocol": 2}], "hello.protocol: 2 is not 1"),
        ([{"type": "hello", "protocol": 1}], "hello: the field 'game' is missing"),
        ([act(1)], "an act came before the hello"),
        ([HELLO, {"type": "act", "game": "m7.3", "seq": 1}], "act: the field 'observation' is missing"),
        ([HELLO, b"hello?\n"], "line 2 of stdin is no JSON: Expecting value"),
        ([HELLO, b"\xff\xfe\n"], "line 2 of stdin is no JSON"),
    ],
)
def test_a_referee_that_cannot_be_understood_is_named(tmp_path: Path, messages: list[Any], says: str) -> None:
    talk = Talk(tmp_path, "def choose(view): return 0", *messages)
    assert talk.status == 1
    assert f"ProtocolError: {says}" in talk.stderr.splitlines()[-1]


def test_it_is_python_3_8_and_needs_nothing_else() -> None:
    tree = ast.parse(KIT.read_text(), feature_version=(3, 8))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).split(".")[0])
        elif isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
    assert "json" in imported
    assert imported <= sys.stdlib_module_names
