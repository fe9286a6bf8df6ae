"""An event from a report: its bots entered, its rounds closed as they were, paused before the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from plugins import registry
from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Invalid
from tournaments.events import seeding, setup
from tournaments.interchange.bots import versions_of
from tournaments.interchange.plan import Plan, planned
from tournaments.models import Barred, BotVersion, Bye, ByeRequest, Entry, Match, Round, Seat, Tournament
from tournaments.pairing.base import Missed
from tournaments.trf.values import Report

RULING = "as in the imported Tournament Report File"
UNNAMED = "Imported tournament"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a file does not say. ``format``: None as the file says; ``rounds``: None as many as it says, or has;
    ``policy``: what bots that are missing are made to play, None: there must be a bot for every player.
    """

    engine: str
    variant: str = ""
    format: str | None = None
    rounds: int | None = None
    policy: str | None = None


def import_report(*, actor: Actor, report: Report, wanted: Wanted) -> Tournament:
    """A paused event of the actor's with the players' numbers and ratings and the rounds of the report.

    Its results stand as rulings, which are not rated; `resume` pairs the next round. The same report once more is
    another event. Nothing is made if anything does not fit.
    Raises NotAllowed without the scope, Invalid for a report that is none of such an event, and for players without a
    bot; Conflict for a bot that cannot be made.
    """
    plan = planned(report, format_=wanted.format, rounds=wanted.rounds)
    with transaction.atomic():
        tournament = setup.create(actor=actor, values=_values(report, plan, wanted))
        versions = versions_of(actor, report.players, engine=wanted.engine, policy=wanted.policy)
        entries = _enter(tournament, report, plan, versions)
        _pin(tournament)
        _play(tournament, plan, entries)
        _look_ahead(tournament, plan, entries)
        details = {"entries": len(entries), "rounds": plan.played}
        audit.record(actor=actor, verb="tournament.import", target=tournament, details=details)
    return tournament


def _values(report: Report, plan: Plan, wanted: Wanted) -> dict[str, object]:
    """The settings: matches of one game in which the seats are those of the file."""
    if len(report.name) > setup.NAME_LENGTH:
        raise Invalid(
            f"012: the name has {len(report.name)} characters; a tournament's has at most {setup.NAME_LENGTH}"
        )
    values = {
        "name": report.name or UNNAMED,
        "engine": wanted.engine,
        "format": plan.format,
        "format_options": plan.format_options,
        "rounds": plan.rounds,
        "boards": 1,
        "rotate": False,
        "acceleration": plan.acceleration,
        "requested_byes": max(Counter(number for number, _ in plan.requested).values(), default=0),
    }
    return values | ({"variant": wanted.variant} if wanted.variant else {})


def _enter(tournament: Tournament, report: Report, plan: Plan, versions: Mapping[int, BotVersion]) -> dict[int, Entry]:
    now = timezone.now()
    made = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            bot_id=versions[player.number].bot_id,
            version=versions[player.number],
            number=player.number,
            rating=player.rating,
            state=Entry.State.WITHDRAWN if player.number in plan.gone else Entry.State.IN,
            left_at=now if player.number in plan.gone else None,
        )
        for player in report.players
    )
    entries = {player.number: entry for player, entry in zip(report.players, made, strict=True)}
    Barred.objects.bulk_create(
        Barred(tournament=tournament, first_id=min(pair), second_id=max(pair))
        for pair in ((entries[a].pk, entries[b].pk) for a, b in sorted(plan.barred))
    )
    return entries


def _pin(tournament: Tournament) -> None:
    """What `start` settles: rules, seed, times; and the state."""
    tournament.rules_version = registry.info(tournament.engine).rules_version
    seeding.pin(tournament)
    tournament.opened_at = tournament.started_at = timezone.now()
    tournament.state = Tournament.State.PAUSED
    tournament.save()


def _play(tournament: Tournament, plan: Plan, entries: Mapping[int, Entry]) -> None:
    """The closed rounds; when they were played is not known. Rounds missed by absence have no row, as ever."""
    turns = {
        turn.number: turn
        for turn in Round.objects.bulk_create(
            Round(tournament=tournament, number=number, state=Round.State.CLOSED)
            for number in range(1, plan.played + 1)
        )
    }
    matches = Match.objects.bulk_create(
        Match(
            round=turns[meeting.round],
            table=meeting.table,
            state=Match.State.FINISHED,
            ranks=list(meeting.ranks),
            ruled=True,
            forfeit=meeting.forfeit,
            ruling=RULING,
        )
        for meeting in plan.meetings
    )
    Seat.objects.bulk_create(
        Seat(match=match, seat=seat, entry=entries[entrant])
        for match, meeting in zip(matches, plan.meetings, strict=True)
        for seat, entrant in enumerate(meeting.entrants)
    )
    Bye.objects.bulk_create(
        Bye(round=turns[bye.round], entry=entries[bye.entrant], kind=bye.kind.value, points=bye.points)
        for bye in plan.byes
        if bye.kind is not Missed.ABSENT
    )


def _look_ahead(tournament: Tournament, plan: Plan, entries: Mapping[int, Entry]) -> None:
    ByeRequest.objects.bulk_create(
        ByeRequest(entry=entries[number], round=round_) for number, round_ in sorted(plan.requested)
    )
