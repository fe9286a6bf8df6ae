"""What a hand can put down in one turn at most, cheap enough to be asked before every move.

Without jokers that is every card that has a place at all. For every joker it is the best piece that it can be in, as if
no two of them needed the same card.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.rummy.hand import SUIT, VALUES, Hand, in_runs
from engines.rummy.patterns import card_at
from engines.rummy.pieces import high_end, low_end
from engines.rummy.sets import ranks_with
from engines.rummy.stretches import best_chains, best_runs
from engines.rummy.table import Table


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
    suits = [best_runs(once >> suit & SUIT, jokers, least) for suit in range(4)]
    best = list(map(max, *suits)) if jokers > 1 else [0, max(suits)[1]]
    for used in range(1, jokers + 1):
        sets = ranks_with(max(1, least - used), ranks)
        while sets:
            rank = (sets.bit_length() >> 2) - 1
            value = ((ranks >> 4 * rank & 15) + used) * VALUES[rank]
            if value > best[used]:
                best[used] = value
            sets ^= 8 << 4 * rank
    return best


def together(best: Sequence[int]) -> list[int]:
    """The most points of pieces that have 0, 1, ... jokers in all; ``best[k]``: of a piece that has k, 0 for none."""
    most = [0] * len(best)
    for total in range(1, len(best)):
        most[total] = max([most[total - 1], *(best[used] + most[total - used] for used in range(1, total + 1))])
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
            fitting, suit = 0, layout.suit
            for first, last, step in ((*low_end(layout), -1), (*high_end(layout), 1)):
                for position in range(first, last + step, step):
                    bit = 1 << card_at(suit, position)
                    if not once & bit:
                        break
                    alone = alone and not fitting & bit
                    fitting |= bit
        alone = alone and not cards & fitting
        cards |= fitting
    return cards, alone


def _raise_by_layoffs(best: list[int], once: int, jokers: int, table: Table) -> None:
    for layout in table.layouts.values():
        if layout.rank >= 0:
            if layout.wild:
                best[1] = max(best[1], VALUES[layout.rank])
            continue
        own = once >> layout.suit & SUIT
        for first, last, step in ((*low_end(layout), -1), (*high_end(layout), 1)):
            for used, value in enumerate(best_chains(own, first, last, jokers, step)):
                if value > best[used]:
                    best[used] = value
