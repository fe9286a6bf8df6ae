"""The table of an event: its history ranked by its own tie-breaks, and why a value is what it is."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments import history
from tournaments.models import Tournament
from tournaments.pairing import registry as pairing
from tournaments.standings import crosstable as crosstables
from tournaments.standings.explain import Explanation, explained
from tournaments.standings.results import EDITIONS, Results
from tournaments.standings.table import Row, known, ranked
from tournaments.standings.tiebreaks import TieBreak, default_order


def standings(tournament: Tournament, *, last: int | None = None) -> tuple[Row, ...]:
    """The table after round ``last``, by default the last closed one, best first; entrants by seed number."""
    return ranked(results(tournament, last=last), order=order(tournament))


def crosstable(tournament: Tournament, *, last: int | None = None) -> crosstables.Crosstable:
    """The same with every round of everyone."""
    return crosstables.of(results(tournament, last=last), order=order(tournament))


def explanation(tournament: Tournament, *, entrant: int, tie_break: str, last: int | None = None) -> Explanation:
    """Why a tie-break of an entrant has its value. Raises ValueError for an unknown tie-break or entrant."""
    also = order(tournament) if tie_break in order(tournament) else (*order(tournament), tie_break)
    found = results(tournament, last=last, order_=also)
    return explained(found, entrant=entrant, tie_break=tie_break, order=order(tournament))


def order(tournament: Tournament) -> tuple[str, ...]:
    """The tie-breaks of the event, in their order: its own, or those of its format."""
    if tournament.tie_breaks:
        return tuple(tournament.tie_breaks)
    return default_order(tournament.seats, predetermined=is_predetermined(tournament))


def columns(tournament: Tournament) -> tuple[TieBreak, ...]:
    """The same with what they are called and mean: one for each of `Row.values`."""
    return known(order(tournament))


def is_predetermined(tournament: Tournament) -> bool:
    """Whether all pairings of the event are fixed at the start."""
    return pairing.get(tournament.format).predetermined


def results(tournament: Tournament, *, last: int | None = None, order_: Sequence[str] | None = None) -> Results:
    """What the table follows from, with what the tie-breaks of the order (by default the event's) need besides."""
    last = history.last_closed(tournament) if last is None else last
    past = history.played(tournament, last=last)
    needs = {tie_break.needs for tie_break in known(order(tournament) if order_ is None else order_)}
    return Results(
        entrants=past.entrants,
        meetings=past.meetings,
        byes=past.byes,
        seats=tournament.seats,
        win=history.win(tournament),
        points=tournament.points,
        rounds=last,
        edition=next(edition for edition in EDITIONS if edition == tournament.edition),
        predetermined=is_predetermined(tournament),
        ratings=history.ratings(tournament) if "ratings" in needs else None,
        board_points=history.board_points(tournament, past, last=last) if "board_points" in needs else None,
    )
