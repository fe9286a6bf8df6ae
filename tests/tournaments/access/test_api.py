import pytest
from django.contrib.auth.models import User

from tournaments.access.models import AuditEntry, Token
from tournaments.access.tokens import create_token

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]
TOKENS = "/api/v1/tokens/"
ACCOUNTS = "/api/v1/accounts/"
NEW = {"username": "carol", "password": "a long enough one 4711"}


class TestTokens:
    def test_made_used_listed_revoked(self, ada, client_of, anonymous):
        client = client_of(ada)
        made = client.post(TOKENS, {"name": "laptop", "scopes": ["bots", "read"], "expires_at": "2999-01-01T00:00:00Z"})
        assert made.status_code == 201
        assert made["Cache-Control"] == "no-store"
        body = made.json()
        assert (body["name"], body["scopes"], body["expires_at"]) == (
            "laptop",
            ["read", "bots"],
            "2999-01-01T00:00:00Z",
        )
        anonymous.credentials(HTTP_AUTHORIZATION=f"Bearer {body['token']}")
        assert anonymous.get(f"{ACCOUNTS}me/").json()["username"] == "ada"
        listed = client.get(TOKENS).json()
        assert [token["name"] for token in listed["results"]] == ["laptop", "test"]
        assert listed["next"] is None
        one = client.get(f"{TOKENS}{body['id']}/").json()
        assert one["prefix"] == body["token"][:12]
        assert body["token"][12:] not in str(listed) + str(one)
        assert {"digest", "token"}.isdisjoint(one)
        assert client.delete(f"{TOKENS}{body['id']}/").status_code == 204
        assert anonymous.get(f"{ACCOUNTS}me/").status_code == 401
        assert client.get(f"{TOKENS}{body['id']}/").json()["revoked_at"] is not None

    def test_pages(self, ada, client_of):
        client = client_of(ada)
        for number in range(4):
            create_token(owner=ada, name=str(number), scopes=["read"])
        seen, address = [], f"{TOKENS}?limit=2"
        while address:
            page = client.get(address).json()
            seen += [token["name"] for token in page["results"]]
            address = page["next"]
        assert seen == ["3", "2", "1", "0", "test"]

    def test_others_tokens_are_not_there(self, ada, bob, staff, client_of):
        token, _ = create_token(owner=ada, name="t", scopes=["read"])
        for user in (bob, staff):
            client = client_of(user)
            assert client.get(f"{TOKENS}{token.pk}/").status_code == 404
            assert client.delete(f"{TOKENS}{token.pk}/").status_code == 404
            assert token.pk not in [row["id"] for row in client.get(TOKENS).json()["results"]]
        token.refresh_from_db()
        assert token.revoked_at is None

    def test_anonymous(self, anonymous):
        assert anonymous.get(TOKENS).status_code == 401
        assert anonymous.post(TOKENS, {"name": "x", "scopes": ["read"]}).status_code == 401
        assert anonymous.delete(f"{TOKENS}1/").status_code == 401

    def test_a_scope_the_caller_lacks(self, ada, client_of):
        response = client_of(ada, "read").post(TOKENS, {"name": "x", "scopes": ["bots"]})
        assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")
        response = client_of(ada, "bots").get(TOKENS)
        assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")

    @pytest.mark.parametrize(
        ("change", "pointer"),
        [
            ({"name": None}, "/name"),
            ({"name": ["x"]}, "/name"),
            ({"name": {}}, "/name"),
            ({"name": 12}, "/name"),
            ({"name": "x" * 101}, "/name"),
            ({"name": "a\u202eb"}, "/name"),
            ({"scopes": "read"}, "/scopes"),
            ({"scopes": []}, "/scopes"),
            ({"scopes": None}, "/scopes"),
            ({"scopes": ["read"] * 100}, "/scopes"),
            ({"scopes": ["read", "all"]}, "/scopes/1"),
            ({"scopes": [["read"]]}, "/scopes/0"),
            ({"scopes": [1]}, "/scopes/0"),
            ({"expires": "2999-01-01T00:00:00Z"}, "/expires"),
            ({"expires_at": "tomorrow"}, "/expires_at"),
            ({"expires_at": 12}, "/expires_at"),
            ({"expires_at": "2001-01-01T00:00:00Z"}, "/expires_at"),
            ({"expires_at": "9999-12-31T23:59:59-23:59"}, "/expires_at"),
            ({"expires_at": "0001-01-01T00:00:00+23:59"}, "/expires_at"),
        ],
    )
    def test_it_rejects_bodies(self, ada, client_of, change, pointer):
        response = client_of(ada).post(TOKENS, {"name": "x", "scopes": ["read"], **change})
        assert response.status_code == 400
        assert [error["pointer"] for error in response.json()["errors"]] == [pointer]
        assert Token.objects.count() == 1

    def test_no_change_in_place(self, ada, client_of):
        client = client_of(ada)
        for ask in (client.put, client.patch):
            assert ask(f"{TOKENS}1/", {"scopes": ["organise"]}).status_code == 405

    def test_an_answer_with_a_secret_is_not_kept(self, ada, client_of):
        response = client_of(ada).post(TOKENS, {"name": "x", "scopes": ["read"]}, HTTP_IDEMPOTENCY_KEY="k")
        assert (response.status_code, response.json()["code"]) == (400, "bad_idempotency_key")
        assert Token.objects.count() == 1


class TestAccounts:
    @pytest.fixture(autouse=True)
    def _open(self, settings):
        settings.CROUPIER_OPEN_REGISTRATION = True

    def test_a_new_account_can_start_at_once(self, anonymous):
        response = anonymous.post(ACCOUNTS, NEW)
        assert response.status_code == 201
        assert response["Cache-Control"] == "no-store"
        body = response.json()
        assert set(body) == {"id", "username", "token"}
        anonymous.credentials(HTTP_AUTHORIZATION=f"Bearer {body['token']}")
        me = anonymous.get(f"{ACCOUNTS}me/").json()
        assert me == {"id": body["id"], "username": "carol", "is_staff": False, "scopes": ["read", "bots"]}
        kept = str(list(AuditEntry.objects.values())) + str(list(Token.objects.values()))
        assert body["token"] not in kept
        assert NEW["password"] not in kept

    def test_closed(self, anonymous, settings):
        settings.CROUPIER_OPEN_REGISTRATION = False
        response = anonymous.post(ACCOUNTS, NEW)
        assert (response.status_code, response.json()["code"]) == (403, "registration_closed")

    def test_taken(self, anonymous):
        anonymous.post(ACCOUNTS, NEW)
        response = anonymous.post(ACCOUNTS, {**NEW, "username": "Carol"})
        assert (response.status_code, response.json()["code"]) == (409, "username_taken")
        assert User.objects.count() == 1

    @pytest.mark.parametrize(
        ("change", "pointer"),
        [
            ({"username": None}, "/username"),
            ({"username": 1234}, "/username"),
            ({"username": "x" * 151}, "/username"),
            ({"username": ["carol"]}, "/username"),
            ({"username": "caro l"}, "/username"),
            ({"password": "short"}, "/password"),
            ({"password": {}}, "/password"),
            ({"password": "x" * 1001}, "/password"),
        ],
    )
    def test_it_rejects_bodies(self, anonymous, change, pointer):
        response = anonymous.post(ACCOUNTS, {**NEW, **change})
        assert response.status_code == 400
        assert {error["pointer"] for error in response.json()["errors"]} == {pointer}
        assert not User.objects.exists()

    def test_nothing_else_is_taken_from_the_body(self, anonymous):
        response = anonymous.post(ACCOUNTS, {**NEW, "is_staff": True, "is_superuser": True, "id": 7})
        assert response.status_code == 400
        assert {error["pointer"] for error in response.json()["errors"]} == {"/is_staff", "/is_superuser", "/id"}
        assert not User.objects.exists()

    def test_no_list_of_accounts(self, anonymous, ada, client_of):
        assert client_of(ada).get(ACCOUNTS).status_code == 405
        assert anonymous.get(f"{ACCOUNTS}me/").status_code == 401

    def test_an_answer_with_a_secret_is_not_kept(self, anonymous):
        response = anonymous.post(ACCOUNTS, NEW, HTTP_IDEMPOTENCY_KEY="k")
        assert (response.status_code, response.json()["code"]) == (400, "bad_idempotency_key")
