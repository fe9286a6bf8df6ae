import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory
from rest_framework.throttling import SimpleRateThrottle

from tournaments.access.throttles import AnonThrottle

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]


@pytest.fixture
def rates(monkeypatch):
    monkeypatch.setattr(
        SimpleRateThrottle, "THROTTLE_RATES", {"anon": "2/min", "account": "3/min", "registration": "1/hour"}
    )


def statuses(client, times, **extra):
    return [client.get("/api/v1/people/", **extra).status_code for _ in range(times)]


def test_anonymous_requests_of_one_address(rates, anonymous):
    assert statuses(anonymous, 3, REMOTE_ADDR="192.0.2.1") == [200, 200, 429]
    assert statuses(anonymous, 1, REMOTE_ADDR="192.0.2.2") == [200]
    response = anonymous.get("/api/v1/people/", REMOTE_ADDR="192.0.2.1")
    assert response.json()["code"] == "throttled"
    assert 0 < int(response["Retry-After"]) <= 60


def test_a_forged_forwarding_header_is_no_other_address(rates, anonymous):
    asked = [anonymous.get("/api/v1/people/", HTTP_X_FORWARDED_FOR=f"192.0.2.{n}").status_code for n in range(3)]
    assert asked == [200, 200, 429]


def test_an_account_over_all_its_tokens(rates, ada, client_of):
    first, second = client_of(ada), client_of(ada)
    assert statuses(first, 2) + statuses(second, 2) == [200, 200, 200, 429]


def test_registrations(rates, anonymous, settings):
    settings.CROUPIER_OPEN_REGISTRATION = True
    body = {"username": "carol", "password": "a long enough one 4711"}
    assert anonymous.post("/api/v1/accounts/", body).status_code == 201
    assert anonymous.post("/api/v1/accounts/", {**body, "username": "dave"}).status_code == 429


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("nonsense", "unknown"),
        ("", "unknown"),
    ],
)
def test_one_client_one_network(address, network):
    request = Request(APIRequestFactory().get("/", REMOTE_ADDR=address))
    assert AnonThrottle().network(request) == network
