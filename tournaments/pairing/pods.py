"""Pods: tables of three to six seats in order of score, with as few repeated meetings as a swap search finds."""

from collections.abc import Mapping, Sequence
from itertools import combinations, count, groupby, islice, permutations
from typing import Any, ClassVar

from tournaments.pairing.base import CannotPair, Field, Format, Pairings, Plan, Rest, Table
from tournaments.pairing.history import bye_order, seatings, times_met
from tournaments.pairing.swaps import fewer_repeats

_LEAST = 3


class Pods(Format):
    """Tables follow the order of score. Equal scores are dealt out by seed like cards, so that the top seeds of a score
    group sit at different tables. Then those who would meet again are swapped with others, see `swaps`.
    """

    id: ClassVar[str] = "pods"
    title: ClassVar[str] = "Pods"
    seats: ClassVar[range] = range(3, 7)
    fixed_rounds: ClassVar[bool] = False

    def _plan(self, entrants: int, seats: int, options: Mapping[str, Any]) -> Plan:
        # With k rounds played everyone has met at most k * (seats - 1) others. While that is less than the number of
        # tables, these can be filled without a repeat, if their sizes differ by at most one (Hajnal and Szemeredi 1970,
        # of the graph of those who have met).
        sizes = table_sizes(entrants, seats)
        most = 1 + (len(sizes) - 1) // (seats - 1) if max(sizes) - min(sizes) <= 1 else 1
        rounds = next(rounds for rounds in count(1) if seats**rounds >= entrants)
        return Plan(rounds, most, f"{rounds} rounds single out one of {entrants}; up to {most} never need a repeat")

    def _pair(self, field: Field) -> Pairings:
        sizes = table_sizes(len(field.present), field.seats)
        resting = bye_order(field)[: len(field.present) - sum(sizes)]
        why = f"{len(field.present)} do not divide into tables of {_LEAST} to {field.seats}; next in turn for a bye"
        rests = tuple(Rest(entrant, field.win_points, why) for entrant in sorted(resting))
        playing = sorted(field.present.difference(resting), key=lambda entrant: (-field.score(entrant), entrant))
        met = times_met(field)
        tables = fewer_repeats(_dealt(playing, sizes, field), met, field.scores)
        had = seatings(field)
        return Pairings(
            tuple(
                Table(_seated(table, had, field.round + number), _why(table, field, met))
                for number, table in enumerate(tables)
            ),
            rests,
        )


def table_sizes(present: int, seats: int) -> tuple[int, ...]:
    """Sizes of the tables for so many present, full ones first; who is left over has a bye.

    No table has fewer than three. First as few byes as possible, then as few short tables, then the short ones as
    equal as possible: at four seats 9 sit at 3, 3, 3, and 5 at 4 with one bye. Raises CannotPair for fewer than three.
    """
    if present < _LEAST:
        raise CannotPair(f"present: {present} are fewer than the {_LEAST} of the least table")
    for playing in range(present, 0, -1):
        for short in range(seats):
            for full in range(playing // seats, -1, -1):
                left = playing - full * seats
                if left > short * (seats - 1):
                    break
                if left >= short * _LEAST:
                    return (seats,) * full + tuple((left + short - 1 - index) // short for index in range(short))
    raise AssertionError(f"{present} present at {seats} seats")


def _dealt(order: Sequence[int], sizes: Sequence[int], field: Field) -> list[list[int]]:
    """The tables in order of score; each score group is dealt seat by seat over the places it fills."""
    places = iter([table for table, size in enumerate(sizes) for _ in range(size)])
    tables: list[list[int]] = [[] for _ in sizes]
    for _, members in groupby(order, key=field.score):
        group = list(members)
        turns: list[tuple[int, int]] = []
        for table, filled in groupby(islice(places, len(group))):
            turns += ((turn, table) for turn, _ in enumerate(filled))
        for (_, table), entrant in zip(sorted(turns), group, strict=True):
            tables[table].append(entrant)
    return tables


def _seated(table: Sequence[int], had: Mapping[int, Sequence[int]], turn: int) -> tuple[int, ...]:
    """Seat order: of all permutations the one in which everyone sits where it has sat least, as a sum of times; among
    equals the first, counted from an order that `turn` rotates.
    """
    size, seats = len(table), range(len(table))
    start = turn % size
    base = [*table[start:], *table[:start]]
    times = {entrant: [had[entrant].count(seat) for seat in seats] for entrant in base}
    return min(permutations(base), key=lambda order: sum(times[entrant][seat] for seat, entrant in enumerate(order)))


def _why(table: Sequence[int], field: Field, met: Mapping[int, Mapping[int, int]]) -> str:
    scores = sorted((field.score(entrant) for entrant in table), reverse=True)
    why = f"all on {scores[0]} points" if scores[0] == scores[-1] else f"on {', '.join(map(str, scores))} points"
    again = [f"{a} and {b}" for a, b in combinations(sorted(table), 2) if b in met[a]]
    if again:
        why += f"; MEET AGAIN: {', '.join(again)}"
    if len(table) < field.seats:
        why += f"; a short table, {field.seats - len(table)} of {field.seats} seats empty"
    return why
