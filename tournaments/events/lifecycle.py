"""The verbs that move a tournament from state to state; a verb whose effect already stands changes nothing."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from plugins import registry
from plugins.registry import InvalidOptions, InvalidSeats, UnknownEngine
from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid
from tournaments.bots import quarantine
from tournaments.dispatch.send import send_close, send_matches
from tournaments.events import rounds
from tournaments.events.rating import rate
from tournaments.events.seeding import seed
from tournaments.events.setup import MOST_ROUNDS
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.pairing import registry as pairing
from tournaments.pairing.base import CannotPair
from tournaments.rights import locked, organised, require_state

State = Tournament.State


def open_(*, actor: Actor, tournament_id: int) -> Tournament:
    """Let bots be entered. Raises NotAllowed, Missing, Conflict."""
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        if tournament.state == State.OPEN:
            return tournament
        require_state(tournament, "open", [State.DRAFT])
        tournament.opened_at = timezone.now()
        return _move(tournament, State.OPEN, actor, "tournament.open")


def start(*, actor: Actor, tournament_id: int) -> Tournament:
    """Pin the rules, seed the entries and pair the first round. With check-in, who has not checked in is withdrawn.

    Raises NotAllowed, Missing, Conflict, also where that round cannot be paired (`cannot_pair`).
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        if tournament.state == State.RUNNING:
            return tournament
        require_state(tournament, "start", [State.OPEN])
        return _start(tournament, actor)


def start_if_due(tournament_id: int) -> bool:
    """The same by Croupier itself, if the tournament is open still and its time has come; whether it was so.

    Raises Missing, Conflict.
    """
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.state != State.OPEN or tournament.starts_at is None or tournament.starts_at > timezone.now():
            return False
        _start(tournament, None)
        return True


def pause(*, actor: Actor, tournament_id: int) -> Tournament:
    """Let nothing new begin. Raises NotAllowed, Missing, Conflict."""
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        if tournament.state == State.PAUSED:
            return tournament
        require_state(tournament, "pause", [State.RUNNING])
        return _move(tournament, State.PAUSED, actor, "tournament.pause")


def resume(*, actor: Actor, tournament_id: int) -> Tournament:
    """Go on: send what is unfinished, close what is there; pair the next round where none is being played.

    Raises NotAllowed, Missing, Conflict, also where that round cannot be paired (`cannot_pair`).
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        if tournament.state == State.RUNNING:
            return tournament
        require_state(tournament, "resume", [State.PAUSED])
        _move(tournament, State.RUNNING, actor, "tournament.resume")
        pending = Match.objects.filter(round__tournament=tournament, state=Match.State.PENDING).order_by("id")
        ids = list(pending.values_list("id", flat=True))
        pending.update(queued_at=timezone.now())
        send_matches(ids)
        being_played = list(tournament.round_set.filter(state=Round.State.PAIRED).values_list("id", flat=True))
        for round_id in being_played:
            send_close(round_id)
        if not being_played:  # imported, and paused ever since
            _advance(tournament, "resume")
        return tournament


def extend(*, actor: Actor, tournament_id: int, planned: int) -> Tournament:
    """Let the tournament have ``planned`` rounds in all: more than were planned, or fewer.

    Raises NotAllowed, Missing, Conflict when it is not under way or its entries determine its rounds, Invalid for
    fewer rounds than are paired already, or too many.
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        if tournament.rounds == planned and tournament.state in (State.RUNNING, State.PAUSED):
            return tournament
        require_state(tournament, "extend", [State.RUNNING, State.PAUSED])
        if pairing.get(tournament.format).fixed_rounds:
            raise Conflict(
                f"extend: the entries determine the rounds of a {tournament.format}", code="rounds_are_determined"
            )
        paired = tournament.round_set.count()
        if not paired <= planned <= MOST_ROUNDS:
            raise Invalid(
                f"rounds: {planned} is not between {paired}, which are paired, and {MOST_ROUNDS}", field="rounds"
            )
        before, tournament.rounds = tournament.rounds, planned
        tournament.save()
        details = {"from": before, "to": planned}
        audit.record(actor=actor, verb="tournament.extend", target=tournament, details=details)
        return tournament


def release(*, actor: Actor, tournament_id: int) -> Tournament:
    """Let everyone see the results of a hidden tournament, and rate the rounds that are closed.

    Raises NotAllowed, Missing, Conflict before the start and where nothing is hidden.
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        if tournament.released_at is not None:
            return tournament
        require_state(tournament, "release", [State.RUNNING, State.PAUSED, State.FINISHED, State.CANCELLED])
        if not tournament.hidden:
            raise Conflict(f"release: the results of tournament {tournament_id} are not hidden", code="not_hidden")
        tournament.released_at = timezone.now()
        tournament.save()
        audit.record(actor=actor, verb="tournament.release", target=tournament)
        closed = list(tournament.round_set.filter(state=Round.State.CLOSED).order_by("number"))
        quarantine.review(closed)
        if tournament.rated:
            rate(tournament, closed)
        return tournament


def cancel(*, actor: Actor, tournament_id: int) -> Tournament:
    """End it here: unfinished matches are cancelled, closed rounds stand. Raises NotAllowed, Missing, Conflict."""
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        if tournament.state == State.CANCELLED:
            return tournament
        require_state(tournament, "cancel", [State.DRAFT, State.OPEN, State.RUNNING, State.PAUSED])
        now = timezone.now()
        # One table in the WHERE: with a join PostgreSQL would not look again at a match that is just being finished.
        playing = list(tournament.round_set.filter(state=Round.State.PAIRED).values_list("id", flat=True))
        Match.objects.filter(round_id__in=playing, state__in=[*Match.UNFINISHED, Match.State.VOID]).update(
            state=Match.State.CANCELLED, lease_until=None, ended_at=now
        )
        tournament.ended_at = now
        return _move(tournament, State.CANCELLED, actor, "tournament.cancel")


def _start(tournament: Tournament, actor: Actor | None) -> Tournament:
    """Start an open tournament, whose row is locked; an actor of None is Croupier itself."""
    _pin_rules(tournament)
    _require_check_in(tournament)
    entries = list(tournament.entries.filter(state=Entry.State.IN).select_related("version").order_by("id"))
    chosen = pairing.get(tournament.format)
    try:
        plan = chosen.plan(len(entries), tournament.seats, tournament.format_options)
    except CannotPair as error:
        raise Conflict(f"start: {error}", code="too_few_entries") from None
    suspended = sum(entry.version.suspended_at is not None for entry in entries)
    if len(entries) - suspended < chosen.seats.start:
        raise Conflict(
            f"start: {suspended} of the {len(entries)} entries are suspended, and {chosen.title} needs at least "
            f"{chosen.seats.start} others",
            code="too_few_entries",
        )
    tournament.rounds = tournament.rounds or plan.rounds
    seed(tournament, entries)
    tournament.started_at = timezone.now()
    tournament.fault = ""
    _move(tournament, State.RUNNING, actor, "tournament.start")
    _advance(tournament, "start")
    return tournament


def _advance(tournament: Tournament, verb: str) -> None:
    """Pair the next round. Raises Conflict (`cannot_pair`) where that cannot be done."""
    try:
        rounds.advance(tournament)
    except CannotPair as error:
        raise Conflict(f"{verb}: {error}", code="cannot_pair") from None


def _move(tournament: Tournament, state: str, actor: Actor | None, verb: str) -> Tournament:
    before = tournament.state
    tournament.state = state
    tournament.save()
    audit.record(actor=actor, verb=verb, target=tournament, details={"from": before, "to": state})
    return tournament


def _require_check_in(tournament: Tournament) -> None:
    """Withdraw the entries that should have checked in, and have not."""
    if tournament.check_in_minutes is None:
        return
    missing = tournament.entries.filter(state=Entry.State.IN, checked_in_at__isnull=True)
    missing.update(state=Entry.State.WITHDRAWN, left_at=timezone.now())


def _pin_rules(tournament: Tournament) -> None:
    try:
        info = registry.info(tournament.engine)
    except UnknownEngine as error:
        raise Conflict(f"start: {error}", code="engine_gone") from None
    try:
        # Another release of the engine may have come since the draft was checked.
        registry.check_seats(info, tournament.seats)
        complete = registry.complete_options(info, tournament.options, tournament.variant)
        registry.check_deal(info.id, complete, tournament.seats)
    except (InvalidOptions, InvalidSeats) as error:
        raise Conflict(f"start: the engine has changed since: {error}", code="engine_changed") from None
    if complete != tournament.options:
        raise Conflict("start: the engine has changed since, and has other options now", code="engine_changed")
    tournament.rules_version = info.rules_version
