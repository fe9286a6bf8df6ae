"""When the open tournament of the demo starts, and what is open then: before a server that is a few rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from deploy.demo import open_house
from deploy.demo.cast import Bot
from deploy.demo.client import Refusal
from deploy.demo.open_house import NAME, OpenHouse

HOSTS = [Bot(number, "trash", f"crp_{number}") for number in (1, 2, 3, 4)]


class Server:
    """Stands for Client: events by id, each its state and the bots in it."""

    def __init__(self) -> None:
        self.events: dict[int, tuple[str, list[int]]] = {}

    def bearing(self, token: str) -> Server:
        return self

    def get(self, path: str) -> dict[str, Any]:
        return {"state": self.events[int(path.split("/")[2])][0]}

    def pages(self, path: str) -> Iterator[dict[str, Any]]:
        if path.endswith("/entries/"):
            yield from ({"bot": {"id": bot}, "state": "in"} for bot in self.events[int(path.split("/")[2])][1])
        else:
            yield from ({"id": key, "name": NAME} for key, (state, _) in self.events.items() if state == "open")

    def post(self, path: str, **fields: Any) -> dict[str, Any]:
        if path == "/tournaments/":
            self.events[len(self.events) + 1] = ("draft", [])
            return {"id": len(self.events)}
        _, _, key, verb, _ = path.split("/")
        bots = self.events[int(key)][1]
        if verb == "enter":
            bots.append(fields["bot"])
        else:
            self.events[int(key)] = ({"open": "open", "start": "running"}[verb], bots)
        return {}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setattr(open_house, "LOOK_SECONDS", 0.0)
    return Server()


def test_it_waits_for_a_guest_and_then_another_one_opens(server: Server) -> None:
    house = OpenHouse(server, [*HOSTS, Bot(5, "rummy", "")])  # type: ignore[arg-type]
    house.look()
    assert server.events == {1: ("open", [1, 2, 3])}
    server.events[1][1].append(9)
    house.look()
    assert server.events == {1: ("running", [1, 2, 3, 9]), 2: ("open", [1, 2, 3])}
    assert house.id == 2


def test_one_that_stands_open_from_before_is_kept(server: Server) -> None:
    assert OpenHouse(server, HOSTS).id == OpenHouse(server, HOSTS).id == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(("state", "after"), [("open", 1), ("cancelled", 2)])
def test_one_that_does_not_start_stays_open_unless_it_is_over(server: Server, state: str, after: int) -> None:
    house = OpenHouse(server, HOSTS)  # type: ignore[arg-type]
    server.events[1] = (state, [1, 9])
    post = server.post
    server.post = lambda path, **fields: refuse() if path.endswith("/start/") else post(path, **fields)  # type: ignore[method-assign]
    house.look()
    assert house.id == after


def refuse() -> dict[str, Any]:
    raise Refusal("it is refused", "wrong_state")
