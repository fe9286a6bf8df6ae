"""Positions of Construction seen from the other side: seats, their colours and the columns change places."""

from engines.construction.state import ConstructionState
from plugins.chance import Chance
from tests.engines.construction.positions import ENGINE

_OTHER = str.maketrans("CDHS", "DCSH")


def mirrored_place(place: list) -> list:
    """The start jokers V(0,0) and V(1,0) change places, and so does what lies left and right of both."""
    kind, column, row = place
    return [kind, (1 if kind == "V" else 0) - column, row]


def mirrored_action(data: dict) -> dict:
    """The action of the other seat on the other side."""
    return {key: value if key == "t" else mirrored_place(value) for key, value in data.items()}


def mirrored(state: ConstructionState) -> ConstructionState:
    """The same game with the seats changed."""
    data = state.snapshot()
    table = [[*mirrored_place(place), card.translate(_OTHER)] for *place, card in data["table"]]
    return ENGINE.restore(
        {
            **data,
            "player": 1 - data["player"],
            "opened": data["opened"] and data["opened"].translate(_OTHER),
            "open": [card.translate(_OTHER) for card in data["open"]],
            "closed": [card.translate(_OTHER) for card in data["closed"]],
            "table": sorted(table),
            "big": [mirrored_place(place) for place in reversed(data["big"])],
            "small": [sorted(map(mirrored_place, places)) for places in reversed(data["small"])],
            "in_hand": data["in_hand"][::-1],
            "best": data["best"][::-1],
        },
        Chance(b"mirror"),
    )
