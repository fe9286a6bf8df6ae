"""`manage.py batch_ratings`: what it says, and its exit status."""

from __future__ import annotations

from functools import partial

import pytest

from ratings.models import BatchRating, Build, LedgerRow, Pool
from ratings.rebuild import begin
from tests.ratings.management.commands.running import run_command
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_second_opinion import rounds
from tests.ratings.verification.rows import rows

pytestmark = pytest.mark.django_db


run = partial(run_command, "batch_ratings")


@pytest.fixture
def pool() -> Pool:
    found = make_pool()
    rounds(found, make_versions(4), [0, 1, 2, 3, 4])
    return found


def test_it_builds_the_opinion_and_lists_whom_the_order_helped_or_hurt_most(pool: Pool) -> None:
    lines, error, status = run("--top", 2)
    assert (error, status) == ("", 0)
    pool.refresh_from_db()
    assert pool.batch is not None
    assert lines[0] == f"pool {pool.pk}, {pool.title}: 10 boards, 4 versions; {pool.batch.note}"
    found = sorted(BatchRating.objects.filter(build=pool.batch), key=lambda row: -abs(row.order_luck))
    luck = [abs(row.order_luck) for row in found]
    assert lines[1] == f"the luck of the order: {sum(luck) / 4:.4g} on average, {luck[0]:.4g} at most"
    assert lines[2].split() == ["bot", "version", "owner", "live", "mu", "sigma", "batch", "mu", "sigma", "luck"]
    assert len(lines) == 6
    for line, row in zip(lines[4:], found, strict=False):
        expected = (row.live_mu, row.live_sigma, row.mu, row.sigma, row.order_luck)
        assert line.split()[2:] == [row.version.bot.owner.username, *(f"{value:.2f}" for value in expected)]


def test_a_pool_without_boards(pool: Pool) -> None:
    empty = make_pool()
    lines, _, status = run("--pool", empty.pk)
    assert status == 0
    assert len(lines) == 1
    assert lines[0].startswith(f"pool {empty.pk}, {empty.title}: 0 boards, 0 versions; settled after 0 sweeps")
    assert Pool.objects.get(pk=pool.pk).batch is None
    assert len(run()[0]) == 2 + 2 + 4 + 1


def test_refusals(pool: Pool) -> None:
    assert run("--pool", 77) == ([], "--pool: there is no pool 77", 2)
    assert run("--top", -1) == ([], "--top: is at least 0", 2)
    build = begin(pool.pk, Build.Kind.BATCH)
    lines, error, status = run()
    assert (lines, status) == ([], 1)
    assert error.startswith(f"build {build.pk} of {pool.title} was begun at ")
    build.delete()
    rows(LedgerRow, pool, seq=2).update(algorithm_version=7)
    assert run()[1:] == (
        f"pool {pool.pk}, {pool.title}: ledger row {pool.pk}:2: rated by algorithm 7, which is not 1",
        1,
    )
