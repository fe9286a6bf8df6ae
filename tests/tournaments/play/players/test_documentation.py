"""What docs/bots.md says of protocol, time and sandbox is what holds."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

from plugins import protocol
from plugins.protocol import Limits, Move, Ready, understand
from tournaments.play.players import keeper, pipes, program
from tournaments.play.players.sandbox import Sandbox

PAGE = (Path(__file__).parents[4] / "docs" / "bots.md").read_text()


def test_the_game_shown_is_made_of_messages_as_they_are():
    (shown,) = re.findall(r"```\n(R .*?)```", PAGE, re.DOTALL)
    lines = [(line[0], line[2:]) for line in shown.splitlines()]
    hello, act, _, over = [json.loads(text) for who, text in lines if who == "R"]
    ready, by_index, by_object = [understand(text.encode(), "m7.3") for who, text in lines if who == "B"]
    assert ready == Ready("x", "1.0")
    assert by_index == Move(1, 1, "for the owner")
    assert by_object == Move(2, {"t": "take"}, "")
    hello.pop("type"), hello.pop("protocol"), hello.pop("limits")
    assert protocol.line(protocol.hello(**hello, limits=Limits())).decode().strip() == lines[0][1]
    act.pop("type"), over.pop("type")
    assert protocol.line(protocol.act(**act)).decode().strip() == lines[2][1]
    assert protocol.line(protocol.over(**over)).decode().strip() == lines[6][1]


def test_the_limits_said_are_those_that_hold():
    for name, value in asdict(Limits()).items():
        assert f"| `{name}` | {value:,} |" in PAGE
    sandbox, heap = Sandbox(), 384
    assert f"| {sandbox.memory_bytes >> 20} MiB for all processes" in PAGE
    assert f"at most {sandbox.processes}, threads counted" in PAGE
    assert f"| open files | {sandbox.files} |" in PAGE
    assert f"; {sandbox.cpu_seconds} seconds for each process |" in PAGE
    assert f"{round(1 / keeper.LOOK_SECONDS)} times a second" in PAGE
    assert f"--max-old-space-size={heap}" in sandbox._arguments([3, 4], "/")
    assert f"garbage from {heap} MiB on" in PAGE
    assert f"a line of more than {protocol.LINE_BYTES:,} bytes" in PAGE
    assert f"more than {program.STRAY_LINES:,} lines or {program.STRAY_BYTES:,} bytes on stdout" in PAGE
    assert f"more than {pipes.PRINTED_BYTES:,} bytes on stderr" in PAGE
    assert f"at most {protocol.NAME_CHARACTERS} characters" in PAGE
    assert f"cut at {protocol.NOTE_CHARACTERS:,} characters" in PAGE
    assert f"the first {pipes.RECORD_BYTES >> 10} KiB are kept" in PAGE
    assert (program.GRACE_SECONDS, "quarter of a second" in " ".join(PAGE.split())) == (0.25, True)


def test_the_environment_and_the_folders_said_are_those_there_are():
    arguments = Sandbox(kit=(Path("croupier_bot.py"),))._arguments([3, 4, 5], "/")
    (row,) = (line for line in PAGE.splitlines() if line.startswith("| environment |"))
    names = [arguments[place + 1] for place, word in enumerate(arguments) if word == "--setenv"]
    said = {word.partition("=")[0] for word in re.findall(r"`([A-Z_]+[^`]*)`", row)}
    assert said == {name for name in names if not name.endswith("_NUM_THREADS")}
    (row,) = (line for line in PAGE.splitlines() if line.startswith("| files |"))
    assert {"/bot", "/kit", "/usr/bin", "/usr/lib", "/tmp"} <= set(re.findall(r"`([^`]*)`", row))
    assert "/kit/croupier_bot.py" in arguments
