"""Reads what snapshots and observations of Construction say alike: everything but the closed pack."""

from __future__ import annotations

from engines.cards import JOKER, parse
from engines.construction.network import KING, RANK, START, VERTICAL, Network, parse_place, row_of, written
from engines.construction.state import CHIPS, NOTHING, PHASES, RESHUFFLES, SEAT, TOP, ConstructionState
from plugins.chance import Chance
from plugins.contract import JSON
from plugins.wording import shown


def read(data: JSON, chance: Chance) -> ConstructionState:
    """The state without its closed pack, which is left empty. Raises ValueError or KeyError for another shape."""
    state = ConstructionState(chance)
    state.adjudicate = data["options"]["adjudicate"]
    if type(state.adjudicate) is not bool:
        raise ValueError(f"options.adjudicate: {shown(state.adjudicate)} is not true or false")
    state.turn, state.reshuffles = _count(data, "turn", 624), _count(data, "reshuffles", RESHUFFLES)
    state.player = _count(data, "player", 1)
    state.over = bool(PHASES.index(data["phase"]))
    state.opened = _opened(data, state.player, state.over)
    state.open = [playing_card(card) for card in data["open"]]
    state.closed = []
    state.network = _network(data["table"])
    state.big = [parse_place(place) for place in data["big"]]
    state.small = [tuple(sorted([parse_place(place) for place in chips])) for chips in data["small"]]
    state.best = list(data["best"])
    if not len(state.big) == len(state.small) == len(state.best) == 2:
        raise ValueError("big, small and best do not have two seats")
    for best in state.best:
        if type(best) is not int or not 0 <= best <= TOP:
            raise ValueError(f"best: {shown(best)} is not between 0 and {TOP}")
    for best, big in zip(state.best, state.big, strict=True):
        if big >= VERTICAL and best < min(row_of(big), TOP):
            raise ValueError(f"best: {best} is less than the row of {shown(written(big))}, where the big chip stands")
    _check_chips(data, state)
    state.resume()
    return state


def _count(data: JSON, key: str, most: int) -> int:
    number = data[key]
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(f"{key}: {shown(number)} is not between 0 and {most}")
    return number


def playing_card(name: object) -> int:
    """The number of a written card of a pack. Raises ValueError, also for a joker."""
    card = parse(name)
    if card == JOKER:
        raise ValueError("card: a joker lies in a pack; they are start cards alone")
    return card


def _opened(data: JSON, player: int, over: bool) -> int:
    if over != (data["opened"] is None):
        raise ValueError(f"opened: {shown(data['opened'])} does not go with the phase {data['phase']}")
    if over:
        return NOTHING
    card = playing_card(data["opened"])
    if SEAT[card] != player:
        raise ValueError(f"player: {player} is not the seat that {data['opened']} calls")
    return card


def _network(table: JSON) -> Network:
    network = Network()
    for kind, column, row, name in table:
        place, card = parse_place([kind, column, row]), parse(name)
        if place in network.cards:
            raise ValueError(f"table: two cards lie on {shown([kind, column, row])}")
        if (card == JOKER) != (place in START) or RANK[card] == KING:
            raise ValueError(f"table: {name} may not lie on {shown([kind, column, row])}; jokers are V(0,0) and V(1,0)")
        network.lay(place, card)
    if not set(START) <= network.cards.keys():
        raise ValueError("table: the start jokers V(0,0) and V(1,0) do not both lie there")
    return network


def _check_chips(data: JSON, state: ConstructionState) -> None:
    stand = [{big, *small} for big, small in zip(state.big, state.small, strict=True)]
    if not stand[0] | stand[1] <= state.network.cards.keys():
        raise ValueError("big, small: a chip stands where no card lies")
    if stand[0] & stand[1] or START[0] in stand[1] or START[1] in stand[0]:
        raise ValueError("big, small: a chip stands on a card of the other seat's chips, or on its start joker")
    if data["in_hand"] != [CHIPS - len(chips) for chips in state.small] or min(data["in_hand"]) < 0:
        raise ValueError(f"in_hand: {shown(data['in_hand'])} and the small chips do not make {CHIPS} for either seat")
