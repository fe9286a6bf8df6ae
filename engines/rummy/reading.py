"""Reads snapshots, and what observations say like them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engines.cards import JOKER, NAMES, pack, parse
from engines.rummy.actions import LAYOUTS
from engines.rummy.hand import Hand
from engines.rummy.layout import laid
from engines.rummy.patterns import ROLE_NAMES
from engines.rummy.state import DRAWING, OVER, PHASES, PLAYING, RummyState
from engines.rummy.terms import JOKERS, Terms
from plugins.contract import JSON
from plugins.wording import shown

_ROLES = {name: role for role, name in enumerate(ROLE_NAMES)}


def restored(snapshot: JSON) -> RummyState:
    """The state of a snapshot. Raises ValueError or KeyError if it has another shape than RULES.md says."""
    state = read_open(snapshot)
    state.hands = [Hand(read_cards(cards)) for cards in snapshot["hands"]]
    state.known = [read_cards(cards) for cards in snapshot["known"]]
    state.closed = read_cards(snapshot["closed"])
    state.closed_known = _count(snapshot, "closed_known", 0, len(state.closed))
    held = [card for hand in state.hands for card in hand.cards]
    without(full_deck(state.terms), held + state.closed + state.open + on_table(state))
    check(state)
    return state


def read_open(data: JSON) -> RummyState:
    """What a snapshot and an observation say alike; hands, known cards and the closed pile are not set."""
    seats = len(data["hands"])
    if not 2 <= seats <= 4 or not seats == len(data["opened"]) == len(data["may_swap"]):
        raise ValueError("hands, opened and may_swap do not have the same number of seats, from 2 to 4")
    state = RummyState(Terms(data["options"], seats))
    state.turn = _count(data, "turn", 1)
    state.player = _count(data, "player", 0, seats - 1)
    state.phase = PHASES.index(data["phase"])
    state.points = _count(data, "points", 0)
    state.turn_overs = _count(data, "turn_overs", 0)
    state.next_layout = _count(data, "next_layout", 0, LAYOUTS)
    state.opening = _flag(data["opening"])
    state.opened = [_flag(value) for value in data["opened"]]
    state.may_swap = [_flag(value) for value in data["may_swap"]]
    state.open = read_cards(data["open"])
    for item in data["layouts"]:
        number = _count(item, "number", 0, state.next_layout - 1)
        if number <= max(state.table.layouts, default=-1):
            raise ValueError(f"layouts: the number {number} does not come after those before it")
        layout = laid(read_cards(item["cards"]), [_role(name) for name in item["as"]], state.terms.distinct)
        if item["kind"] != ("run" if layout.rank < 0 else "set"):
            raise ValueError(f"layouts: number {number} is no {shown(item['kind'])}")
        if state.terms.fours_leave and layout.rank >= 0 and len(layout.cards) == 4:
            raise ValueError(f"layouts: number {number} is a set of four, which would have left the table")
        state.table.put(number, layout)
    return state


def check(state: RummyState) -> None:
    """Raises ValueError if the parts of a state do not go together."""
    seats = len(state.hands)
    if len(state.known) != seats:
        raise ValueError(f"known: it has {len(state.known)} seats, not {seats}")
    for seat, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
        if not Counter(known) <= Counter(hand.cards):
            raise ValueError(f"known[{seat}]: not all of these cards are in the hand")
        if not hand.cards and state.phase != OVER:
            raise ValueError(f"hands[{seat}]: it is empty, but the phase is {PHASES[state.phase]}")
    opened, threshold = state.opened[state.player], state.terms.threshold
    if threshold and state.may_swap != state.opened:
        raise ValueError("may_swap: with a threshold it is the same as opened")
    if state.phase == DRAWING and (state.points or state.opening == opened):
        raise ValueError("points and opening: before the draw there are no points, and opening is: has not opened")
    if not state.opening and not opened:
        raise ValueError("opening: it is false, but the player has not opened")
    if state.opening and opened and not state.points >= max(1, threshold):
        raise ValueError(f"points: {state.points} do not open")
    if not opened and threshold <= state.points > 0:
        raise ValueError(f"opened: {state.points} points open")
    if state.phase == DRAWING and not state.open and not state.closed:
        raise ValueError("open and closed: there is nothing to draw")
    if state.phase == PLAYING and not state.legal(state.player):
        raise ValueError(f"points: {state.points} are put down, but {threshold} are not within reach")


def full_deck(terms: Terms) -> list[int]:
    """All cards of the deck, ascending."""
    size = terms.options["deck"]
    return sorted(pack(size // 52, JOKERS[size]))


def on_table(state: RummyState) -> list[int]:
    """The cards of all layouts."""
    return [card for layout in state.table.layouts.values() for card in layout.cards]


def without(cards: Iterable[int], gone: Iterable[int]) -> list[int]:
    """``cards`` without ``gone``, ascending. Raises ValueError if one of ``gone`` is not among them."""
    left, lost = Counter(cards), Counter(gone)
    if not lost <= left:
        raise ValueError(
            f"cards: there are more of {', '.join(NAMES[card] for card in sorted(lost - left))} than the deck has"
        )
    return sorted((left - lost).elements())


def read_cards(items: Any) -> list[int]:
    """The cards of a list of names."""
    return [parse(name) for name in items]


def _role(name: object) -> int:
    role = _ROLES.get(name) if type(name) is str else None
    if role is None or role == JOKER:
        raise ValueError(f"as: {shown(name)} is no card and no rank with a star")
    return role


def _count(data: JSON, key: str, least: int, most: int | None = None) -> int:
    value = data[key]
    if type(value) is not int or value < least or (most is not None and value > most):
        limit = f"{least} or more" if most is None else f"from {least} to {most}"
        raise ValueError(f"{key}: {shown(value)} is not a number, {limit}")
    return value


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError(f"opened, may_swap or opening: {shown(value)} is not true or false")
    return value
