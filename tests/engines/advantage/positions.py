"""Builds positions of Advantage from what matters in them; there are no cards but those that are named."""

from engines.advantage.engine import Advantage
from engines.advantage.state import AdvantageState
from plugins.chance import Chance

ENGINE = Advantage()
PHASES = ("lay", "exchange", "pair")


def snapshot(hand: str, piles: str, other: str = "", round: int = 1, draws: str = "", **fields: object) -> dict:
    """Seat 0, who has ``hand``, begins a round of cycle 1; commas part ``piles``; ``draws``: the stock, top first."""
    return {
        "options": {"lead": "fixed"},
        "cycle": 1,
        "round": round,
        "player": 0,
        "phase": PHASES[round - 1],
        "leader": 0,
        "drew": False,
        "moved": False,
        "paired": False,
        "began_empty": not draws,
        "dry_cycles": 0,
        "hands": [hand.split(), other.split()],
        "known": [[], []],
        "piles": [pile.split() for pile in piles.split(",")],
        "pairs": [[], []],
        "stock": draws.split()[::-1],
        **fields,
    }


def position(*args: str, **fields: object) -> AdvantageState:
    """The state of such a snapshot, played on to its first choice."""
    return ENGINE.restore(snapshot(*args, **fields), Chance(b""))


def actions(state: AdvantageState) -> list[str]:
    """The legal actions of the seat to act, in short: ``lay 5H 0``, ``exchange 5H 1``, ``pass``, ``pair 7D 7H``."""
    return [
        " ".join([str(word) for key in data for word in (data[key] if key == "cards" else [data[key]])])
        for data in map(ENGINE.encode, state.legal(state.player))
    ]


def play(state: AdvantageState, *actions: str) -> AdvantageState:
    """Play actions written in short, each by the seat to act; the state."""
    for action in actions:
        state.apply(state.player, ENGINE.decode(data(action)))
    return state


def data(action: str) -> dict:
    """The JSON of an action written in short."""
    kind, *words = action.split()
    if kind == "pair":
        return {"t": kind, "cards": words}
    return {"t": kind, "card": words[0], "pile": int(words[1])} if words else {"t": kind}
