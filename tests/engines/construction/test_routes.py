"""The cheapest way of a big chip, against a slow search without any estimate of what is left."""

import pytest

from engines.construction.network import CROSSING_H, CROSSING_V, START, VERTICAL, row_of
from engines.construction.routes import CHIP, ENTRY, SUPPORT, UNLAID, route
from engines.construction.state import TOP, ConstructionState
from plugins.chance import Chance
from tests.engines.construction.positions import column, position
from tests.engines.construction.test_state import random_game


def entering(state: ConstructionState, seat: int, place: int, to: int) -> int:
    """What a step to an adjacent place costs."""
    if to in state.network.ranks:
        return ENTRY[state.network.ranks[to]] + (CHIP if to in state.barred(seat) else 0)
    unsupported = abs(to - place) == 1 and to not in state.network.frontier
    return UNLAID + (SUPPORT if unsupported else 0)


def slow_cost(state: ConstructionState, seat: int) -> int:
    """Bellman and Ford over a field wide enough, until nothing becomes cheaper."""
    costs = {state.big[seat]: 0}
    turned = state.best[seat] == TOP
    changed = {state.big[seat]}
    while changed:
        place = min(changed)
        changed.remove(place)
        for step in (1, -1, *CROSSING_V) if place >= VERTICAL else CROSSING_H:
            to = place + step
            cost = costs[place] + entering(state, seat, place, to)
            if cost < costs.get(to, 60_000):
                costs[to] = cost
                changed.add(to)
    if turned:
        return costs[START[seat]]
    return min(cost for place, cost in costs.items() if place >= VERTICAL and row_of(place) >= TOP)


def ways(state: ConstructionState, seat: int) -> tuple[int, list[int]]:
    home = START[seat] if state.best[seat] == TOP else None
    return route(state.network, seat, state.big[seat], home, state.barred(seat), state.network.ranks)


@pytest.mark.parametrize("moving", [False, True])
def test_no_way_is_cheaper(moving):
    """And the places found are adjacent, and cost what they are said to."""
    for number, state in enumerate(random_game(b"ways", moving=moving)):
        if number % 40 == 20:
            for best in ([0, 0], [TOP, TOP]):
                state.best = best
                for seat in (0, 1):
                    cost, places = ways(state, seat)
                    assert cost == slow_cost(state, seat)
                    spent, here = 0, state.big[seat]
                    for place in places:
                        assert place - here in ((1, -1, *CROSSING_V) if here >= VERTICAL else CROSSING_H)
                        spent += entering(state, seat, here, place)
                        here = place
                    assert spent == cost


def test_the_first_way_up():
    """An H, then ten times a V, each but the first with an H beside it."""
    cost, places = ways(position(), 0)
    assert cost == 10 * UNLAID + 10 * SUPPORT
    assert len(places) == 10


def test_a_ladder_costs_what_its_ranks_do():
    state = position(column("2345678999"))
    assert ways(state, 0)[0] == sum(13_000 // (15 - rank) for rank in (2, 3, 4, 5, 6, 7, 8, 9, 9, 9))


def test_supposed_ranks_are_reckoned_with():
    state = position(column("2222222222"))
    network = state.network
    first = ways(state, 0)[1][0]
    supposed = {**network.ranks, first: 14}
    assert route(network, 0, START[0], None, state.barred(0), supposed)[0] > ways(state, 0)[0] == 10 * ENTRY[2]


def test_entry_is_how_many_cards_it_takes():
    """Of the thirteen ranks, those that are high enough; nothing is too low for a joker."""
    for rank in range(2, 15):
        assert ENTRY[rank] == 13_000 // sum(card >= rank for card in range(2, 15))
    assert ENTRY[0] == 1000


def test_it_decides_nothing_by_chance():
    for number, state in enumerate(random_game(b"same", 80)):
        if number % 20 == 0:
            assert ways(state, 0) == ways(state.clone(Chance(b"")), 0)
