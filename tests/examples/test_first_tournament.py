"""From nothing to a bot in a tournament, as docs/bots.md tells it: every command, on a server like the demo's."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.demo.cast import Bot
from deploy.demo.client import Client
from deploy.demo.open_house import FIELDS, HOSTS, OpenHouse
from deploy.services import Services
from tests.examples.newcomer import PATIENCE_SECONDS, STEPS, Newcomer
from tests.examples.runtimes import ROOT

pytestmark = pytest.mark.e2e


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """All of Croupier. Where its workers have no sandbox the test is skipped, but under CI it fails."""
    ci = os.environ.get("CI", "").lower() == "true"
    for name in [name for name in os.environ if name.startswith(("CROUPIER_", "DJANGO_"))]:
        monkeypatch.delenv(name)
    env = {"CROUPIER_OPEN_REGISTRATION": "1"}
    with Services(
        tmp_path / "var", port=0, concurrency=2, remote=8, env=env, say=lambda line: None
    ) as services:
        if lack := no_sandbox(tmp_path / "var" / "log" / "worker.log"):
            if ci:
                pytest.fail(lack)
            pytest.skip(lack)
        yield services


def no_sandbox(log: Path) -> str:
    """Why the workers run no programs; empty if they do."""
    limit = time.monotonic() + PATIENCE_SECONDS
    while " ready." not in (said := log.read_text()):
        assert time.monotonic() < limit, said
        time.sleep(0.1)
    return "\n".join(line for line in said.splitlines() if "programs of bots are not played here" in line)


@pytest.fixture
def house(services: Services) -> OpenHouse:
    """What stands open in the demo, without the rest of it."""
    client = Client(services.url, services.check)
    services.manage("createsuperuser", "--noinput", "--username", "admin", "--email", "admin@example.org")
    token = services.manage("create_token", "admin", "--scope", "read", "--scope", "organise")
    hosts = []
    for number in range(HOSTS):
        account = client.post("/accounts/", username=f"host{number}", password="correct horse battery")
        own = client.bearing(account["token"])
        bot = own.post("/bots/", name=f"Host {number}", engine=FIELDS["engine"])
        own.post(f"/bots/{bot['id']}/versions/", kind="policy", policy="random")
        hosts.append(Bot(bot["id"], FIELDS["engine"], account["token"]))
    return OpenHouse(client.bearing(token), hosts)


def test_who_follows_the_page_has_bots_in_tournaments(services: Services, house: OpenHouse, tmp_path: Path) -> None:
    home = tmp_path / "checkout"
    home.mkdir()
    (home / "examples").symlink_to(ROOT / "examples")
    (program,) = (text for language, text in STEPS[1] if language == "python")
    (home / "my_bot.py").write_text(program)
    first = house.id
    he = Newcomer(home, services.url, house.look)
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
        assert set(printed.splitlines()) == {"I take it"}
        *_, challenges = he.follow(6)
        assert [(trial["state"], trial["boards"]) for trial in challenges["results"]] == [("finished", 5)]
        he.follow(7)
        assert he.answer["active"] == 3
        he.follow(4)
        assert he.variables["EVENT"] == str(house.id) != str(first)
        event, standings, *_ = he.follow(5)
        assert event["state"] == "finished"
        assert [line["version"] for line in standings["results"] if line["bot"]["name"] == "My bot"] == [3]
    finally:
        he.leave()
