"""Every admin page of every registered model: it loads, it tells no secret, and it is for staff."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.admin.world import World, some
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
MADE = {"Tournament", "Entry", "Bot", "BotVersion", "Token", "User", "Group"}
LABELS = {"ids": lambda model: model._meta.label}


def url(model: Any, page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def pages(model: Any) -> Iterator[str]:
    """The addresses of a model's pages."""
    model_admin = admin.site._registry[model]
    yield url(model, "changelist")
    yield url(model, "changelist") + "?q=a&o=1.-2"
    for row in some(model._base_manager.all()):
        yield url(model, "change", row.pk)
        yield url(model, "history", row.pk)
    if model_admin.date_hierarchy:
        yield url(model, "changelist") + f"?{model_admin.date_hierarchy}__year=2020"


@pytest.mark.parametrize("model", MODELS, **LABELS)
def test_it_loads_without_secrets_and_for_staff_alone(
    model: Any, everything: World, root: Client, staff: Client, visitor: Client
) -> None:
    assert model._base_manager.exists(), f"tests/tournaments/admin/world.py has no row of {model._meta.label}"
    # Without any of Django's permissions.
    for address in pages(model):
        response = staff.get(address)
        assert response.status_code == 200, address
        assert everything.leaks(response.content.decode()) == [], address
    assert len(root.get(url(model, "changelist")).context["cl"].result_list) > 0
    row = some(model._base_manager.all())[0]
    for client in (visitor, Client()):
        for address in [url(model, "changelist"), url(model, "add"), url(model, "change", row.pk)]:
            response = client.get(address)
            assert response.status_code == 302, address
            assert response.headers["Location"].startswith("/admin/login/"), address


@pytest.mark.parametrize("model", MODELS, **LABELS)
def test_what_can_be_done_to_it(model: Any, everything: World, root: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are added where a service makes them, deleted where that is no loss, and listed without N + 1 statements."""
    response = root.get(url(model, "add"))
    assert response.status_code == (200 if model.__name__ in MADE else 403)
    if response.status_code == 200:
        for page in (response, root.post(url(model, "add"), {})):
            assert page.status_code == 200, "an empty form is shown again"
            assert everything.leaks(page.content.decode()) == []
    for row in some(model._base_manager.all()):
        expected = 200 if model.__name__ in {"User", "Group", "WorkerHost"} or row == everything.draft else 403
        assert root.get(url(model, "delete", row.pk)).status_code == expected, row

    def statements(rows: int) -> int:
        monkeypatch.setattr(admin.site._registry[model], "list_per_page", rows)
        with CaptureQueriesContext(connection) as captured:
            assert root.get(url(model, "changelist")).status_code == 200
        return len(captured)

    assert statements(50) <= statements(1)
    # Last, for actions change things.
    actions = admin.site._registry[model].get_actions(response.wsgi_request)
    assert model.__name__ == "Group" or "delete_selected" not in actions
    for name in actions:
        rows = [row.pk for row in some(model._base_manager.all())]
        done = root.post(url(model, "changelist"), {"action": name, "_selected_action": rows}, follow=True)
        assert done.status_code == 200, name
        assert everything.leaks(done.content.decode()) == [], name


ASKED = [
    "tournament/?secret__gt=%00",
    "tournament/?seed__startswith=P",
    "tournament/?commitment__startswith=a",
    "token/?digest__startswith=d",
    "trial/?secret__gt=%00",
    "trial/?games__transcript__gt=%00",
    "trial/?asked_by__password__startswith=a",
    "game/?transcript__gt=%00",
    "game/?scores__0__gt=1",
    "idempotencykey/?body__contains=P",
    "idempotencykey/?fingerprint__startswith=f",
    "entry/?tournament__seed__gt=%00",
    "entry/?tournament__secret__startswith=P",
    "match/?round__tournament__seed__gt=%00",
    "round/?tournament__secret__gt=%00",
    "match/?round__tournament__organiser__password__startswith=a",
    "token/?owner__password__startswith=a",
    "bot/?owner__password__startswith=a",
]


def test_no_hidden_column_can_be_asked_about(root: Client) -> None:
    for asked in ASKED:
        assert root.get(f"/admin/tournaments/{asked}").status_code == 400, asked
    assert root.get("/admin/auth/user/?password__startswith=md5").status_code == 400


def test_what_is_offered_can_be_asked_about(everything: World, root: Client) -> None:
    event = everything.live.pk
    for asked, rows in [
        ("tournament/?state__exact=open", 1),
        (f"entry/?tournament__id__exact={event}", 3),
        (f"match/?round__tournament__id__exact={event}", 1),
        (f"match/?round__id__exact={everything.void.round_id}&state__exact=void", 1),
        (f"game/?match__id__exact={everything.void.pk}", 0),
        ("tournament/?created_at__year=2020", 0),
    ]:
        response = root.get(f"/admin/tournaments/{asked}")
        assert response.status_code == 200, asked
        assert len(response.context["cl"].result_list) == rows, asked


@pytest.mark.parametrize("page", ["/admin/", "/admin/tournaments/tournament/engines/", "/admin/search/?s=a"])
def test_other_pages(page: str, everything: World, root: Client, staff: Client, visitor: Client) -> None:
    for client in (root, staff):
        response = client.get(page)
        assert response.status_code == 200
        assert everything.leaks(response.content.decode()) == []
    assert visitor.get(page).status_code == 302


def test_a_page_that_breaks_tells_no_secret(world: World, monkeypatch: pytest.MonkeyPatch, root: Client) -> None:
    def broken(tournament: Tournament) -> None:
        secret = bytes(Tournament.objects.get(pk=tournament.pk).secret)
        raise RuntimeError(f"it broke with {len(secret)} bytes")

    monkeypatch.setattr("tournaments.overview.standings", broken)
    root.raise_request_exception = False
    response = root.get(url(Tournament, "change", world.over.pk))
    assert response.status_code == 500
    assert world.leaks(response.content.decode()) == []
    assert "Something broke" in response.content.decode()


def test_the_admin_passes_its_own_checks() -> None:
    call_command("check", verbosity=0, fail_level="WARNING")


@pytest.mark.parametrize("address", ["/admin/login/", "/admin/login/?next=/admin/"])
def test_who_logs_in_comes_to_the_overview(address: str) -> None:
    User.objects.create_user("clerk", password="a password of theirs", is_staff=True)
    response = Client().post(address, {"username": "clerk", "password": "a password of theirs"})
    assert (response.status_code, response.headers["Location"]) == (302, "/admin/")


def test_dates_are_iso_8601(world: World, staff: Client) -> None:
    Tournament.objects.filter(pk=world.open.pk).update(created_at=datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC))
    assert "2026-03-04 05:06:07" in staff.get(url(Tournament, "changelist")).content.decode()
