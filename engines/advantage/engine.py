"""The engine of Advantage: deals games, restores and samples them, and reads and writes actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.advantage import picture
from engines.advantage.masks import PAIRS
from engines.advantage.reading import restored
from engines.advantage.sampling import sampled
from engines.advantage.state import ACTIONS, EXCHANGE, LAY, PAIR, PASS, AdvantageState
from engines.cards import NAMES, names
from plugins.chance import Chance
from plugins.contract import JSON, Action, IllegalAction
from plugins.wording import shown

_FORMS = (
    '{"t":"lay","card":card,"pile":0 to 2}, {"t":"exchange","card":card,"pile":0 to 2}, {"t":"pass"}, '
    '{"t":"pair","cards":[card,card]}; a card is like "5H", a pair in the order C D H S'
)
_CARDS = {name: card for card, name in enumerate(NAMES[:52])}
_PAIRS = {tuple(names(pair)): PAIR + number for number, pair in enumerate(PAIRS)}


class Advantage:
    """The rules of Advantage, without state."""

    def new(self, options: Mapping[str, Any], seats: int, chance: Chance) -> AdvantageState:
        """Deal a game, and play on to its first choice."""
        state = AdvantageState()
        state.deal(options["lead"] == "alternate", chance)
        return state

    def restore(self, snapshot: JSON, chance: Chance) -> AdvantageState:
        """The state of a snapshot. Raises ValueError or KeyError if it has another shape than RULES.md says.

        A constructed position need not hold every card of the pack.
        """
        return restored(snapshot)

    def sample(self, observation: JSON, chance: Chance) -> AdvantageState:
        """A uniformly random one of the states that look like this. Raises ValueError or KeyError if there is none."""
        return sampled(observation, chance.stream("sample"))

    def encode(self, action: Action) -> JSON:
        """The action as a JSON object. Raises IllegalAction for what is no action of Advantage."""
        if type(action) is int and LAY <= action < ACTIONS:
            if action >= PAIR:
                return {"t": "pair", "cards": names(PAIRS[action - PAIR])}
            if action == PASS:
                return {"t": "pass"}
            kind, first = ("lay", LAY) if action < EXCHANGE else ("exchange", EXCHANGE)
            card, pile = divmod(action - first, 3)
            return {"t": kind, "card": NAMES[card], "pile": pile}
        raise IllegalAction(f"action: {shown(action)} is no action of Advantage")

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


def _integer(data: dict[str, Any]) -> int | None:
    """The action that ``data`` is, or None."""
    kind = data.get("t")
    if type(kind) is not str:
        return None
    if kind == "pass":
        return PASS if len(data) == 1 else None
    if kind == "pair":
        cards = data.get("cards")
        if len(data) != 2 or type(cards) is not list or not all(type(card) is str for card in cards):
            return None
        return _PAIRS.get(tuple(cards))
    if kind not in ("lay", "exchange") or len(data) != 3:
        return None
    name, pile = data.get("card"), data.get("pile")
    if type(name) is not str or name not in _CARDS or type(pile) is not int or not 0 <= pile <= 2:
        return None
    return (LAY if kind == "lay" else EXCHANGE) + 3 * _CARDS[name] + pile
