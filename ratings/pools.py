"""Which pool a game is rated in, and the parameters a new pool starts with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from ratings.buckets import width
from ratings.models import Build, LedgerEvent, Pool
from ratings.skill import MIN_SIDES, Parameters

# Of a game with two seats of which nothing is known. mu0, sigma0 are of Herbrich, Minka, Graepel 2006.
DEFAULT_PARAMETERS = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 3, tau=25 / 300, draw_probability=0.6, delta=25 / 6)
# beta in units of sigma0, by engine: measured between the shipped policies by `bench.sh luck`, with two seats. From
# `random` to the best of them are two sigma0, one to either side of a newcomer. See docs/ratings.md, Defaults.
LUCK: Mapping[str, float] = {"advantage": 0.55, "construction": 0.45, "rummy": 0.65, "trash": 2.5}
# How often two equals tie, from the same games, by seats; between two of these numbers as with the lesser. It depends
# on the seats more than on the game: a board is played once from every seat, and of two equals each mostly wins once.
TIES: Mapping[int, float] = {2: 0.6, 3: 0.13, 4: 0.1, 6: 0.03}


def default_parameters(engine: str, seats: int) -> Parameters:
    """The constants with which a new pool of a game starts."""
    beta = DEFAULT_PARAMETERS.sigma0 * LUCK.get(engine, DEFAULT_PARAMETERS.beta / DEFAULT_PARAMETERS.sigma0)
    return replace(DEFAULT_PARAMETERS, beta=beta, draw_probability=TIES[max(n for n in TIES if n <= seats)])


def default_reasons(engine: str, seats: int) -> dict[str, str]:
    """Why a new pool of a game has each of its constants, for people."""
    scale = "only sets the scale: with sigma0 = mu0 / 3 a newcomer's score is 0"
    if engine in LUCK:
        beta = f"measured: with so much luck the best policy shipped with {engine} is two sigma0 above random play"
    else:
        beta = "luck decides much on a deal of cards: with beta = sigma0 a lead of one sigma0 wins 76 boards of 100"
    ties = "a board is played once from every seat, and of two equals each mostly wins once"
    if seats > MIN_SIDES:
        ties = f"measured: a board is played once from every seat, and with {seats} of them sums are seldom equal"
    return {
        "mu0": scale,
        "sigma0": scale,
        "beta": beta,
        "tau": "small, since a version never changes once it is uploaded; not 0, so that sigma never freezes",
        "draw_probability": ties,
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
                **asdict(default_parameters(engine, seats)),
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
