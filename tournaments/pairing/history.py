"""What a field's past means for the next round: who has met, rested and sat where."""

from collections.abc import Mapping
from itertools import permutations
from typing import NamedTuple

from tournaments.pairing.base import Field, Missed


def last_met(field: Field) -> dict[int, dict[int, int]]:
    """For everyone present, those also present that it has met, with the last round of it."""
    met: dict[int, dict[int, int]] = {entrant: {} for entrant in sorted(field.present)}
    for meeting in field.meetings:
        here = [entrant for entrant in meeting.entrants if entrant in met]
        for entrant, other in permutations(here, 2):
            met[entrant][other] = max(meeting.round, met[entrant].get(other, 0))
    return met


def times_met(field: Field) -> dict[int, dict[int, int]]:
    """For everyone present, those also present that it has met, with the number of times."""
    met: dict[int, dict[int, int]] = {entrant: {} for entrant in sorted(field.present)}
    for meeting in field.meetings:
        here = [entrant for entrant in meeting.entrants if entrant in met]
        for entrant, other in permutations(here, 2):
            met[entrant][other] = met[entrant].get(other, 0) + 1
    return met


class _Unplayed(NamedTuple):
    byes: int
    rounds: int


def bye_order(field: Field) -> list[int]:
    """Those present in the order in which a bye goes to them: fewest byes so far, lowest score, fewest unplayed rounds,
    lowest seed (the greatest seed number). A round missed by own wish is unplayed, but no bye.
    """
    unplayed = dict.fromkeys(field.present, _Unplayed(0, 0))
    for bye in field.byes:
        if (before := unplayed.get(bye.entrant)) is not None:
            unplayed[bye.entrant] = _Unplayed(before.byes + (bye.kind is Missed.PAIRING), before.rounds + 1)
    return sorted(
        field.present,
        key=lambda entrant: (unplayed[entrant].byes, field.score(entrant), unplayed[entrant].rounds, -entrant),
    )


def seatings(field: Field) -> Mapping[int, tuple[int, ...]]:
    """The seats (0 is the first) that everyone present has had, in the order of rounds."""
    seats: dict[int, list[tuple[int, int]]] = {entrant: [] for entrant in sorted(field.present)}
    for meeting in field.meetings:
        for seat, entrant in enumerate(meeting.entrants):
            if entrant in seats:
                seats[entrant].append((meeting.round, seat))
    return {entrant: tuple(seat for _, seat in sorted(had)) for entrant, had in seats.items()}
