"""The engine of Trash: deals games, restores and samples them, and reads and writes actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engines.cards import names, pack, parse
from engines.trash import picture
from engines.trash.state import DRAW, JACK, LARGEST, NOTHING, PHASES, STOCK, TAKE, TrashState, packs
from plugins.chance import Chance
from plugins.contract import JSON, Action, IllegalAction
from plugins.wording import shown

_FORMS = '{"t":"stock"}, {"t":"take"}, {"t":"jack","place":1 to 10}'


class Trash:
    """The rules of Trash, without state."""

    def new(self, options: Mapping[str, Any], seats: int, chance: Chance) -> TrashState:
        """Deal hand 1; seat 0 starts."""
        state = TrashState(chance)
        state.sizes = [options["start_size"]] * seats
        state.won = [0] * seats
        state.starter = 0
        state.deal(1)
        return state

    def restore(self, snapshot: JSON, chance: Chance) -> TrashState:
        """The state of a snapshot. Raises ValueError or KeyError if it has another shape than RULES.md says.

        A constructed position need not hold every card of the packs.
        """
        state = _open(snapshot, chance)
        layouts = snapshot["layouts"]
        state.layouts = [[parse(card.removeprefix("-")) for card in layout] for layout in layouts]
        state.stock = [parse(card) for card in snapshot["stock"]]
        state.resume([[card.startswith("-") for card in layout] for layout in layouts])
        return state

    def sample(self, observation: JSON, chance: Chance) -> TrashState:
        """A uniformly random one of the states that look like this. Raises ValueError if there is none.

        Every arrangement of the unseen cards is equally likely, for no choice in the game depends on a hidden card.
        """
        state = _open(observation, chance)
        layouts = [[NOTHING if card is None else parse(card) for card in layout] for layout in observation["layouts"]]
        seen = [card for layout in layouts for card in layout if card != NOTHING] + state.discard
        if state.held != NOTHING:
            seen.append(state.held)
        unseen = _without(pack(packs(len(state.sizes))), seen)
        stream = chance.stream("sample")
        if observation["stock_cards"] is None:
            stream.shuffle(unseen)
            cut = len(unseen) - observation["stock"]
            hidden, state.stock = unseen[:cut], unseen[cut:]
        else:
            state.stock = [parse(card) for card in observation["stock_cards"]]
            hidden = _without(unseen, state.stock)
            stream.shuffle(hidden)
            stream.shuffle(state.stock)
        if len(hidden) != sum(layout.count(NOTHING) for layout in layouts) or len(state.stock) != observation["stock"]:
            raise ValueError("observation: the cards seen, face down and in the stock are not whole packs")
        state.layouts = [[hidden.pop() if card == NOTHING else card for card in layout] for layout in layouts]
        state.resume([[card == NOTHING for card in layout] for layout in layouts])
        return state

    def encode(self, action: Action) -> JSON:
        """The action as a JSON object. Raises IllegalAction for what is no action of Trash."""
        if type(action) is int:
            if action == STOCK:
                return {"t": "stock"}
            if action == TAKE:
                return {"t": "take"}
            if 1 <= action <= 10:
                return {"t": "jack", "place": action}
        raise IllegalAction(f"action: {shown(action)} is no action of Trash")

    def decode(self, data: JSON) -> Action:
        """The action of a JSON object; no key more, no other type. Raises IllegalAction."""
        if type(data) is dict and type(data.get("t")) is str:
            kind = data["t"]
            if len(data) == 1 and kind in ("stock", "take"):
                return STOCK if kind == "stock" else TAKE
            if len(data) == 2 and kind == "jack" and type(data.get("place")) is int and 1 <= data["place"] <= 10:
                place: int = data["place"]
                return place
        raise IllegalAction(f"action: {shown(data)} is not one of {_FORMS}")

    def text(self, observation: JSON) -> str:
        """The table for a terminal."""
        return picture.text(observation)

    def svg(self, observation: JSON) -> str:
        """The table as an SVG picture."""
        return picture.svg(observation)


def _open(data: JSON, chance: Chance) -> TrashState:
    """What a snapshot and an observation say alike."""
    state = TrashState(chance)
    state.sizes, state.won = list(data["sizes"]), list(data["won"])
    if not len(state.sizes) == len(state.won) == len(data["layouts"]) or not 2 <= len(state.sizes) <= 6:
        raise ValueError("sizes, won and layouts do not have the same number of seats, from 2 to 6")
    for seat, layout in enumerate(data["layouts"]):
        if len(layout) > LARGEST:
            raise ValueError(f"layouts: that of seat {seat} has {len(layout)} places, more than {LARGEST}")
    state.hand, state.turn, state.reshuffles = data["hand"], data["turn"], data["reshuffles"]
    state.starter, state.player = data["starter"], data["player"]
    state.phase = PHASES.index(data["phase"])
    state.discard = [parse(card) for card in data["discard"]]
    state.held = NOTHING if data["held"] is None else parse(data["held"])
    if (state.phase == JACK and state.held == NOTHING) or (state.phase == DRAW and state.held != NOTHING):
        raise ValueError(f"held: {shown(data['held'])} does not go with the phase {data['phase']}")
    return state


def _without(cards: list[int], gone: list[int]) -> list[int]:
    """``cards``, ascending, without ``gone``. Raises ValueError if one of ``gone`` is not among them."""
    left, lost = Counter(cards), Counter(gone)
    if not lost <= left:
        raise ValueError(f"observation: more of {', '.join(names(sorted(lost - left)))} than the packs have")
    return sorted((left - lost).elements())
