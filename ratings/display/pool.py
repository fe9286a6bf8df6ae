"""What a pool rates by, and why; and whether what it shows is being built anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from ratings.changes import PARAMETERS
from ratings.condition import under_way
from ratings.models import Build, LedgerEvent, Pool
from ratings.pools import default_parameters, default_reasons

Kind = LedgerEvent.Kind


@dataclass(frozen=True, slots=True)
class Change:
    """What an edition gives another value: the name of a constant, the value before (None for the first) and after."""

    name: str
    before: float | None
    after: float

    @property
    def before_shown(self) -> str:
        return "" if self.before is None else f"{self.before:.6g}"

    @property
    def after_shown(self) -> str:
        return f"{self.after:.6g}"


@dataclass(frozen=True, slots=True)
class Edition:
    """Constants that hold for the boards after the first `after`, or with `rerates` for those before too.

    by       the username of who said so; "" for nobody
    changes  what is other than in the edition before; none of a rerating
    """

    version: int
    at: datetime
    after: int
    reason: str
    by: str
    rerates: bool
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant of a pool: its value now, what it means, and why it has that value: since which edition, for what."""

    name: str
    value: float
    meaning: str
    edition: int
    reason: str

    @property
    def shown(self) -> str:
        return f"{self.value:.6g}"


@dataclass(frozen=True, slots=True)
class Anew:
    """A build of the ratings that is under way: `boards` of `total` are worked in. Of one that is due, none are."""

    boards: int
    total: int
    is_due: bool


def editions(pool_id: int) -> list[Edition]:
    """The editions of a pool's constants and its reratings, the first first. One statement."""
    rows = LedgerEvent.objects.filter(pool_id=pool_id, kind__in=(Kind.PARAMETERS, Kind.RERATE))
    found: list[Edition] = []
    values: dict[str, float] = {}
    for row in rows.select_related("by").order_by("number"):
        rerates = row.kind == Kind.RERATE
        changes: list[Change] = []
        for name in () if rerates else PARAMETERS:
            if values.get(name) != row.data[name]:
                changes.append(Change(name, values.get(name), row.data[name]))
                values[name] = row.data[name]
        by = row.by.get_username() if row.by else ""
        found.append(Edition(row.data["version"], row.created_at, row.after, row.reason, by, rerates, tuple(changes)))
    return found


def constants(pool: Pool, history: Sequence[Edition]) -> list[Constant]:
    """The constants that hold now, each with the reason of the edition that gave it its value; of a default that of
    the default."""
    origin = {change.name: edition for edition in history for change in edition.changes}
    found: list[Constant] = []
    defaults, reasons = default_parameters(pool.engine, pool.seats), default_reasons(pool.engine, pool.seats)
    for name in PARAMETERS:
        value, edition = getattr(pool, name), origin[name]
        is_default = edition is history[0] and value == getattr(defaults, name)
        reason = reasons[name] if is_default else edition.reason
        found.append(Constant(name, value, _meaning(name), edition.version, reason))
    return found


def anew(pool: Pool) -> Anew | None:
    """How far a new build of what the pool shows is; None while none is under way or due.

    The pool is from `ratings.condition.with_condition`.
    """
    found = under_way(pool)
    if found is not None:
        return Anew(min(found.boards, found.total), found.total, is_due=False)
    return Anew(0, 0, is_due=True) if pool.is_stale else None


def state_of(build: Build) -> str:
    """`shown`, `replaced` by another, `under way`, or `left` by a worker that was not heard of again."""
    if build.finished_at is not None:
        return "shown" if build.superseded_at is None else "replaced"
    return "under way" if build.lease_until is not None and build.lease_until > timezone.now() else "left"


def _meaning(name: str) -> str:
    """What a constant is, as the model has it."""
    field: Any = Pool._meta.get_field(name)
    return str(field.help_text or field.verbose_name).rstrip(".")
