"""Contestants who bring programs of their own: two in Python and one in JavaScript are uploaded, one stays at home."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deploy.demo.cast import Bot
from deploy.demo.client import Client, Refusal
from deploy.process import ROOT, Process, ServiceError
from deploy.services import Services, say

ENGINE = "rummy"
PATIENCE_SECONDS = 120.0
STEP_SECONDS = 0.3
_NODE_PATH = "/usr/bin:/bin:/usr/local/bin"  # where the sandbox looks
BEGINNER = b"""
from croupier_bot import run


def choose(view):
    view.note(f"any of {len(view.legal)}")
    return view.random.randrange(len(view.legal))


run(choose)
"""


@dataclass(frozen=True)
class Contestant:
    """An owner and his bot; `source` is what is sent, None for one that plays remotely."""

    owner: str
    name: str
    runtime: str
    file: str
    source: bytes | None


def contestants() -> list[Contestant]:
    """Those of the demo, the JavaScript bot only where there is a Node.js to run it."""
    examples = ROOT / "examples"
    found = [
        Contestant("grace", "Flow-Matic", "python", "rummy.py", (examples / "python" / "rummy.py").read_bytes()),
        Contestant("konrad", "Plankalkül", "python", "beginner.py", BEGINNER),
        Contestant("betty", "Mocha", "node", "rummy.js", (examples / "javascript" / "rummy.js").read_bytes()),
        Contestant("donald", "Telegraph", "", str(examples / "python" / "rummy.py"), None),
    ]
    if shutil.which("node", path=_NODE_PATH) is None:
        say("no bot in JavaScript takes part: Node.js is not installed (on Debian: apt-get install nodejs)")
        found = [one for one in found if one.runtime != "node"]
    return found


def bring(services: Services, client: Client) -> list[Bot]:
    """Register the contestants, send their programs, start the one at home, and wait until all have qualified.

    Where no worker has a sandbox, programs are left out, and it is said why. Raises ServiceError.
    """
    bots: list[Bot] = []
    for one in contestants():
        account = client.post("/accounts/", username=one.owner, password=secrets.token_urlsafe(16))
        own = client.bearing(account["token"])
        row = own.post("/bots/", name=one.name, engine=ENGINE)
        if one.source is None:
            own.post(f"/bots/{row['id']}/versions/", kind="remote")
        elif not _send(own, row["id"], one):
            continue
        kind = "remote" if one.source is None else "program"
        bots.append(Bot(row["id"], ENGINE, account["token"], kind))
    at_home(services, bots)
    _wait_qualified(client, bots)
    return bots


def at_home(services: Services, bots: Sequence[Bot]) -> None:
    """Start the programs of remote bots, as their owners would on machines of their own."""
    [home] = [one for one in contestants() if one.source is None]
    for bot in bots:
        if bot.kind == "remote":
            command = [sys.executable, home.file, "--server", services.url, "--bot", str(bot.id)]
            env = {**os.environ, "CROUPIER_TOKEN": bot.token, "PYTHONPATH": str(ROOT / "plugins"), "no_proxy": "*"}
            log = services.var / "log" / f"bot-{bot.id}.log"
            services.supervisor.start(Process(f"bot {bot.id}", command, log=log, env=env))


def _send(own: Client, bot_id: int, one: Contestant) -> bool:
    """Upload a program; whether it was taken: not without a sandbox, which the workers look for when they start."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            own.upload(
                f"/bots/{bot_id}/versions/",
                {"kind": "program", "runtime": one.runtime},
                file=("program", one.file, one.source or b""),
            )
        except Refusal as refusal:
            if refusal.code != "no_sandbox":
                raise
            if "has been started yet" not in str(refusal) or time.monotonic() > until:
                say(f"{one.name} does not take part: {refusal}")
                return False
            own.alive()
            time.sleep(STEP_SECONDS)
        else:
            return True


def _wait_qualified(client: Client, bots: Sequence[Bot]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    for bot in bots:
        while (state := _version(client, bot)["state"]) != "qualified":
            if state == "failed" or time.monotonic() > until:
                told = [notice["text"] for notice in client.bearing(bot.token).pages("/notices/")]
                raise ServiceError(f"bot {bot.id} is {state} to qualify: {' '.join(told) or 'it is still waited for'}")
            client.alive()
            time.sleep(STEP_SECONDS)


def _version(client: Client, bot: Bot) -> Any:
    return client.get(f"/bots/{bot.id}/versions/1/")
