"""What staff and organisers do to a pool: each act is an event of its ledger and stands in the audit log.

Where `actor` may be None, None is the operator at the shell, who may do anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace

from django.contrib.auth.models import User
from django.db import transaction

from ratings.contestants import contestants
from ratings.ledger import append_event, join, lock
from ratings.models import LedgerEvent, LedgerRow, Pool, Rating
from ratings.replay import read
from ratings.skill import Belief, Parameters
from tournaments.access import audit
from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed

Kind = LedgerEvent.Kind
REASON_LENGTH = 500
PARAMETERS = ("mu0", "sigma0", "beta", "tau", "draw_probability", "delta")
# Where the mathematics was shown to hold: what is beyond would overflow, or freeze, sooner or later.
LIMITS: Mapping[str, tuple[float, float]] = {
    "mu0": (-1e6, 1e6),
    "sigma0": (1e-3, 1e3),
    "beta": (1e-3, 1e3),
    "tau": (0.0, 1e3),
    "draw_probability": (1e-3, 0.99),
    "delta": (0.0, 1e3),
}


def change_parameters(*, actor: Actor | None, pool_id: int, values: Mapping[str, float], reason: str) -> Pool:
    """Let other constants hold for boards to come; what was rated before stays as it was. For staff.

    values  some of mu0, sigma0, beta, tau, draw_probability, delta; the others stay
    The same again changes nothing. Raises NotAllowed, Missing, Invalid for a value out of bounds and want of a reason.
    """
    if actor is not None:
        require_staff(actor, "change_parameters")
    reason = _checked(reason)
    with transaction.atomic():
        pool = _locked(pool_id)
        wanted = wanted_parameters(pool, values)
        if wanted == pool.parameters:
            return pool
        version = pool.parameters_version + 1
        data = {"version": version, **asdict(wanted)}
        append_event(pool, Kind.PARAMETERS, data, reason=reason, by=actor and actor.user)
        Pool.objects.filter(pk=pool_id).update(parameters_version=version, **asdict(wanted))
        audit.record(actor=actor, verb="pool.change_parameters", target=pool, details={**data, "reason": reason})
        pool.refresh_from_db()
        return pool


def wanted_parameters(pool: Pool, values: Mapping[str, float]) -> Parameters:
    """The constants of a pool with some of them changed. Raises Invalid for a name or a value that is not possible."""
    for name, value in values.items():
        if name not in PARAMETERS:
            raise Invalid(f"{name}: is not one of {', '.join(PARAMETERS)}", field=name)
        least, greatest = LIMITS[name]
        if not least <= value <= greatest:
            raise Invalid(f"{name}: {value!r} is not from {least:g} to {greatest:g}", field=name)
    return replace(pool.parameters, **values)


def set_same_owner(*, actor: Actor, pool_id: int, rated: bool) -> Pool:
    """Whether boards to come on which one owner has more than one bot are rated. For staff. Raises as above."""
    require_staff(actor, "set_same_owner")
    with transaction.atomic():
        pool = _locked(pool_id)
        if pool.same_owner != rated:
            pool.same_owner = rated
            pool.save(update_fields=["same_owner"])
            audit.record(actor=actor, verb="pool.set_same_owner", target=pool, details={"rated": rated})
        return pool


def rerate(*, actor: Actor | None, pool_id: int, reason: str) -> Pool:
    """Let every board so far count as if it had been played under the current constants: a new build follows.

    For whoever may organise. Where that is so already nothing changes. `ratings.comparison.preview_rerate` shows
    beforehand who moves. Raises NotAllowed, Missing, Invalid for want of a reason.
    """
    if actor is not None:
        actor.require(Scope.ORGANISE)
    reason = _checked(reason)
    with transaction.atomic():
        pool = _locked(pool_id)
        if not needs_rerating(pool):
            return pool
        data = {"version": pool.parameters_version}
        append_event(pool, Kind.RERATE, data, reason=reason, by=actor and actor.user)
        audit.record(actor=actor, verb="pool.rerate", target=pool, details={**data, "reason": reason})
        pool.refresh_from_db()
        return pool


def needs_rerating(pool: Pool) -> bool:
    """Whether a board, or a newcomer, was rated under other constants than the current ones."""
    reading = read(pool.pk)
    current = pool.parameters_version
    if reading.rerated is not None and reading.rerated[2] == current:
        return False
    rows = LedgerRow.objects.filter(pool=pool)
    if reading.rerated is not None:
        return rows.exists()
    return rows.exclude(parameters_version=current).exists()


def set_counted(*, match_ids: Iterable[int], counted: bool, reason: str, by: User | None) -> int:
    """Let the boards of rated matches count no more, or again, for everything that came after them too.

    Rights are the caller's matter, and the transaction. Matches that were never rated, and those that count, or do
    not, already, are passed over. Returns the number of matches of which it changed something.
    """
    wanted = sorted(set(match_ids))
    rows = LedgerRow.objects.filter(match_id__in=wanted).order_by("pool_id", "match_id")
    by_pool: dict[int, dict[int, None]] = {}
    for pool_id, match_id in rows.values_list("pool_id", "match_id"):
        by_pool.setdefault(pool_id, {})[match_id] = None
    changed = 0
    for pool_id, pool in lock(by_pool).items():
        voided = read(pool_id).voided
        matches = [match for match in by_pool[pool_id] if (match in voided) is counted]
        if matches:
            append_event(pool, Kind.RESTORE if counted else Kind.VOID, {"matches": matches}, reason=reason, by=by)
            changed += len(matches)
    return changed


def make_public(*, bot_id: int, version: int, by: User | None) -> None:
    """Let a version that became its bot's active one come into the pools that the bot is in, from its predecessor.

    To be called in the transaction that activates it. Another version of the bot is shown there no more.
    """
    ratings = Rating.objects.current().filter(version__bot_id=bot_id)
    shown = ratings.filter(version_id=version, public=True)
    wanted = ratings.exclude(pool__in=shown.values("pool")).values_list("pool_id", flat=True)
    for pool in lock(wanted).values():
        join(pool, [version], reason="became the active version", by=by)


def set_reference(*, actor: Actor, pool_id: int, version: int, fixed: Belief | None, reason: str) -> Rating:
    """Make a version of a staff member's bot a reference bot, which anchors the pool: boards on which other bots of
    its owner sit are rated. For staff.

    fixed  its belief from now on, which no board moves; None lets it move like any other
    Raises NotAllowed, Missing, Conflict for a bot of one who is no staff, Invalid for want of a reason.
    """
    require_staff(actor, "set_reference")
    reason = _checked(reason)
    with transaction.atomic():
        pool = _locked(pool_id)
        known = contestants([version]).get(version)
        if known is None:
            raise Missing(f"there is no version {version}")
        if not User.objects.filter(pk=known.owner, is_staff=True).exists():
            raise Conflict(f"version {version}: its owner is no staff; reference bots are staff's", code="not_staffs")
        row = Rating.objects.current().filter(pool=pool, version_id=version).first()
        if row is None:
            join(pool, [version], reason="became a reference bot", by=actor.user)
        elif row.reference and row.fixed == (fixed is not None) and (fixed is None or fixed == row.belief):
            return row
        belief = {"mu": fixed.mu, "sigma": fixed.sigma} if fixed is not None else {"mu": None, "sigma": None}
        data = {"version": version, **belief}
        append_event(pool, Kind.REFERENCE, data, reason=reason, by=actor.user)
        audit.record(actor=actor, verb="pool.set_reference", target=pool, details={**data, "reason": reason})
        return Rating.objects.current().get(pool=pool, version_id=version)


def dismiss_reference(*, actor: Actor, pool_id: int, version: int, reason: str) -> Rating:
    """Let a reference bot be one like others again. For staff. Raises NotAllowed, Missing, Invalid as above."""
    require_staff(actor, "dismiss_reference")
    reason = _checked(reason)
    with transaction.atomic():
        pool = _locked(pool_id)
        row = Rating.objects.current().filter(pool=pool, version_id=version).first()
        if row is None:
            raise Missing(f"version {version} is not rated in pool {pool_id}")
        if row.reference:
            append_event(pool, Kind.DISMISS, {"version": version}, reason=reason, by=actor.user)
            details = {"version": version, "reason": reason}
            audit.record(actor=actor, verb="pool.dismiss_reference", target=pool, details=details)
            row.refresh_from_db()
        return row


def require_staff(actor: Actor, verb: str) -> None:
    """Raise NotAllowed unless it is staff that asks, and may organise."""
    actor.require(Scope.ORGANISE)
    if not actor.user.is_staff:
        raise NotAllowed(f"{verb}: a pool is everyone's; this is for staff")


def _checked(reason: str) -> str:
    reason = reason.strip()
    if not 1 <= len(reason) <= REASON_LENGTH:
        raise Invalid(f"reason: say in 1 to {REASON_LENGTH} characters why", field="reason")
    return reason


def _locked(pool_id: int) -> Pool:
    try:
        return lock([pool_id])[pool_id]
    except Pool.DoesNotExist:
        raise Missing(f"there is no pool {pool_id}") from None
