"""The terms on which a deal is played: the options, complete and resolved, in the form that the inner loop asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plugins.contract import InvalidOptions

JOKERS = {54: 2, 55: 3, 56: 4, 108: 4, 110: 6, 112: 8}
"""Cards of a deck -> jokers among them. The rest is one pack of 52, or two."""


class Terms:
    """Immutable.

    options:       as in snapshots; ``deck`` is a number here.
    threshold:     points that open; 0 is none.
    long_opening:  whether the new layouts of a turn begun unopened have four cards at least, not three.
    must_discard:  whether the last card must be discarded.
    distinct:      whether the cards of a set are of different suits; otherwise any cards of one rank are a set.
    fours_leave:   whether a set of four leaves the table.
    by_cards:      whether cards in hand are counted, not points.
    """

    __slots__ = (
        "by_cards",
        "distinct",
        "fours_leave",
        "long_opening",
        "must_discard",
        "options",
        "threshold",
    )

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        """Raises InvalidOptions if the deck is too small for so many seats."""
        deck = options["deck"] or (54 if seats == 2 else 108)
        most = (deck - 2) // seats
        if options["deal"] > most:
            raise InvalidOptions(
                [f"options.deal: {options['deal']} is more than {most}, the most for {seats} players with {deck} cards"]
            )
        self.options: dict[str, Any] = {**options, "deck": deck}
        self.threshold: int = options["threshold"]
        self.long_opening: bool = options["opening_layout"] == 4
        self.must_discard: bool = options["must_discard"]
        self.distinct: bool = options["sets"] == "distinct"
        self.fours_leave: bool = options["fours_leave"]
        self.by_cards: bool = options["scoring"] == "cards"
