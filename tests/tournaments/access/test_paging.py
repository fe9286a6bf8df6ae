import pytest
from django.contrib.auth.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]
PEOPLE = "/api/v1/people/"


@pytest.fixture
def people(db):
    names = ["b", "a", "", "b", "a", "b", "b"]
    return [User.objects.create(username=str(n), first_name=name) for n, name in enumerate(names)]


def test_a_walk(anonymous, people):
    seen, address, pages = [], f"{PEOPLE}?limit=3&other=kept", 0
    while address:
        page = anonymous.get(address).json()
        assert set(page) == {"next", "results"}
        assert "other=kept" in (page["next"] or "other=kept")
        seen += page["results"]
        address, pages = page["next"], pages + 1
        assert pages <= 3
    # first_name ascending, the newest first within a name.
    assert seen == [user.pk for user in sorted(people, key=lambda user: (user.first_name, -user.pk))]
    assert pages == 3


def test_the_last_page_may_be_full(anonymous, people):
    assert anonymous.get(f"{PEOPLE}?limit=7").json()["next"] is None
    assert anonymous.get(f"{PEOPLE}?limit=6").json()["next"] is not None


def test_nothing(anonymous):
    assert anonymous.get(PEOPLE).json() == {"next": None, "results": []}


def test_fifty_unless_asked_and_two_hundred_at_most(anonymous):
    User.objects.bulk_create([User(username=str(n)) for n in range(201)])
    assert len(anonymous.get(PEOPLE).json()["results"]) == 50
    assert len(anonymous.get(f"{PEOPLE}?limit=200").json()["results"]) == 200


def test_one_query_a_page(anonymous, people, django_assert_num_queries):
    with django_assert_num_queries(1):
        anonymous.get(f"{PEOPLE}?limit=3")


@pytest.mark.parametrize("limit", ["0", "-1", "201", "1.0", "", "abc", "9" * 5000, "٣", "²", "+5", " 5", "0x10"])
def test_it_rejects_limits(anonymous, limit):
    response = anonymous.get(PEOPLE, {"limit": limit})
    assert response.status_code == 400
    assert response.json()["errors"][0]["parameter"] == "limit"
    assert response.json()["detail"].endswith("is not a whole number from 1 to 200")


@pytest.mark.parametrize("cursor", ["", "x", "é", "W10", "A" * 10_000])
def test_it_rejects_cursors(anonymous, cursor):
    response = anonymous.get(PEOPLE, {"cursor": cursor})
    assert (response.status_code, response.json()["code"]) == (400, "bad_cursor")
    assert response.json()["errors"][0]["parameter"] == "cursor"


def test_another_lists_cursor(anonymous, ada, client_of):
    client = client_of(ada)
    client.post("/api/v1/tokens/", {"name": "x", "scopes": ["read"]})
    other = client.get("/api/v1/tokens/?limit=1").json()["next"]
    response = anonymous.get(PEOPLE + "?" + other.partition("?")[2])
    assert response.json()["code"] == "bad_cursor"
