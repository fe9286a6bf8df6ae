"""The new runs that a hand can lay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engines.rummy.actions import LAY
from engines.rummy.caching import kept
from engines.rummy.hand import positions
from engines.rummy.patterns import HIGHEST, LONGEST_NEW, RUN


def window(low: int, length: int) -> int:
    """The positions from ``low`` on, four bits apart."""
    return ((1 << 4 * length) - 1) // 15 << 4 * low


def subsets(mask: int, size: int) -> Iterator[int]:
    """The masks of ``size`` bits of ``mask``."""
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return map(sum, combinations(bits, size))


def starts(line: int, jokers: int) -> Iterator[int]:
    """The first positions, not all in vain, of runs of three or more with ``jokers``; see ``positions``."""
    if jokers > 1:
        yield from range(HIGHEST - 1)
        return
    second, third = line >> 4, line >> 8
    found = (line & second | third & (line | second) if jokers else line & second & third) & _STARTS
    while found:
        yield (found & -found).bit_length() >> 2
        found &= found - 1


def _windows(lengths: range) -> list[list[tuple[int, int, dict[int, int]]]]:
    """By first position all places of a new run, short ones first.

    Of each its positions, its length, and by the positions of its jokers its number among these.
    """
    places: list[list[tuple[int, int, dict[int, int]]]] = [[] for _ in range(HIGHEST)]
    number = 0
    for length in lengths:
        for low in range(HIGHEST + 2 - length):
            numbers = {}
            for wild in range((1 << length) - 1):
                numbers[sum(1 << 4 * (low + place) for place in range(length) if wild >> place & 1)] = number
                number += 1
            places[low].append((window(low, length), length, numbers))
    return places


def _actions(suit: int, lengths: range) -> list[int]:
    """The actions of a suit, by the numbers of ``_windows``."""
    return [
        LAY | RUN[suit, length, low, wild]
        for length in lengths
        for low in range(HIGHEST + 2 - length)
        for wild in range((1 << length) - 1)
    ]


_STARTS = window(0, HIGHEST - 1)
_LENGTHS = {False: range(3, 6), True: range(4, LONGEST_NEW + 1)}
_WINDOWS = {long: _windows(lengths) for long, lengths in _LENGTHS.items()}
_ACTIONS = {long: [_actions(suit, lengths) for suit in range(4)] for long, lengths in _LENGTHS.items()}


def new_runs(jokers: int, suit: int, own: int, long: bool) -> list[int]:
    """The actions LAY of all runs of ``suit`` that can be laid with its cards ``own`` (see SUIT) and ``jokers``.

    Three to five cards, four to seven if ``long``; in no order.
    """
    actions = _ACTIONS[long][suit]
    return [actions[number] for number in _numbers[min(jokers, 2)](jokers, own, long)]


@kept(none=8_192, one=8_192, more=512)
def _numbers(jokers: int, own: int, long: bool) -> tuple[int, ...]:
    line = positions(own)
    found = []
    windows = _WINDOWS[long]
    for low in starts(line, jokers):
        for place, length, numbers in windows[low]:
            missing = place & ~line
            lacks = missing.bit_count()
            if lacks > jokers:
                break  # longer ones lack as much at least
            if lacks == length:
                continue
            found.append(numbers[missing])
            # A joker may also stand where the hand has the card itself.
            for more in range(1, min(jokers, length - 1) - lacks + 1):
                found += [numbers[missing | wild] for wild in subsets(place & line, more)]
    return tuple(found)
