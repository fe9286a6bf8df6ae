"""What a hand can put down in one turn at most, cheap enough to be asked before every move.

Without jokers that is every card that has a place at all. For every joker it is the best piece that it can be in, as if
no two of them needed the same card.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.rummy.hand import SUIT, VALUES, Hand, in_runs, may_run
from engines.rummy.patterns import HIGHEST, card_at
from engines.rummy.sets import ranks_with
from engines.rummy.stretches import best_chains, best_runs
from engines.rummy.table import Table

_DEAREST = max(VALUES)
_BITS = [[1 << card_at(suit, position) for position in range(HIGHEST + 1)] for suit in range(4)]
"""By suit and position, the mask of a card."""


def natural_places(hand: Hand, least: int, table: Table) -> tuple[int, int, int, bool]:
    """The natural cards in runs of ``least`` cards, in sets of as many, and those that can be laid off; and ``alone``.

    ``alone``: no card has two such places. Then all of them (those of which there are two: both) can be put down
    together, whatever they begin with: a part of a run or of a set is completed by laying off. Not so for sets of
    different suits, of which not all cards may go together.
    """
    once = hand.once
    in_run = run_cards(once, least)
    # A card twice; or an ace between its king and its 2, in two runs.
    alone = not (in_run & hand.twice or in_run >> 48 & in_run >> 44 & in_run & 15)
    sets = ranks_with(least, hand.ranks)
    in_set = sets and (sets | sets >> 1 | sets >> 2 | sets >> 3) & once
    if in_run & in_set:
        alone = False
    laid_off = 0
    if once & table.fits:
        laid_off, one_place = _natural_layoffs(once, table)
        if not one_place or laid_off & (in_run | in_set | hand.twice):
            alone = False
    return in_run, in_set, laid_off, alone


def rough_points(hand: Hand, least: int, table: Table) -> int:
    """At least what natural cards that have a place (see ``natural_places``) count: as if all were aces.

    Without a look at every layout: all cards count that lie in a row with one that fits onto the table.
    """
    once, twice = hand.once, hand.twice
    cards, runs, sets = once & table.fits, in_runs(once), ranks_with(least, hand.ranks)
    if cards:
        more = 0
        while more != cards:
            more, cards = cards, cards | (cards << 4 | cards >> 4 | cards << 48 | cards >> 48) & once
    if runs:
        runs |= runs << 4 | runs << 8
        cards |= (runs >> 4 | runs << 48) & once
    if sets:
        cards |= (sets | sets >> 1 | sets >> 2 | sets >> 3) & once
    number = cards.bit_count()
    if cards & twice:
        number += (cards & twice).bit_count()
    return _DEAREST * number


def run_cards(once: int, least: int) -> int:
    """The cards of a mask that lie in a run of ``least`` cards, 3 or 4."""
    runs = in_runs(once)
    if not runs:
        return 0
    if least == 4:
        runs &= runs >> 4
        runs |= runs << 4
    runs |= runs << 4 | runs << 8
    return runs >> 4 | (runs & 15) << 48


def set_cards(once: int, least: int) -> int:
    """The cards of a mask that lie in a set of ``least`` cards, 3 or 4, each held once."""
    clubs, diamonds, hearts, spades = once & SUIT, once >> 1 & SUIT, once >> 2 & SUIT, once >> 3 & SUIT
    black, red = clubs & spades, diamonds & hearts
    sets = black & red if least == 4 else black & (diamonds | hearts) | red & (clubs | spades)
    return once & 15 * sets


def with_jokers(hand: Hand, least: int, table: Table) -> list[int]:
    """At least what pieces with jokers count, 0, 1, ... of them in all, as if no two needed the same card."""
    best = best_pieces(hand.once, hand.ranks, hand.jokers, least)
    if table.fits:
        _raise_by_layoffs(best, hand.once, hand.jokers, table)
    return best if hand.jokers == 1 else together(best)


def best_pieces(once: int, ranks: int, jokers: int, least: int) -> list[int]:
    """The most points of a new run or set with 0, 1, ... ``jokers`` jokers; for 0 it is not looked for."""
    best = [0] * (jokers + 1)
    suits = may_run(jokers, once)
    for suit in range(4):
        if suits >> suit & SUIT:
            _raise(best, best_runs(once >> suit & SUIT, jokers, least))
    for used in range(1, jokers + 1):
        sets = ranks_with(max(1, least - used), ranks)
        while sets:
            rank = (sets.bit_length() >> 2) - 1
            value = ((ranks >> 4 * rank & 15) + used) * VALUES[rank]
            if value > best[used]:
                best[used] = value
            sets ^= 8 << 4 * rank
    return best


def _raise(best: list[int], values: Sequence[int]) -> None:
    """Each of ``best`` to the value for as many jokers, if that is more."""
    for used in range(1, len(best)):
        if values[used] > best[used]:
            best[used] = values[used]


def together(best: Sequence[int]) -> list[int]:
    """The most points of pieces that have 0, 1, ... jokers in all; ``best[k]``: of a piece that has k, 0 for none."""
    most = [0] * len(best)
    for total in range(1, len(best)):
        points = most[total - 1]
        for used in range(1, total + 1):
            if best[used] + most[total - used] > points:
                points = best[used] + most[total - used]
        most[total] = points
    return most


def _natural_layoffs(once: int, table: Table) -> tuple[int, bool]:
    """The cards that can be laid off without a joker, and whether each has only one place."""
    cards, alone = 0, True
    for layout in table.layouts.values():
        if not once & layout.fits:
            continue
        if layout.rank >= 0:
            fitting = once & 15 << 4 * layout.rank
        else:
            fitting, bits = 0, _BITS[layout.suit]
            for first, last, step in layout.ends:
                for position in range(first, last + step, step):
                    bit = bits[position]
                    if not once & bit:
                        break
                    alone = alone and not fitting & bit
                    fitting |= bit
        alone = alone and not cards & fitting
        cards |= fitting
    return cards, alone


def _raise_by_layoffs(best: list[int], once: int, jokers: int, table: Table) -> None:
    for layout in table.layouts.values():
        if layout.rank < 0:
            own = once >> layout.suit & SUIT
            for first, last, step in layout.ends:
                _raise(best, best_chains(own, first, last, jokers, step))
        elif layout.wild and VALUES[layout.rank] > best[1]:
            best[1] = VALUES[layout.rank]
