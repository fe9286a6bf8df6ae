"""The legal actions of a position, in the order of RULES.md, which is that of their numbers."""

from __future__ import annotations

from collections.abc import Sequence

from engines.cards import JOKER
from engines.rummy.actions import DRAW, LAY, REST, TAKE, take_on
from engines.rummy.hand import BIT, SUIT, Hand, may_run
from engines.rummy.opening import opening
from engines.rummy.patterns import LONGEST_NEW, PATTERNS
from engines.rummy.runs import new_runs
from engines.rummy.sets import new_sets, ranks_with
from engines.rummy.table import Table
from engines.rummy.terms import Terms


def layings(hand: Hand, long: bool, distinct: bool) -> list[int]:
    """The actions LAY of all new layouts of a hand, ascending; of four cards at least if ``long``."""
    once, jokers = hand.once, hand.jokers
    found: list[int] = []
    suits = may_run(jokers, once)
    if suits:
        for suit in range(4):
            if suits >> suit & SUIT:
                found += new_runs(jokers, suit, once >> suit & SUIT, long)
    sets = ranks_with(max(1, (4 if long else 3) - jokers), hand.ranks)
    while sets:
        shift = (sets & -sets).bit_length() - 4
        ones, twos = once >> shift & 15, hand.twice >> shift & 15
        found += new_sets(shift >> 2, ones, twos, min(jokers, 3), long, distinct)
        sets &= sets - 1
    found.sort()
    return found


def layings_with(card: int, hand: Hand, long: bool, distinct: bool) -> list[int]:
    """Those of ``layings`` of a hand with ``card`` more that contain this card; a joker as a joker."""
    if card == JOKER:
        more = hand.copy()
        more.add(card)
        return [lay for lay in layings(more, long, distinct) if PATTERNS[lay & REST].jokers]
    bit, jokers = BIT[card], hand.jokers
    once = hand.once | bit
    suit, shift = card & 3, card & ~3
    found: list[int] = []
    if may_run(jokers, once) >> suit & SUIT:
        found += [lay for lay in new_runs(jokers, suit, once >> suit & SUIT, long) if PATTERNS[lay & REST].once & bit]
    if (hand.ranks >> shift & 15) + 1 + jokers >= (4 if long else 3):
        ones, twos = once >> shift & 15, (hand.twice | hand.once & bit) >> shift & 15
        sets = new_sets(shift >> 2, ones, twos, min(jokers, 3), long, distinct)
        found += [lay for lay in sets if PATTERNS[lay & REST].once & bit]
    found.sort()
    return found


def plays(hand: Hand, table: Table, terms: Terms, long: bool, may_swap: bool) -> tuple[int, ...]:
    """After the draw, of a player who has opened; or who need not, since there is no threshold.

    long: whether new layouts must have four cards at least. may_swap: whether the player has that right.
    """
    once, bare = hand.once, hand.is_bare()
    if bare and not once & (table.fits | table.frees):
        return hand.distinct()
    held = len(hand.cards)
    found = [] if bare else layings(hand, long, terms.distinct)
    if terms.must_discard and found:
        found = _leaving_one(found, held)
    if (once & table.fits or hand.jokers) and (held > 1 or not terms.must_discard):
        found += table.offs(hand)
    if may_swap and once & table.frees:
        found += table.swaps(hand)
    return (*found, *hand.distinct())


def opening_plays(hand: Hand, table: Table, terms: Terms, long: bool, lacking: int, begun: bool) -> tuple[int, ...]:
    """After the draw, of a player who has not opened.

    lacking: the points that he must still put down in this turn if he puts down any. begun: whether he has.
    """
    discards = () if begun else hand.distinct()
    if not hand.once & table.fits and hand.is_bare():
        return discards
    way = opening(hand, table, lacking, long=long, distinct=terms.distinct, keep=terms.must_discard)
    if way is None:
        return discards
    return (*way.lays(layings(hand, long, terms.distinct)), *way.offs(table.offs(hand)), *discards)


def draws(hand: Hand, card: int, table: Table, terms: Terms, long: bool, lacking: int) -> tuple[int, ...]:
    """Before the draw: it, and how ``card``, the open one, may be taken.

    lacking: the points that a player who has not opened must put down in this turn; 0 if he has.
    """
    fits = table.fits & BIT[card]
    if not (fits or hand.jokers or card == JOKER or hand.goes_with(card)):
        return _DRAW_ONLY
    lays: Sequence[int] = layings_with(card, hand, long, terms.distinct)
    if terms.must_discard and lays:
        lays = _leaving_one(lays, len(hand.cards) + 1)
    places = table.places(card) if fits or card == JOKER else []
    if not (lays or places):
        return _DRAW_ONLY
    if lacking:
        hand = hand.copy()
        hand.add(card)
        way = opening(hand, table, lacking, long=long, distinct=terms.distinct, keep=terms.must_discard)
        if way is None:
            return _DRAW_ONLY
        lays = way.lays(lays)
        places = [(number, role) for number, role in places if way.allows_off(number, card, role)]
    return (DRAW, *[lay - LAY + TAKE for lay in lays], *[take_on(number, role) for number, role in places])


def _leaving_one(lays: Sequence[int], held: int) -> list[int]:
    """Those of ``lays`` after which a card is left of ``held``."""
    if held > LONGEST_NEW:
        return list(lays)
    return [lay for lay in lays if len(PATTERNS[lay & REST].cards) < held]


_DRAW_ONLY = (DRAW,)
