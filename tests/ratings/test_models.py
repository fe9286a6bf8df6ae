"""What the tables themselves refuse, and that they hold doubles exactly."""

from __future__ import annotations

import math
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratings.ledger import RatedBoard, append_round
from ratings.models import LedgerRow, Pool, Rating
from tests.ratings.rows import make_matches, make_pool, make_versions
from tournaments.models import BotVersion, Match

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "change",
    [
        {"seats": 1},
        {"seats": 9},
        {"sigma0": 0.0},
        {"beta": -1.0},
        {"tau": -1e-9},
        {"draw_probability": 0.0},
        {"draw_probability": 1.0},
    ],
    ids=str,
)
def test_it_rejects_a_pool_that_could_not_rate(change: dict[str, Any]) -> None:
    pool = make_pool()
    with pytest.raises(IntegrityError), transaction.atomic():
        Pool.objects.filter(pk=pool.pk).update(**change)


def test_a_pool_says_what_is_wrong_with_its_parameters() -> None:
    with pytest.raises(ValueError, match="draw_probability: 0 leaves no room for a tie"):
        _ = Pool(mu0=25, sigma0=8, beta=4, tau=0, draw_probability=0, delta=0).parameters


def test_it_rejects_a_place_in_the_ledger_that_is_taken() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    old, new = make_matches(2)
    append_round(pool_id=pool.pk, boards=[RatedBoard(old, 1, (a, b), (0, 1), (0, 1))])
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerRow.objects.create(
            pool=pool, seq=1, match_id=new, board=1, versions=[a, b], ranks=[0, 1], order=[0, 1],
            parameters_version=1, algorithm_version=1,
        )  # fmt: skip


def test_what_was_rated_stays() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    (match,) = make_matches(1)
    append_round(pool_id=pool.pk, boards=[RatedBoard(match, 1, (a, b), (0, 1), (0, 1))])
    for row in (pool, BotVersion.objects.get(pk=a), Match.objects.get(pk=match)):
        with pytest.raises(ProtectedError):
            row.delete()


finite = st.floats(allow_nan=False, allow_infinity=False)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(finite, finite.filter(lambda value: value != 0.0))
def test_doubles_come_back_as_they_went(mu: float, sigma: float) -> None:
    with transaction.atomic():
        pool, (version,) = make_pool(), make_versions(1)
        rating = Rating.objects.create(
            pool=pool, build=pool.build, version_id=version, mu=mu, sigma=sigma, score=0.0, low=0.0, high=0.0
        )
        rating.refresh_from_db()
        assert (rating.mu, rating.sigma) == (mu, sigma)
        transaction.set_rollback(True)


def test_the_text_of_a_rating_shows_its_uncertainty() -> None:
    assert str(Rating(mu=25.0, sigma=math.pi)) == "25.00 ± 9.42"
