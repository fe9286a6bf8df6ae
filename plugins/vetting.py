"""Checks that what a plugin offers keeps the contract, before anything else relies on it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator

from plugins.contract import Engine, EngineInfo, Policy
from plugins.options import complete_options
from plugins.wording import described, shown

NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
MOST_SEATS = range(2, 7)
MOST_ENGINES = 100  # of one plugin; stops a hook that yields for ever
ENGINE_METHODS = ("new", "restore", "sample", "encode", "decode", "text", "svg")


class ContractBreach(ValueError):
    """What a plugin offers is not what the contract asks for; the message says what and where."""


def checked_infos(offered: Iterable[EngineInfo]) -> list[EngineInfo]:
    """The engines that a hook returned, each checked. Raises ContractBreach, or whatever the iterable raises."""
    try:
        iterator = iter(offered)
    except TypeError as error:
        raise ContractBreach(f"croupier_engines returned {shown(offered)}, not an iterable of EngineInfo") from error
    infos = list(islice(iterator, MOST_ENGINES + 1))
    if len(infos) > MOST_ENGINES:
        raise ContractBreach(f"croupier_engines returned more than {MOST_ENGINES} engines")
    return [checked_info(info) for info in infos]


def checked_info(info: EngineInfo) -> EngineInfo:
    """The info with its options and variants as plain JSON of its own. Raises ContractBreach."""
    if type(info) is not EngineInfo:
        raise ContractBreach(f"croupier_engines returned {shown(info)} among its engines, not an EngineInfo")
    # Exact types: a subclass of str or int could change its mind after it was checked.
    if type(info.id) is not str or not NAME.fullmatch(info.id):
        raise ContractBreach(f"id: {shown(info.id)} does not match {NAME.pattern}")
    where = f"engine {info.id}: "
    title = info.title
    if type(title) is not str or not title.isprintable() or not 1 <= len(title.strip()) <= 100:
        raise ContractBreach(f"{where}title: {shown(title)} is not a string of 1 to 100 printable characters")
    for name in ("rules_version", "max_decisions"):
        number = getattr(info, name)
        if type(number) is not int or not 1 <= number < 2**31:
            raise ContractBreach(f"{where}{name}: {shown(number)} is not an integer from 1 to {2**31 - 1}")
    seats = info.seats
    if (
        type(seats) is not range
        or seats.step != 1
        or not seats
        or seats[0] not in MOST_SEATS
        or seats[-1] not in MOST_SEATS
    ):
        least, most = MOST_SEATS[0], MOST_SEATS[-1]
        text = str(seats) if type(seats) is range else shown(seats)
        raise ContractBreach(f"{where}seats: {text} is not a range of step 1 within {least} to {most}")
    if not callable(info.load):
        raise ContractBreach(f"{where}load: {shown(info.load)} is not callable")
    plain = replace(
        info, options=_json(info.options, f"{where}options"), variants=_json(info.variants, f"{where}variants")
    )
    _check_schema(plain, where)
    _check_variants(plain, where)
    return plain


def _json(value: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A deep copy as plain JSON, so that it can be shown and cannot change."""
    try:
        plain = json.loads(json.dumps(value, allow_nan=False, default=_mapping))
    except Exception as error:
        raise ContractBreach(f"{where}: {shown(value)} is not JSON ({described(error)})") from error
    if not isinstance(plain, dict):
        raise ContractBreach(f"{where}: {shown(value)} is not a mapping")
    return plain


def _mapping(value: object) -> dict[Any, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{shown(value)} is no JSON value")


def _check_schema(info: EngineInfo, where: str) -> None:
    schema = info.options
    try:
        Draft202012Validator.check_schema(schema)
    except Exception as error:
        reason = str(getattr(error, "message", None) or described(error))[:300]
        raise ContractBreach(f"{where}options: not a JSON Schema of draft 2020-12 ({reason})") from error
    if schema.get("type") != "object":
        raise ContractBreach(f'{where}options.type: {shown(schema.get("type"))} is not "object"')
    if schema.get("additionalProperties") is not False:
        raise ContractBreach(f"{where}options.additionalProperties: it is not false")
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        raise ContractBreach(f"{where}options.properties: it is missing ({{}} for an engine without options)")
    for name, option in properties.items():
        if not NAME.fullmatch(name):
            raise ContractBreach(f"{where}options.properties: {shown(name)} does not match {NAME.pattern}")
        if not isinstance(option, dict) or "default" not in option:
            raise ContractBreach(f"{where}options.properties.{name}: it has no default")


def _check_variants(info: EngineInfo, where: str) -> None:
    if not info.variants:
        raise ContractBreach(f"{where}variants: there is none; the first is the default variant")
    for name, options in info.variants.items():
        if not NAME.fullmatch(name):
            raise ContractBreach(f"{where}variants: {shown(name)} does not match {NAME.pattern}")
        if not isinstance(options, dict):
            raise ContractBreach(f"{where}variants.{name}: {shown(options)} is not a mapping")
        try:
            complete_options(info, options, name)
        except ValueError as error:
            raise ContractBreach(f"{where}variants.{name}: {error}") from error


def checked_engine(info: EngineInfo) -> Engine:
    """The engine loaded. Raises ContractBreach if a method is missing, or whatever ``load`` raises."""
    engine = info.load()
    for method in ENGINE_METHODS:
        if not callable(getattr(engine, method, None)):
            raise ContractBreach(f"engine {info.id}: what load returned has no method {method}")
    return engine


def checked_policies(
    engine_id: str, offered: Mapping[str, Callable[[], Policy]] | None
) -> dict[str, Callable[[], Policy]]:
    """The policies that a hook returned for an engine; None is none. Raises ContractBreach."""
    if offered is None:
        return {}
    if not isinstance(offered, Mapping):
        raise ContractBreach(f"croupier_policies({shown(engine_id)}) returned {shown(offered)}, not a mapping")
    policies = dict(offered)
    for name, factory in policies.items():
        if type(name) is not str or not NAME.fullmatch(name):
            raise ContractBreach(f"policies of {engine_id}: the name {shown(name)} does not match {NAME.pattern}")
        if not callable(factory):
            raise ContractBreach(f"policies of {engine_id}: {name} is {shown(factory)}, not a callable")
    return policies
