"""The kits playing remotely, before a server that says what a test tells it to: what they send, resend, and survive."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from plugins import protocol
from plugins.protocol import Limits
from tests.plugins.test_croupier_bot import KIT, act

ROOT = KIT.parents[1]
PYTHON = """
import sys
from croupier_bot import run

print("begins")

def choose(view):
    print("chooses", view.game, *sys.argv[1:])
    if view.observation == "crash":
        raise SystemExit(3)
    return 2

run(choose)
"""
JAVASCRIPT = """
const { run } = require("./croupier_bot.js");
console.log("begins");
run((view) => {
  console.log("chooses", view.game, ...process.argv.slice(2));
  if (view.observation === "crash") process.exit(3);
  return 2;
});
"""


def hello(game: str) -> protocol.Message:
    return protocol.hello(
        game=game, engine="rummy", rules_version=4, options={}, seat=1, seats=2, seed="5eed", limits=Limits()
    )


def asked(game: str, seq: int, observation: Any = None) -> protocol.Message:
    return {**act(seq), "game": game, "observation": observation}


def over(game: str) -> protocol.Message:
    return protocol.over(game=game, ranks=[0, 1], scores=[1, 0], verdicts=["played"] * 2)


class Server(ThreadingHTTPServer):
    """Answers polls with ``say`` and what ``polls`` holds after it, and moves with 200 unless ``moves`` says otherwise.

    polls, moves: statuses with headers, by which so many requests are answered first. posted, cursors: what came.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.waiting: list[tuple[int, list[Any]]] = []  # (cursor, messages)
        self.polls: list[tuple[int, dict[str, str]]] = []
        self.moves: list[tuple[int, dict[str, str]]] = []
        self.posted: list[Any] = []
        self.cursors: list[int] = []
        self.tokens: set[str | None] = set()
        self.changed = threading.Condition()

    def handle_error(self, *_: Any) -> None:
        """A client that has ended does not read what it asked for."""

    def say(self, *messages: Any) -> None:
        with self.changed:
            self.waiting.append((len(self.waiting) + 1, list(messages)))
            self.changed.notify_all()

    def wait(self, until: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(until, 30), (self.posted, self.cursors)


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        after = int(self.path.rpartition("after=")[2])
        with self.server.changed:
            self.server.tokens.add(self.headers["Authorization"])
            self.server.cursors.append(after)
            self.server.changed.notify_all()
            if self.server.polls:
                return self.answer(*self.server.polls.pop(0))
            self.server.changed.wait_for(lambda: len(self.server.waiting) > after, 0.5)
            new = self.server.waiting[after:]
        messages = [message for _, group in new for message in group]
        self.answer(200, {}, {"after": len(self.server.waiting), "messages": messages})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.changed:
            self.server.posted += body["messages"]
            status, headers = self.server.moves.pop(0) if self.server.moves else (200, {})
            self.server.changed.notify_all()
        self.answer(status, headers)

    def answer(self, status: int, headers: dict[str, str], body: Any = None) -> None:
        if status == 0:  # as when a proxy ends
            self.close_connection = True
            return
        data = json.dumps({"detail": f"said {status}"} if body is None else body).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        return


class Home:
    """A bot's program while it plays remotely."""

    def __init__(self, folder: Path, server: Server, language: str) -> None:
        if language == "python":
            shutil.copy(KIT, folder)
            command = [sys.executable, "-X", "dev", str(folder / "a_bot.py")]
            (folder / "a_bot.py").write_text(PYTHON)
        else:
            shutil.copy(ROOT / "examples" / "javascript" / "croupier_bot.js", folder)
            command = ["node", str(folder / "a_bot.js")]
            (folder / "a_bot.js").write_text(JAVASCRIPT)
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        self.process = subprocess.Popen(
            [*command, "--deep", "--server", address, "--bot", "17", "own"],
            env={"PATH": os.environ["PATH"], "CROUPIER_TOKEN": "crp_x"},
            stderr=subprocess.PIPE,
            text=True,
        )

        self.said = ""

    def hear(self, words: str) -> None:
        """Read what it writes until it writes these words."""
        assert self.process.stderr is not None
        while words not in self.said:
            line = self.process.stderr.readline()
            assert line, self.said
            self.said += line

    def end(self) -> str:
        """End it as Ctrl-C does. Gives what it wrote."""
        self.process.send_signal(signal.SIGINT)
        return self.said + self.process.communicate(timeout=30)[1]


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True).start()
        yield made
        made.shutdown()


@pytest.fixture(params=["python", "javascript"])
def home(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path, server, request.param)
    yield made
    made.process.kill()
    made.process.communicate()


def answers(server: Server) -> list[tuple[str, str, int]]:
    return [(said["type"], said["game"], said.get("seq", 0)) for said in server.posted]


def test_games_at_once_and_its_own_arguments(home: Home, server: Server) -> None:
    server.say(hello("a"), hello("b"))
    server.wait(lambda: len(server.posted) == 2)
    server.say(asked("b", 1), asked("a", 1))
    server.wait(lambda: len(server.posted) == 4)
    server.say(over("a"), over("b"))
    server.wait(lambda: server.cursors[-1] == 3)
    said = home.end()
    assert sorted(answers(server)) == [("move", "a", 1), ("move", "b", 1), ("ready", "a", 0), ("ready", "b", 0)]
    assert server.tokens == {"Bearer crp_x"}
    assert "chooses a --deep own\n" in said
    assert said.count("begins\n") == 2, "what is printed before run is no message"
    assert "rummy, seat 1 of 2" in said
    assert server.cursors[0] == 0


def test_what_is_not_known_to_have_arrived_is_sent_again(home: Home, server: Server) -> None:
    server.moves = [(503, {"Retry-After": "0"}), (0, {}), (200, {}), (429, {"Retry-After": "0"})]
    server.say(hello("a"))
    server.wait(lambda: len(server.posted) == 3)
    server.say(asked("a", 1))
    server.wait(lambda: len(server.posted) == 5)
    assert answers(server) == [("ready", "a", 0)] * 3 + [("move", "a", 1)] * 2
    assert "trying again" in home.end()


def test_a_question_that_comes_again_has_the_answer_it_had(home: Home, server: Server) -> None:
    server.say(hello("a"))
    server.wait(lambda: len(server.posted) == 1)
    server.say(asked("a", 1))
    server.wait(lambda: len(server.posted) == 2)
    server.say(hello("a"), asked("a", 1))
    server.wait(lambda: len(server.posted) == 4)
    assert answers(server) == [("ready", "a", 0), ("move", "a", 1)] * 2
    assert home.end().count("chooses a") == 1


def test_a_game_of_an_earlier_run_is_asked_for_with_its_hello(home: Home, server: Server) -> None:
    server.say(asked("a", 5))
    server.wait(lambda: server.cursors.count(0) >= 2)
    server.waiting[0][1].insert(0, hello("a"))
    server.wait(lambda: len(server.posted) == 2)
    assert answers(server) == [("ready", "a", 0), ("move", "a", 5)]
    home.end()


def test_a_crash_in_one_game_is_not_one_in_others(home: Home, server: Server) -> None:
    server.say(hello("a"), hello("b"), asked("a", 1, "crash"))
    server.wait(lambda: len(server.posted) == 2)
    server.say(asked("b", 1), asked("a", 1, "crash"))
    server.wait(lambda: ("move", "b", 1) in answers(server))
    home.hear("game a: the bot has ended with status 3, and is not asked again\n")
    said = home.end()
    assert said.count("chooses a") == 1


def test_an_answer_refused_is_said_and_goes_by(home: Home, server: Server) -> None:
    server.moves = [(200, {}), (409, {}), (200, {})]
    server.say(hello("a"))
    server.wait(lambda: len(server.posted) == 1)
    server.say(asked("a", 1))
    server.wait(lambda: len(server.posted) == 2)
    server.say(asked("a", 2))
    server.wait(lambda: len(server.posted) == 3)
    assert "game a, answer 1: said 409 (409)" in home.end()


def test_a_poll_that_fails_is_tried_again(home: Home, server: Server) -> None:
    server.polls = [(502, {}), (0, {}), (429, {"Retry-After": "0"})]
    server.say(hello("a"))
    server.wait(lambda: len(server.posted) == 1)
    assert "the server answers again" in home.end()


@pytest.mark.parametrize("status", [401, 403, 404, 409, 302])
def test_what_the_server_refuses_ends_it(home: Home, server: Server, status: int) -> None:
    server.polls = [(status, {"Location": "http://elsewhere.invalid/"})] * 3
    _, said = home.process.communicate(timeout=30)
    assert home.process.returncode == 1
    assert f"the server refuses: said {status} ({status})" in said
