"""Who calls the API in these tests, and what there is to call it about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from rest_framework.test import APIClient

from tests.tournaments import arena
from tournaments.access.actors import Actor
from tournaments.access.tokens import create_token
from tournaments.models import Match, Tournament

SCOPES = {"owner": ("read", "bots"), "organiser": ("read", "organise"), "staff": ("read", "bots", "organise")}


class Caller(APIClient):
    """A client that sends JSON under /api/v1/ with the token of an account; `actor` is that account."""

    actor: Actor

    def ask(self, path: str, query: dict[str, Any] | None = None) -> Any:
        """GET what must be there."""
        response = self.get(f"/api/v1/{path}", query)
        assert response.status_code == 200, response.content
        return response.json()

    def send(self, path: str, **body: Any) -> Any:
        """POST what must succeed."""
        response = self.post(f"/api/v1/{path}", body)
        assert response.status_code in {200, 201}, response.content
        return response.json()


def caller(actor: Actor, *scopes: str) -> Caller:
    """A client with a new token of the account, with these scopes."""
    _, text = create_token(owner=actor.user, name="test", scopes=scopes, by_operator=True)
    client = Caller(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    client.actor = actor
    return client


def refused(response: Any, status: int, *saying: str, code: str | None = None, at: str | None = None) -> dict[str, Any]:
    """Check a refusal: its status, its code, the place it points at, and words of its message. Gives the problem."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    if code is not None:
        assert problem["code"] == code
    for words in saying:
        assert words in problem["detail"]
    if at is not None:
        places = [next(value for name, value in error.items() if name != "message") for error in problem["errors"]]
        assert at in places, problem
    return problem


@pytest.fixture(autouse=True)
def _fresh_throttles() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anonymous() -> Caller:
    return Caller(raise_request_exception=False)


@pytest.fixture
def ada(db: None) -> Caller:
    """An owner of bots."""
    return caller(arena.owner("ada"), *SCOPES["owner"])


@pytest.fixture
def bob(db: None) -> Caller:
    """Another owner of bots."""
    return caller(arena.owner("bob"), *SCOPES["owner"])


@pytest.fixture
def olga(db: None) -> Caller:
    """An organiser; the events of `arena` are hers."""
    return caller(arena.organiser("olga"), *SCOPES["organiser"])


@pytest.fixture
def oscar(db: None) -> Caller:
    """Another organiser."""
    return caller(arena.organiser("oscar"), *SCOPES["organiser"])


@pytest.fixture
def sue(db: None) -> Caller:
    """Staff."""
    user = User.objects.create_user("sue", is_staff=True)
    return caller(Actor(user), *SCOPES["staff"])


@pytest.fixture
def running(olga: Caller) -> Tournament:
    """A round robin of four bots (three rounds), its first round closed and its second paired."""
    tournament = arena.event(4, options={"start_size": 1})
    arena.play_round(tournament)
    return tournament


@pytest.fixture
def finished(olga: Caller) -> Tournament:
    """A round robin of three bots, with a bye in every round, played to its end."""
    return arena.play_out(arena.event(3, options={"start_size": 1}))


@pytest.fixture
def void(olga: Caller) -> Callable[..., Match]:
    """A void match of a running event that waits for its organiser."""

    def make(**values: Any) -> Match:
        tournament = arena.event(2, options={"start_size": 1}, on_void="hold", **values)
        match = Match.objects.get(round__tournament=tournament)
        match.state, match.failures, match.attempt, match.fault = "void", 3, 3, "ZeroDivisionError: division by zero"
        match.save()
        return match

    return make
