"""Likely worlds: they look like the real one, and nobody holds what he would have put down."""

from collections import Counter
from itertools import combinations

import pytest

from engines.cards import JOKER, names, parse
from engines.rummy import INFO
from engines.rummy.hand import Hand
from engines.rummy.likelihood import DEALS, LikelyWorlds, could_put_down, redeal
from engines.rummy.policies import greedy_action
from engines.rummy.state import RummyState
from plugins.chance import Chance
from plugins.options import complete_options
from tests.engines.rummy.positions import RUMMY, position
from tests.engines.rummy.slow_layouts import new_layouts_by_choosing
from tests.engines.rummy.slow_opening import reaches_in_order

REST = "2D 3D"
NEAR = list(range(32, 52))  # from 10 to ace


def positions_of(variant: str, seats: int, every: int, deals: int = 3) -> list[RummyState]:
    """Every so many-th position of deals of greedy against itself."""
    found = []
    for number in range(deals):
        state = RUMMY.new(complete_options(INFO, {}, variant), seats, Chance(b"deal %d" % number))
        for count in range(INFO.max_decisions):
            if not state.to_act():
                break
            if count % every == 0:
                found.append(state.clone(Chance(b"")))
            state.apply(state.player, greedy_action(state))
    return found


def everything(state: RummyState) -> list[int]:
    hands = [card for hand in state.hands for card in hand.cards]
    return sorted(
        hands + state.open + state.closed + [card for lies in state.table.layouts.values() for card in lies.cards]
    )


@pytest.mark.parametrize("variant", sorted(INFO.variants))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_likely_world_looks_like_the_real_one(variant, seats):
    for number, state in enumerate(positions_of(variant, seats, 5, deals=2)):
        seat = state.player
        world = LikelyWorlds().sample(state.observe(seat), Chance(b"%d" % number))
        assert world.observe(seat) == state.observe(seat)
        assert world.legal(seat) == state.legal(seat)
        assert everything(world) == everything(state)
        assert RUMMY.restore(world.snapshot(), Chance(b"")).snapshot() == world.snapshot()


def test_the_same_chance_makes_the_same_world():
    observation = positions_of("a", 2, 9)[2].observe(0)
    worlds = [LikelyWorlds().sample(observation, Chance(seed)).snapshot() for seed in (b"1", b"1", b"2")]
    assert worlds[0] == worlds[1] != worlds[2]


def test_nobody_has_shown_anything_before_his_first_turn():
    state = RUMMY.new(complete_options(INFO, {}, "a"), 3, Chance(b"first"))
    for turn in range(3):
        seat, chance = state.player, Chance(b"%d" % turn)
        world, plain = LikelyWorlds().sample(state.observe(seat), chance), RUMMY.sample(state.observe(seat), chance)
        for later in range(turn, 3):
            assert world.hands[later].cards == plain.hands[later].cards
        while state.player == seat:
            state.apply(seat, greedy_action(state))


@pytest.mark.parametrize("variant", sorted(INFO.variants))
def test_likely_worlds_are_more_like_the_real_ones(variant):
    """Greedy keeps little of what it could put down, and likely worlds are to have it hardly more often."""
    real = plain = likely = seen = 0
    for number, state in enumerate(positions_of(variant, 2, 3, deals=8)):
        seat, other, chance = state.player, 1 - state.player, Chance(b"%d" % number)
        if state.turn <= 2 or state.points:
            continue
        seen += 1
        fits = state.table.fits if state.opened[other] else 0
        real += could_put_down(state, other, fits)
        plain += could_put_down(RUMMY.sample(state.observe(seat), chance), other, fits)
        likely += could_put_down(LikelyWorlds().sample(state.observe(seat), chance), other, fits)
    assert seen > 20
    assert likely <= real + seen // 10
    assert plain > likely + seen // 10


@pytest.mark.parametrize("variant", sorted(INFO.variants))
@pytest.mark.parametrize("opened", [False, True])
def test_what_could_be_put_down_is_what_a_slow_count_finds(variant, opened):
    """On an empty table; who has opened may keep jokers, and so may who needs no threshold."""
    state = position(["2C 3C", REST], variant, opened=opened)
    options, found = state.observe(0)["options"], 0
    by_threshold = options["threshold"] > 0 and not opened
    sizes = (4, 7) if by_threshold and options["opening_layout"] == 4 else (3, 5)
    stream = Chance(b"hands").stream(variant)
    for _ in range(80):
        # Of five ranks, so that there is something to put down, and none more often than in two packs.
        pool = [*NEAR * 2, JOKER, JOKER]
        stream.shuffle(pool)
        cards = pool[: 10 if variant == "b" and by_threshold else 7]
        state.hands[0] = Hand(cards)
        if by_threshold:
            keep = int(options["must_discard"])
            could = reaches_in_order(options["threshold"], names(cards), [], *sizes, options["sets"], keep)
        else:
            natural = [card for card in names(cards) if card != "JK"]
            could = bool(new_layouts_by_choosing(natural, 3, 3, options["sets"]))
        assert could_put_down(state, 0, 0) == could, names(cards)
        found += could
    assert 10 < found < 70


def test_what_fits_counts_for_nothing_but_natural_cards():
    state = position(["8H JK 2C", REST], layouts=["5H 6H 7H"], opened=True)
    assert not could_put_down(state, 0, 0)
    assert could_put_down(state, 0, state.table.fits)
    state.hands[0] = Hand([9 * 4, JOKER, 0])
    assert not could_put_down(state, 0, state.table.fits)


def held_by_the_other(state: RummyState, deals: int = 40) -> set[int]:
    """All cards that the other comes to hold in some deals."""
    held = set()
    for number in range(deals):
        world = state.clone(Chance(b""))
        redeal(world, Chance(b"%d" % number).stream("redeal"))
        assert everything(world) == everything(state)
        held |= set(world.hands[1].cards)
    return held


EIGHT = 26  # 8H


def test_who_has_opened_holds_no_card_that_fits():
    table = {"layouts": ["5H 6H 7H"], "draws": "KC 9S JD QD 2S"}
    assert EIGHT not in held_by_the_other(position([REST, "8H TC"], opened=True, **table))
    # He could not lay it off: not opened yet, or laid in this turn.
    assert EIGHT in held_by_the_other(position([REST, "8H TC"], opened=[True, False], **table))
    assert EIGHT in held_by_the_other(position([REST, "8H TC"], opened=True, points=18, **table))
    # Everyone knows that he has it.
    known = position([REST, "8H TC"], opened=True, known=[[], ["8H"]], **table)
    assert EIGHT in held_by_the_other(known)
    # There are too few other cards: who must hold one that fits, holds it.
    table["draws"] = "4H"
    assert EIGHT in held_by_the_other(position([REST, "8H TC"], opened=True, **table))


def test_nobody_holds_a_layout():
    kings = {44, 45, 46}
    for hand in ("KC KD KH", "KC KD KH 9S 2S JD"):
        state = position([REST, hand], opened=True, draws="4H 7S TC 9C 3H 5D 5S")
        for number in range(10):
            world = state.clone(Chance(b""))
            redeal(world, Chance(b"%d" % number).stream("redeal"))
            assert not kings <= set(world.hands[1].cards)
            assert len(world.hands[1].cards) == len(hand.split())
    # In the closed pile there is nothing else: he is left what he has.
    state = position([REST, "KC KD KH"], opened=True, draws="KS KC")
    assert held_by_the_other(state, DEALS) <= kings | {47}


def test_what_is_known_of_the_closed_pile_stays():
    state = position([REST, "KC KD KH"], opened=True, draws="4H 7S TC 9C", closed_known=2)
    redeal(state, Chance(b"pile").stream("redeal"))
    assert state.observe(0)["closed"] == ["9C", "TC", None, None]
    assert not {44, 45, 46} <= set(state.hands[1].cards)


@pytest.mark.parametrize(
    ("variant", "layouts", "opened"),
    [
        ("a", [], True),
        ("a", ["5H 6H 7H"], True),
        ("a", ["5H 6H 7H"], [True, False]),
        ("d", ["5H 6H 7H"], True),
    ],
)
def test_all_other_hands_are_as_likely_as_each_other(variant, layouts, opened):
    """Three of eight cards: what a slow count leaves of the 56 hands, each within five standard deviations."""
    pool = ["8H", "9C", "9D", "9S", "TS", "JS", "4D", "QC"]
    lay_off = {"8H"} if layouts and opened != [True, False] else set()
    by_layout = opened != [True, False]

    def idle(hand) -> bool:
        return not (set(hand) & lay_off or (by_layout and new_layouts_by_choosing(hand, 3, 3, "any")))

    expected = {frozenset(hand) for hand in combinations(pool, 3) if idle(hand)}
    assert 30 < len(expected) < 56 or not by_layout
    state = position([REST, "2C"], variant, layouts, opened=opened)
    cards = [parse(card) for card in pool]
    stream, drawn, each = Chance(b"pool").stream("pool"), Counter(), 30
    for _ in range(each * len(expected)):
        stream.shuffle(cards)
        state.hands[1], state.closed = Hand(cards[:3]), cards[3:]
        redeal(state, stream)
        drawn[frozenset(names(state.hands[1].cards))] += 1
    assert set(drawn) == expected
    assert all(abs(times - each) < 5 * each**0.5 for times in drawn.values())
