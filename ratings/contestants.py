"""Whose versions they are: what the ledger must know of bots, asked of the tables of tournaments by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.apps import apps
from django.db.models import Model, QuerySet

# Statements on SQLite hold at most 999 variables here, as Django has it; a list of ids is cut below that.
IDS_PER_QUERY = 900


@dataclass(frozen=True, slots=True)
class Contestant:
    """A version of a bot, `number` of it; `active` says whether it is the one that enters events."""

    version: int
    bot: int
    number: int
    owner: int
    active: bool


def contestants(versions: Iterable[int]) -> dict[int, Contestant]:
    """By version. One statement, more only where the database limits the variables of one."""
    model: type[Model] = apps.get_model("tournaments", "BotVersion")
    found: dict[int, Contestant] = {}
    for chunk in chunks(versions):
        rows = model._default_manager.filter(pk__in=chunk).order_by("pk")
        for version, bot, number, owner, active in rows.values_list(
            "pk", "bot_id", "number", "bot__owner_id", "bot__active_id"
        ):
            found[version] = Contestant(version, bot, number, owner, active == version)
    return found


def chunks(ids: Iterable[int]) -> Iterable[list[int]]:
    """The ids, as many at a time as one statement may hold."""
    rest = iter(ids)
    while chunk := list(islice(rest, IDS_PER_QUERY)):
        yield chunk


def ids_of(bots: Iterable[int]) -> QuerySet[Any, int]:
    """The ids of all versions of some bots, as a part of a statement."""
    model: type[Model] = apps.get_model("tournaments", "BotVersion")
    return model._default_manager.filter(bot_id__in=list(bots)).order_by().values_list("pk", flat=True)


def versions_of(bot_id: int) -> dict[int, int]:
    """The numbers of all versions of a bot, by id, ascending; one statement."""
    model: type[Model] = apps.get_model("tournaments", "BotVersion")
    rows = model._default_manager.filter(bot_id=bot_id).order_by("pk")
    return dict(rows.values_list("pk", "number"))
