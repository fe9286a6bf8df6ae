from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from tournaments.access.idempotency import KEPT_FOR, forget_expired
from tournaments.access.models import IdempotencyKey
from tournaments.access.tokens import create_token

PEOPLE = "/api/v1/people/"
urls = pytest.mark.urls("tests.tournaments.access.probe")


def post(client, body, key="k-1", address=PEOPLE):
    return client.post(address, body, HTTP_IDEMPOTENCY_KEY=key)


@urls
@pytest.mark.django_db
class TestOnce:
    @pytest.fixture
    def client(self, ada, client_of):
        return client_of(ada)

    def test_the_second_answer_is_the_first(self, client):
        first, second = post(client, {"name": "x"}), post(client, {"name": "x"})
        assert (first.status_code, second.status_code) == (201, 201)
        assert first.content == second.content
        assert first["Location"] == second["Location"]
        assert "Idempotency-Replayed" not in first
        assert second["Idempotency-Replayed"] == "true"
        assert User.objects.filter(username="x").count() == 1

    def test_the_order_of_keys_and_blanks_do_not_matter(self, client):
        for body in (b'{"name": "x", "a": 1}', b'{"a":1,"name":"x"}'):
            response = client.generic("POST", PEOPLE, body, "application/json", HTTP_IDEMPOTENCY_KEY="k")
            assert response.status_code == 201

    def test_without_the_header_every_request_counts(self, client):
        assert client.post(PEOPLE, {"name": "x"}).status_code == 201
        assert client.post(PEOPLE, {"name": "y"}).status_code == 201
        assert not IdempotencyKey.objects.exists()

    @pytest.mark.parametrize(("body", "address"), [({"name": "y"}, PEOPLE), ({"name": "x"}, PEOPLE + "?a=1")])
    def test_another_request_under_the_key(self, client, body, address):
        post(client, {"name": "x"})
        response = post(client, body, address=address)
        assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")
        assert not User.objects.filter(username="y").exists()

    def test_keys_are_each_accounts_own(self, client, bob, client_of):
        post(client, {"name": "x"})
        response = post(client_of(bob), {"name": "y"})
        assert response.status_code == 201
        assert "Idempotency-Replayed" not in response

    def test_tokens_of_an_account_share_its_keys(self, client, ada, client_of):
        post(client, {"name": "x"})
        assert post(client_of(ada), {"name": "x"})["Idempotency-Replayed"] == "true"

    @pytest.mark.parametrize("name", ["fails", "returns-failure"])
    def test_a_failure_leaves_nothing(self, client, name):
        for _ in range(2):
            response = post(client, {"name": name})
            assert response.status_code == 409
            assert "Idempotency-Replayed" not in response
        assert not User.objects.filter(username=name).exists()
        assert not IdempotencyKey.objects.exists()

    @pytest.mark.parametrize("key", ["", " ", "a b", "x" * 201, "é", "a\tb", "\x7f", "a\0"])
    def test_it_rejects_keys(self, client, key):
        response = post(client, {"name": "x"}, key=key)
        assert (response.status_code, response.json()["code"]) == (400, "bad_idempotency_key")
        assert response.json()["errors"][0]["header"] == "Idempotency-Key"
        assert not User.objects.filter(username="x").exists()

    def test_the_longest_key(self, client):
        assert post(client, {"name": "x"}, key="~" * 200).status_code == 201

    def test_it_does_not_open_what_is_closed(self, anonymous, ada, client_of):
        assert post(anonymous, {"name": "x"}).status_code == 401
        post(client_of(ada), {"name": "x"})
        assert post(client_of(ada, "read"), {"name": "x"}).status_code == 403

    def test_after_a_day_the_key_is_new(self, client):
        post(client, {"name": "x"})
        IdempotencyKey.objects.update(created_at=timezone.now() - KEPT_FOR)
        response = post(client, {"name": "y"})
        assert response.status_code == 201
        assert IdempotencyKey.objects.count() == 1

    def test_cleaning_up(self, client):
        post(client, {"name": "x"}, key="old")
        post(client, {"name": "y"}, key="new")
        now = timezone.now()
        IdempotencyKey.objects.filter(key="old").update(created_at=now - KEPT_FOR - timedelta(seconds=1))
        assert forget_expired(now) == 1
        assert IdempotencyKey.objects.get().key == "new"


@urls
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("names", [["x"] * 6, ["x", "y"] * 3])
def test_simultaneous_requests_have_one_effect(names):
    from rest_framework.test import APIClient

    _, text = create_token(owner=User.objects.create_user("ada"), name="t", scopes=["bots"])
    start = Barrier(len(names))

    def ask(name):
        try:
            client = APIClient(raise_request_exception=False)
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
            start.wait()
            return name, post(client, {"name": name})
        finally:
            connection.close()

    with ThreadPoolExecutor(len(names)) as pool:
        answers = list(pool.map(ask, names))
    made = [(name, answer) for name, answer in answers if answer.status_code == 201]
    fresh = [answer for _, answer in made if "Idempotency-Replayed" not in answer]
    assert len(fresh) == 1
    assert {answer.content for _, answer in made} == {fresh[0].content}
    assert {answer.status_code for _, answer in answers} <= {201, 422}
    assert len({name for name, _ in made}) == 1
    assert len(made) == names.count(made[0][0])
    assert User.objects.exclude(username="ada").count() == 1
