"""Swiss for two seats: equal scores meet, nobody meets twice while that can be avoided."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, ClassVar

from tournaments.pairing import reasons
from tournaments.pairing.base import NONE, CannotPair, Field, Format, Pairings, Plan, Rest, Table
from tournaments.pairing.byes import resting
from tournaments.pairing.floats import Group, Pair, SeatCosts, floats, no_seats, stays
from tournaments.pairing.forbidden import Bans, bans
from tournaments.pairing.forced import forced, forced_halves, pairable
from tournaments.pairing.halves import halves
from tournaments.pairing.history import bye_order, byes_had, seatings, unplayed
from tournaments.pairing.seats import balanced, seat_costs, seated

# Of so many in a group all pairs are looked at where some must meet again.
_WHOLE = 300


class Swiss(Format):
    """The criteria, most important first; each is met as well as those before it allow.

    1. as few barred pairs as possible
    2. the bye goes to one of those who have had the fewest: no second bye while anyone present has had none
    3. as few rematches as possible: none while any complete pairing without one exists
    4. the bye goes to the first of these in `history.bye_order`
    5. where rematches are forced, the longest ago (least sum of the rounds in which those paired met last)
    6. floats: score group by score group from the top, as few as possible go down, and to the nearest (`floats`)
    7. with `balance_seats`, the seats of those who float (`seats.seat_costs`)
    8. floaters are the lowest of their group and meet the highest of the other
    9. in a score group, with `balance_seats`, seats; then upper half meets lower half, 1 v n/2 + 1 (`halves`)
    """

    id: ClassVar[str] = "swiss"
    title: ClassVar[str] = "Swiss"
    seats: ClassVar[range] = range(2, 3)
    fixed_rounds: ClassVar[bool] = False
    options: ClassVar[Mapping[str, Any]] = MappingProxyType(
        {
            "type": "object",
            "properties": {
                "balance_seats": {
                    "type": "boolean",
                    "default": False,
                    "description": "Seats have a say in who meets whom; only where boards are not rotated.",
                }
            },
            "additionalProperties": False,
        }
    )

    def check(self, *, seats: int, boards: int = 1, rotate: bool = True, options: Mapping[str, Any] = NONE) -> None:
        super().check(seats=seats, boards=boards, rotate=rotate, options=options)
        if rotate and self.complete(options)["balance_seats"]:
            raise CannotPair(
                "options.balance_seats: true is only for events with rotate: false; "
                "with rotate: true every board is played from either seat"
            )

    def _plan(self, entrants: int, seats: int, options: Mapping[str, Any]) -> Plan:
        # With k rounds behind them (a dummy taking the byes) those who have not met form a regular graph. One of even
        # order n and degree >= n / 2 has a perfect matching (Dirac 1952); of degree n / 2 - 1 too unless it falls into
        # two complete graphs of odd order (Wallis 1981), which needs n = 2 mod 4.
        even = entrants + entrants % 2
        most = even // 2 + (even % 4 == 0)
        rounds = min((entrants - 1).bit_length(), most)
        return Plan(rounds, most, f"{rounds} rounds single out one of {entrants}; up to {most} never need a rematch")

    def _pair(self, field: Field) -> Pairings:
        banned, had, byes = bans(field), seatings(field), byes_had(field)
        order = sorted(field.present, key=lambda entrant: (-field.pairing_score(entrant), entrant))
        rests: tuple[Rest, ...] = ()
        rester: int | None = None
        if len(order) % 2:
            queue = bye_order(field)
            rester = resting(queue, byes, banned)
            order.remove(rester)
            why = reasons.bye(field, rester, queue, byes, unplayed(field))
            rests = (Rest(rester, field.win_points, why),)
        groups = [list(group) for _, group in groupby(order, key=field.pairing_score)]
        balance = field.options.get("balance_seats", False)
        pairs = _pairs(groups, banned, seat_costs(had) if balance else None)
        place = {entrant: index for index, entrant in enumerate(order)}
        pairs.sort(key=lambda pair: (-field.pairing_score(pair[0]), -field.pairing_score(pair[1]), place[pair[0]]))
        explain = reasons.Reasons(field, banned, groups, pairs)
        sit = balanced if balance else seated
        return Pairings(
            tuple(Table(sit(pair, had, field.round), explain.pair(*pair)) for pair in pairs),
            rests,
            tuple(reasons.notes(field, banned, pairs, rester, byes)),
        )


def _pairs(groups: Sequence[Group], banned: Bans, seats: SeatCosts | None) -> list[Pair]:
    """Pairs (the higher first) of an even number of entrants, in groups in order of score and seed."""
    clean = _clean(groups, banned, seats)
    if clean is not None:
        return clean
    pairs = forced(groups, banned, seats or no_seats)
    number = {entrant: index for index, group in enumerate(groups) for entrant in group}
    found = [(a, b) for a, b in pairs if number[a] != number[b]]
    for index, group in enumerate(stays(groups, found)):
        within: list[Pair] | None = [(a, b) for a, b in pairs if number[a] == number[b] == index]
        if not any(b in banned[a] for a, b in within or ()):
            within = halves(group, banned, seats) or within
        elif len(group) <= _WHOLE:
            within = forced_halves(group, banned, seats or no_seats)
        found += within or ()
    return found


def _clean(groups: Sequence[Group], banned: Bans, seats: SeatCosts | None) -> list[Pair] | None:
    """The best pairs without a ban, or None if none are found."""
    if not pairable([entrant for group in groups for entrant in group], banned):
        return None
    across = floats(groups, banned, seats or no_seats)
    if across is None:
        return None
    found = list(across)
    for group in stays(groups, across):
        within = halves(group, banned, seats)
        if within is None:
            return None
        found += within
    return found
