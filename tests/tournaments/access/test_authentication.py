import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from tournaments.access import secret
from tournaments.access.actors import Actor
from tournaments.access.authentication import USE_RESOLUTION
from tournaments.access.models import Token
from tournaments.access.tokens import create_token, revoke

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]
ME = "/api/v1/accounts/me/"


@pytest.fixture
def made(ada):
    return create_token(owner=ada, name="t", scopes=["read", "bots"])


def ask(client, header, address=ME):
    return client.get(address, HTTP_AUTHORIZATION=header)


def test_a_token_is_its_owner(anonymous, ada, made):
    _, text = made
    assert ask(anonymous, f"Bearer {text}").json() == {
        "id": ada.pk,
        "username": "ada",
        "is_staff": False,
        "scopes": ["read", "bots"],
    }
    assert ask(anonymous, f"bearer   {text} ").status_code == 200


def test_without_one(anonymous):
    response = anonymous.get(ME)
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    assert response["WWW-Authenticate"] == 'Bearer realm="croupier"'


UNKNOWN = "crp_" + "A" * 40
UNKNOWN += secret.checksum(UNKNOWN)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("Basic YWRhOmFkYQ==", "does not read `Bearer"),
        ("crp_x", "does not read `Bearer"),
        ("Bearer", "not the text of a token"),
        ("Bearer crp_short", "not the text of a token"),
        ("Bearer " + "x" * 100_000, "not the text of a token"),
        ("Bearer crp_\x00\xff", "not the text of a token"),
        (f"Bearer {UNKNOWN}", "no such token"),
    ],
)
@pytest.mark.parametrize("address", [ME, "/api/v1/people/"])
def test_it_rejects_what_is_no_token_also_where_anyone_may_read(anonymous, header, said, address):
    response = ask(anonymous, header, address)
    assert (response.status_code, response.json()["code"]) == (401, "invalid_token")
    assert said in response.json()["detail"]
    assert response["WWW-Authenticate"] == 'Bearer realm="croupier", error="invalid_token"'


def test_the_right_prefix_with_another_secret(anonymous, made):
    _, text = made
    body = text[:12] + secret.new().text[12:44]
    forged = body + secret.checksum(body)
    assert secret.parse(forged) is not None
    assert ask(anonymous, f"Bearer {forged}").json()["detail"] == "no such token"


def test_revoked_expired_and_inactive(anonymous, ada, made):
    token, text = made
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert "ended at" in ask(anonymous, f"Bearer {text}").json()["detail"]
    Token.objects.update(expires_at=timezone.now() + timedelta(hours=1))
    assert ask(anonymous, f"Bearer {text}").status_code == 200
    ada.is_active = False
    ada.save()
    assert "not active" in ask(anonymous, f"Bearer {text}").json()["detail"]
    ada.is_active = True
    ada.save()
    revoke(token_id=token.pk, by=Actor(ada))
    response = ask(anonymous, f"Bearer {text}")
    assert (response.status_code, response.json()["detail"]) == (401, "this token was revoked")


def test_its_text_is_never_logged_or_answered(anonymous, made, caplog):
    _, text = made
    caplog.set_level(logging.DEBUG)
    wrong = text[:-1] + ("0" if text[-1] != "0" else "1")
    answers = [ask(anonymous, f"Bearer {wrong}"), ask(anonymous, f"Bearer {text}", "/api/v1/raise/bug/")]
    seen = caplog.text + "".join(answer.content.decode() for answer in answers)
    assert text[12:44] not in seen


def test_last_use_is_written_once_in_a_while(anonymous, made, django_assert_num_queries):
    _, text = made
    ask(anonymous, f"Bearer {text}")
    first = Token.objects.get().last_used_at
    assert first is not None
    with django_assert_num_queries(1):
        ask(anonymous, f"Bearer {text}")
    assert Token.objects.get().last_used_at == first
    old = timezone.now() - USE_RESOLUTION - timedelta(seconds=1)
    Token.objects.update(last_used_at=old)
    ask(anonymous, f"Bearer {text}")
    assert Token.objects.get().last_used_at > old


def test_a_session_has_the_scopes_of_its_account(anonymous, ada, organiser):
    anonymous.force_login(ada)
    assert anonymous.get(ME).json()["scopes"] == ["read", "bots"]
    anonymous.force_login(organiser)
    assert anonymous.get(ME).json()["scopes"] == ["read", "bots", "organise"]
