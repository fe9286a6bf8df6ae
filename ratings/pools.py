"""Which pool a game is rated in, and the parameters a new pool starts with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone

from ratings.buckets import width
from ratings.models import Build, LedgerEvent, Pool
from ratings.skill import Parameters

DEFAULT_PARAMETERS = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 3, tau=25 / 300, draw_probability=0.25, delta=25 / 6)
# Why a new pool has them, for people; mu0, sigma0 and the usual beta are of Herbrich, Minka, Graepel 2006.
DEFAULT_REASONS = {
    "mu0": "only sets the scale: with sigma0 = mu0 / 3 a newcomer's score is 0",
    "sigma0": "only sets the scale: with sigma0 = mu0 / 3 a newcomer's score is 0",
    "beta": "luck decides much on a deal of cards: with beta = sigma0 a lead of one sigma0 wins 76 boards of 100; the "
    "usual sigma0 / 2 would have it win 92",
    "tau": "small, since a version never changes once it is uploaded; not 0, so that sigma does not freeze for ever",
    "draw_probability": "ties are common: a board is played once from every seat, and where the cards decide, the sums "
    "are equal",
    "delta": "a new version mostly plays much as its predecessor, and is soon found out where it does not",
}


def canonical_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The same options with sorted keys, and whole numbers as integers: to JSON, 1.0 and 1 are one number.

    Raises ValueError for what is not JSON (a number that is not finite, a key that is no string, an unknown type).
    """
    return {key: _canonical(options[key], f"options.{key}") for key in sorted(options)}


def _canonical(value: Any, where: str) -> Any:
    if isinstance(value, Mapping):
        if strange := [key for key in value if not isinstance(key, str)]:
            raise ValueError(f"{where}: key {strange[0]!r} is not a string")
        return {key: _canonical(value[key], f"{where}.{key}") for key in sorted(value)}
    if isinstance(value, (list, tuple)):
        return [_canonical(item, f"{where}[{index}]") for index, item in enumerate(value)]
    if isinstance(value, float):
        if value.is_integer():
            return int(value)
        if value - value != 0.0:
            raise ValueError(f"{where}: {value!r} is not a finite number")
        return value
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise ValueError(f"{where}: {type(value).__name__} is not one of object, array, string, number, boolean, null")


def options_digest(options: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of the canonical options as ASCII JSON without spaces."""
    text = json.dumps(canonical_options(options), sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def ensure_pool(*, engine: str, options: Mapping[str, Any], rules_version: int, seats: int, title: str = "") -> Pool:
    """The pool of that game; made with the default parameters if there is none. Safe for simultaneous callers.

    options  complete, as the registry fills them in: options left out and defaults written out are two pools
    title    what a new pool is called; a pool that exists keeps its title
    """
    canonical = canonical_options(options)
    digest = options_digest(canonical)
    which = {"engine": engine, "options_digest": digest, "rules_version": rules_version, "seats": seats}
    with transaction.atomic():
        pool, is_new = Pool.objects.get_or_create(
            **which,
            defaults={
                "options": canonical,
                "title": title or f"{engine}, {seats} seats, rules {rules_version} ({digest[:6]})",
                **asdict(DEFAULT_PARAMETERS),
            },
        )
        if is_new:
            _open_ledger(pool)
    return pool


def find_pool(*, engine: str, options: Mapping[str, Any], rules_version: int, seats: int) -> Pool | None:
    """The pool of that game, if anybody has made it yet."""
    return Pool.objects.filter(
        engine=engine, options_digest=options_digest(options), rules_version=rules_version, seats=seats
    ).first()


def _open_ledger(pool: Pool) -> None:
    """The first event of its ledger, and a build with nothing in it."""
    now = timezone.now()
    LedgerEvent.objects.create(
        pool=pool,
        number=1,
        after=0,
        kind=LedgerEvent.Kind.PARAMETERS,
        data={"version": pool.parameters_version, **asdict(pool.parameters)},
        reason="the pool was made",
        created_at=now,
    )
    pool.build = Build.objects.create(pool=pool, width=width(pool.sigma0), finished_at=now, through=1)
    pool.save(update_fields=["build"])
