"""Planned tables at which entrants are missing: they keep their empty seats, or those left sit down elsewhere."""

from collections.abc import Mapping, Sequence
from itertools import islice

from tournaments.pairing.base import Field
from tournaments.pairing.history import bye_order, times_met
from tournaments.pairing.schedule import sizes
from tournaments.pairing.swaps import bettered
from tournaments.pairing.weights import Weights

_LEAST = 3

Tables = list[list[int]]
Times = Mapping[int, Mapping[int, int]]


def mended(planned: Sequence[Sequence[int]], field: Field) -> tuple[Tables, list[int]]:
    """The planned tables for those present, and who of them rests.

    A table of which three or more are there is played with empty seats. Where fewer are left, they and those who would
    have rested sit together at tables of their own, such as have met least; one or two who are still left over sit down
    on empty seats, or are joined by others from tables of more than three, or rest: byes are as few as can be, and go
    in the order of `history.bye_order`.
    """
    here = [[entrant for entrant in table if entrant in field.present] for table in planned]
    kept = [table for table in here if len(table) >= _LEAST]
    seated = {entrant for table in kept for entrant in table}
    over = [entrant for entrant in bye_order(field) if entrant not in seated]
    met = times_met(field)
    own, over = _together(over, field.seats, met)
    tables = kept + own
    if _empty(tables, field.seats) < len(over) and (table := _joined(over, tables, met)):
        return [*tables, table], []
    return tables, _sat_down(over, tables, field.seats, met)


def drawn(field: Field) -> tuple[Tables, list[int]]:
    """Tables of those present who have met least, without a plan, and who rests."""
    return _together(bye_order(field), field.seats, times_met(field))


def _together(entrants: Sequence[int], seats: int, met: Times) -> tuple[Tables, list[int]]:
    """Tables of as many of these as can sit so, who have met least, and who is left over: the first of them."""
    if len(entrants) < _LEAST:
        return [], list(entrants)
    places = sizes(len(entrants), seats)
    left = len(entrants) - sum(places)
    order = sorted(entrants[left:])
    # Dealt like cards: the top seeds sit apart.
    tables: Tables = [[] for _ in places]
    dealt = iter(order)
    for turn in range(seats):
        for table, size in zip(tables, places, strict=True):
            if turn < size:
                table += islice(dealt, 1)
    return bettered(tables, Weights(met, dict.fromkeys(order, 0), dict.fromkeys(order, 0))), list(entrants[:left])


def _empty(tables: Tables, seats: int) -> int:
    return sum(seats - len(table) for table in tables)


def _sat_down(over: Sequence[int], tables: Tables, seats: int, met: Times) -> list[int]:
    """Seats these, the last of them first, at the tables with empty seats where they have met the fewest; who is left
    over.
    """
    left = list(over)
    while left and _empty(tables, seats):
        entrant = left.pop()
        free = (table for table in tables if len(table) < seats)
        min(free, key=lambda table: _times(entrant, table, met)).append(entrant)
    return left


def _joined(over: Sequence[int], tables: Tables, met: Times) -> list[int] | None:
    """A table of three of these and of entrants of tables of more than three, taken away there, who have met them the
    fewest; None if there are not enough.
    """
    missing = _LEAST - len(over)
    if sum(len(table) - _LEAST for table in tables) < missing:
        return None
    joined = list(over)
    for _ in range(missing):
        spare = [(entrant, table) for table in tables if len(table) > _LEAST for entrant in table]
        entrant, table = min(spare, key=lambda place: (_times(place[0], joined, met), -place[0]))
        table.remove(entrant)
        joined.append(entrant)
    return joined


def _times(entrant: int, table: Sequence[int], met: Times) -> int:
    return sum(met[entrant].get(other, 0) for other in table)
