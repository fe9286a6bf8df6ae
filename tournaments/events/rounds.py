"""Rounds: closing one, pairing the next, having the boards rated."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournaments import history
from tournaments.bots import quarantine
from tournaments.dispatch.send import send_close, send_matches
from tournaments.events.rating import rate
from tournaments.models import Bye, Match, Round, Seat, Tournament
from tournaments.pairing import registry as pairing
from tournaments.pairing.base import Field, Missed, Pairings, Rest
from tournaments.rights import locked

WHY_LENGTH = 500


def close(round_id: int) -> bool:
    """Close the round if all its matches are there, and pair the next or finish the event.

    Anyone may call it at any time; whoever finds nothing to close changes nothing and gets False. What pairing or
    rating raises is noted in the round's ``fault`` and passes through: the sweeper will ask again.
    """
    try:
        return _close(round_id)
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"[:2000]
        Round.objects.filter(id=round_id, state=Round.State.PAIRED).update(fault=fault)
        raise


def _close(round_id: int) -> bool:
    tournament_id = Round.objects.filter(id=round_id, state=Round.State.PAIRED).values_list("tournament_id", flat=True)
    for event in tournament_id:
        with transaction.atomic():
            tournament = locked(event)
            turn = Round.objects.get(id=round_id)
            if turn.state != Round.State.PAIRED or tournament.state != Tournament.State.RUNNING:
                return False
            if holding(tournament, turn):
                return False
            turn.state = Round.State.CLOSED
            turn.closed_at = timezone.now()
            turn.fault = ""
            turn.save()
            quarantine.review([turn])
            advance(tournament)
            if tournament.rated and not tournament.is_concealed:
                # Last: other events wait for these pools, and need not while the next round is paired.
                rate(tournament, [turn])
            return True
    return False


def holding(tournament: Tournament, turn: Round) -> bool:
    """Whether a match of the round must still be played, or waits for the organiser."""
    waits = [*Match.UNFINISHED]
    if tournament.on_void == Tournament.OnVoid.HOLD:
        waits.append(Match.State.VOID)
    return turn.matches.filter(state__in=waits).exists()


def advance(tournament: Tournament) -> None:
    """Pair the next round of a running tournament whose row is locked, or finish it after the last."""
    assert tournament.rounds is not None
    number = tournament.round_set.count() + 1
    chosen = pairing.get(tournament.format)
    rows = tournament.entries.filter(number__isnull=False).values_list("number", "id")
    entries = {entrant or 0: pk for entrant, pk in rows}
    if number > tournament.rounds or len(history.able(tournament)) < chosen.seats.start:
        tournament.state = Tournament.State.FINISHED
        tournament.ended_at = timezone.now()
        tournament.save()
        return
    field = history.field(tournament, number)
    pairings = chosen.pair(field) if len(field.present) >= chosen.seats.start else _nobody_meets(field)
    now = timezone.now()
    turn = Round.objects.create(tournament=tournament, number=number, notes=list(pairings.notes))
    matches = Match.objects.bulk_create(
        Match(round=turn, table=table, queued_at=now, why=pairing_.why[:WHY_LENGTH])
        for table, pairing_ in enumerate(pairings.tables, start=1)
    )
    Seat.objects.bulk_create(
        Seat(match=match, seat=seat, entry_id=entries[entrant])
        for match, table in zip(matches, pairings.tables, strict=True)
        for seat, entrant in enumerate(table.entrants)
    )
    _decide(turn, pairings, entries, first_table=len(matches) + 1)
    requested = [
        Rest(entrant, history.tie(tournament), "requested by its owner", Missed.REQUESTED)
        for entrant in history.resting_by_request(tournament, number)
    ]
    Bye.objects.bulk_create(
        Bye(round=turn, entry_id=entries[bye.entrant], points=bye.points, kind=bye.kind, why=bye.why[:WHY_LENGTH])
        for bye in [*pairings.byes, *requested]
    )
    if matches:
        send_matches(match.pk for match in matches)
    else:
        send_close(turn.pk)


def _decide(turn: Round, pairings: Pairings, entries: dict[int, int], *, first_table: int) -> None:
    """The matches that are not played, since one of the two is absent."""
    now = timezone.now()
    matches = Match.objects.bulk_create(
        Match(
            round=turn,
            table=table,
            state=Match.State.FINISHED,
            ranks=[int(entrant != forfeit.winner) for entrant in forfeit.entrants],
            ruled=True,
            forfeit=True,
            ended_at=now,
            why=forfeit.why[:WHY_LENGTH],
        )
        for table, forfeit in enumerate(pairings.forfeits, start=first_table)
    )
    Seat.objects.bulk_create(
        Seat(match=match, seat=seat, entry_id=entries[entrant])
        for match, forfeit in zip(matches, pairings.forfeits, strict=True)
        for seat, entrant in enumerate(forfeit.entrants)
    )


def _nobody_meets(field: Field) -> Pairings:
    """The round of those who are there while too few are, since the others have asked for a bye in it."""
    why = "too few are there in this round to meet"
    return Pairings((), tuple(Rest(entrant, field.win_points, why) for entrant in sorted(field.present)), (why,))
