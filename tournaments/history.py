"""What pairings and standings follow from: the entries and the closed rounds of an event, as values."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import Any

from django.db.models import Max, QuerySet

from tournaments.models import Bye, Entry, Game, Match, Round, Seat, Tournament
from tournaments.pairing.acceleration import bonus, last_accelerated
from tournaments.pairing.base import Bye as Rest
from tournaments.pairing.base import Field, Meeting, Missed
from tournaments.standings.annulment import ranks_without
from tournaments.standings.places import mean_points
from tournaments.standings.scoring import (
    Basis,
    GameResult,
    Scoring,
    bye_game_points,
    match_points,
    standing_points,
    tied,
    total_game_points,
    win_points,
)


def last_closed(tournament: Tournament) -> int:
    """The number of the last closed round, 0 before the first.

    Whoever reads history asks this first and looks at rounds up to it: they are contiguous from 1 and stay as they are,
    whereas a round may close between any two statements.
    """
    closed = tournament.round_set.filter(state=Round.State.CLOSED).aggregate(last=Max("number"))
    return closed["last"] or 0


def field(tournament: Tournament, number: int) -> Field:
    """All that the pairing of round ``number`` follows from: the entries and the closed rounds."""
    history = played(tournament, last=last_closed(tournament))
    resting = resting_by_request(tournament, number)
    playing = able(tournament)
    earlier = bonuses(tournament, until=number)
    now = earlier.pop(number, {})
    return Field(
        entrants=history.entrants,
        present=frozenset(entrant for entrant in history.entrants if entrant in playing and entrant not in resting),
        seats=tournament.seats,
        round=number,
        rounds=tournament.rounds or 0,
        meetings=history.meetings,
        byes=history.byes,
        win=win(tournament),
        options=tournament.format_options,
        barred=barred(tournament, number),
        bonus=now,
        bonuses=earlier,
    )


def able(tournament: Tournament) -> frozenset[int]:
    """The seed numbers of those that may be paired: they are in, and their version is not suspended."""
    return frozenset(_seeded(entrant) for entrant in _able(tournament).values_list("number", flat=True))


def _able(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.filter(state=Entry.State.IN, version__suspended_at=None, number__isnull=False)


def resting_by_request(tournament: Tournament, number: int) -> dict[int, int]:
    """Seed number -> entry id of those that might be paired and have asked for a bye in round ``number``."""
    entries = _able(tournament).filter(bye_requests__round=number)
    return {_seeded(entrant): pk for entrant, pk in entries.order_by("number").values_list("number", "id")}


def barred(tournament: Tournament, number: int) -> frozenset[tuple[int, int]]:
    """The pairs who are not to meet in round ``number``: bots of one owner early on, and the organiser's list."""
    pairs = set(listed(tournament))
    if number <= tournament.same_owner_rounds:
        for entrants in by_owner(tournament, state=Entry.State.IN):
            pairs.update(combinations(entrants, 2))
    return frozenset(pairs)


def listed(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """The pairs whom the organiser keeps apart, the smaller seed number first."""
    seeded = tournament.barred.filter(first__number__isnull=False, second__number__isnull=False)
    numbers = seeded.values_list("first__number", "second__number")
    pairs = ((_seeded(first), _seeded(second)) for first, second in numbers)
    return frozenset((min(pair), max(pair)) for pair in pairs)


def by_owner(tournament: Tournament, **which: Any) -> list[list[int]]:
    """The seed numbers, ascending, of each owner's entries; ``which`` narrows them down."""
    found: dict[int, list[int]] = defaultdict(list)
    entries = tournament.entries.filter(number__isnull=False, **which).order_by("number")
    for entrant, owner in entries.values_list("number", "bot__owner_id"):
        found[owner].append(_seeded(entrant))
    return list(found.values())


def bonuses(tournament: Tournament, *, until: int) -> dict[int, dict[int, int]]:
    """The standing points that accelerated rounds count for the upper group, by round from 1 to ``until``.

    They follow from the rounds planned now: an event that is extended in its first half had others before.
    """
    if tournament.acceleration != Tournament.Acceleration.BAKU:
        return {}
    joined = tournament.entries.filter(number__isnull=False).order_by("number").values_list("number", "joined")
    entrants = [_seeded(entrant) for entrant, _ in joined]
    last = last_accelerated([_seeded(entrant) for entrant, first in joined if first == 1])
    rounds, worth = tournament.rounds or 0, win(tournament)
    found = {number: bonus(entrants, last, number, rounds, worth) for number in range(1, until + 1)}
    return {number: points for number, points in found.items() if points}


@dataclass(frozen=True, slots=True)
class History:
    """What pairings and standings follow from: the closed rounds up to one of them.

    entrants  seed numbers, ascending, of all entries that had entered by then
    meetings  by round and table, with the standing points of each match
    byes      every round that an entrant was at no table, absences and rounds before a late entry included
    """

    entrants: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    byes: tuple[Rest, ...]


def played(tournament: Tournament, *, last: int) -> History:
    """The rounds up to the closed round ``last``. Results of annulled entries do not count in it."""
    entries = tournament.entries.filter(number__isnull=False, joined__lte=last + 1).order_by("number")
    rows = [(_seeded(number), *row) for number, *row in entries.values_list("number", "joined", "annulled")]
    annulled = frozenset(entrant for entrant, _, is_annulled in rows if is_annulled)
    meetings = _meetings(tournament, last, annulled)
    byes = [replace(bye, points=0) if bye.entrant in annulled else bye for bye in _byes(tournament, last)]
    there = {(meeting.round, entrant) for meeting in meetings for entrant in meeting.entrants}
    there.update((bye.round, bye.entrant) for bye in byes)
    for entrant, joined, is_annulled in rows:
        for number in range(1, last + 1):
            if number < joined:
                byes.append(Rest(number, entrant, 0 if is_annulled else tournament.late_points, Missed.LATE))
            elif (number, entrant) not in there:
                byes.append(Rest(number, entrant, 0, Missed.ABSENT))
    return History(tuple(entrant for entrant, *_ in rows), meetings, tuple(byes))


def board_points(tournament: Tournament, history: History, *, last: int) -> dict[tuple[int, int], int]:
    """Game points of ``history``, the rounds up to the closed round ``last``, by round and seed number, byes included.

    A match that was decided without its games counts as if every game had ended so.
    """
    seats, whole, worth = tournament.seats, tournament.games_per_match, win(tournament)
    points = {(bye.round, bye.entrant): bye_game_points(bye.points, worth, seats, whole) for bye in history.byes}
    games = _games(_closed(tournament, last).filter(state=Match.State.FINISHED, ruled=False))
    tables = _closed(tournament, last).values_list("round__number", "table", "id")
    ids = {(round_number, table): match_id for round_number, table, match_id in tables}
    annulled = set(tournament.entries.filter(annulled=True).values_list("number", flat=True))
    for meeting in history.meetings:
        own = games.get(ids[meeting.round, meeting.table])
        if own is None or not annulled.isdisjoint(meeting.entrants):
            found = match_points(meeting.ranks, seats, games=whole)
        else:
            found = total_game_points(own, seats)
        nothing = meeting.forfeit and not any(meeting.points)
        for entrant, value in zip(meeting.entrants, found, strict=True):
            points[meeting.round, entrant] = 0 if nothing or entrant in annulled else value
    return points


def _closed(tournament: Tournament, last: int) -> QuerySet[Match]:
    return Match.objects.filter(round__tournament=tournament, round__number__lte=last)


def _meetings(tournament: Tournament, last: int, annulled: frozenset[int]) -> tuple[Meeting, ...]:
    closed = _closed(tournament, last)
    rows = closed.order_by("round__number", "table").values_list(
        "id", "round__number", "table", "state", "ranks", "ruled", "forfeit"
    )
    entrants: dict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(match__in=closed).order_by("match_id", "seat")
    for match_id, entrant in seats.values_list("match_id", "entry__number"):
        entrants[match_id].append(_seeded(entrant))
    games = _games(closed) if scoring(tournament) == "game" else {}
    found = []
    for match_id, round_number, table_number, state, ranks, ruled, forfeit in rows:
        seated = tuple(entrants[match_id])
        void = state == Match.State.VOID
        ranks = tied(len(seated)) if void else tuple(ranks or ())
        decided = void or ruled
        gone = [entrant in annulled for entrant in seated]
        if any(gone):
            ranks, decided, forfeit = ranks_without(ranks, gone), True, len(seated) == 2
        points = standing_points(
            ranks,
            None if decided else games.get(match_id),
            seats=tournament.seats,
            scoring=scoring(tournament),
            games_per_match=tournament.games_per_match,
            points=tournament.points,
        )
        lost = [is_gone or (forfeit and len(set(ranks)) == 1) for is_gone in gone]
        points = tuple(0 if nothing else own for own, nothing in zip(points, lost, strict=True))
        found.append(Meeting(round_number, table_number, seated, points, ranks, forfeit))
    return tuple(found)


def _byes(tournament: Tournament, last: int) -> list[Rest]:
    rows = Bye.objects.filter(round__tournament=tournament, round__number__lte=last)
    ordered = rows.order_by("round__number", "entry__number")
    values = ordered.values_list("round__number", "entry__number", "points", "kind")
    return [Rest(number, _seeded(entrant), points, Missed(kind)) for number, entrant, points, kind in values]


def ratings(tournament: Tournament) -> dict[int, int]:
    """The ratings at the start, by seed number, of those that had one."""
    entries = tournament.entries.filter(number__isnull=False, rating__isnull=False).order_by("number")
    return {_seeded(entrant): rating or 0 for entrant, rating in entries.values_list("number", "rating")}


def win(tournament: Tournament) -> int:
    """Standing points of a match that is won whole, which is what a bye is worth."""
    return win_points(tournament.seats, scoring(tournament), tournament.games_per_match, tournament.points)


def tie(tournament: Tournament) -> int:
    """Standing points of a match that ends in a tie of everyone, which is what a requested bye is worth."""
    return mean_points(tournament.points) if tournament.points else win(tournament) // 2


def basis(tournament: Tournament) -> Basis:
    """The event option `result` as the pure functions take it."""
    return "scores" if tournament.result == Tournament.ResultBy.SCORES else "ranks"


def scoring(tournament: Tournament) -> Scoring:
    """The event option `scoring` as the pure functions take it."""
    return "game" if tournament.scoring == Tournament.Scoring.GAME else "match"


def _seeded(number: int | None) -> int:
    """The seed number of an entry that was paired, and so has one."""
    assert number is not None
    return number


def _games(matches: QuerySet[Match]) -> dict[int, list[GameResult]]:
    rows = Game.objects.filter(match__in=matches).order_by("match_id", "board", "rotation")
    values = rows.values_list("match_id", "board", "rotation", "ranks", "scores")
    return {
        match_id: [
            GameResult(board, rotation, tuple(ranks), tuple(scores)) for _, board, rotation, ranks, scores in games
        ]
        for match_id, games in groupby(values, key=lambda row: row[0])
    }
