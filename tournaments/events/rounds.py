"""Rounds: closing one, rating it, and pairing the next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from plugins.chance import Chance
from ratings.ledger import RatedBoard, append_round
from ratings.pools import ensure_pool
from tournaments import history
from tournaments.dispatch.send import send_close, send_matches
from tournaments.models import Bye, Entry, Game, Match, Round, Seat, Tournament
from tournaments.pairing import registry as pairing
from tournaments.pairing.base import Field, Missed, Pairings, Rest
from tournaments.play import deal
from tournaments.rights import locked
from tournaments.standings.scoring import GameResult, board_ranks

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
            if tournament.rated and not tournament.is_concealed:
                rate(tournament, turn)
            turn.state = Round.State.CLOSED
            turn.closed_at = timezone.now()
            turn.fault = ""
            turn.save()
            advance(tournament)
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
    rows = list(tournament.entries.filter(number__isnull=False).values_list("number", "id", "state"))
    entries = {entrant or 0: pk for entrant, pk, _ in rows}
    still_in = {entrant or 0 for entrant, _, state in rows if state == Entry.State.IN}
    if number > tournament.rounds or len(still_in) < chosen.seats.start:
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
        for entrant in sorted(still_in - field.present)
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


def rate(tournament: Tournament, turn: Round) -> None:
    """Append the round's boards to the ledger, in table and board order, one pool for each number of seats."""
    assert tournament.rules_version is not None
    by_seats: dict[int, list[RatedBoard]] = {}
    for board in _rated_boards(tournament, turn):
        by_seats.setdefault(len(board.versions), []).append(board)
    for seats, boards in sorted(by_seats.items()):
        pool = ensure_pool(
            engine=tournament.engine,
            options=tournament.options,
            rules_version=tournament.rules_version,
            seats=seats,
        )
        append_round(pool_id=pool.pk, boards=boards)


def _rated_boards(tournament: Tournament, turn: Round) -> Iterator[RatedBoard]:
    """The boards of the round that count for rating: those of matches that were played out and not ruled."""
    versions: dict[int, list[int]] = {}
    seats = Seat.objects.filter(match__round=turn).order_by("match__table", "seat")
    for match_id, version in seats.values_list("match_id", "entry__version_id"):
        versions.setdefault(match_id, []).append(version)
    games = (
        Game.objects.filter(match__round=turn, match__state=Match.State.FINISHED, match__ruled=False)
        .order_by("match__table", "board", "rotation")
        .values_list("match_id", "match__table", "board", "rotation", "ranks", "scores")
    )
    seed = bytes(tournament.seed or b"")
    for (match_id, table, board), rows in groupby(games, key=lambda row: row[:3]):
        results = [GameResult(board, row[3], tuple(row[4]), tuple(row[5])) for row in rows]
        board_seed = deal.board_seed(seed, round_number=turn.number, table=None, board=board)
        order = list(range(len(versions[match_id])))
        Chance(deal.tie_seed(board_seed, table=table)).stream("order").shuffle(order)
        yield RatedBoard(
            match_id=match_id,
            board=board,
            versions=tuple(versions[match_id]),
            ranks=board_ranks(results, history.basis(tournament)),
            order=tuple(order),
        )
