"""Actions as numbers, and as the JSON objects of RULES.md.

An action is a number: the higher bits say what is done, the lower ones with what. A discard is the number of its card,
everything else is negative, and the order of the numbers is the order in which legal actions are listed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.cards import JOKER, NAMES, names, parse
from engines.rummy.patterns import LONGEST_NEW, NUMBER, PATTERNS, ROLE_NAMES
from plugins.contract import JSON, IllegalAction
from plugins.wording import shown

SHIFT = 21
REST = (1 << SHIFT) - 1  # the lower bits of an action
DRAW, TAKE, TAKE_ON, LAY, OFF, SWAP = (kind << SHIFT for kind in range(-6, 0))
"""The draw; what the other kinds but the discard add to their lower bits."""
LAYOUTS = 256  # more layouts than a deal can have; their numbers are below

_ROLES = {name: role for role, name in enumerate(ROLE_NAMES) if role != JOKER}
_FORMS = (
    '{"t":"draw"}, {"t":"take","cards":[...],"as":[...]}, {"t":"take","on":0,"as":"8H"}, '
    '{"t":"lay","cards":[...],"as":[...]}, {"t":"off","card":"8H","on":0,"as":"8H"}, '
    '{"t":"swap","card":"8H","on":0}, {"t":"discard","card":"8H"}'
)


def take_on(number: int, role: int) -> int:
    """Take the open card and lay it off onto layout ``number`` as ``role``."""
    return TAKE_ON | number << 7 | role


def off(number: int, card: int, role: int) -> int:
    """Lay ``card`` off onto layout ``number`` as ``role``."""
    return OFF | (number << 6 | card) << 7 | role


def off_parts(action: int) -> tuple[int, int, int]:
    """The layout, the card and the role of an action ``off``."""
    return action >> 13 & 255, action >> 7 & 63, action & 127


def swap(number: int, card: int) -> int:
    """Put ``card`` into layout ``number`` for the joker that stands for it."""
    return SWAP | number << 6 | card


def encode(action: object) -> JSON:
    """The action as a JSON object. Raises IllegalAction for what is no action of Rummy."""
    if type(action) is int:
        kind, rest = action & ~REST, action & REST
        if action == DRAW:
            return {"t": "draw"}
        if kind in (TAKE, LAY) and rest < len(PATTERNS):
            pattern = PATTERNS[rest]
            roles = [ROLE_NAMES[role] for role in pattern.roles]
            return {"t": "take" if kind == TAKE else "lay", "cards": names(pattern.cards), "as": roles}
        role = rest & 127
        if kind == TAKE_ON and _is_role(role) and rest >> 7 < LAYOUTS:
            return {"t": "take", "on": rest >> 7, "as": ROLE_NAMES[role]}
        card = rest >> 7 & 63
        if kind == OFF and _is_role(role) and (card == JOKER or card == role < JOKER):
            return {"t": "off", "card": NAMES[card], "on": rest >> 13, "as": ROLE_NAMES[role]}
        card = rest & 63
        if kind == SWAP and card < JOKER and rest >> 6 < LAYOUTS:
            return {"t": "swap", "card": NAMES[card], "on": rest >> 6}
        if 0 <= action <= JOKER:
            return {"t": "discard", "card": NAMES[action]}
    raise IllegalAction(f"action: {shown(action)} is no action of Rummy")


def decode(data: JSON) -> int:
    """The action of a JSON object; no key more, no other type. Raises IllegalAction."""
    if type(data) is dict and type(data.get("t")) is str:
        reader = _READERS.get((data["t"], len(data)))
        action = None if reader is None else reader(data)
        if action is not None:
            return action
    raise IllegalAction(f"action: {shown(data)} is not one of {_FORMS}")


def _is_role(role: int) -> bool:
    return role < len(ROLE_NAMES) and role != JOKER


def _draw(data: dict[Any, Any]) -> int:
    return DRAW


def _lay(data: dict[Any, Any]) -> int | None:
    cards, roles = _all(data.get("cards"), _card), _all(data.get("as"), _role)
    number = None if cards is None or roles is None else NUMBER.get((cards, roles))
    return None if number is None else LAY | number


def _take(data: dict[Any, Any]) -> int | None:
    if "on" in data:
        number, role = _layout(data["on"]), _role(data.get("as"))
        return None if number is None or role is None else take_on(number, role)
    lay = _lay(data)
    return None if lay is None else lay - LAY + TAKE


def _off(data: dict[Any, Any]) -> int | None:
    number, card, role = _layout(data.get("on")), _card(data.get("card")), _role(data.get("as"))
    if number is None or card is None or role is None or card not in (JOKER, role):
        return None
    return off(number, card, role)


def _swap(data: dict[Any, Any]) -> int | None:
    number, card = _layout(data.get("on")), _card(data.get("card"))
    return None if number is None or card is None or card == JOKER else swap(number, card)


def _discard(data: dict[Any, Any]) -> int | None:
    return _card(data.get("card"))


_READERS: dict[tuple[str, int], Callable[[dict[Any, Any]], int | None]] = {
    ("draw", 1): _draw,
    ("take", 3): _take,
    ("lay", 3): _lay,
    ("off", 4): _off,
    ("swap", 3): _swap,
    ("discard", 2): _discard,
}
"""What reads the objects of a kind with so many keys; each looks for all of its keys."""


def _card(value: object) -> int | None:
    try:
        return parse(value)
    except ValueError:
        return None


def _role(value: object) -> int | None:
    return _ROLES.get(value) if type(value) is str else None


def _layout(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < LAYOUTS else None


def _all(value: object, read: Callable[[object], int | None]) -> tuple[int, ...] | None:
    """What is read of every item of a list as long as a new layout can be."""
    if type(value) is not list or len(value) > LONGEST_NEW:
        return None
    items = [read(item) for item in value]
    return None if None in items else tuple([item for item in items if item is not None])
