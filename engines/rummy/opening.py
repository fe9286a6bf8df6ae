"""Whether a player who has not opened can still reach the threshold in this turn, and by which actions: exactly.

What he puts down in the turn is a choice of pieces (see pieces.py) that share no card. Bounds (bounds.py) show of
nearly all hands that they cannot open, and of many layouts that they may be laid; else packing.py searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engines.cards import JOKER
from engines.rummy.actions import REST, off_parts
from engines.rummy.bounds import best_pieces, natural_places, rough_points, run_cards, set_cards, with_jokers
from engines.rummy.growth import along, around, neighbours
from engines.rummy.hand import SUIT, VALUES, Hand, points
from engines.rummy.packing import CARDS, Covering, Naturals, Packing, without
from engines.rummy.patterns import LONGEST, PATTERNS, STAR, Pattern
from engines.rummy.pieces import (
    ACE,
    BITS,
    HIGH,
    LOW,
    Piece,
    joker_pieces,
    layout_bits,
    natural_pieces,
    natural_sets,
    sets_of_any_suits,
)
from engines.rummy.table import Table

_FEW = 2  # so many jokers make few choices; of more, pieces with so many are enough for nearly all hands
_STEPS = 200  # in which they are found
_HIGHEST_VALUE = max(VALUES)
_NONE = [0]  # what no jokers can be in


def opening(hand: Hand, table: Table, need: int, *, long: bool, distinct: bool, keep: bool) -> Opening | Free | None:
    """How a hand can put down ``need`` points; None if it clearly cannot, which is so of nearly all that cannot.

    long: whether new layouts have four cards at least, not three. keep: whether a card must be left for the discard.
    """
    least = 4 if long else 3
    most = with_jokers(hand, least, table) if hand.jokers else _NONE
    if most[-1] + rough_points(hand, least, table) < need:
        return None
    in_run, in_set, laid_off, alone = natural_places(hand, least, table)
    cards = in_run | in_set | laid_off
    pairs = cards & hand.twice
    rest = points(cards) + points(pairs) if pairs else points(cards)
    if rest + most[-1] < need:
        return None
    spare = len(hand.cards) - cards.bit_count() - pairs.bit_count()
    places = Places(cards, in_run, in_set, laid_off, rest, alone and not distinct, spare)
    if not hand.jokers and places.do(need, keep):
        return FREE
    return Opening(hand, table, need, places, most, least, distinct, keep)


class Places(NamedTuple):
    """The natural cards of a hand that have a place without jokers (see ``bounds.natural_places``).

    cards:  all of them. in_run, in_set, laid_off: those in a run, in a set, on the table. points: what all count.
    alone:  whether they can be put down together, whatever they begin with.
    spare:  the number of the other cards, jokers among them.
    """

    cards: int
    in_run: int
    in_set: int
    laid_off: int
    points: int
    alone: bool
    spare: int

    def do(self, need: int, keep: bool) -> bool:
        """Whether they reach the points whatever one begins with; ``keep``: with a card left."""
        return self.alone and self.points >= need and (self.spare > 0 or not keep)


class Free:
    """What a hand without jokers can put down that is worth the points whatever it begins with."""

    def lays(self, candidates: Sequence[int]) -> Sequence[int]:
        """See ``Opening.lays``."""
        return candidates

    def offs(self, candidates: Sequence[int]) -> Sequence[int]:
        """See ``Opening.offs``."""
        return candidates

    def allows_off(self, number: int, card: int, role: int) -> bool:
        """See ``Opening.allows_off``."""
        return True


FREE = Free()


class Opening:
    """What a hand can put down together; made for one position by ``opening``."""

    __slots__ = (
        "_covered",
        "_distinct",
        "_hand",
        "_keep",
        "_laid_off",
        "_least",
        "_most",
        "_natural",
        "_naturals",
        "_need",
        "_once",
        "_packed",
        "_places",
        "_shown",
        "_simple",
        "_table",
    )

    def __init__(
        self,
        hand: Hand,
        table: Table,
        need: int,
        places: Places,
        most: list[int],
        least: int,
        distinct: bool,
        keep: bool,
    ) -> None:
        """``most``: see ``bounds.with_jokers``."""
        self._hand, self._table, self._need = hand, table, need
        self._places, self._most = places, most
        self._least, self._distinct, self._keep = least, distinct, keep
        # Whether what natural cards are worth can be seen at once, also when some of them are gone.
        self._simple = places.alone and not hand.twice
        # The ends of the layouts are like cards that the player has.
        self._once = hand.once | ((1 << BITS * len(table.layouts)) - 1) << JOKER
        # What the cards that can be laid off need: themselves and the ends of the layouts.
        self._laid_off = places.laid_off and places.laid_off | self._once & ~CARDS
        self._natural: bool | None = None
        self._naturals: Naturals | None = None
        self._packed: Packing | None = None
        self._covered: Covering | None = None
        # (masks, jokers) -> the most points shown to be within reach, the fewest shown not to be
        self._shown: dict[tuple[int, int, int], tuple[int, int]] = {}

    def lays(self, candidates: Sequence[int]) -> Sequence[int]:
        """Those new layouts (LAY) of the hand after which the points can be reached."""
        if self._hand.jokers > _FEW and not self._reaches(self._once, self._hand.twice, self._hand.jokers, self._need):
            return []
        found = []
        places, most, lacking, once, twice = self._places, self._most, self._need, self._once, self._hand.twice
        in_place, rest, held, number = places.cards, places.points, self._hand.jokers, len(self._hand.cards)
        simple, spare, laid_off = self._simple and not self._keep, places.spare, places.laid_off
        if not self._keep:
            spare = number = 100
        # Without jokers left, a layout must do with the natural cards as they are, or grow by one.
        least = lacking - rest
        likely = [
            lay
            for lay in candidates
            if (pattern := PATTERNS[lay & REST]).value >= least
            or pattern.jokers < held
            or pattern.beside & (once & ~pattern.once | twice)
        ]
        for lay in likely:
            own, _, value, cards, pairs, used, _, beside, line = PATTERNS[lay & REST]
            need, jokers = lacking - value, held - used
            # What this does not touch has its places as before.
            touched = cards & in_place
            if (
                (not used and self._naturals_do())
                or (need <= 0 and len(own) < number)
                or (places.alone and not touched and rest >= need and len(own) < spare)
            ):
                found.append(lay)
                continue
            # ``without``, written out: with jokers a hand has hundreds of layouts.
            ones, twos = once & ~(pairs | cards & ~twice), twice & ~cards
            bound = most[jokers] + rest
            if touched:
                bound = most[jokers] + points(ones & in_place)
                if twos:
                    bound += points(twos & in_place)
            if simple and not (jokers or cards & laid_off):
                if (touched and bound >= need and points(self._left(ones)) >= need) or (
                    ones & beside
                    and bound + points(ones & line) >= need
                    and self._grown(PATTERNS[lay & REST], ones, need)
                ):
                    found.append(lay)
                continue
            if bound >= need and self._reaches(ones, twos, jokers, need):
                found.append(lay)
                continue
            if not (jokers or ones & beside):
                continue
            if bound + jokers * _HIGHEST_VALUE + points(ones & line) + points(twos & line) < need:
                continue
            growth = around(PATTERNS[lay & REST], ones, twos, jokers, self._distinct)
            if self._grows(growth, ones, twos, jokers, need):
                found.append(lay)
        return found

    def _naturals_do(self) -> bool:
        """Whether it is clear that one may begin with any natural cards that have a place."""
        if self._natural is None:
            self._natural = self._places.do(self._need, self._keep)
            if not self._natural and self._hand.jokers and self._places.cards and self._simple and not self._keep:
                # All of them, and one piece with jokers that leaves them as they are.
                best = self._beside(self._hand.once & ~self._places.cards, self._hand.jokers)
                self._natural = self._places.points + best >= self._need
        return self._natural

    def _beside(self, free: int, jokers: int) -> int:
        """The most points of one new piece with jokers and natural cards of ``free``, where sets are of any suits."""
        ranks = (free & SUIT) + (free >> 1 & SUIT) + (free >> 2 & SUIT) + (free >> 3 & SUIT)
        return max(best_pieces(free, ranks, jokers, self._least))

    def _some(self, once: int) -> int:
        """Cards that can be put down together, not always the dearest: sets, runs of others, single cards laid off."""
        least = self._least
        cards = set_cards(once & self._places.in_set, least)
        runs = run_cards(once & self._places.in_run & ~cards, least)
        # An ace between its king and its 2 is in one run only.
        if not (runs >> 48 & runs >> 44 & runs & 15):
            cards |= runs
        # An end that is taken, or a set of different suits, may take no more.
        if self._places.laid_off and not (self._distinct or self._once & ~once & ~CARDS):
            cards |= once & self._table.fits
        return cards

    def _left(self, once: int) -> int:
        """Those cards that have a place, of a hand whose places are ``simple``; all that can be laid off are left."""
        places, least = self._places, self._least
        cards = places.laid_off
        if places.in_run:
            cards |= run_cards(once & places.in_run, least)
        if places.in_set:
            cards |= set_cards(once & places.in_set, least)
        return cards

    def _grown(self, pattern: Pattern, once: int, need: int) -> bool:
        """``_grows`` of a new layout without jokers, where the rest is worth what has a place of its own."""
        more = once & pattern.line if pattern.low < 0 else neighbours(pattern, once)
        left = self._left(once)
        if more & left or more.bit_count() + len(pattern.cards) > LONGEST:
            # Not all of it should go there, perhaps.
            return self._grows(around(pattern, once, 0, 0, self._distinct), once, 0, 0, need)
        return points(more | left) >= need

    def offs(self, candidates: Iterable[int]) -> Sequence[int]:
        """Those lay-offs (OFF) of the hand after which the points can be reached."""
        return [action for action in candidates if self.allows_off(*off_parts(action))]

    def allows_off(self, number: int, card: int, role: int) -> bool:
        """Whether the points can be reached after ``card`` was laid off onto layout ``number`` as ``role``."""
        if card != JOKER and self._naturals_do():
            return True
        hand, layouts = self._hand, self._table.layouts
        bits, jokers = (0, hand.jokers - 1) if card == JOKER else (1 << card, hand.jokers)
        need = self._need - VALUES[role - STAR if role >= STAR else role >> 2]
        layout = layouts[number]
        after = layout.extended(card, role)
        growing = 0
        if jokers or hand.once & after.fits & ~layout.fits:
            line = SUIT << layout.suit if layout.rank < 0 else 15 << 4 * layout.rank
            growing = jokers * _HIGHEST_VALUE + points(hand.once & line) + points(hand.twice & line)
        if self._places.points + self._most[jokers] + growing < need:
            return False
        place = list(layouts).index(number)
        if layout.rank < 0:
            bits |= layout_bits(place, LOW if after.low < layout.low else HIGH)
            if role >> 2 == 12:
                bits |= layout_bits(place, ACE)
        elif self._distinct:
            bits |= layout_bits(place, LOW)
        once, twice = without(self._once, hand.twice, bits, 0)
        if self._reaches(once, twice, jokers, need):
            return True
        if not (jokers or once & after.fits):
            return False
        return self._grows(along(layout, after, place, once, jokers), once, twice, jokers, need)

    def _grows(self, growth: Iterable[Piece], once: int, twice: int, jokers: int, need: int) -> bool:
        """Whether the need can be met with one of the pieces, by which what was put down can grow."""
        for value, cards, pairs, used in growth:
            if not cards & ~once and self._reaches(*without(once, twice, cards, pairs), jokers - used, need - value):
                return True
        return False

    def _reaches(self, once: int, twice: int, jokers: int, need: int) -> bool:
        """Whether what is left counts what lacks; with ``keep`` without its last card."""
        if not self._keep:
            return self._packs(once, twice, jokers, need)
        naturals = once & CARDS
        if not (naturals or jokers) or not self._packs(once, twice, jokers, need):
            return False
        if need <= 0:
            return True
        # One of the cards must stay in hand, the cheapest perhaps.
        while naturals:
            card = naturals & -naturals
            if self._packs(*without(once, twice, card, 0), jokers, need):
                return True
            naturals ^= card
        return jokers > 0 and self._packs(once, twice, jokers - 1, need)

    def _packs(self, once: int, twice: int, jokers: int, need: int) -> bool:
        if need <= 0:
            return True
        exact = self._simple and not self._laid_off & ~once
        if exact and not jokers:
            return points(self._left(once)) >= need
        if self._hand.jokers <= _FEW:
            # With more jokers this look takes longer than it saves.
            left = self._left(once) if exact else self._some(once)
            lacks = need - points(left)
            if lacks <= 0:
                return True
            if jokers and not self._distinct and self._beside(once & CARDS & ~left, jokers) >= lacks:
                return True
        naturals = self._naturals
        if naturals is None:
            layouts = self._table.layouts.values()
            sets = [] if self._distinct else sets_of_any_suits(self._hand, layouts, self._least)
            naturals = Naturals(natural_pieces(self._hand, layouts, self._least, self._distinct), sets)
            self._naturals = naturals
        most = naturals.most(once, twice)
        if most >= need and naturals.reach(once, twice, need):
            return True
        if not jokers or most + self._most[jokers] < need:
            return False
        key = once, twice, jokers
        can, cannot = self._shown.get(key, (0, 1 << 30))
        if need <= can:
            return True
        if need >= cannot:
            return False
        packing = self._packing(naturals)
        found = packing.reach(once, twice, jokers, need)
        if not found and (jokers > _FEW or packing.gave_up):
            found = self._covering().reach(once, twice, jokers, need)
        self._shown[key] = (need, cannot) if found else (can, need)
        return found

    def _packing(self, naturals: Naturals) -> Packing:
        if self._packed is None:
            held = self._hand.jokers
            steps = _STEPS if held > _FEW else None
            self._packed = Packing(naturals, self._joker_pieces(min(held, _FEW)), held, steps)
        return self._packed

    def _covering(self) -> Covering:
        if self._covered is None:
            hand, layouts = self._hand, self._table.layouts.values()
            pieces = self._joker_pieces(hand.jokers) + natural_pieces(hand, layouts, self._least, self._distinct)
            if not self._distinct:
                pieces += natural_sets(hand, layouts, self._least)
            self._covered = Covering(pieces, hand.jokers)
        return self._covered

    def _joker_pieces(self, limit: int) -> list[Piece]:
        """The pieces of the whole hand with up to ``limit`` jokers each that can matter."""
        hand, layouts = self._hand, self._table.layouts.values()
        # With a piece that counts less, all the rest together would not do.
        lacks = self._need - self._places.points
        floors = [lacks - self._most[hand.jokers - used] for used in range(limit + 1)]
        return joker_pieces(hand, layouts, limit, self._least, self._distinct, floors)
