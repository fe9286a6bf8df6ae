"""What is kept for seconds: found once, found again later, never found by who was refused."""

from __future__ import annotations

import pytest
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tournaments.access import brief
from tournaments.access.actors import Actor
from tournaments.access.authentication import BriefTokenAuthentication
from tournaments.access.brief import Brief
from tournaments.access.tokens import create_token, revoke


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(brief.time, "monotonic", lambda: now[0])
    return now


def test_it_is_kept_for_five_seconds(clock: list[float]) -> None:
    kept: Brief[int] = Brief(5.0)
    found = iter(range(10))
    assert [kept.get("a", found.__next__), kept.get("a", found.__next__), kept.get("b", found.__next__)] == [0, 0, 1]
    clock[0] += 4.99
    assert kept.get("a", found.__next__) == 0
    clock[0] += 0.01
    assert kept.get("a", found.__next__) == 2
    brief.forget()
    assert kept.get("a", found.__next__) == 3


def test_a_refusal_is_not_kept_and_neither_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: Brief[int] = Brief(5.0)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 // 0)
    assert kept.get("a", lambda: 1) == 1
    monkeypatch.setattr(brief, "MOST", 1)
    assert kept.get("b", lambda: 2) == 2
    assert kept.get("a", lambda: 3) == 3


@pytest.mark.django_db
def test_a_token_revoked_is_refused_after_five_seconds(clock: list[float], django_user_model) -> None:
    ada = django_user_model.objects.create_user("ada")
    token, text = create_token(owner=ada, name="x", scopes=["bots"])

    def ask() -> object:
        request = Request(APIRequestFactory().get("/", HTTP_AUTHORIZATION=f"Bearer {text}"))
        return BriefTokenAuthentication().authenticate(request)

    assert ask() == (ada, token)
    revoke(token_id=token.pk, by=Actor(ada))
    assert ask() == (ada, token)
    clock[0] += 5
    for _ in range(2):
        with pytest.raises(AuthenticationFailed, match="revoked"):
            ask()
