"""The kit for JavaScript says what protocol 1 takes, keeps stdout for it, and fails as loudly as the one for Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from plugins import protocol
from plugins.protocol import Limits
from tests.examples.runtimes import EXAMPLES, example

HELLO = protocol.hello(
    game="g1", engine="trash", rules_version=1, options={}, seat=1, seats=2, seed="5eed", limits=Limits()
)
OVER = protocol.over(game="g1", ranks=[0, 1], scores=[1, 0], verdicts=["played", "played"])


def act(seq: int) -> protocol.Message:
    return protocol.act(game="g1", seq=seq, observation={"x": 1}, legal=[{"t": "a"}, {"t": "b"}], clock={"move_ms": 5})


def talk(folder: Path, body: str, *messages: Any) -> tuple[list[Any], str, int]:
    example("javascript", "trash")
    shutil.copy(EXAMPLES / "javascript" / "croupier_bot.js", folder)
    (folder / "bot.js").write_text(
        f'const {{ run }} = require("./croupier_bot.js");\nrun((view) => {{ {body} }}, {{ name: "x".repeat(200) }});\n'
    )
    done = subprocess.run(
        [str(shutil.which("node")), str(folder / "bot.js")],
        input=b"".join(map(protocol.line, messages)),
        capture_output=True,
        timeout=60,
    )
    said = [protocol.understand(line, "g1") for line in done.stdout.splitlines()]
    return said, done.stderr.decode(), done.returncode


def test_a_game_from_hello_to_over(tmp_path: Path) -> None:
    body = "return view.observation.x === 1 && view.seat === 1 ? view.legal[1] : 0;"
    said, printed, status = talk(tmp_path, body, HELLO, {"type": "weather"}, act(1), act(2), OVER, act(3))
    assert said == [protocol.Ready("x" * 100, ""), protocol.Move(1, {"t": "b"}, ""), protocol.Move(2, {"t": "b"}, "")]
    assert (printed, status) == ("", 0)


def test_its_random_numbers_follow_from_the_seed(tmp_path: Path) -> None:
    body = "console.log(JSON.stringify([view.random(), view.random()])); return 0;"
    _, printed, _ = talk(tmp_path, body, HELLO, act(1), OVER)
    digests = [sha256(f"5eed:{drawn}".encode()).digest() for drawn in range(2)]
    assert json.loads(printed) == [int.from_bytes(digest[:4], "big") / 2**32 for digest in digests]


def test_notes_are_cut_and_made_text(tmp_path: Path) -> None:
    said, _, _ = talk(tmp_path, r'view.note("a\0\ud800"); view.note("b".repeat(3000)); return 0;', HELLO, act(1), OVER)
    assert said[1].note == ("a\ufffd\ufffd\n" + "b" * 3000)[: protocol.NOTE_CHARACTERS]


@pytest.mark.parametrize(
    ("body", "messages", "says"),
    [
        ("return view.nothing.at.all;", [HELLO, act(1)], "TypeError"),
        ("return 0;", [HELLO | {"protocol": 2}], "hello.protocol: 2 is not 1"),
        ("return 0;", [act(1)], "an act came before the hello"),
    ],
)
def test_what_goes_wrong_ends_it_with_a_reason(tmp_path: Path, body: str, messages: list[Any], says: str) -> None:
    _, printed, status = talk(tmp_path, body, *messages)
    assert status == 1
    assert says in printed
