"""Reads snapshots and observations of Advantage."""

from __future__ import annotations

from typing import Any

from engines.advantage.masks import PAIRS, cards_of, mask_of
from engines.advantage.state import DRY, LEADS, OVER, PAIRING, PHASES, AdvantageState
from engines.cards import JOKER, NAMES, parse
from plugins.contract import JSON
from plugins.wording import shown

_PAIR_NUMBERS: dict[tuple[int, ...], int] = {pair: number for number, pair in enumerate(PAIRS)}


def restored(snapshot: JSON) -> AdvantageState:
    """The state of a snapshot. Raises ValueError or KeyError if it has another shape than RULES.md says.

    Where the player can do nothing, which is so in constructed positions alone, it plays on to the next choice.
    """
    state = _open(snapshot)
    state.hands = [_set(hand) for hand in _two(snapshot, "hands")]
    state.known = [_set(cards) for cards in _two(snapshot, "known")]
    state.stock = _cards(snapshot["stock"])
    _different(_lying(state) + state.stock)
    for seat in (0, 1):
        if state.known[seat] & ~state.hands[seat]:
            raise ValueError(f"known[{seat}]: not all of these cards are in the hand")
    state.go_on()
    return state


def seen(observation: JSON) -> tuple[AdvantageState, list[int]]:
    """The state as an observer sees it, and how many cards of either hand he does not see.

    The hands of that state hold the cards that he knows, its stock is empty. Raises ValueError or KeyError.
    """
    state = _open(observation)
    state.stock = []
    hands, seat = _two(observation, "hands"), observation["seat"]
    state.known = [_set(hand["known"]) for hand in hands]
    state.hands = state.known[:]
    if seat is not None:
        state.hands[seat] |= _set(observation["hand"])
    unknown = [hand["cards"] - cards.bit_count() for hand, cards in zip(hands, state.hands, strict=True)]
    if min(unknown) < 0 or (seat is not None and (unknown[seat] or len(observation["hand"]) != hands[seat]["cards"])):
        raise ValueError("hands: the cards that are seen are not as many as the hands have, or not among them")
    _different(_lying(state))
    return state, unknown


def _open(data: JSON) -> AdvantageState:
    """What a snapshot and an observation say alike."""
    state = AdvantageState()
    state.alternate = bool(LEADS.index(data["options"]["lead"]))
    state.cycle, state.player = _count(data, "cycle", 1), _count(data, "player", 0, 1)
    state.phase = PHASES.index(data["phase"])
    if data["round"] != min(state.phase, PAIRING) + 1:
        raise ValueError(f"round: {shown(data['round'])} does not go with the phase {data['phase']}")
    state.leader = state.first()
    if data["leader"] != state.leader:
        raise ValueError(f"leader: {shown(data['leader'])} is not {state.leader}, who leads in cycle {state.cycle}")
    state.drew, state.moved, state.paired = _flag(data, "drew"), _flag(data, "moved"), _flag(data, "paired")
    state.began_empty = _flag(data, "began_empty")
    state.dry_cycles = _count(data, "dry_cycles", 0, DRY if state.phase == OVER else DRY - 1)
    state.piles = [_cards(pile) for pile in data["piles"]]
    if len(state.piles) != 3 or not all(state.piles):
        raise ValueError("piles: they are not three with a card or more in each")
    state.pairs = [[_pair(pair) for pair in pairs] for pairs in _two(data, "pairs")]
    return state


def _lying(state: AdvantageState) -> list[int]:
    """The cards of hands and piles and the pairs set aside."""
    aside = [card for pairs in state.pairs for pair in pairs for card in PAIRS[pair]]
    piles = [card for pile in state.piles for card in pile]
    return aside + piles + cards_of(state.hands[0]) + cards_of(state.hands[1])


def _different(cards: list[int]) -> list[int]:
    for card in cards:
        if cards.count(card) > 1:
            raise ValueError(f"cards: {NAMES[card]} is there more than once")
    return cards


def _cards(items: Any) -> list[int]:
    cards = [parse(item) for item in items]
    if JOKER in cards:
        raise ValueError("card: JK is in no pack of Advantage")
    return cards


def _set(items: Any) -> int:
    return mask_of(_different(_cards(items)))


def _pair(items: Any) -> int:
    number = _PAIR_NUMBERS.get(tuple(_cards(items)))
    if number is None:
        raise ValueError(f"pairs: {shown(items)} are not two cards of one rank in the order C D H S")
    return number


def _two(data: JSON, key: str) -> Any:
    if len(data[key]) != 2:
        raise ValueError(f"{key}: it does not have two seats")
    return data[key]


def _count(data: JSON, key: str, least: int, most: int | None = None) -> int:
    value = data[key]
    if type(value) is not int or value < least or (most is not None and value > most):
        limit = f"{least} or more" if most is None else f"from {least} to {most}"
        raise ValueError(f"{key}: {shown(value)} is not a number, {limit}")
    return value


def _flag(data: JSON, key: str) -> bool:
    value = data[key]
    if type(value) is not bool:
        raise ValueError(f"{key}: {shown(value)} is not true or false")
    return value
