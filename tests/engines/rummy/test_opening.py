"""Which put-downs can still reach the threshold: against a search that tries everything, and hands known to be hard."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.cards import JOKER
from engines.rummy.actions import DRAW, LAY, OFF, REST, TAKE, off_parts, take_on
from engines.rummy.bounds import natural_places, together
from engines.rummy.hand import VALUES, Hand, points
from engines.rummy.layout import layout
from engines.rummy.legal import draws, layings, opening_plays
from engines.rummy.opening import opening
from engines.rummy.patterns import PATTERNS, STAR
from engines.rummy.table import Table
from engines.rummy.terms import Terms
from tests.engines.rummy.positions import lay, legal, off, position
from tests.engines.rummy.test_melds import hands

BASE = {"deck": 112, "deal": 3, "threshold": 40, "scoring": "points", "fours_leave": False}


def terms(long: bool, distinct: bool, keep: bool) -> Terms:
    options = {"opening_layout": 4 if long else 3, "sets": "distinct" if distinct else "any", "must_discard": keep}
    return Terms({**BASE, **options}, 2)


def put(table: Table, action: int, distinct: bool) -> tuple[Table, list[int], int]:
    """The table after a put-down, its cards and what they count."""
    after = table.copy()
    if action < OFF:
        pattern = PATTERNS[action & REST]
        after.put(max(after.layouts, default=-1) + 1, layout(pattern.cards, pattern.roles, distinct))
        return after, list(pattern.cards), pattern.value
    number, card, role = off_parts(action)
    after.put(number, after.layouts[number].extended(card, role))
    return after, [card], VALUES[role - STAR if role >= STAR else role // 4]


def put_downs(cards: list[int], table: Table, on: Terms) -> list[int]:
    hand = Hand(cards)
    return layings(hand, on.long_opening, on.distinct) + table.offs(hand)


def within_reach(cards: list[int], table: Table, need: int, on: Terms, seen: dict) -> bool:
    """By trying every put-down that the rules of layouts allow, and after it every other one."""
    if on.must_discard and not cards:
        return False
    if need <= 0:
        return True
    most = sum(max(VALUES) if card == JOKER else VALUES[card // 4] for card in cards)
    key = (*sorted(cards), *sorted((lies.cards, lies.roles) for lies in table.layouts.values()), need)
    if key not in seen:
        seen[key] = most >= need and any(
            after_it(action, cards, table, need, on, seen) for action in put_downs(cards, table, on)
        )
    return seen[key]


def after_it(action: int, cards: list[int], table: Table, need: int, on: Terms, seen: dict) -> bool:
    after, used, value = put(table, action, on.distinct)
    left = list((Counter(cards) - Counter(used)).elements())
    return within_reach(left, after, need - value, on, seen)


@st.composite
def tables(draw, distinct: bool) -> Table:
    table = Table()
    patterns = st.sampled_from([p for p in PATTERNS if p.jokers <= 1 and not (distinct and p.twice)])
    for number, pattern in enumerate(draw(st.lists(patterns, max_size=2))):
        table.put(number, layout(pattern.cards, pattern.roles, distinct))
    return table


@st.composite
def openings(draw, most: int = 6, jokers: int = 2):
    on = terms(draw(st.booleans()), draw(st.booleans()), draw(st.booleans()))
    return draw(hands(most, jokers)), draw(tables(on.distinct)), draw(st.integers(5, 70)), on


def check(cards: list[int], table: Table, need: int, on: Terms) -> None:
    """What may be put down, and how each card may be taken if it is the open one."""
    seen: dict = {}
    expected = [action for action in put_downs(cards, table, on) if after_it(action, cards, table, need, on, seen)]
    assert opening_plays(Hand(cards), table, on, on.long_opening, need, True) == tuple(expected)
    for card in sorted(set(cards)):
        rest = cards[:]
        rest.remove(card)
        taken = [DRAW]
        for action in expected:
            if card in put(table, action, on.distinct)[1]:
                number, _, role = off_parts(action)
                taken.append(take_on(number, role) if action >= OFF else action - LAY + TAKE)
        assert draws(Hand(rest), card, table, on, on.long_opening, need) == tuple(taken)


@given(openings())
@settings(max_examples=200)
def test_exactly_what_a_search_finds(case):
    check(*case)


@given(openings(most=3, jokers=5))
@settings(max_examples=50)
def test_exactly_what_a_search_finds_with_many_jokers(case):
    check(*case)


@given(hands(most=8, jokers=0), st.data(), st.booleans())
def test_cards_that_have_one_place_each_go_together(cards, data, long):
    table, on = data.draw(tables(False)), terms(long, False, False)
    hand = Hand(cards)
    in_run, in_set, laid_off, alone = natural_places(hand, 4 if long else 3, table)
    placed = in_run | in_set | laid_off
    most = points(placed) + points(placed & hand.twice)
    seen: dict = {}
    assert not within_reach(cards, table, most + 1, on, seen)
    if alone:
        assert all(after_it(action, cards, table, most, on, seen) for action in put_downs(cards, table, on))


@given(openings())
@settings(max_examples=200)
def test_what_is_clearly_out_of_reach_is(case):
    """The bounds never give up a hand that can open."""
    cards, table, need, on = case
    asked = {"long": on.long_opening, "distinct": on.distinct, "keep": on.must_discard}
    if opening(Hand(cards), table, need, **asked) is None:
        assert not within_reach(cards, table, need, on, {})


@given(openings())
@settings(max_examples=100)
def test_more_points_allow_less(case):
    cards, table, need, on = case
    allowed = [opening_plays(Hand(cards), table, on, on.long_opening, need + more, True) for more in range(0, 30, 6)]
    for more, fewer in pairwise(allowed):
        assert set(fewer) <= set(more)


def test_together():
    assert together([0, 7]) == [0, 7]
    assert together([0, 7, 20, 21]) == [0, 7, 20, 27]
    assert together([0, 7, 10, 30]) == [0, 7, 14, 30]
    assert together([0, 0, 9, 0]) == [0, 0, 9, 9]


@pytest.mark.parametrize(
    ("hand", "threshold", "possible"),
    [
        # Two runs that overlap are worth more than one long run with the jokers at its cheap end.
        ("TH JH QH KH AH JK", 61, True),
        ("TH JH QH KH AH JK", 62, False),
        # One ace, low or high.
        ("AH 2H 3H QH KH", 36, False),
        ("AH 2H 3H QH KH", 31, True),
        # A natural card alone in its set with jokers, while a joker stands for it in a run.
        ("AS 2S 3S JK JK JK", 49, True),
        ("AS 2S 3S JK JK JK", 50, False),
        # The card that a set and a run both want.
        ("8C 8D 8H 6H 7H", 24, True),
        ("8C 8D 8H 6H 7H", 25, False),
        ("8C 8D 8H 8S 6H 7H", 45, True),
        ("8C 8D 8H 8S 6H 7H", 46, False),
        # All jokers onto one card: A 2 3 4 5, not 2 3 4 5 6.
        ("2C JK JK JK JK", 25, True),
        ("2C JK JK JK JK", 26, False),
    ],
)
def test_hard_hands(hand, threshold, possible):
    options = {"threshold": threshold, "deck": 112}
    state = position([hand, "2D"], options=options)
    on = Terms(state.terms.options, 2)
    cards = state.hands[0].cards
    assert within_reach(cards, Table(), threshold, on, {}) == possible
    assert bool(legal(state, "lay", "off")) == possible


def test_both_ends_of_a_run_do_not_share_its_ace():
    run = "3H 4H 5H 6H 7H 8H 9H TH JH QH"
    options = {"threshold": 34, "deck": 112}  # 2 K A, and an ace more, would be 34
    assert legal(position(["2H KH AH AH 9C", "2D"], layouts=[run], options=options), "off") == []
    options = {"threshold": 23, "deck": 112}
    state = position(["2H KH AH AH 9C", "2D"], layouts=[run], options=options)
    assert legal(state, "off") == [off("2H", 0), off("KH", 0)]


def test_a_card_to_discard_is_left():
    hand = "TC TD TH TS"
    assert legal(position([hand, "2D"]), "lay") == [
        lay("TC TD TH"),
        lay("TC TD TS"),
        lay("TC TH TS"),
        lay("TC TD TH TS"),
        lay("TD TH TS"),
    ]
    assert legal(position([hand, "2D"], "c"), "lay") == []
    assert len(legal(position([hand + " 2S", "2D"], "c"), "lay")) == 5


def test_eight_jokers():
    """Everything opens, or nothing does; neither must take long."""
    hand = "3C 4C 6C 8C TC QC 2D 5D 7D 9D JD 2H 4H 6H 8H TH 3S"
    state = position([hand + " JK" * 8, "2D 3D"], "b", options={"deck": 112})
    lays = layings(state.hands[0], True, False)
    assert len(lays) > 600
    assert state.legal(0)[: len(lays)] == tuple(lays)
    way = opening(state.hands[0], state.table, 250, long=True, distinct=False, keep=False)
    assert way is None or way.lays(lays) == []


def test_a_run_that_grows_may_leave_cards_to_another():
    """5 with jokers as 3 and 4 takes the 6, but leaves the 2, which with the true 3 and 4 is a run: 27 in all."""
    hand, layouts = ["2H 3H 4H 5H 6H JK JK", "2D"], ["8C 8D 8S JK"]
    state = position(hand, layouts=layouts, options={"threshold": 27, "deck": 112})
    assert lay("JK=3H JK=4H 5H") in legal(state, "lay")
    state = position(hand, layouts=layouts, options={"threshold": 28, "deck": 112})
    assert lay("JK=3H JK=4H 5H") not in legal(state, "lay")
    assert lay("3H 4H 5H") in legal(state, "lay")


def test_many_jokers_and_low_cards():
    """Where hardly a card may be left over, a search that tried joker after joker would not end."""
    hand = "2C 2D 2D 2H 2H 2S 3D 3H 3S 4C 5D 5H 5S 5S 6C 6D 6H" + " JK" * 8
    state = position([hand, "KD"], "b", options={"deck": 112})
    for need, possible in ((118, True), (119, False)):
        way = opening(state.hands[0], state.table, need, long=True, distinct=False, keep=False)
        assert bool(way and way.lays(layings(state.hands[0], True, False))) == possible
