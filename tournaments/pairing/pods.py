"""Pods: tables of three to six seats in order of score, with as few repeated meetings as a swap search finds."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count, groupby, islice
from typing import Any, ClassVar

from tournaments.pairing.base import CannotPair, Field, Format, Pairings, Plan, Rest, Table
from tournaments.pairing.exhaustive import MOST
from tournaments.pairing.history import bye_order, last_met, seatings, times_met
from tournaments.pairing.seating import balanced
from tournaments.pairing.swaps import bettered
from tournaments.pairing.weights import Weights

_LEAST = 3

Times = Mapping[int, Mapping[int, int]]


class Pods(Format):
    """Tables follow the order of score. Equal scores are dealt out by seed like cards, so that the top seeds of a score
    group sit at different tables. Short tables are last, and those sit there who have sat at the fewest. Then those who
    would meet again are swapped with others, see `swaps`.
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
        met, last, short = times_met(field), last_met(field), short_tables(field)
        order = _order(field.present.difference(resting), field)
        dealt = [*_dealt(_split(order, sizes, field, short), sizes, field)]
        scores = {entrant: field.pairing_score(entrant) for entrant in order}
        tables = bettered(dealt, Weights(_clashes(field, met, last), _short_costs(short, scores), scores))
        had = seatings(field)
        return Pairings(
            tuple(
                Table(balanced(table, had, field.round + number), _why(table, field, met))
                for number, table in enumerate(tables)
            ),
            tuple(Rest(entrant, field.win_points, why) for entrant in sorted(resting)),
            tuple(_notes(tables, field, last, short)),
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


def short_tables(field: Field) -> dict[int, int]:
    """For everyone present, at how many short tables it has played."""
    times = dict.fromkeys(sorted(field.present), 0)
    for meeting in field.meetings:
        if len(meeting.entrants) < field.seats and not meeting.forfeit:
            for entrant in meeting.entrants:
                if entrant in times:
                    times[entrant] += 1
    return times


def _clashes(field: Field, met: Times, last: Times) -> dict[int, dict[int, int]]:
    """What it costs that two meet who should not: first that they are barred, then how often they have met, then the
    round in which they last met (the longer ago, the less). Sums over all tables keep this order.
    """
    pairs = len(field.present) * (field.seats - 1) // 2 + 1
    again = pairs * field.round
    barred = again * pairs * field.round
    costs = {
        entrant: {other: times * again + last[entrant][other] for other, times in others.items()}
        for entrant, others in met.items()
    }
    for a, b in sorted(field.barred):
        if a in costs and b in costs:
            costs[a][b] = costs[b][a] = barred + costs[a].get(b, 0)
    return costs


def _short_costs(short: Mapping[int, int], scores: Mapping[int, int]) -> dict[int, int]:
    """What a place at a short table costs: first that its entrant has had some, then its score."""
    least = min(scores.values())
    more = sum(score - least for score in scores.values()) + 1
    return {entrant: short[entrant] * more + score - least for entrant, score in scores.items()}


def _order(entrants: frozenset[int], field: Field) -> list[int]:
    return sorted(entrants, key=lambda entrant: (-field.pairing_score(entrant), entrant))


def _split(order: Sequence[int], sizes: Sequence[int], field: Field, short: Mapping[int, int]) -> list[list[int]]:
    """Those for the full tables and those for the short ones, each in order: at short tables sit those who have sat at
    the fewest, of them the lowest.
    """
    places = sum(size for size in sizes if size < field.seats)
    turn = {entrant: index for index, entrant in enumerate(reversed(order))}
    lowest = set(sorted(order, key=lambda entrant: (short[entrant], turn[entrant]))[:places])
    return [[entrant for entrant in order if (entrant in lowest) == there] for there in (False, True)]


def _dealt(parts: Sequence[Sequence[int]], sizes: Sequence[int], field: Field) -> Iterator[list[int]]:
    """The tables in order of score; each score group of each part is dealt seat by seat over the places it fills."""
    places = iter([table for table, size in enumerate(sizes) for _ in range(size)])
    tables: list[list[int]] = [[] for _ in sizes]
    for part in parts:
        for _, members in groupby(part, key=field.pairing_score):
            group = list(members)
            turns: list[tuple[int, int]] = []
            for table, filled in groupby(islice(places, len(group))):
                turns += ((turn, table) for turn, _ in enumerate(filled))
            for (_, table), entrant in zip(sorted(turns), group, strict=True):
                tables[table].append(entrant)
    yield from tables


def _why(table: Sequence[int], field: Field, met: Times) -> str:
    scores = sorted((field.pairing_score(entrant) for entrant in table), reverse=True)
    why = f"all on {scores[0]} points" if scores[0] == scores[-1] else f"on {', '.join(map(str, scores))} points"
    if any(field.bonus.get(entrant) for entrant in table):
        why += ", the bonus of this round counted"
    pairs = list(combinations(sorted(table), 2))
    if barred := [f"{a} and {b}" for a, b in pairs if (a, b) in field.barred]:
        why += f"; BARRED: {', '.join(barred)}"
    if again := [f"{a} and {b}" for a, b in pairs if b in met[a]]:
        why += f"; MEET AGAIN: {', '.join(again)}"
    if len(table) < field.seats:
        why += f"; a short table, {field.seats - len(table)} of {field.seats} seats empty"
    return why


def _notes(tables: Sequence[Sequence[int]], field: Field, last: Times, short: Mapping[int, int]) -> Iterator[str]:
    """What could not be met, and whether that is proved."""
    pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
    proof = "no tables have fewer" if sum(map(len, tables)) <= MOST else "the search found no tables with fewer"
    if barred := sum(pair in field.barred for pair in pairs):
        yield f"barred pairs that meet: {barred}; {proof}"
    if again := [last[a][b] for a, b in pairs if b in last[a]]:
        ago = f"round {min(again)}" if min(again) == max(again) else f"rounds {min(again)} to {max(again)}"
        yield f"pairs that meet again: {len(again)}, who last met in {ago}; {proof} repeats"
    sitting = [short[entrant] for table in tables if len(table) < field.seats for entrant in table]
    others = [short[entrant] for table in tables if len(table) == field.seats for entrant in table]
    if others and (before := sum(times > min(others) for times in sitting)):
        yield f"entrants at a short table again before others: {before}"
