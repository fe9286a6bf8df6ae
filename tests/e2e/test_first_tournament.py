"""From nothing to a bot in a tournament, as docs/bots.md tells it: every command, on a server like the demo's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from deploy.demo.cast import Bot
from deploy.demo.client import Client
from deploy.demo.open_house import ENGINE, HOSTS, OpenHouse
from deploy.process import Process
from deploy.web import bind
from deploy.worker import Worker
from tests.e2e.newcomer import STEPS, Newcomer
from tests.e2e.stack import Stack
from tests.examples.runtimes import ROOT
from tests.tournaments import arena
from tournaments.access.tokens import create_token
from tournaments.models import WorkerHost

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def server(stack: Stack) -> Client:
    """A web, a worker and one for remote bots. Without a sandbox the test is skipped, but under CI it fails."""
    listener = stack.ends.enter_context(bind(0))
    env = {**os.environ, **stack.env, "CROUPIER_OPEN_REGISTRATION": "1", "PYTHONWARNINGS": "ignore:No directory at"}
    command = [sys.executable, "-m", "deploy.web", "--fd", str(listener.fileno())]
    web = Process("web", command, log=stack.folder / "web.log", env=env, pass_fds=(listener.fileno(),))
    stack.ends.enter_context(web)
    log = stack.folder / "remote.log"
    remote = Worker(stack.env, log=log, name="remote", concurrency=8, queues=("remote",), pool="threads", grace=2.0)
    stack.ends.callback(remote.kill)
    remote.start()
    stack.worker(concurrency=2)
    remote.wait_ready()
    if lack := WorkerHost.objects.get().lacks:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(lack)
        pytest.skip(lack)
    return Client(f"http://127.0.0.1:{listener.getsockname()[1]}", lambda: None)


@pytest.fixture
def house(server: Client) -> OpenHouse:
    """What stands open in the demo, without the rest of it."""
    token = create_token(owner=arena.organiser().user, name="demo", scopes=["read", "organise"])[1]
    hosts = []
    for number in range(HOSTS):
        owner = arena.owner(f"host{number}")
        bot = arena.bot(f"Host {number}", by=owner)
        hosts.append(Bot(bot.pk, ENGINE, create_token(owner=owner.user, name="demo", scopes=["bots"])[1]))
    return OpenHouse(server.bearing(token), hosts)


def test_who_follows_the_page_has_bots_in_tournaments(server: Client, house: OpenHouse, tmp_path: Path) -> None:
    home = tmp_path / "checkout"
    home.mkdir()
    (home / "examples").symlink_to(ROOT / "examples")
    (program,) = (text for language, text in STEPS[1] if language == "python")
    (home / "my_bot.py").write_text(program)
    first = house.id
    he = Newcomer(home, server.base, house.look)
    try:
        he.follow(2)
        assert he.answer["name"] == "My bot"
        he.follow(3)
        assert (he.answer["kind"], he.answer["state"], he.answer["active"]) == ("program", "qualified", True)
        he.follow(4)
        assert he.variables["EVENT"] == str(first)
        event, standings, games, printed = he.follow(5)
        assert event["state"] == "finished"
        assert "My bot" in [line["bot"]["name"] for line in standings["results"]]
        assert {game["verdict"] for game in games["results"]} == {"played"}
        assert printed == "Good luck!\n"
        *_, challenges = he.follow(6)
        assert [(trial["state"], trial["boards"]) for trial in challenges["results"]] == [("finished", 2)]
        he.follow(7)
        assert he.answer["active"] == 3
        he.follow(4)
        assert he.variables["EVENT"] == str(house.id) != str(first)
        event, standings, *_ = he.follow(5)
        assert event["state"] == "finished"
        assert [line["version"] for line in standings["results"] if line["bot"]["name"] == "My bot"] == [3]
    finally:
        he.leave()
