"""Labelled random streams and shuffles that are the same on every machine, Python version and language.

A stream is a sequence of 32-bit words, read from blocks of 272 bytes. Block ``k`` (0, 1, 2, ...) of a stream is::

    SHAKE-256( b"croupier chance 1" | b"S" | u32(len(seed)) | seed | u32(len(label)) | label | u64(k) ), 272 bytes

with ``|`` for joining, ``label`` in UTF-8, lengths in bytes, ``u32`` and ``u64`` unsigned big-endian integers of 4 and
8 bytes. A block is 68 words, each big-endian; block follows block.

``below(n)`` reads the fewest words that can tell n values apart, at least one, as one big-endian number ``x`` out of
``M = 2**(32 * words)``. If ``x`` is ``M - M % n`` or more it is thrown away and as many words are read anew; otherwise
the answer is ``x % n``.

``shuffle(items)`` is Fisher-Yates from the end: for ``i`` from ``len(items) - 1`` down to 1, ``j = below(i + 1)``,
then items ``i`` and ``j`` change places.

``derive(label)`` is a Chance whose seed is the first 32 bytes of the block above with ``k = 0`` and ``b"D"`` in place
of ``b"S"``.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from hashlib import shake_256
from itertools import chain, count
from struct import Struct
from typing import Any, TypeVar

T = TypeVar("T")

_NAME = b"croupier chance 1"
_BLOCK_BYTES = 272  # two permutations of SHAKE-256; one block shuffles a pack of 52
_words_of = Struct(">68I").unpack
_WORD = 1 << 32


def _prefix(purpose: bytes, seed: bytes, label: str) -> bytes:
    name = label.encode()
    return b"".join((_NAME, purpose, len(seed).to_bytes(4, "big"), seed, len(name).to_bytes(4, "big"), name))


class Stream:
    """One random stream, read from its beginning. Made by ``Chance.stream``."""

    __slots__ = ("_next", "_prefix")

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix
        words: Iterator[int] = chain.from_iterable(map(self._block, count()))
        self._next = words.__next__

    def _block(self, number: int) -> tuple[Any, ...]:
        return _words_of(shake_256(self._prefix + number.to_bytes(8, "big")).digest(_BLOCK_BYTES))

    def below(self, n: int) -> int:
        """A uniform integer from 0 to n - 1. Raises ValueError unless n >= 1."""
        if n < 1:
            raise ValueError("below: n is less than 1; there is no number to draw")
        read = self._next
        if n <= _WORD:
            greatest = _WORD - n
            while True:
                word = read()
                answer = word % n
                # The multiple of n that word lies in is a whole one.
                if word - answer <= greatest:
                    return answer
        words = ((n - 1).bit_length() + 31) // 32
        greatest = (1 << 32 * words) - n
        while True:
            number = 0
            for _ in range(words):
                number = number << 32 | read()
            answer = number % n
            if number - answer <= greatest:
                return answer

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put ``items`` (at most 2**32) in random order, in place; every order is equally likely."""
        # ``below`` written out: shuffles are the hot loop of most games.
        read, space = self._next, _WORD
        for i in range(len(items) - 1, 0, -1):
            n = i + 1
            word = read()
            j = word % n
            while word - j > space - n:
                word = read()
                j = word % n
            items[i], items[j] = items[j], items[i]

    def choice(self, items: Sequence[T]) -> T:
        """One of ``items``: ``items[below(len(items))]``. Raises ValueError if there is none."""
        if not items:
            raise ValueError("choice: there is nothing to choose from")
        return items[self.below(len(items))]


class Chance:
    """A secret seed from which any number of independent streams and further chances are derived by label."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        if not isinstance(seed, bytes):
            raise TypeError(f"seed: {type(seed).__name__} is not bytes")
        self._seed = seed

    def __repr__(self) -> str:
        # A deal is secret until every game on it is over: no seed in a log or a traceback.
        return "<Chance>"

    def stream(self, label: str) -> Stream:
        """The stream ``label`` from its beginning; the same label always gives the same stream."""
        return Stream(_prefix(b"S", self._seed, label))

    def derive(self, label: str) -> Chance:
        """A chance for a part of the whole, such as a game of a match; no stream of it is one of ``self``'s."""
        return Chance(shake_256(_prefix(b"D", self._seed, label) + bytes(8)).digest(32))
