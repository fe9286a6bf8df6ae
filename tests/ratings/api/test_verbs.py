"""What staff and organisers do to a pool over the API: who may, what it answers, and that twice is as good as once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from ratings import dry_runs
from ratings.models import LedgerEvent, Pool, Rating
from ratings.rebuild import rebuild
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_rebuild import play, shown
from tests.tournaments.api.conftest import Caller, caller, refused
from tournaments.access.actors import Actor
from tournaments.models import BotVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Caller:
    return caller(Actor(User.objects.create_user("sam", is_staff=True)), "read", "organise")


@pytest.fixture
def organiser() -> Caller:
    user = User.objects.create_user("olga")
    user.user_permissions.add(Permission.objects.get(codename="organise"))
    return caller(Actor(User.objects.get(pk=user.pk)), "read", "organise")


@pytest.fixture
def owner() -> Caller:
    return caller(Actor(User.objects.create_user("otto")), "read", "bots")


@pytest.fixture
def pool() -> Pool:
    found = make_pool()
    play(found, make_versions(6), 3)
    found.refresh_from_db()
    return found


def kinds(pool: Pool) -> list[str]:
    return list(pool.events.order_by("number").values_list("kind", flat=True))


def test_parameters_are_changed_once(staff: Caller, pool: Pool) -> None:
    before = shown(pool)
    for _ in range(2):
        answer = staff.send(f"pools/{pool.pk}/parameters/", beta=3, delta=0.5, reason="less luck")
        assert (answer["id"], answer["is_stale"], answer["preview"]) == (pool.pk, False, None)
        assert (answer["parameters"]["version"], answer["parameters"]["beta"]) == (2, 3.0)
    event = pool.events.get(kind="parameters", number__gt=1)
    assert (event.reason, event.by.username, event.data["delta"]) == ("less luck", "sam", 0.5)
    assert shown(pool) == before


def test_parameters_are_tried_without_a_reason_and_without_a_change(staff: Caller, pool: Pool) -> None:
    before = shown(pool)
    answer = staff.send(f"pools/{pool.pk}/parameters/", beta=3, dry_run=True)
    assert answer["parameters"]["version"] == 1
    assert (shown(pool), kinds(pool)) == (before, ["parameters", "join"])
    staff.send(f"pools/{pool.pk}/parameters/", beta=3, reason="less luck")
    assert staff.send(f"pools/{pool.pk}/rerate/", dry_run=True)["preview"] == answer["preview"]
    answered = staff.send(f"pools/{pool.pk}/rerate/", reason="all the same")
    assert (answered["is_stale"], answered["preview"]) == (True, None)
    rebuild(pool.pk)
    found = {row.version_id: row for row in Rating.objects.current().filter(pool=pool)}
    preview = answer["preview"]
    assert (preview["boards"], preview["versions"], preview["moved"]) == (5, 6, 2)
    assert len(preview["lines"]) == 6
    for line in preview["lines"]:
        row = found[line["version"]]
        assert (line["after"]["mu"], line["after"]["sigma"], line["after"]["score"]) == (row.mu, row.sigma, row.score)
        assert line["before"]["sigma"] != row.sigma
        assert (line["name"], line["owner"]) == (row.version.bot.name, row.version.bot.owner.username)


def test_an_organiser_rerates_once_and_staff_alone_changes_parameters(
    organiser: Caller, staff: Caller, pool: Pool
) -> None:
    address = f"/api/v1/pools/{pool.pk}/"
    for path, body in STAFFS:
        refused(organiser.post(address + path, body), 403, "this is for staff", code="not_allowed")
    assert organiser.send(f"pools/{pool.pk}/rerate/", dry_run=True)["preview"]["moved"] == 0
    staff.send(f"pools/{pool.pk}/parameters/", beta=3, reason="less luck")
    for _ in range(2):
        assert organiser.send(f"pools/{pool.pk}/rerate/", reason="all the same")["is_stale"]
    assert kinds(pool) == ["parameters", "join", "parameters", "rerate"]


STAFFS: list[tuple[str, dict[str, Any]]] = [
    ("parameters/", {"beta": 3, "reason": "why"}),
    ("parameters/", {"beta": 3, "dry_run": True}),
    ("same-owner/", {"rated": True}),
    ("references/", {"version": 1, "reason": "why"}),
    ("references/1/dismiss/", {"reason": "why"}),
]


@pytest.mark.parametrize(("path", "body"), [*STAFFS, ("rerate/", {"reason": "why"}), ("rerate/", {"dry_run": True})])
def test_it_rejects_who_may_not(owner: Caller, client: Client, pool: Pool, path: str, body: dict[str, Any]) -> None:
    address = f"/api/v1/pools/{pool.pk}/{path}"
    refused(owner.post(address, body), 403, "organise", code="insufficient_scope")
    refused(client.post(address, body, "application/json"), 401)
    assert client.get(address).status_code in (401, 405)
    assert kinds(pool) == ["parameters", "join"]


@pytest.mark.parametrize(
    ("path", "body", "at", "saying"),
    [
        ("parameters/", {"beta": 3}, "/reason", "say in 1 to 500 characters why"),
        ("parameters/", {"beta": "3", "reason": "why"}, "/beta", ""),
        ("parameters/", {"beta": True, "reason": "why"}, "/beta", ""),
        ("parameters/", {"beta": 0, "reason": "why"}, "/beta", ""),
        ("parameters/", {"draw_probability": 1, "dry_run": True}, "/draw_probability", ""),
        ("parameters/", {"luck": 3, "reason": "why"}, "/luck", "the fields are"),
        ("rerate/", {}, "/reason", "say in 1 to 500 characters why"),
        ("rerate/", {"reason": "x" * 501}, "/reason", ""),
        ("rerate/", {"reason": "why", "dry_run": 1}, "/dry_run", ""),
        ("same-owner/", {}, "/rated", ""),
        ("references/", {"version": 1, "mu": 3, "reason": "why"}, "/sigma", "given together"),
        ("references/", {"version": 1, "sigma": 3, "reason": "why"}, "/mu", "given together"),
        ("references/", {"version": 1.0, "reason": "why"}, "/version", ""),
        ("references/", {"version": 1}, "/reason", ""),
        ("references/1/dismiss/", {}, "/reason", ""),
    ],
)
def test_it_rejects_what_is_wrong(
    staff: Caller, pool: Pool, path: str, body: dict[str, Any], at: str, saying: str
) -> None:
    response = staff.post(f"/api/v1/pools/{pool.pk}/{path}", body)
    refused(response, 400, saying, code="invalid", at=at)
    assert kinds(pool) == ["parameters", "join"]


@pytest.mark.parametrize(("path", "body"), [*STAFFS, ("rerate/", {"reason": "why"}), ("rerate/", {"dry_run": True})])
def test_what_is_not_there_is_not_found(staff: Caller, pool: Pool, path: str, body: dict[str, Any]) -> None:
    refused(staff.post(f"/api/v1/pools/{pool.pk + 99}/{path}", body), 404, f"there is no pool {pool.pk + 99}")


def test_a_dry_run_of_a_large_ledger_names_the_command(
    staff: Caller, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dry_runs, "MOST_BOARDS", 4)
    address = f"/api/v1/pools/{pool.pk}/"
    said = f"manage.py rebuild_ratings --pool {pool.pk} --dry-run --current-parameters"
    refused(staff.post(f"{address}rerate/", {"dry_run": True}), 409, "has 5 boards", said, code="too_large")
    said = f"manage.py rebuild_ratings --pool {pool.pk} --dry-run --parameter beta=3.5 --parameter tau=0"
    body = {"beta": 3.5, "tau": 0, "dry_run": True}
    refused(staff.post(f"{address}parameters/", body), 409, said, code="too_large")
    monkeypatch.setattr(dry_runs, "MOST_BOARDS", 5)
    assert staff.send(f"pools/{pool.pk}/rerate/", dry_run=True)["preview"]["boards"] == 5


def test_boards_of_one_owner_are_rated_or_not(staff: Caller, pool: Pool) -> None:
    for rated in (True, True, False):
        assert staff.send(f"pools/{pool.pk}/same-owner/", rated=rated)["same_owner"] is rated
        assert Pool.objects.get(pk=pool.pk).same_owner is rated


def test_a_reference_bot_is_made_and_dismissed(staff: Caller, pool: Pool) -> None:
    version = Rating.objects.current().filter(pool=pool).order_by("version")[0].version_id
    made: Callable[..., Any] = lambda: staff.post(  # noqa: E731
        f"/api/v1/pools/{pool.pk}/references/", {"version": version, "mu": 30, "sigma": 0.5, "reason": "an anchor"}
    )
    refused(made(), 409, "its owner is no staff", code="not_staffs")
    bot = BotVersion.objects.get(pk=version).bot
    User.objects.filter(pk=bot.owner_id).update(is_staff=True)
    expected = {"version": version, "mu": 30.0, "sigma": 0.5, "reference": True, "fixed": True}
    assert [made().json(), made().json()] == [expected, expected]
    for _ in range(2):
        answer = staff.send(f"pools/{pool.pk}/references/{version}/dismiss/", reason="it may play")
        assert answer == {**expected, "reference": False, "fixed": False}
    assert kinds(pool)[2:] == [LedgerEvent.Kind.REFERENCE, LedgerEvent.Kind.DISMISS]
    answer = staff.send(f"pools/{pool.pk}/references/", version=version, reason="it moves like others")
    assert (answer["reference"], answer["fixed"]) == (True, False)
    refused(
        staff.post(f"/api/v1/pools/{pool.pk}/references/999999/dismiss/", {"reason": "why"}),
        404,
        f"version 999999 is not rated in pool {pool.pk}",
    )
