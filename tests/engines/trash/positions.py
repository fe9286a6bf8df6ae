"""Builds positions of Trash from what matters in them; the rest of the packs lies at the bottom of the stock."""

from collections import Counter

from engines.cards import NAMES
from engines.trash.engine import Trash
from engines.trash.state import TrashState
from plugins.chance import Chance

CHANCE = Chance(b"positions")


def position(
    layouts: list[str],
    draws: str = "",
    discard: str = "",
    rest: bool = True,
    **fields: object,
) -> TrashState:
    """``layouts``: the places of a seat as words, "." for any face-down card; ``draws``: the next cards of the stock.

    With ``rest`` the cards not named fill the "." places and the bottom of the stock; without it "." is a king.
    """
    words = [layout.split() for layout in layouts]
    drawn, discards = draws.split(), discard.split()
    packs = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}[len(layouts)]
    named = Counter(word.removeprefix("-") for words_ in [*words, drawn, discards] for word in words_ if word != ".")
    held = fields.get("held")
    named.update([held] if held else [])
    left = Counter(NAMES[:52] * packs)
    assert named <= left, named - left
    pool = sorted((left - named).elements())
    filled = [["-" + (pool.pop() if rest else "KS") if word == "." else word for word in row] for row in words]
    return Trash().restore(
        {
            "hand": 1,
            "turn": 2,
            "reshuffles": 0,
            "starter": 0,
            "player": 0,
            "phase": "draw",
            "sizes": [len(row) for row in words],
            "won": [10 - len(row) for row in words],
            "held": None,
            "discard": discards,
            "layouts": filled,
            "stock": (pool if rest else []) + drawn[::-1],
            **fields,
        },
        CHANCE,
    )
