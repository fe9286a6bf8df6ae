"""What a pool rates by, why, and since when; how far a build is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ratings import changes
from ratings.condition import with_condition
from ratings.display.pool import Anew, Change, anew, constants, editions, state_of
from ratings.models import Build, Pool
from ratings.pools import default_parameters, default_reasons
from ratings.rebuild import begin
from tests.ratings.league import league
from tests.ratings.rows import make_pool
from tournaments.access.actors import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Actor:
    return Actor(User.objects.create_user("sue", is_staff=True))


def conditioned(pool: Pool) -> Pool:
    return with_condition(Pool.objects.all()).get(pk=pool.pk)


def test_a_new_pool_has_the_defaults_with_their_reasons() -> None:
    pool = make_pool()
    [first] = editions(pool.pk)
    assert (first.version, first.after, first.by, first.rerates) == (1, 0, "", False)
    assert first.changes[0] == Change("mu0", None, 25.0)
    found = constants(pool, [first])
    assert {constant.name: constant.value for constant in found} == {
        name: getattr(default_parameters(pool.engine, 2), name) for name in changes.PARAMETERS
    }
    assert {constant.name: constant.reason for constant in found} == default_reasons(pool.engine, 2)
    assert [constant.shown for constant in found] == ["25", "8.33333", "20.8333", "0.0833333", "0.6", "4.16667"]
    assert found[2].meaning == "Standard deviation of one performance around the skill: the luck of a board"


def test_a_change_tells_what_it_changed_and_why(staff: Actor) -> None:
    pool, _ = league()
    changes.change_parameters(actor=staff, pool_id=pool.pk, values={"beta": 10.0}, reason="fitted")
    changes.change_parameters(actor=staff, pool_id=pool.pk, values={"beta": 9.0, "tau": 0.1}, reason="fitted again")
    pool = changes.rerate(actor=staff, pool_id=pool.pk, reason="for all")
    found = editions(pool.pk)
    assert [edition.version for edition in found] == [1, 2, 3, 3]
    assert [edition.rerates for edition in found] == [False, False, False, True]
    assert [(edition.by, edition.reason, edition.after) for edition in found[1:]] == [
        ("sue", "fitted", 6), ("sue", "fitted again", 6), ("sue", "for all", 6),
    ]  # fmt: skip
    assert found[1].changes == (Change("beta", default_parameters(pool.engine, 2).beta, 10.0),)
    assert found[2].changes == (Change("beta", 10.0, 9.0), Change("tau", 25 / 300, 0.1))
    assert found[3].changes == ()
    now = {constant.name: constant for constant in constants(pool, found)}
    assert (now["beta"].value, now["beta"].edition, now["beta"].reason) == (9.0, 3, "fitted again")
    assert now["delta"].reason == default_reasons(pool.engine, 2)["delta"]


def test_how_far_a_build_is(staff: Actor) -> None:
    pool, _ = league()
    assert anew(conditioned(pool)) is None
    changes.change_parameters(actor=staff, pool_id=pool.pk, values={"beta": 10.0}, reason="fitted")
    changes.rerate(actor=staff, pool_id=pool.pk, reason="for all")
    assert anew(conditioned(pool)) == Anew(0, 0, is_due=True)
    build = begin(pool.pk)
    Build.objects.filter(pk=build.pk).update(boards=4)
    assert anew(conditioned(pool)) == Anew(4, 6, is_due=False)
    Build.objects.filter(pk=build.pk).update(boards=7)
    assert anew(conditioned(pool)) == Anew(6, 6, is_due=False)
    Build.objects.filter(pk=build.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert anew(conditioned(pool)) == Anew(0, 0, is_due=True)


def test_states_of_builds() -> None:
    now = timezone.now()
    assert state_of(Build(finished_at=now)) == "shown"
    assert state_of(Build(finished_at=now, superseded_at=now)) == "replaced"
    assert state_of(Build(lease_until=now + timedelta(minutes=1))) == "under way"
    assert state_of(Build(lease_until=now - timedelta(minutes=1))) == "left"
