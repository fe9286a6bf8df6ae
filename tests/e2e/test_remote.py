"""A remote bot as a contestant runs it: the kit, over HTTP, to a real web, before the referee."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from deploy.process import ROOT
from plugins import protocol
from plugins.protocol import Limits
from tests.e2e.stack import Stack, end
from tests.tournaments import arena
from tournaments.access.tokens import create_token
from tournaments.models import Bot, BotVersion
from tournaments.play.local import play_seated, policy_player
from tournaments.play.referee import Played
from tournaments.remote.connection import client
from tournaments.remote.player import RemotePlayer
from tournaments.remote.presence import present

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
LIMITS = Limits(move_ms=60_000, bank_ms=0, game_ms=600_000)
OPTIONS = {"start_size": 3}


class Home:
    """The web of this stack, a remote bot, and its program."""

    def __init__(self, stack: Stack, settings: Any) -> None:
        settings.CELERY_BROKER_URL = stack.broker.url
        self.stack = stack
        owner = arena.owner("ada")
        self.bot: Bot = arena.bot("far", by=owner)
        BotVersion.objects.create(bot=self.bot, number=2, kind=BotVersion.Kind.REMOTE)
        self.token = create_token(owner=owner.user, name="home", scopes=["bots"])[1]
        self.web, self.port = stack.web()

    def start(self, *command: str, token: str | None = None) -> subprocess.Popen[str]:
        """The bot's program, playing remotely."""
        return self.stack.at_home(command, port=self.port, bot_id=self.bot.pk, token=token or self.token)

    def game(self, number: int) -> tuple[Played, RemotePlayer]:
        """A game against `random`."""
        hello = protocol.hello(
            game=f"e{number}", engine="trash", rules_version=1, options=OPTIONS, seat=0, seats=2,
            seed=f"seed {number}", limits=LIMITS,
        )  # fmt: skip
        player = RemotePlayer(bot_id=self.bot.pk, hello=hello, limits=LIMITS)
        players = [player, policy_player("trash", "random")]
        seed = bytes([number]) * 32
        return play_seated(engine_id="trash", options=OPTIONS, seed=seed, table=1, rotation=0, players=players), player


@pytest.fixture
def home(stack: Stack, settings: Any) -> Iterator[Home]:
    return Home(stack, settings)


EXAMPLES = [
    (sys.executable, str(ROOT / "examples" / "python" / "trash.py")),
    ("node", str(ROOT / "examples" / "javascript" / "trash.js")),
]


@pytest.mark.parametrize("command", EXAMPLES, ids=["python", "javascript"])
def test_an_example_plays_several_games_at_once_as_it_would_here(home: Home, command: tuple[str, ...]) -> None:
    program = home.start(*command)
    with ThreadPoolExecutor(3) as threads:
        games = [played for played, _ in threads.map(home.game, range(3))]
    assert [game.verdicts for game in games] == [("played", "played")] * 3
    assert present([home.bot.pk]) == {home.bot.pk}
    said = end(program)
    assert program.returncode != 0
    assert said.count("trash, seat 0 of 2") == 3
    assert "trying again" not in said


def test_a_web_that_is_away_is_waited_for(home: Home) -> None:
    program = home.start(*EXAMPLES[0])
    home.stack.wait(lambda: bool(present([home.bot.pk])), "the bot to be there")
    home.web.kill()
    with ThreadPoolExecutor(1) as threads:
        game = threads.submit(home.game, 1)
        home.web.start()
        played, _ = game.result()
    assert played.verdicts == ("played", "played")
    said = end(program)
    assert "trying again: " in said
    assert "the server answers again" in said


@pytest.mark.parametrize("command", EXAMPLES, ids=["python", "javascript"])
@pytest.mark.parametrize(("token", "says"), [("crp_x", "(401)"), (None, "(404)")])
def test_what_the_server_refuses_ends_it(home: Home, command: tuple[str, ...], token: str | None, says: str) -> None:
    home.bot.pk += 1000 if token is None else 0
    program = home.start(*command, token=token)
    _, said = program.communicate(timeout=60)
    assert program.returncode == 1
    assert "the server refuses: " in said
    assert says in said


def test_a_web_that_is_asked_to_end_does_so_while_bots_wait(home: Home) -> None:
    programs = [home.start(*EXAMPLES[0]) for _ in range(3)]
    home.stack.wait(lambda: len(client().client_list()) >= 3 and bool(present([home.bot.pk])), "the bot to be there")
    home.web.grace = 30.0
    assert home.web.stop() in (0, -signal.SIGTERM)
    for program in programs:
        assert "trying again" in hear(program, "trying again")
    assert "Traceback" not in home.web.log.read_text().replace("asyncio.exceptions.CancelledError", "")


def hear(program: subprocess.Popen[str], words: str) -> str:
    """What it writes, until it writes these words."""
    said = ""
    assert program.stderr is not None
    while words not in said:
        line = program.stderr.readline()
        assert line, said
        said += line
    return said
