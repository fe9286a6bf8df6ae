"""Signing in and out on the pages, and what the head of a page says of who is signed in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.tournaments import arena

pytestmark = pytest.mark.django_db
PASSWORD = "three words more"


@pytest.fixture(autouse=True)
def _fresh_throttles() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada", password=PASSWORD)


def sign_in(client: Client, password: str = PASSWORD, **values: str):
    return client.post("/accounts/login/", {"username": "ada", "password": password, **values})


def test_an_account_that_is_no_staff_signs_in_and_out(ada: User) -> None:
    client = Client()
    assert 'href="/accounts/login/"' in client.get("/").content.decode()
    page = client.get("/accounts/login/?next=/notices/")
    assert 'name="next" value="/notices/"' in page.content.decode()
    answer = sign_in(client, next="/notices/")
    assert (answer.status_code, answer["Location"]) == (302, "/notices/")
    text = client.get("/").content.decode()
    assert ">ada</span>" in text
    assert "Sign out" in text
    assert client.get("/accounts/logout/").status_code == 405
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert ">ada</span>" not in client.get("/").content.decode()


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:alert(1)", ""])
def test_it_leads_nowhere_else(ada: User, elsewhere: str) -> None:
    assert sign_in(Client(), next=elsewhere)["Location"] == "/"


def test_a_wrong_password_is_refused(ada: User) -> None:
    client = Client()
    answer = sign_in(client, "wrong")
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert "sessionid" not in client.cookies


def test_it_needs_the_csrf_token(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert sign_in(strict).status_code == 403
    assert strict.post("/accounts/logout/").status_code == 403
    token = strict.get("/accounts/login/").cookies["csrftoken"].value
    assert sign_in(strict, csrfmiddlewaretoken=token).status_code == 302


def test_too_many_tries_have_to_wait(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"login": "3/hour"})
    client = Client()
    for _ in range(3):
        assert sign_in(client, "wrong").status_code == 200
    answer = sign_in(client)
    assert answer.status_code == 429
    assert 3590 <= int(answer["Retry-After"]) <= 3600
    assert "Too many tries" in answer.content.decode()
    assert client.get("/accounts/login/").status_code == 200
    other = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(other).status_code == 302


def test_no_cache_shows_it_to_another(ada: User) -> None:
    client, nobody = Client(), Client()
    event = arena.event(2)
    sign_in(client)
    for address in ("/", f"/tournaments/{event.pk}/", "/notices/", "/accounts/login/"):
        answer = client.get(address)
        assert answer["Cache-Control"] == "private, no-store", address
        assert "Cookie" in answer["Vary"]
        assert "default-src 'none'" in answer["Content-Security-Policy"]
    for address in ("/", f"/tournaments/{event.pk}/"):
        answer = nobody.get(address)
        assert "no-store" not in answer.get("Cache-Control", "")
        assert "Cookie" in answer["Vary"]
        assert not answer.cookies
