"""Somebody who follows docs/bots.md to the letter: runs its lines, and puts what he is given where the page says so."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.examples.runtimes import ROOT

PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
PATH = PAGE[PAGE.index("### 1. ") : PAGE.index("## Writing a bot")]
# By number: the blocks of a step, each its language and its text.
STEPS: dict[int, list[tuple[str, str]]] = {
    int(number): re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    for number, text in re.findall(r"^### (\d)\. (.*?)(?=^### |\Z)", PATH, re.DOTALL | re.MULTILINE)
}
SERVER = "http://127.0.0.1:8000"
PATIENCE_SECONDS = 120.0
# What the answer before gives for a placeholder of the page.
GIVEN: dict[str, Callable[[Any], Any]] = {
    "TOKEN": lambda answer: answer["token"],
    "BOT": lambda answer: answer["id"],
    "EVENT": lambda answer: next(event["id"] for event in answer["results"] if event["name"] == "Open house"),
    "GAME": lambda answer: answer["results"][0]["id"],
}
# What the page says to ask again for, and what it says then.
ASKED_AGAIN = re.compile(r'curl "?\$A/(bots/\$BOT/versions/\d/|tournaments/\$EVENT/|trials/\?.*)"?( -H "\$AUTH")?')
OVER = {"qualified", "failed", "finished", "void"}


class Newcomer:
    """Stands in the folder `home` before the server at `url`; calls `waiting` while he waits."""

    def __init__(self, home: Path, url: str, waiting: Callable[[], None]) -> None:
        self.home = home
        self.url = url
        self.waiting = waiting
        self.variables: dict[str, str] = {}
        self.answer: Any = None  # the last one
        self.bot: subprocess.Popen[bytes] | None = None  # that plays from here

    def follow(self, number: int) -> list[Any]:
        """The answers to the commands of a step."""
        answers = []
        for line in "".join(text for language, text in STEPS[number] if language == "sh").splitlines():
            if assigned := re.fullmatch(r"([A-Z]+)=(.*)", line):
                self.variables[assigned[1]] = self._value(*assigned.groups())
            elif "--server" in line:
                self.bot = self._start(line)
            else:
                self.answer = self._ask(line)
                answers.append(self.answer)
        return answers

    def leave(self) -> None:
        """End the bot that plays from here, as Ctrl-C does."""
        if self.bot is not None:
            self.bot.send_signal(signal.SIGINT)
            self.bot.wait(timeout=30)

    def _value(self, name: str, text: str) -> str:
        if name in GIVEN:
            return str(GIVEN[name](self.answer))
        return str(self._run(f"printf %s {text}", json_only=False))

    def _ask(self, line: str) -> Any:
        limit = time.monotonic() + PATIENCE_SECONDS
        while True:
            answer = self._run(line, json_only="stderr/" not in line and " -O " not in line)
            if ASKED_AGAIN.fullmatch(line) is None:
                return answer
            if all(row["state"] in OVER for row in answer.get("results", [answer])):
                return answer
            assert time.monotonic() < limit, f"{line}: {answer}"
            self.waiting()
            time.sleep(0.1)

    def _run(self, line: str, *, json_only: bool) -> Any:
        done = subprocess.run(["sh", "-c", self._here(line)], capture_output=True, timeout=120, **self._place())
        assert done.returncode == 0, (line, done.stderr)
        if not json_only:
            return done.stdout.decode()
        answer = json.loads(done.stdout)
        assert "problem-type" not in str(answer.get("type")), (line, answer)
        return answer

    def _start(self, line: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            ["sh", "-c", f"exec env {self._here(line)}"], stderr=subprocess.DEVNULL, **self._place()
        )

    def _here(self, line: str) -> str:
        return line.replace(SERVER, self.url).replace("python3 ", f"{sys.executable} ")

    def _place(self) -> dict[str, Any]:
        """Where commands run, and with what: nothing of these tests, and no proxy before this machine's own server."""
        return {"cwd": self.home, "env": {"PATH": os.environ["PATH"], "no_proxy": "*", **self.variables}}
