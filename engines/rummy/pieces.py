"""The pieces that a hand can put down in one turn: new runs and sets of any size, lay-offs onto layouts.

A piece is a tuple: points, mask of its natural cards, mask of those of which it has two, number of jokers. Each end of
a run on the table, and each set there that takes few cards, has bits of its own above those of the cards, so that two
pieces at the same end exclude each other like two pieces with the same card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from engines.cards import JOKER
from engines.rummy.hand import SUIT, VALUES, Hand, in_runs, may_run
from engines.rummy.layout import Layout
from engines.rummy.patterns import HIGHEST
from engines.rummy.sets import ranks_with
from engines.rummy.stretches import all_runs, chains

Piece = tuple[int, int, int, int]

LOW, HIGH, ACE = 1, 2, 4
"""The bits of a layout: an end is taken; a run's ace is, at whichever end, since no run has both."""
BITS = 3  # of every layout
MOST_DISTINCT = 4  # cards of a set of different suits
MOST_ANY = 16  # cards of any other set: eight of its rank, eight jokers


def layout_bits(place: int, bits: int) -> int:
    """The bits of the layout that is the ``place``-th on the table."""
    return bits << JOKER + BITS * place


def natural_pieces(hand: Hand, layouts: Iterable[Layout], least: int, distinct: bool) -> list[Piece]:
    """The pieces of a hand without jokers, new ones of ``least`` cards or more.

    But for sets of any suits: they are found without being listed, see packing.py.
    """
    once = hand.once
    found: list[Piece] = []
    suits = in_runs(once)
    for suit in range(4):
        if suits >> suit & SUIT:
            runs = all_runs[0](0, once >> suit & SUIT, least)
            found += [(value, cards << suit, 0, 0) for value, cards, _ in runs]
    for place, layout in enumerate(layouts):
        if once & layout.fits:
            found += _on_run(layout, place, once, 0) if layout.rank < 0 else _on_set(layout, place, once, 0)
    if distinct:
        found += _new_sets(hand, 0, least, distinct)
    return found


def joker_pieces(
    hand: Hand, layouts: Iterable[Layout], jokers: int, least: int, distinct: bool, floors: Sequence[int]
) -> list[Piece]:
    """The pieces of a hand with one to ``jokers`` of its jokers that are worth considering.

    floors: the points that a piece with 0, 1, ... jokers must count.
    """
    once = hand.once
    found: list[Piece] = []
    suits, runs_with = may_run(jokers, once), all_runs[min(jokers, 2)]
    for suit in range(4):
        if suits >> suit & SUIT:
            runs = runs_with(jokers, once >> suit & SUIT, least)
            found += [(value, cards << suit, 0, used) for value, cards, used in runs if used and value >= floors[used]]
    others = _new_sets(hand, jokers, least, distinct)
    for place, layout in enumerate(layouts):
        others += _on_run(layout, place, once, jokers) if layout.rank < 0 else _on_set(layout, place, once, jokers)
    return found + [piece for piece in others if piece[3] and piece[0] >= floors[piece[3]]]


def natural_sets(hand: Hand, layouts: Iterable[Layout], least: int) -> list[Piece]:
    """The sets of any suits without jokers, and single cards that can be laid off onto such a set."""
    found = _new_sets(hand, 0, least, False)
    for layout in layouts:
        if layout.rank >= 0:
            own = hand.once & layout.fits
            while own:
                found.append((VALUES[layout.rank], own & -own, 0, 0))
                own &= own - 1
    return found


def _new_sets(hand: Hand, jokers: int, least: int, distinct: bool) -> list[Piece]:
    """New sets with up to ``jokers`` jokers."""
    found: list[Piece] = []
    most = MOST_DISTINCT if distinct else MOST_ANY
    ranks = ranks_with(max(1, least - jokers), hand.ranks)
    while ranks:
        shift = (ranks & -ranks).bit_length() - 4
        twos = 0 if distinct else hand.twice >> shift & 15
        found += of_rank(shift >> 2, hand.once >> shift & 15, twos, jokers, least, most)
        ranks &= ranks - 1
    return [piece for piece in found if piece[1]]


def sets_of_any_suits(hand: Hand, layouts: Iterable[Layout], least: int) -> list[tuple[int, int]]:
    """The ranks of which natural cards can be put down together whatever their suits, each with the fewest of them."""
    sets = {}
    ranks = ranks_with(least, hand.ranks)
    while ranks:
        sets[(ranks & -ranks).bit_length() - 4 >> 2] = least
        ranks &= ranks - 1
    for layout in layouts:
        if hand.once & layout.fits and layout.rank >= 0:
            sets[layout.rank] = 1
    return list(sets.items())


def _on_run(layout: Layout, place: int, once: int, jokers: int) -> Iterator[Piece]:
    """What can be laid off onto either end of a run."""
    suit = layout.suit
    own = once >> suit & SUIT
    for first, last, step in layout.ends:
        end = layout_bits(place, LOW if step < 0 else HIGH)
        with_ace = end | layout_bits(place, ACE)
        for value, cards, used, length in chains[min(jokers, 2)](jokers, own, first, last, step):
            taken = with_ace if first + step * (length - 1) in (0, HIGHEST) else end
            yield value, cards << suit | taken, 0, used


def _on_set(layout: Layout, place: int, once: int, jokers: int) -> Iterator[Piece]:
    """What can be laid off onto a set, but for natural cards onto one of any suits."""
    if not layout.distinct:
        if jokers:
            yield VALUES[layout.rank], 0, 0, 1
        return
    fitting, room = (once & layout.fits) >> 4 * layout.rank & 15, MOST_DISTINCT - len(layout.cards)
    for value, cards, pairs, used in of_rank(layout.rank, fitting, 0, jokers, 1, room):
        yield value, cards | layout_bits(place, LOW), pairs, used


@lru_cache(maxsize=4_096)
def of_rank(rank: int, once: int, twice: int, jokers: int, fewest: int, most: int) -> tuple[Piece, ...]:
    """``fewest`` to ``most`` cards of a rank and jokers for it, together; repeats included.

    once, twice: the suits held at least once, and twice, in four bits.
    """
    pieces = []
    held = [1 + (once >> suit & 1) + (twice >> suit & 1) for suit in range(4)]
    for counts in product(*map(range, held)):
        naturals = sum(counts)
        cards = sum(1 << suit for suit, count in enumerate(counts) if count)
        pairs = sum(1 << suit for suit, count in enumerate(counts) if count == 2)
        for used in range(max(0, fewest - naturals), min(jokers, most - naturals) + 1):
            pieces.append(((naturals + used) * VALUES[rank], cards << 4 * rank, pairs << 4 * rank, used))
    return tuple(pieces)
