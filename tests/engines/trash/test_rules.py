"""The rules of Trash, one by one, from constructed positions; the numbered scenarios are those of the rules' page."""

import pytest

from engines.trash.engine import Trash
from engines.trash.state import STOCK, TAKE
from plugins.chance import Chance
from plugins.contract import IllegalAction
from tests.engines.trash.positions import CHANCE, position

TEN = ". " * 10
NINE = ". " * 9


def shown(state, seat):
    """The layout of a seat as a table sees it, "." for face down."""
    return [card or "." for card in state.observe(None)["layouts"][seat]]


def test_1_a_chain_of_placings():
    state = position([". . -KH . . . -3C . . .", TEN], draws="7D")
    state.apply(0, STOCK)
    assert shown(state, 0) == [".", ".", "3C", ".", ".", ".", "7D", ".", ".", "."]
    assert state.observe(None)["discard"] == ["KH"]
    assert (state.to_act(), state.turn) == ((1,), 3)


@pytest.mark.parametrize("card", ["7D", "QD", "KC"])
def test_2_a_card_without_a_place_is_discarded(card):
    state = position([". . . . . . 7C . . .", TEN], draws=card)
    state.apply(0, STOCK)
    assert shown(state, 0) == [".", ".", ".", ".", ".", ".", "7C", ".", ".", "."]
    assert state.observe(None)["discard"] == [card]
    assert state.to_act() == (1,)


def test_3_a_jack_goes_to_a_face_down_place():
    state = position([". 2C . . -9D . 7C . JC .", TEN], draws="JH")
    state.apply(0, STOCK)
    assert state.observe(1)["held"] == "JH"
    assert (state.to_act(), tuple(state.legal(0)), tuple(state.legal(1))) == ((0,), (1, 3, 4, 5, 6, 8, 10), ())
    before = state.snapshot()
    for place in (2, 7, 9):  # also not onto another jack
        with pytest.raises(IllegalAction, match="face-down places 1, 3, 4, 5, 6, 8, 10"):
            state.apply(0, place)
    assert state.snapshot() == before
    state.apply(0, 5)
    # The 9 under it displaces the jack of place 9, which is in hand now.
    assert shown(state, 0) == [".", "2C", ".", ".", "JH", ".", "7C", ".", "9D", "."]
    assert state.observe(1)["held"] == "JC"
    assert tuple(state.legal(0)) == (1, 3, 4, 6, 8, 10)


def test_4_a_displaced_jack_is_placed_again_and_play_goes_on():
    state = position([". . . -QC JS . . . . .", TEN], draws="5D")
    state.apply(0, STOCK)
    assert (tuple(state.legal(0)), state.observe(0)["held"]) == ((1, 2, 3, 4, 6, 7, 8, 9, 10), "JS")
    state.apply(0, 4)
    assert shown(state, 0) == [".", ".", ".", "JS", "5D", ".", ".", ".", ".", "."]
    assert state.observe(None)["discard"] == ["QC"]
    assert state.to_act() == (1,)


@pytest.mark.parametrize(
    ("place_four", "top", "may"),
    [
        (".", "4H", True),
        ("JC", "4H", True),
        ("4D", "4H", False),
        (".", "QH", False),
        (".", "KH", False),
        (".", "JH", True),
        ("4D", "JH", True),
    ],
)
def test_5_the_discard_may_be_taken_if_it_fits(place_four, top, may):
    state = position([f". . . {place_four} . . . . . .", TEN], discard=f"2C {top}")
    assert tuple(state.legal(0)) == ((STOCK, TAKE) if may else (STOCK,))
    if not may:
        with pytest.raises(IllegalAction, match=top):
            state.apply(0, TAKE)


def test_5_taking_the_discard_places_it():
    state = position([". . . -KD . . . . . .", TEN], discard="2C 4H")
    state.apply(0, TAKE)
    assert shown(state, 0)[3] == "4H"
    assert state.observe(None)["discard"] == ["2C", "KD"]


def test_5_a_jack_taken_from_the_discard_is_put():
    state = position([TEN, TEN], discard="2C JH")
    state.apply(0, TAKE)
    assert state.observe(None)["discard"] == ["2C"]
    assert tuple(state.legal(0)) == tuple(range(1, 11))


def test_6_numbers_above_a_size_are_playable_for_the_larger_alone():
    state = position([NINE, TEN], draws="TD")
    state.apply(0, STOCK)
    assert state.observe(None)["discard"] == ["TD"]
    assert tuple(state.legal(1)) == (STOCK, TAKE)
    state.apply(1, TAKE)
    assert shown(state, 1)[9] == "TD"
    assert tuple(position([NINE, TEN], discard="TD").legal(0)) == (STOCK,)


@pytest.mark.parametrize("under", ["7C", "KS", "JD"])
def test_7_the_last_place_wins_the_hand_at_once(under):
    full = "AC 2C 3C 4C 5C 6C . 8C JC TC".replace(".", "-" + under)
    state = position([TEN, full], draws="7D", player=1, won=[0, 0], sizes=[10, 10])
    state.apply(1, STOCK)
    seen = state.observe(None)
    assert (seen["hand"], seen["turn"], seen["sizes"], seen["won"], seen["player"]) == (2, 1, [10, 9], [0, 1], 1)
    assert (seen["held"], seen["discard"], seen["starter"], seen["stock"]) == (None, [], 1, 52 - 19)
    assert seen["layouts"] == [[None] * 10, [None] * 9]


def test_7_a_jack_in_the_last_place_wins_the_hand():
    state = position(["AC 2C 3C 4C 5C 6C . 8C JC TC", TEN], draws="JD")
    state.apply(0, STOCK)
    assert tuple(state.legal(0)) == (7,)
    state.apply(0, 7)
    assert (state.hand, state.sizes) == (2, [9, 10])


def test_8_an_empty_stock_is_made_of_all_discards_but_the_top():
    state = position([TEN, TEN], discard="QC KD QH", rest=False, reshuffles=1)
    state.apply(0, STOCK)
    seen = state.observe(None)
    assert seen["reshuffles"] == 2
    # One of the two was drawn, fits nowhere and lies on the old top; the other is the stock, and everybody knows it.
    assert seen["discard"][0] == "QH"
    assert sorted(seen["discard"][1:] + seen["stock_cards"]) == ["KD", "QC"]
    assert (seen["stock"], state.to_act()) == (1, (1,))


def test_8_the_reshuffle_is_drawn_from_its_own_stream():
    cards = [f"{rank}{suit}" for rank in "QK" for suit in "CDHS"]
    state = position([TEN, TEN], discard=" ".join([*cards[:-1], "2C"]), rest=False, hand=3, reshuffles=1)
    expected = cards[:-1]
    CHANCE.stream("hand:3/reshuffle:2").shuffle(expected)
    state.apply(0, STOCK)
    assert state.snapshot()["stock"] == expected[:-1]
    assert state.snapshot()["discard"] == ["2C", expected[-1]]


def test_8_taking_the_discard_does_not_reshuffle():
    state = position([". . . . . . . . . .", TEN], discard="QC KD 4H", rest=False)
    state.apply(0, TAKE)
    assert state.observe(None)["discard"] == ["QC", "KD", "KS"]
    assert (state.reshuffles, state.stock) == (0, [])


@pytest.mark.parametrize("discard", ["", "4H"])
def test_8_with_nothing_to_shuffle_stock_passes(discard):
    state = position([TEN, TEN], discard=discard, rest=False)
    before = state.snapshot()
    state.apply(0, STOCK)
    assert state.snapshot() == before | {"player": 1, "turn": 3}


def test_9_size_one_draws_a_two():
    state = position([".", TEN], draws="2C")
    state.apply(0, STOCK)
    assert (state.observe(None)["discard"], state.to_act()) == (["2C"], (1,))


def test_9_size_one_draws_an_ace():
    state = position(["-KC", TEN], draws="AD")
    state.apply(0, STOCK)
    assert (state.to_act(), state.legal(0), state.legal(1)) == ((), (), ())
    assert (state.result().ranks, state.result().scores) == ((0, 1), (10, 0))
    assert state.observe(1)["held"] == "KC"
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(0, STOCK)


def test_9_size_one_draws_a_jack():
    state = position([".", TEN], draws="JD")
    state.apply(0, STOCK)
    assert (state.to_act(), tuple(state.legal(0))) == ((0,), (1,))
    assert Trash().encode(state.legal(0)[0]) == {"t": "jack", "place": 1}
    state.apply(0, 1)
    assert (state.to_act(), state.result().ranks) == ((), (0, 1))


@pytest.mark.parametrize(("seats", "stock"), [(2, 32), (3, 74), (4, 64), (5, 106), (6, 96)])
def test_10_stocks_after_the_first_deal(seats, stock):
    state = Trash().new({"start_size": 10}, seats, Chance(b"deal"))
    seen = state.observe(None)
    assert (seen["stock"], seen["discard"], seen["stock_cards"], seen["player"]) == (stock, [], None, 0)


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_deal_comes_from_the_top_seat_by_seat(seats):
    """The deal of hand k follows from the stream ``hand:k`` and the sizes alone."""
    packs = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}[seats]
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] * packs
    Chance(b"deal").stream("hand:1").shuffle(deck)
    layouts = [["-" + deck.pop() for _ in range(4)] for _ in range(seats)]
    snapshot = Trash().new({"start_size": 4}, seats, Chance(b"deal")).snapshot()
    assert (snapshot["layouts"], snapshot["stock"]) == (layouts, deck)


def test_the_thousandth_turn_redeals_the_hand():
    state = position([NINE, TEN], draws="QD", turn=1000, hand=4, starter=1, won=[1, 0])
    state.apply(0, STOCK)
    assert (state.hand, state.turn, state.sizes, state.won) == (5, 1, [9, 10], [1, 0])
    assert (state.starter, state.to_act()) == (1, (1,))


def test_the_thousandth_turn_may_win_the_hand():
    state = position(["AC .", TEN], draws="2D", turn=1000, hand=4, starter=1)
    state.apply(0, STOCK)
    assert (state.hand, state.sizes, state.starter) == (5, [1, 10], 0)


def test_the_game_stops_after_the_hundredth_hand_redealt():
    """By size, then by face-up places with jacks; nobody has won."""
    state = position(
        ["AC JC 3C .", ". . . .", ". 2D 3D 4D", "AD . ."], draws="QD", turn=1000, hand=100, won=[6, 6, 6, 7]
    )
    state.apply(0, STOCK)
    assert state.to_act() == ()
    assert (state.result().ranks, state.result().scores) == ((1, 3, 1, 0), (6, 6, 6, 7))
    assert state.observe(None)["phase"] == "over"


def test_the_game_stops_after_the_hundredth_hand_won():
    """The hand's winner has the smaller size that his win earned him, and the places as the hand ended."""
    state = position(["AC .", "AD", "AH ."], draws="2D", hand=100, sizes=[2, 1, 2], won=[8, 9, 8])
    state.apply(0, STOCK)
    assert (state.to_act(), state.sizes, state.won) == ((), [1, 1, 2], [9, 9, 8])
    assert state.result().ranks == (0, 1, 2)


def test_the_others_rank_by_size_then_by_places_when_the_game_is_won():
    state = position([". .", ". AC", "-KD", "-KC", ". AD"], draws="AS", player=2)
    state.apply(2, STOCK)
    assert state.to_act() == ()
    assert state.result().ranks == (4, 2, 0, 1, 2)
