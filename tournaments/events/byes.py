"""Byes that owners ask for."""

from __future__ import annotations

from django.db import transaction

from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid
from tournaments.events.admission import next_round
from tournaments.models import ByeRequest, Entry, Tournament
from tournaments.rights import known, own_entry, require_state

State = Tournament.State
ALIVE = [State.OPEN, State.RUNNING, State.PAUSED]


def request_bye(*, actor: Actor, tournament_id: int, bot_id: int, number: int) -> Entry:
    """Let the bot rest in round ``number``, for the points of a tie. For its owner, the organiser and staff.

    Raises NotAllowed, Missing, Invalid for a round that there will not be, Conflict for one that is paired, for an
    entry that is out, and beyond the byes that an entry may request.
    """
    with transaction.atomic():
        tournament = known(actor, tournament_id)
        entry = own_entry(actor, tournament, bot_id)
        if entry.bye_requests.filter(round=number).exists():
            return entry
        _require_unpaired(tournament, entry, number, "request_bye")
        if tournament.rounds is not None and number > tournament.rounds:
            raise Invalid(f"round: {number} is not one of the {tournament.rounds} planned", field="round")
        if entry.bye_requests.count() >= tournament.requested_byes:
            raise Conflict(
                f"request_bye: an entry of tournament {tournament_id} may request {tournament.requested_byes} byes, "
                f"and bot {bot_id} has",
                code="no_byes_left",
            )
        ByeRequest.objects.create(entry=entry, round=number)
        audit.record(actor=actor, verb="entry.request_bye", target=entry, details={"round": number})
        return entry


def cancel_bye(*, actor: Actor, tournament_id: int, bot_id: int, number: int) -> Entry:
    """Take the request for round ``number`` back. Raises NotAllowed, Missing, Conflict when that round is paired."""
    with transaction.atomic():
        tournament = known(actor, tournament_id)
        entry = own_entry(actor, tournament, bot_id)
        request = entry.bye_requests.filter(round=number)
        if not request.exists():
            return entry
        _require_unpaired(tournament, entry, number, "cancel_bye")
        request.delete()
        audit.record(actor=actor, verb="entry.cancel_bye", target=entry, details={"round": number})
        return entry


def _require_unpaired(tournament: Tournament, entry: Entry, number: int, verb: str) -> None:
    require_state(tournament, verb, ALIVE)
    if entry.state != Entry.State.IN:
        raise Conflict(f"{verb}: bot {entry.bot_id} is {entry.state}; this needs it to be in", code="wrong_state")
    if number < (first := next_round(tournament)):
        raise Conflict(f"{verb}: round {number} is paired; the next to be paired is {first}", code="round_paired")
