"""The engine of Construction: deals games, restores and samples them, and reads and writes actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.cards import pack
from engines.construction import picture
from engines.construction.moves import BIG, DISCARD, PLACE, SMALL
from engines.construction.network import PLACES, parse_place, written
from engines.construction.reading import playing_card, read
from engines.construction.state import PACKS, ConstructionState
from plugins.chance import Chance
from plugins.contract import JSON, Action, IllegalAction
from plugins.wording import shown

_FORMS = (
    '{"t":"build","at":place}, {"t":"big","to":place}, {"t":"small","from":place,"to":place}, '
    '{"t":"king"}, {"t":"king","to":place}, {"t":"discard"}; a place is ["H" or "V",column,row]'
)
# What names a place in an action, in the order of the actions' integers.
_KEYS = {"build": ("at",), "big": ("to",), "small": ("from", "to"), "king": ("to",)}


class Construction:
    """The rules of Construction, without state."""

    def new(self, options: Mapping[str, Any], seats: int, chance: Chance) -> ConstructionState:
        """Lay the start jokers, shuffle and open the first card."""
        state = ConstructionState(chance)
        state.deal(options["adjudicate"])
        return state

    def restore(self, snapshot: JSON, chance: Chance) -> ConstructionState:
        """The state of a snapshot. Raises ValueError or KeyError if it has another shape than RULES.md says.

        A constructed position need not hold every card of the packs, nor a network that could have been built.
        """
        state = read(snapshot, chance)
        state.closed = [playing_card(card) for card in snapshot["closed"]]
        in_packs = len(state.open) + len(state.closed) + (not state.over)
        if len(state.network.cards) + in_packs > 52 * PACKS + 2:
            raise ValueError(f"snapshot: it has more cards than {PACKS} packs and the start jokers")
        return state

    def sample(self, observation: JSON, chance: Chance) -> ConstructionState:
        """A uniformly random one of the states that look like this. Raises ValueError if there is none.

        The closed pack's cards are known; every order of them is equally likely.
        """
        state = read(observation, chance)
        state.closed = [playing_card(card) for card in observation["closed_cards"]]
        cards = [*state.network.cards.values(), *state.open, *state.closed]
        if not state.over:
            cards.append(state.opened)
        if sorted(cards) != sorted(pack(PACKS, 2)) or observation["closed"] != len(state.closed):
            raise ValueError("observation: the cards laid, opened, open and closed are not whole packs")
        chance.stream("sample").shuffle(state.closed)
        return state

    def encode(self, action: Action) -> JSON:
        """The action as a JSON object. Raises IllegalAction for what is no action of Construction."""
        data = _json(action) if type(action) is int and 0 <= action <= DISCARD else None
        if data is None or _integer(data) != action:
            raise IllegalAction(f"action: {shown(action)} is no action of Construction")
        return data

    def decode(self, data: JSON) -> Action:
        """The action of a JSON object; no key more, no other type. Raises IllegalAction."""
        action = _integer(data) if type(data) is dict else None
        if action is None:
            raise IllegalAction(f"action: {shown(data)} is not one of {_FORMS}")
        return action

    def text(self, observation: JSON) -> str:
        """The table for a terminal."""
        return picture.text(observation)

    def svg(self, observation: JSON) -> str:
        """The table as an SVG picture."""
        return picture.svg(observation)


def _json(action: int) -> JSON:
    """The JSON of what looks like an action; its places may be none."""
    to = action % PLACES
    if action < BIG:
        return {"t": "build", "at": written(action)}
    if action < SMALL:
        return {"t": "big", "to": written(to)}
    if action < PLACE:
        return {"t": "small", "from": written(action // PLACES % PLACES), "to": written(to)}
    if action < DISCARD:
        return {"t": "king", "to": written(to)} if to else {"t": "king"}
    return {"t": "discard"}


def _integer(data: dict[str, Any]) -> int | None:
    """The action that ``data`` is, or None."""
    kind = data.get("t")
    if type(kind) is not str:
        return None
    if len(data) == 1:
        return DISCARD if kind == "discard" else PLACE if kind == "king" else None
    keys = _KEYS.get(kind)
    if keys is None or data.keys() != {"t", *keys}:
        return None
    try:
        places = [parse_place(data[key]) for key in keys]
    except ValueError:
        return None
    if kind == "build":
        return places[0]
    if kind == "big":
        return BIG + places[0]
    if kind == "king":
        return PLACE + places[0]
    return SMALL + places[0] * PLACES + places[1]
