"""The organiser's part: a tournament of each game, opened, entered, started, and watched until they are over."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deploy.demo.cast import Cast
from deploy.demo.client import Client
from deploy.demo.progress import Progress
from deploy.process import ServiceError

STALL_SECONDS = 180  # without a finished match; a lost worker's match is free again after a lease of 60 s


@dataclass(frozen=True)
class Event:
    """A started tournament and how many matches it will have."""

    id: int
    name: str
    engine: str
    matches: int

    @property
    def label(self) -> str:
        """The first word of its name."""
        return self.name.split()[0].lower()


# What is played; a round robin's rounds follow from its entries.
PROGRAMME: list[dict[str, Any]] = [
    {"name": "Rummy Swiss", "engine": "rummy", "format": "swiss", "seats": 2, "rounds": 4, "boards": 3},
    {"name": "Construction Swiss", "engine": "construction", "format": "swiss", "seats": 2, "rounds": 4, "boards": 2},
    {
        "name": "Advantage round robin",
        "engine": "advantage",
        "options": {"lead": "alternate"},
        "format": "round_robin",
        "seats": 2,
        "boards": 2,
    },
    {"name": "Trash pods of four", "engine": "trash", "format": "pods", "seats": 4, "rounds": 4, "boards": 3},
    # With programs, which are uploaded, and a remote bot.
    {"name": "Open rummy", "engine": "rummy", "format": "swiss", "seats": 2, "rounds": 4, "admits_remote": True},
]


def matches(fields: dict[str, Any], entries: int) -> int:
    """How many matches a tournament of the programme has; who is left over rests."""
    return int(fields.get("rounds", entries - 1)) * (entries // int(fields["seats"]))


def begin(client: Client, cast: Cast) -> list[Event]:
    """Create, open, enter and start each tournament. Raises ServiceError."""
    organiser = client.bearing(cast.organiser)
    events = []
    for fields in PROGRAMME:
        made = organiser.post("/tournaments/", **fields)
        path = f"/tournaments/{made['id']}"
        organiser.post(f"{path}/open/")
        players = cast.players(fields["engine"], programs=bool(fields.get("admits_remote")))
        for bot in players:
            client.bearing(bot.token).post(f"{path}/enter/", bot=bot.id)
        organiser.post(f"{path}/start/")
        events.append(Event(made["id"], made["name"], made["engine"], matches(fields, len(players))))
    return events


def watch(client: Client, events: Sequence[Event], progress: Progress) -> None:
    """Show the progress until all are finished. Raises ServiceError if one is cancelled or nothing happens any more."""
    before: list[int] = []
    changed = time.monotonic()
    while True:
        client.alive()
        states = [client.get(f"/tournaments/{event.id}/") for event in events]
        done = [state["progress"]["finished"] for state in states]
        progress.show([(event.label, count, event.matches) for event, count in zip(events, done, strict=True)])
        if all(state["state"] == "finished" for state in states):
            progress.end()
            return
        for event, state in zip(events, states, strict=True):
            if state["state"] not in {"running", "finished"}:
                raise ServiceError(f"tournament {event.name} is {state['state']}; it should be running")
        if done != before:
            before, changed = done, time.monotonic()
        elif time.monotonic() - changed > STALL_SECONDS:
            raise ServiceError(f"no match has finished for {STALL_SECONDS} s; see the logs")
        time.sleep(0.5)
