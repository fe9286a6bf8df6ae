"""A tournament that is always open to whoever tries the demo: it starts once a guest is in, and another one opens."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from deploy.demo.cast import Bot
from deploy.demo.client import Client, Refusal

NAME = "Open house"
ENGINE = "trash"
HOSTS = 3
LOOK_SECONDS = 1.0
FIELDS: dict[str, Any] = {
    "name": NAME,
    "description": "Enter a bot of your own: this starts as soon as it is in, and the next one opens.",
    "engine": ENGINE,
    "format": "round_robin",
    "seats": 2,
    "boards": 1,
    "result": "scores",
    "admits_remote": True,
}


class OpenHouse:
    """The open tournament; `hosts` are the bots that are there to be met, of whom the first few take part.

    Making it opens the first one, unless one stands open from before. Raises ServiceError.
    """

    def __init__(self, organiser: Client, hosts: Sequence[Bot]) -> None:
        self._organiser = organiser
        self._hosts = [bot for bot in hosts if bot.engine == ENGINE and bot.kind == "policy"][:HOSTS]
        standing = organiser.pages(f"/tournaments/?state=open&engine={ENGINE}")
        found = [event["id"] for event in standing if event["name"] == NAME]
        self.id: int = found[0] if found else self._open()
        self._next_look = time.monotonic()

    def look(self) -> None:
        """Start it if a guest has entered, and open the next; asks at most once a second. Raises ServiceError."""
        if time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + LOOK_SECONDS
        hosts = {bot.id for bot in self._hosts}
        entries = self._organiser.pages(f"/tournaments/{self.id}/entries/")
        if all(entry["bot"]["id"] in hosts for entry in entries if entry["state"] == "in"):
            return
        try:
            self._organiser.post(f"/tournaments/{self.id}/start/")
        except Refusal:  # cancelled by somebody, or too few are fit to play: then it waits for others
            if self._organiser.get(f"/tournaments/{self.id}/")["state"] == "open":
                return
        self.id = self._open()

    def _open(self) -> int:
        made = self._organiser.post("/tournaments/", **FIELDS)
        path = f"/tournaments/{made['id']}"
        self._organiser.post(f"{path}/open/")
        for bot in self._hosts:
            self._organiser.bearing(bot.token).post(f"{path}/enter/", bot=bot.id)
        return int(made["id"])
