"""Whom an event admits, until when, and how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid, NotAllowed
from tournaments.models import Entry, Invitation, Tournament
from tournaments.pairing import registry as pairing
from tournaments.pairing.base import CannotPair
from tournaments.rights import organised, require_state

State = Tournament.State
NOTED = 20
INVITING = [State.DRAFT, State.OPEN, State.RUNNING, State.PAUSED]


def invite(*, actor: Actor, tournament_id: int, usernames: Sequence[str]) -> list[str]:
    """Admit these accounts; returns the usernames of all that are invited now, sorted.

    Raises NotAllowed, Missing, Conflict when the event is over, Invalid for an account that there is not.
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        require_state(tournament, "invite", INVITING)
        known = set(tournament.invitations.values_list("user_id", flat=True))
        new = [user for user in _accounts(usernames) if user.pk not in known]
        Invitation.objects.bulk_create(Invitation(tournament=tournament, user=user) for user in new)
        if new:
            names = sorted(user.get_username() for user in new)
            audit.record(actor=actor, verb="tournament.invite", target=tournament, details=_noted(names))
        return invited(tournament)


def uninvite(*, actor: Actor, tournament_id: int, usernames: Sequence[str]) -> list[str]:
    """Take invitations back; entries that are in stay. Returns and raises as ``invite``."""
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        require_state(tournament, "uninvite", INVITING)
        gone = tournament.invitations.filter(user__in=_accounts(usernames))
        names = sorted(gone.values_list("user__username", flat=True))
        gone.delete()
        if names:
            audit.record(actor=actor, verb="tournament.uninvite", target=tournament, details=_noted(names))
        return invited(tournament)


def invited(tournament: Tournament) -> list[str]:
    """The usernames of those invited, sorted."""
    return sorted(tournament.invitations.values_list("user__username", flat=True))


def require_place(tournament: Tournament, owner: User) -> None:
    """Raise unless one more bot of this owner may enter the tournament, whose row is locked, now.

    Raises NotAllowed (`not_invited`), Conflict (`entries_closed`, `full`, `owner_full`).
    """
    _require_invited(tournament, owner)
    if tournament.state == State.OPEN:
        _require_window(tournament)
    there = Entry.objects.filter(tournament=tournament, state=Entry.State.IN)
    if tournament.capacity is not None and there.count() >= tournament.capacity:
        raise Conflict(
            f"enter: tournament {tournament.pk} is full; it takes {tournament.capacity} entries", code="full"
        )
    if tournament.per_owner is not None and there.filter(bot__owner_id=owner.pk).count() >= tournament.per_owner:
        raise Conflict(
            f"enter: {owner.get_username()} has as many entries in tournament {tournament.pk} as an owner may have, "
            f"{tournament.per_owner}",
            code="owner_full",
        )


def require_late(tournament: Tournament) -> int:
    """The round that an entry of now begins with in a running tournament. Raises Conflict (`too_late`)."""
    first = next_round(tournament)
    last = min(tournament.late_until, tournament.rounds or 0)
    if first > last:
        until = f"until round {last} was paired" if last > 1 else "only before the start"
        raise Conflict(f"enter: tournament {tournament.pk} took entries {until}", code="too_late")
    return first


def require_pairable(tournament: Tournament, entrants: int) -> None:
    """Raise Conflict (`full`) if the format cannot pair so many."""
    try:
        pairing.get(tournament.format).plan(entrants, tournament.seats, tournament.format_options)
    except CannotPair as error:
        raise Conflict(f"enter: {error}", code="full") from None


def next_round(tournament: Tournament) -> int:
    """The number of the round that is paired next."""
    return tournament.round_set.count() + 1


def _require_invited(tournament: Tournament, owner: User) -> None:
    if tournament.admission == Tournament.Admission.PUBLIC or owner.pk == tournament.organiser_id:
        return
    if not tournament.invitations.filter(user_id=owner.pk).exists():
        raise NotAllowed(
            f"enter: tournament {tournament.pk} is for owners whom its organiser has invited", code="not_invited"
        )


def _require_window(tournament: Tournament) -> None:
    now = timezone.now()
    if tournament.entries_from is not None and now < tournament.entries_from:
        when = f"from {tournament.entries_from.isoformat()} on"
    elif tournament.entries_until is not None and now > tournament.entries_until:
        when = f"until {tournament.entries_until.isoformat()}"
    else:
        return
    raise Conflict(f"enter: tournament {tournament.pk} takes entries {when}", code="entries_closed")


def _noted(usernames: list[str]) -> dict[str, Any]:
    """What the audit log, whose details are short, keeps of a long list."""
    return {"accounts": len(usernames), "usernames": usernames[:NOTED]}


def _accounts(usernames: Sequence[str]) -> list[User]:
    """The accounts of these names, whatever their case, by id. Raises Invalid."""
    wanted = {name.casefold(): name for name in usernames}
    found = {user.get_username().casefold(): user for name in wanted.values() for user in _named(name)}
    if missing := sorted(wanted[name] for name in wanted.keys() - found.keys()):
        raise Invalid(f"usernames: there is no account {', '.join(missing)}", field="usernames")
    return sorted(found.values(), key=lambda user: user.pk)


def _named(name: str) -> list[User]:
    return list(User.objects.filter(username__iexact=name)[:1])
