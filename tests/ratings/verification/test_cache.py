"""Each thing that can be shown wrongly is found and named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F, Model, QuerySet

from ratings.models import Meeting, RankBucket, Rating, RatingPoint
from ratings.verification import verify
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_rebuild import play
from tests.ratings.verification.rows import assert_found, rows

pytestmark = pytest.mark.django_db
_AFTER = "history: version {v0} after board"


def plus(**values: Any) -> Callable[[QuerySet[Any]], object]:
    """Add to columns."""
    return lambda found: found.update(**{name: F(name) + value for name, value in values.items()})


def becomes(**values: Any) -> Callable[[QuerySet[Any]], object]:
    """Set columns."""
    return lambda found: found.update(**values)


def gone(found: QuerySet[Any]) -> object:
    return found._raw_delete(found.db)


SHOWN: list[tuple[str, type[Model], dict[str, Any], Callable[[QuerySet[Any]], object], str]] = [
    ("mu", Rating, {}, plus(mu=2e-9), "ratings: version {v0}: mu is "),
    ("sigma", Rating, {}, plus(sigma=-2e-9), "ratings: version {v0}: sigma is "),
    ("score", Rating, {}, plus(score=1e-12), "ratings: version {v0}: score is "),
    ("low", Rating, {}, plus(low=1e-12), "ratings: version {v0}: low is "),
    ("high", Rating, {}, plus(high=1e-12), "ratings: version {v0}: high is "),
    *(
        (name, Rating, {}, plus(**{name: 1}), f"ratings: version {{v0}}: {name} is ")
        for name in ("boards", "games", "wins", "draws", "losses")
    ),
    ("public", Rating, {}, becomes(public=False), "ratings: version {v0}: public is False, by the ledger True"),
    ("reference", Rating, {}, becomes(reference=True), "ratings: version {v0}: reference is True, by the ledger False"),
    ("fixed", Rating, {}, becomes(fixed=True), "ratings: version {v0}: fixed is True, by the ledger False"),
    ("time", Rating, {}, plus(last_played_at=timedelta(seconds=1)), "ratings: version {v0}: last_played_at is "),
    ("no rating", Rating, {}, gone, "ratings: version {v0}: is missing"),
    ("point's mu", RatingPoint, {"seq": 2}, plus(mu=2e-9), _AFTER + " 2: mu is "),
    ("point's boards", RatingPoint, {"seq": 2}, plus(boards=1), _AFTER + " 2: boards is "),
    ("point's time", RatingPoint, {"seq": 2}, plus(at=timedelta(microseconds=1)), _AFTER + " 2: at"),
    ("no point", RatingPoint, {"seq": 2}, gone, _AFTER + " 2: is missing"),
    ("a point", RatingPoint, {"seq": 2}, becomes(seq=3), _AFTER + " 3: the ledger has no such point"),
    ("a point beyond", RatingPoint, {"seq": 2}, becomes(seq=99), _AFTER + " 99: the ledger has"),
    ("met", Meeting, {}, plus(draws=1), "meetings: versions {v0} and {v1}: wins, draws, losses is "),
    ("not met", Meeting, {}, gone, "meetings: versions {v0} and {v1}: are missing"),
    ("met nobody", Meeting, {}, becomes(second=10**6), "meetings: versions {v0} and 1000000: never met"),
    ("counted", RankBucket, {"kind": "low", "count__gt": 0}, plus(count=1), "rank counts: low: 5 ratings in all are "),
    ("not counted", RankBucket, {"kind": "high", "count__gt": 0}, gone, "rank counts: high {b}: no ratings are "),
    ("elsewhere", RankBucket, {"kind": "score", "count__gt": 0}, becomes(bucket=-7777), "rank counts: score -7777: "),
]  # fmt: skip


@pytest.mark.parametrize(("model", "which", "spoil", "said"), [case[1:] for case in SHOWN], ids=[c[0] for c in SHOWN])
def test_what_is_shown_wrongly_is_found(
    model: type[Model], which: dict[str, Any], spoil: Callable[[QuerySet[Any]], object], said: str
) -> None:
    pool, versions = make_pool(), make_versions(4)
    play(pool, versions, 3)
    found = rows(model, pool, **which)
    if model in (Rating, RatingPoint):
        found = found.filter(version=versions[0])
    elif model is Meeting:
        found = found.filter(first=versions[0])
    row = found.first()
    names = {"v0": versions[0], "v1": getattr(row, "second_id", None), "b": getattr(row, "bucket", None)}
    spoil(model._default_manager.filter(pk=row.pk))
    assert_found(verify(pool.pk), said.format(**names))


def test_what_is_shown_of_one_that_never_came_in_is_found() -> None:
    pool, versions = make_pool(), make_versions(5)
    play(pool, versions[:4], 3)
    rows(Rating, pool, version=versions[0]).update(version=versions[4])
    found = verify(pool.pk)
    assert_found(found, f"ratings: version {versions[4]}: has not come into the pool")
    assert_found(found, f"ratings: version {versions[0]}: is missing")
