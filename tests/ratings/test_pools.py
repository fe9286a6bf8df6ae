"""Which games share a pool, and what a new pool starts with."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest

from plugins import registry
from ratings.models import Pool
from ratings.pools import (
    DEFAULT_PARAMETERS,
    LUCK,
    TIES,
    canonical_options,
    default_parameters,
    default_reasons,
    ensure_pool,
    options_digest,
)

KEY: dict[str, Any] = {"engine": "trash", "options": {"wild": True, "deck": 54}, "rules_version": 1, "seats": 2}


def test_the_digest_is_that_of_the_sorted_json() -> None:
    # printf '{"deck":54,"wild":true}' | sha256sum
    expected = "7be9ed491004609572ec0a1442869d70d8525ed22c1915e9b2edc8acc9d3beb5"
    assert options_digest({"wild": True, "deck": 54}) == options_digest({"deck": 54, "wild": True})
    assert options_digest({"wild": True, "deck": 54}) == expected


@pytest.mark.parametrize(
    ("options", "same"),
    [
        ({"b": 1, "a": {"d": [1, 2], "c": None}}, {"a": {"c": None, "d": [1, 2]}, "b": 1}),
        ({"a": 1.0}, {"a": 1}),
        ({"a": (1, 2)}, {"a": [1, 2]}),
        ({"é": "ü"}, {"é": "ü"}),
    ],
)
def test_the_same_options_have_one_digest(options: Any, same: Any) -> None:
    assert options_digest(options) == options_digest(same)
    assert canonical_options(options) == same
    assert list(canonical_options(options)) == sorted(same)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": "1"}),
        ({"a": [1, 2]}, {"a": [2, 1]}),
        ({}, {"a": None}),
        ({"a": 0.5}, {"a": 1}),
    ],
)
def test_other_options_have_another_digest(one: Any, other: Any) -> None:
    assert options_digest(one) != options_digest(other)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"a": {"b": [1, float("nan")]}}, r"options\.a\.b\[1\]: nan is not a finite number"),
        ({"a": {1: 2}}, r"options\.a: key 1 is not a string"),
        ({"a": {1, 2}}, r"options\.a: set is not one of object, array"),
    ],
)
def test_it_rejects_options_that_are_not_json(options: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        options_digest(options)


@pytest.mark.django_db
def test_a_new_pool_has_the_default_parameters() -> None:
    pool = ensure_pool(**KEY)
    pool.refresh_from_db()
    assert pool.parameters == default_parameters("trash", 2)
    assert pool.parameters_version == 1
    assert pool.options == {"deck": 54, "wild": True}
    assert pool.title == f"trash, 2 seats, rules 1 ({options_digest(KEY['options'])[:6]})"


def test_every_engine_that_is_shipped_has_its_luck() -> None:
    assert set(LUCK) == {"advantage", "construction", "rummy", "trash"} <= set(registry.engines())
    for engine, luck in LUCK.items():
        found = default_parameters(engine, 2)
        assert found.beta == pytest.approx(luck * 25 / 3)
        assert found == replace(DEFAULT_PARAMETERS, beta=found.beta)
        assert engine in default_reasons(engine, 2)["beta"]


def test_a_game_of_which_nothing_is_known_has_the_general_luck() -> None:
    assert default_parameters("bridge", 2) == DEFAULT_PARAMETERS
    assert "bridge" not in default_reasons("bridge", 2)["beta"]
    assert default_reasons("bridge", 4).keys() == asdict(DEFAULT_PARAMETERS).keys()


def test_the_more_seats_the_fewer_ties() -> None:
    found = [default_parameters("trash", seats).draw_probability for seats in range(2, 9)]
    assert found == sorted(found, reverse=True)
    assert found == [TIES[seats] for seats in (2, 3, 4, 4, 6, 6, 6)]
    assert default_parameters("bridge", 4).draw_probability == TIES[4]
    assert default_reasons("trash", 4)["draw_probability"] != default_reasons("trash", 2)["draw_probability"]


@pytest.mark.django_db
def test_a_pool_is_engine_options_rules_and_seats() -> None:
    pool = ensure_pool(**KEY, title="Trash, as at home")
    assert ensure_pool(**{**KEY, "options": {"deck": 54, "wild": True}}) == pool
    assert Pool.objects.get().title == "Trash, as at home"
    others = [
        ensure_pool(**{**KEY, **change})
        for change in ({"engine": "rummy"}, {"options": {"deck": 55, "wild": True}}, {"rules_version": 2}, {"seats": 3})
    ]
    assert len({pool.pk, *(other.pk for other in others)}) == 5
