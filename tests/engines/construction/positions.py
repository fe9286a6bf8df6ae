"""Builds positions of Construction from what matters in them; packs hold what is named and nothing more."""

from engines.construction.engine import Construction
from engines.construction.state import ConstructionState
from plugins.chance import Chance

CHANCE = Chance(b"positions")
ENGINE = Construction()


def at(word: str) -> list:
    """The JSON of a place written short: ``V0,-1``."""
    column, row = word[1:].split(",")
    return [word[0], int(column), int(row)]


def short(place: list) -> str:
    """The short form of a place's JSON."""
    return f"{place[0]}{place[1]},{place[2]}"


def position(
    table: str = "",
    opened: str | None = "5S",
    big: str = "V0,0 V1,0",
    small: tuple[str, str] = ("", ""),
    then: str = "",
    **fields: object,
) -> ConstructionState:
    """``table``: what is laid beside the start jokers, ``H0,1:5S``; ``then``: the cards opened next, in that order.

    The player follows from ``opened``, the best rows from where the big chips stand. Without ``then`` the closed pack
    is one black 2.
    """
    laid = [[*at(place), card] for place, card in (word.split(":") for word in table.split())]
    if opened is not None:
        fields = {"player": int(opened[1] in "DH"), **fields}
    return ENGINE.restore(
        {
            "options": {"adjudicate": True},
            "turn": 9,
            "player": 0,
            "phase": "play",
            "opened": opened,
            "open": [],
            "closed": then.split()[::-1] or ["2C"],
            "reshuffles": 0,
            "table": [["V", 0, 0, "JK"], ["V", 1, 0, "JK"], *laid],
            "big": [at(word) for word in big.split()],
            "small": [[at(word) for word in words.split()] for words in small],
            "in_hand": [6 - len(words.split()) for words in small],
            "best": [min(row, 10) if kind == "V" and row > 0 else 0 for kind, _, row in map(at, big.split())],
            **fields,
        },
        CHANCE,
    )


def actions(state: ConstructionState) -> list[str]:
    """The legal actions of the seat to act, in short: ``build H0,1``, ``small V0,1 V0,4``, ``discard``."""
    return [
        " ".join([action["t"], *(short(action[key]) for key in ("at", "from", "to") if key in action)])
        for action in map(ENGINE.encode, state.legal(state.player))
    ]


def of(kind: str, state: ConstructionState) -> list[str]:
    """The legal actions of one kind, without its name."""
    return [words.partition(" ")[2] for words in actions(state) if words.split()[0] == kind]


def play(state: ConstructionState, *words: str) -> ConstructionState:
    """Play actions written in short, each by the seat to act; the state."""
    for action in words:
        kind, *places = action.split()
        keys = {"build": ["at"], "small": ["from", "to"]}.get(kind, ["to"])
        data = {"t": kind} | dict(zip(keys, map(at, places), strict=False))
        state.apply(state.player, ENGINE.decode(data))
    return state


def column(ranks: str, suit: str = "C", side: str = "H0", rail: str = "A") -> str:
    """V(0,1), V(0,2), ... of these ranks, with an H of rank ``rail`` beside each: H(0,1), H(0,2), ..."""
    rows = list(enumerate(ranks, 1))
    return " ".join([f"V0,{row}:{rank}{suit} {side},{row}:{rail}{suit}" for row, rank in rows])
