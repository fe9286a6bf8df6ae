import logging

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]


@pytest.fixture(autouse=True)
def _bare_pages(settings, caplog):
    """Django's own error pages: the project's link to addresses that this URL configuration does not have."""
    settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
    caplog.set_level(logging.CRITICAL)


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [("denied/", 403, "not_allowed"), ("nothing/", 404, "not_found"), ("plain-bug/", 500, "internal_error")],
)
def test_a_problem_for_programs_and_a_page_for_people(anonymous, address, status, code):
    problem, page = anonymous.get(f"/api/{address}"), anonymous.get(f"/{address}")
    assert (problem.status_code, problem["Content-Type"]) == (status, "application/problem+json")
    assert problem.json()["code"] == code
    assert "8f3a" not in problem.content.decode()
    assert (page.status_code, page["Content-Type"].split(";")[0]) == (status, "text/html")


def test_a_bad_request(anonymous):
    for address, kind in (("/api/v1/people", "application/problem+json"), ("/denied", "text/html")):
        response = anonymous.get(address, HTTP_HOST="evil.example")
        assert (response.status_code, response["Content-Type"].split(";")[0]) == (400, kind)


def test_a_broken_error_page_does_not_reach_the_api(anonymous, settings):
    broken = {"404.html": "{% url 'nowhere' %}", "500.html": "{% url 'nowhere' %}"}
    loaders = [("django.template.loaders.locmem.Loader", broken)]
    settings.TEMPLATES = [
        {"BACKEND": "django.template.backends.django.DjangoTemplates", "OPTIONS": {"loaders": loaders}}
    ]
    assert anonymous.get("/api/nothing/").status_code == 404
    assert anonymous.get("/api/plain-bug/").json()["code"] == "internal_error"
