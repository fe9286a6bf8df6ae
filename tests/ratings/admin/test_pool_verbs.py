"""What staff do to pools from the admin: each verb calls its function, shows beforehand, and says what was refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from ratings.comparison import preview_rerate
from ratings.models import LedgerEvent, Pool, Rating
from ratings.skill import Belief
from tests.ratings.league import league
from tournaments.models import Bot

pytestmark = pytest.mark.django_db
Kind = LedgerEvent.Kind


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_user("sue", is_staff=True))
    return client


def do(client: Client, pool: Pool, verb: str, **data: object) -> Any:
    """Answer what a verb asks; without data only be asked."""
    asked = {"confirmed": "yes", **data} if data else {}
    return client.post(reverse("admin:ratings_pool_verb", args=[pool.pk, verb]), asked)


def constants(pool: Pool, **others: object) -> dict[str, object]:
    names = ("mu0", "sigma0", "beta", "tau", "draw_probability", "delta")
    return {**{name: getattr(pool, name) for name in names}, "reason": "fitted", **others}


def events(pool: Pool, kind: str) -> list[LedgerEvent]:
    return list(LedgerEvent.objects.filter(pool=pool, kind=kind).order_by("number"))


def test_parameters_are_previewed_and_changed(staff: Client) -> None:
    pool, _ = league()
    asked = do(staff, pool, "change_parameters")
    assert asked.context["form"]["beta"].value() == pool.beta
    assert asked.context["preview"] is None
    # A preview needs no reason, and changes nothing.
    shown = do(staff, pool, "change_parameters", **constants(pool, beta=20.0, reason="", preview="yes"))
    other = replace(pool.parameters, beta=20.0)
    assert shown.context["preview"] == preview_rerate(pool.pk, parameters=other)
    assert "ratings would move" in shown.content.decode()
    assert shown.context["form"].errors == {}
    assert len(events(pool, Kind.PARAMETERS)) == 1
    done = do(staff, pool, "change_parameters", **constants(pool, beta=20.0))
    assert done.status_code == 302
    last = events(pool, Kind.PARAMETERS)[-1]
    assert (last.data["beta"], last.data["version"], last.reason) == (20.0, 2, "fitted")
    assert last.by is not None
    assert last.by.username == "sue"


@pytest.mark.parametrize("preview", [{}, {"preview": "yes"}])
@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"beta": 0.0}, "beta", "beta: 0.0 is not from 0.001 to 1000"),
        ({"draw_probability": 1.0}, "draw_probability", "draw_probability: 1.0 is not from 0.001 to 0.99"),
        ({"tau": ""}, "tau", "This field is required."),
        ({"mu0": "nan"}, "mu0", "Enter a number."),
    ],
)
def test_parameters_out_of_bounds_stand_at_their_fields(
    values: dict[str, object], field: str, words: str, preview: dict[str, str], staff: Client
) -> None:
    pool, _ = league()
    shown = do(staff, pool, "change_parameters", **constants(pool, **values), **preview)
    assert shown.status_code == 200
    assert shown.context["form"].errors == {field: [words]}
    assert shown.context["preview"] is None
    assert len(events(pool, Kind.PARAMETERS)) == 1


def test_a_reason_is_needed_to_act(staff: Client) -> None:
    pool, _ = league()
    shown = do(staff, pool, "change_parameters", **constants(pool, beta=20.0, reason=" "))
    assert shown.context["form"].errors == {"reason": ["This field is required."]}


def test_a_rerating_shows_who_moves_before_it_is_done(staff: Client) -> None:
    pool, _ = league()
    do(staff, pool, "change_parameters", **constants(pool, beta=20.0))
    asked = do(staff, pool, "rerate")
    comparison = asked.context["preview"]
    assert comparison == preview_rerate(pool.pk)
    text = asked.content.decode()
    first = comparison.lines[0]
    assert f"{first.before.score:.2f} → {first.after.score:.2f}" in text
    assert f"{comparison.moved} of {comparison.versions} ratings would move" in text
    assert events(pool, Kind.RERATE) == []
    assert do(staff, pool, "rerate", reason="for all").status_code == 302
    assert [event.reason for event in events(pool, Kind.RERATE)] == ["for all"]
    pool.refresh_from_db()
    assert pool.is_stale


def test_a_long_ledger_is_not_replayed_for_a_page(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.dry_runs.MOST_BOARDS", 1)
    pool, _ = league()
    text = do(staff, pool, "rerate").content.decode()
    assert f"at the shell: manage.py rebuild_ratings --pool {pool.pk} --dry-run --current-parameters." in text
    shown = do(staff, pool, "change_parameters", **constants(pool, beta=20.0), preview="yes")
    [error] = shown.context["form"].non_field_errors()
    assert "--parameter beta=20.0" in error
    # It can be done all the same.
    assert do(staff, pool, "change_parameters", **constants(pool, beta=20.0)).status_code == 302


def test_boards_of_one_owner(staff: Client) -> None:
    pool, _ = league()
    assert "an owner could lift one bot with another" in do(staff, pool, "rate_same_owner").content.decode()
    assert not Pool.objects.get(pk=pool.pk).same_owner
    do(staff, pool, "rate_same_owner", why="")
    assert Pool.objects.get(pk=pool.pk).same_owner
    do(staff, pool, "skip_same_owner")
    assert not Pool.objects.get(pk=pool.pk).same_owner


def test_reference_bots_are_set_fixed_and_dismissed(staff: Client) -> None:
    pool, bots = league()
    version = bots[3].active_id
    refused = do(staff, pool, "set_reference", version=version, reason="an anchor")
    assert "its owner is no staff; reference bots are staff" in refused.content.decode()
    Bot.objects.filter(pk=bots[3].pk).update(owner=get_user_model().objects.get(username="sue"))

    def rating() -> Rating:
        return Rating.objects.current().get(pool=pool, version=version)

    assert do(staff, pool, "set_reference", version=version, reason="an anchor").status_code == 302
    assert (rating().reference, rating().fixed) == (True, False)
    do(staff, pool, "set_reference", version=version, mu="20", sigma="0.5", reason="an anchor in the ground")
    assert (rating().reference, rating().fixed, rating().belief) == (True, True, Belief(20.0, 0.5))
    asked = do(staff, pool, "dismiss_reference")
    [choice] = [choice for choice in asked.context["form"].fields["version"].choices if choice[0]]
    assert choice[1] == "Bot 3 v3 (sue)"
    refused = do(staff, pool, "dismiss_reference", version=bots[0].active_id, reason="enough")
    assert "version" in refused.context["form"].errors
    assert do(staff, pool, "dismiss_reference", version=version, reason="enough").status_code == 302
    assert not rating().reference


@pytest.mark.parametrize(
    ("mu", "sigma", "field", "words"),
    [
        ("20", "", "sigma", "mu and sigma: say both or neither"),
        ("", "2", "mu", "mu and sigma: say both or neither"),
        ("20", "0", "sigma", "sigma: 0.0 is not greater than 0"),
        ("x", "1", "mu", "Enter a number."),
    ],
)
def test_a_belief_that_is_none(mu: str, sigma: str, field: str, words: str, staff: Client) -> None:
    pool, bots = league()
    shown = do(staff, pool, "set_reference", version=bots[0].active_id, mu=mu, sigma=sigma, reason="an anchor")
    assert shown.context["form"].errors == {field: [words]}
    assert events(pool, Kind.REFERENCE) == []


def test_verbs_are_for_staff() -> None:
    pool, _ = league()
    client = Client()
    client.force_login(get_user_model().objects.create_user("ada"))
    assert do(client, pool, "rerate", reason="mine").status_code == 302
    assert events(pool, Kind.RERATE) == []
