"""The check that no card appears or vanishes in the course of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from plugins.conformance.errors import ConformanceError
from plugins.contract import JSON

if TYPE_CHECKING:
    from plugins.conformance.subject import Table

POSITIONS = 200

_CARDS = {"JK", *(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")}
_SAID_AGAIN = ("as", "known")


def written_cards(snapshot: JSON) -> Iterator[str]:
    """Every string of the snapshot that is a rank and a suit or ``JK``, a minus before it left away.

    What stands under the keys ``as`` (what a joker stands for) and ``known`` (which cards of a hand others know) is
    left out: it says again what is elsewhere.
    """
    if isinstance(snapshot, dict):
        for key, value in snapshot.items():
            if key not in _SAID_AGAIN:
                yield from written_cards(value)
    elif isinstance(snapshot, list | tuple):
        for value in snapshot:
            yield from written_cards(value)
    elif isinstance(snapshot, str) and snapshot.removeprefix("-") in _CARDS:
        yield snapshot.removeprefix("-")


def cards_are_conserved(table: Table) -> int:
    """The cards of a game are the same from the deal to the end."""
    looked = 0
    cards = table.subject.cards
    if cards is None:
        return looked
    for game in table.games():
        dealt: Counter[str] | None = None
        for position in game.positions(POSITIONS):
            looked += 1
            found = Counter(cards(position.state.snapshot()))
            if not found:
                raise ConformanceError(
                    str(position),
                    "no card was found in the snapshot",
                    "say where they are with cards=function, or cards=None if the game has none",
                )
            dealt = dealt or found
            if found != dealt:
                more, fewer = (" ".join(sorted(part.elements())) for part in (found - dealt, dealt - found))
                changes = [f"{verb} {which:.100}" for verb, which in (("gained", more), ("lost", fewer)) if which]
                raise ConformanceError(
                    str(position),
                    f"since the deal the game has {' and '.join(changes)}",
                    "every card stays in the game, and is in the snapshot once "
                    "(say which strings are cards with cards=function)",
                )
    return looked
