import pytest

from tournaments.access.permissions import HasScope, PublicRead, scoped
from tournaments.access.tokens import create_token

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]


def test_anyone_reads_what_is_public(anonymous, ada, client_of):
    assert anonymous.get("/api/v1/people/").status_code == 200
    assert anonymous.head("/api/v1/people/").status_code == 200
    assert client_of(ada, "bots").get("/api/v1/people/").status_code == 200


def test_writing_takes_an_account(anonymous):
    response = anonymous.post("/api/v1/people/", {"name": "x"})
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")


def test_writing_takes_the_scope(ada, client_of):
    response = client_of(ada, "read").post("/api/v1/people/", {"name": "x"})
    assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")
    assert response.json()["detail"] == "this token lacks the scope `bots`; its scopes: read"
    assert response["WWW-Authenticate"] == 'Bearer realm="croupier", error="insufficient_scope"'
    assert client_of(ada, "bots").post("/api/v1/people/", {"name": "x"}).status_code == 201


def test_organise(anonymous, ada, organiser, staff, client_of):
    assert anonymous.get("/api/v1/organised/").status_code == 401
    assert client_of(ada).get("/api/v1/organised/").status_code == 403
    assert client_of(organiser, "read").get("/api/v1/organised/").status_code == 403
    assert client_of(organiser, "organise").get("/api/v1/organised/").status_code == 200
    assert client_of(staff, "organise").get("/api/v1/organised/").status_code == 200


def test_organise_in_a_session(anonymous, ada, organiser):
    anonymous.force_login(ada)
    response = anonymous.get("/api/v1/organised/")
    assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")
    assert "tournaments.organise" in response.json()["detail"]
    anonymous.force_login(organiser)
    assert anonymous.get("/api/v1/organised/").status_code == 200


def test_the_operators_grant(anonymous, ada):
    _, text = create_token(owner=ada, name="t", scopes=["organise"], by_operator=True)
    assert anonymous.get("/api/v1/organised/", HTTP_AUTHORIZATION=f"Bearer {text}").status_code == 200


def test_one_class_for_one_rule():
    assert PublicRead("bots") is scoped(read=None, write="bots")
    assert HasScope("read") is scoped(read="read", write="read")
    with pytest.raises(ValueError, match="write"):
        HasScope("write")
