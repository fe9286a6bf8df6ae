"""Builds positions of Rummy from what matters in them."""

from engines.rummy import INFO
from engines.rummy.engine import Rummy
from engines.rummy.state import RummyState
from plugins.chance import Chance
from plugins.options import complete_options

CHANCE = Chance(b"positions")
RUMMY = Rummy()


def laid(words: str) -> dict:
    """A layout: "9H JK=TH JH" is a run, "8C 8H JK" a set (its jokers need no role)."""
    cards, roles = [], []
    for word in words.split():
        card, _, role = word.partition("=")
        cards.append(card)
        roles.append(role or card)
    kind = "run" if len({role[1] for role in roles if role != "JK"}) == 1 and len({r[0] for r in roles}) > 1 else "set"
    if "JK" in roles:
        kind, rank = "set", cards[0][0]
        roles = [f"{rank}*" if role == "JK" else role for role in roles]
    return {"kind": kind, "cards": cards, "as": roles}


def position(
    hands: list[str],
    variant: str = "a",
    layouts: list[str] | tuple[str, ...] = (),
    *,
    open: str = "2C",
    draws: str = "3C 4C",
    opened: list[bool] | bool = False,
    options: dict | None = None,
    **fields: object,
) -> RummyState:
    """Seat 0 is to play; by default it has drawn, and there are two packs.

    ``draws``: the next cards of the closed pile, its top first.
    """
    opened = [opened] * len(hands) if isinstance(opened, bool) else opened
    resolved = complete_options(INFO, options or {}, variant)
    resolved["deck"] = resolved["deck"] or 108
    snapshot = {
        "options": resolved,
        "turn": 5,
        "player": 0,
        "phase": "play",
        "points": 0,
        "opened": opened,
        "may_swap": opened,
        "layouts": [{"number": number, **laid(words)} for number, words in enumerate(layouts)],
        "next_layout": len(layouts),
        "open": open.split(),
        "closed": draws.split()[::-1],
        "closed_known": 0,
        "turn_overs": 0,
        "hands": [hand.split() for hand in hands],
        "known": [[] for _ in hands],
        **fields,
    }
    snapshot.setdefault("opening", not snapshot["opened"][snapshot["player"]])
    return RUMMY.restore(snapshot, CHANCE)


def legal(state: RummyState, *kinds: str) -> list[dict]:
    """The legal actions of the player to move as JSON, those of some kinds or all."""
    actions = [RUMMY.encode(action) for action in state.legal(state.player)]
    return [action for action in actions if not kinds or action["t"] in kinds]


def lay(words: str, kind: str = "lay") -> dict:
    """A new layout as an action; see ``laid``."""
    layout = laid(words)
    return {"t": kind, "cards": layout["cards"], "as": layout["as"]}


def off(card: str, on: int, role: str | None = None) -> dict:
    return {"t": "off", "card": card, "on": on, "as": role or card}


def swap(card: str, on: int) -> dict:
    return {"t": "swap", "card": card, "on": on}


def discard(card: str) -> dict:
    return {"t": "discard", "card": card}


def take_on(on: int, role: str) -> dict:
    return {"t": "take", "on": on, "as": role}


DRAW = {"t": "draw"}


def play(state: RummyState, *actions: dict) -> RummyState:
    for action in actions:
        state.apply(state.player, RUMMY.decode(action))
    return state
