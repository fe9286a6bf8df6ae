"""What a field's past means for the next round: who has met, rested and sat where."""

from collections.abc import Iterator, Mapping
from itertools import permutations

from tournaments.pairing.base import Field, Meeting, Missed


def played(field: Field) -> Iterator[Meeting]:
    """The meetings that were played: after a forfeit two have not met, and nobody has sat anywhere."""
    return (meeting for meeting in field.meetings if not meeting.forfeit)


def last_met(field: Field) -> dict[int, dict[int, int]]:
    """For everyone present, those also present that it has met, with the last round of it."""
    met: dict[int, dict[int, int]] = {entrant: {} for entrant in sorted(field.present)}
    for meeting in played(field):
        here = [entrant for entrant in meeting.entrants if entrant in met]
        for entrant, other in permutations(here, 2):
            met[entrant][other] = max(meeting.round, met[entrant].get(other, 0))
    return met


def times_met(field: Field) -> dict[int, dict[int, int]]:
    """For everyone present, those also present that it has met, with the number of times."""
    met: dict[int, dict[int, int]] = {entrant: {} for entrant in sorted(field.present)}
    for meeting in played(field):
        here = [entrant for entrant in meeting.entrants if entrant in met]
        for entrant, other in permutations(here, 2):
            met[entrant][other] = met[entrant].get(other, 0) + 1
    return met


def byes_had(field: Field) -> dict[int, int]:
    """For everyone present the rounds that count as a bye it has had: those in which the pairing left it over, and
    those that it got points for without playing: a requested or granted bye, a forfeit won, a paid round before a late
    entry. (FIDE C.04.3, C.2, has those that were worth a win; here any points do.)
    """
    had = dict.fromkeys(sorted(field.present), 0)
    for bye in field.byes:
        if bye.entrant in had and (bye.points > 0 or bye.kind is Missed.PAIRING):
            had[bye.entrant] += 1
    for entrant, points in _forfeited(field):
        had[entrant] += points > 0
    return had


def unplayed(field: Field) -> dict[int, int]:
    """For everyone present the rounds that it did not play, for whatever reason."""
    rounds = dict.fromkeys(sorted(field.present), 0)
    for bye in field.byes:
        if bye.entrant in rounds:
            rounds[bye.entrant] += 1
    for entrant, _ in _forfeited(field):
        rounds[entrant] += 1
    return rounds


def _forfeited(field: Field) -> Iterator[tuple[int, int]]:
    for meeting in field.meetings:
        if meeting.forfeit:
            for entrant, points in zip(meeting.entrants, meeting.points, strict=True):
                if entrant in field.present:
                    yield entrant, points


def bye_order(field: Field) -> list[int]:
    """Those present in the order in which a bye goes to them: fewest byes so far (`byes_had`), lowest score, fewest
    unplayed rounds, lowest seed (the greatest seed number). A round missed by own wish is unplayed, but no bye. The
    score is without the bonus of accelerated rounds.
    """
    byes, missed = byes_had(field), unplayed(field)
    return sorted(field.present, key=lambda entrant: (byes[entrant], field.score(entrant), missed[entrant], -entrant))


def seatings(field: Field) -> Mapping[int, tuple[int, ...]]:
    """The seats (0 is the first) that everyone present has had, in the order of rounds."""
    seats: dict[int, list[tuple[int, int]]] = {entrant: [] for entrant in sorted(field.present)}
    for meeting in played(field):
        for seat, entrant in enumerate(meeting.entrants):
            if entrant in seats:
                seats[entrant].append((meeting.round, seat))
    return {entrant: tuple(seat for _, seat in sorted(had)) for entrant, had in seats.items()}
