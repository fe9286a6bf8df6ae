"""FIDE Dutch: the Swiss system of the FIDE Handbook, C.04.3 of 1 February 2026, where the first seat matters."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from tournaments.pairing import gacrux_engine
from tournaments.pairing.base import NONE, CannotPair, Field, Format, Pairings, Plan, Rest, Table
from tournaments.pairing.colours import FIRST, SEATS, Pasts
from tournaments.pairing.matching import Edge, cheapest
from tournaments.pairing.swiss import Swiss

Pair = tuple[int, int]

LARGEST = 300
"""Entrants, withdrawn ones included: time and memory grow with their square and more (docs/pairing.md)."""


class Dutch(Format):
    """Pairs by gacrux and checks what it says: everyone once, nobody again whom it has played, one bye for each, seats
    as article 5.2 has them. Words in parentheses are articles of C.04.3.
    """

    id: ClassVar[str] = "dutch"
    title: ClassVar[str] = "FIDE Dutch"
    seats: ClassVar[range] = range(2, 3)
    fixed_rounds: ClassVar[bool] = False
    options: ClassVar[Mapping[str, Any]] = {
        "type": "object",
        "properties": {
            "initial": {
                "enum": list(SEATS),
                "default": "first",
                "description": "the seat of the top seed in round 1; FIDE draws it by lot (5.1)",
            },
            "impossible": {
                "enum": ["swiss", "stop"],
                "default": "swiss",
                "description": "what to do about a round without a legal pairing (1.9.3): pair it by `swiss`, or stop",
            },
        },
        "additionalProperties": False,
    }

    def check(self, *, seats: int, boards: int = 1, rotate: bool = True, options: Mapping[str, Any] = NONE) -> None:
        super().check(seats=seats, boards=boards, rotate=rotate, options=options)
        if rotate:
            raise CannotPair(f"rotate: true is not false; {self.title} is for matches in which one has the first seat")
        if boards != 1:
            raise CannotPair(f"boards: {boards} is not 1; {self.title} is for matches of one game")

    def _plan(self, entrants: int, seats: int, options: Mapping[str, Any]) -> Plan:
        # Everyone being there: who must have one seat next had the other in the last game, and of these there are N/2.
        # Between the halves each may meet all but those met, at most r - 1 of N/2; by Hall's theorem all can be paired
        # if that leaves half of them, r - 1 <= N/4. Whoever rests takes the bye as an opponent.
        self._check_size(entrants)
        most = (entrants + entrants % 2) // 4 + 1
        rounds = min((entrants - 1).bit_length(), most)
        return Plan(rounds, most, f"{rounds} rounds suit {entrants}; up to {most} can always be paired legally")

    def _check_size(self, entrants: int) -> None:
        if entrants > LARGEST:
            raise CannotPair(
                f"entrants: {entrants} are more than {LARGEST}, the most of {self.title}; swiss takes more"
            )

    def _pair(self, field: Field) -> Pairings:
        self._check_size(len(field.entrants))
        options = self.complete(field.options)
        pasts = Pasts(field)
        lifted: Sequence[Pair] = ()
        white = options["initial"] == "first"
        found = gacrux_engine.pairs(field, white=white, barred=field.barred)
        if found is None:
            least = _least_barred(pasts)
            if least is None:
                return self._without_legal(field, options)
            lifted = least
            found = gacrux_engine.pairs(field, white=white, barred=field.barred.difference(lifted))
            if found is None:
                raise CannotPair(
                    f"round {field.round}: gacrux {gacrux_engine.VERSION} finds no legal pairing where there is one; "
                    "that is its fault, not the event's"
                )
        initial = SEATS.index(str(options["initial"]))
        tables = tuple(_table(pasts, first, second, initial) for first, second in found if second is not None)
        rests = tuple(_rest(pasts, entrant) for entrant, other in found if other is None)
        return Pairings(tables, rests, tuple(_notes(lifted, found)))

    def _without_legal(self, field: Field, options: Mapping[str, Any]) -> Pairings:
        reason = f"round {field.round}: no pairing of the {len(field.present)} present is legal"
        legal = "nobody may be met twice, have a second bye, or be seated against an absolute preference"
        if options["impossible"] == "stop":
            raise CannotPair(
                f"{reason} ({legal}; C.04.3, 1.9.3): end the event, or set options.impossible to swiss, which pairs it "
                "with as few rematches as possible"
            )
        paired = Swiss().pair(replace(field, options={}))
        return replace(paired, notes=(f"{reason}: paired by the criteria of swiss ({legal})", *paired.notes))


def _least_barred(pasts: Pasts) -> list[Pair] | None:
    """The barred pairs of a legal pairing with as few of them as possible; None if no pairing is legal."""
    field = pasts.field
    order = sorted(field.present)
    edges: list[Edge] = [
        (i, j, ((0, 1),) if (a, b) in field.barred else ())
        for i, a in enumerate(order)
        for j, b in enumerate(order[i + 1 :], i + 1)
        if pasts.may_meet(a, b)
    ]
    if len(order) % 2:
        edges += [(i, len(order), ()) for i, entrant in enumerate(order) if pasts.may_rest(entrant)]
    matching = cheapest(len(order) + len(order) % 2, edges)
    if matching is None:
        return None
    pairs = [(order[i], order[j]) for i, j in matching if j < len(order)]
    return [pair for pair in pairs if pair in field.barred]


def _table(pasts: Pasts, first: int, second: int, initial: int) -> Table:
    """Raises AssertionError for two who may not meet, or not in this order: a fault of gacrux."""
    where = f"round {pasts.field.round}: {first} v {second}"
    if second in pasts.by_entrant[first].met:
        raise AssertionError(f"{where} is a rematch")
    if not pasts.may_meet(first, second):
        raise AssertionError(f"{where}: both must have the {SEATS[pasts.preferences[first].seat]} seat")
    right, _, why = pasts.seated(first, second, initial)
    if right != first:
        raise AssertionError(f"{where}: the first seat is {second}'s, {why}")
    high, low = sorted((first, second), key=lambda entrant: (-pasts.field.pairing_score(entrant), entrant))
    group, below = pasts.field.pairing_score(high), pasts.field.pairing_score(low)
    scores = f"both on {group}" if group == below else f"{high} floats down from {group}, {low} up from {below}"
    barred = ", BARRED" if (min(first, second), max(first, second)) in pasts.field.barred else ""
    return Table((first, second), f"{scores}{barred}; {SEATS[FIRST]} seat to {first}: {why}")


def _rest(pasts: Pasts, entrant: int) -> Rest:
    """Raises AssertionError for one who may have no bye: a fault of gacrux."""
    if not pasts.may_rest(entrant):
        raise AssertionError(f"round {pasts.field.round}: {entrant} rests again, or after a win without playing")
    score = pasts.field.pairing_score(entrant)
    why = f"the number present is odd; on {score}, with no bye and no win without playing before (2.1.2)"
    return Rest(entrant, pasts.field.win_points, why)


def _notes(lifted: Iterable[Pair], found: Iterable[tuple[int, int | None]]) -> Iterator[str]:
    met = {(min(a, b), max(a, b)) for a, b in found if b is not None}
    for a, b in sorted(met.intersection(lifted)):
        yield f"{a} and {b} are barred from meeting; there is no legal pairing with fewer such meetings"
