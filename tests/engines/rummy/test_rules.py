"""The numbered scenarios of the rules' page of Rummy, from constructed positions; its other rules: test_rulings.py."""

import pytest

from engines.rummy.engine import Rummy
from plugins.contract import IllegalAction
from tests.engines.rummy.positions import (
    DRAW,
    discard,
    lay,
    legal,
    off,
    play,
    position,
    swap,
)

OTHER = "2D 3D"


def test_1_forty_points_open():
    state = position(["9D 9H 9S 4S 5S 6S 2H", OTHER])
    assert legal(state, "lay") == [lay("4S 5S 6S"), lay("9D 9H 9S")]
    play(state, lay("4S 5S 6S"))
    seen = state.observe(0)
    assert (seen["points"], seen["opened"], seen["put_down"]) == (15, [False, False], [True, False])
    assert legal(state) == [lay("9D 9H 9S")]  # begun to open: no discard
    play(state, lay("9D 9H 9S"))
    seen = state.observe(0)
    assert (seen["points"], seen["opened"], seen["may_swap"]) == (42, [True, False], [True, False])
    assert legal(state) == [discard("2H")]


def test_1_thirty_nine_do_not():
    state = position(["9D 9H 9S 3S 4S 5S 2H", OTHER])
    assert legal(state, "lay", "off") == []
    with pytest.raises(IllegalAction, match="it is not legal to lay 9D 9H 9S now"):
        play(state, lay("9D 9H 9S"))


def test_1_either_layout_may_be_grown_by_lay_offs():
    """A layout may be begun if what follows, lay-offs onto it included, reaches the threshold."""
    state = position(["7D 8D 9D TD 6D 2H", OTHER])  # 40 together
    assert legal(state, "lay") == [
        lay("6D 7D 8D"),
        lay("6D 7D 8D 9D"),
        lay("6D 7D 8D 9D TD"),
        lay("7D 8D 9D"),
        lay("7D 8D 9D TD"),
        lay("8D 9D TD"),
    ]
    play(state, lay("7D 8D 9D"))
    assert legal(state) == [off("6D", 0), off("TD", 0)]
    play(state, off("6D", 0), off("TD", 0))
    assert state.opened == [True, False]


def test_2_lay_offs_count():
    state = position(["TD TH TC JS 2H", OTHER], layouts=["8S 9S TS"])
    assert legal(state, "lay", "off") == [lay("TC TD TH"), off("JS", 0)]
    play(state, off("JS", 0))
    assert legal(state) == [lay("TC TD TH")]
    play(state, lay("TC TD TH"))
    assert state.opened == [True, False]
    assert state.observe(None)["layouts"][0]["cards"] == ["8S", "9S", "TS", "JS"]


def test_2_lay_offs_alone_open():
    state = position(["TH JH QH KH 2C", OTHER], layouts=["7H 8H 9H"])
    assert legal(state, "lay", "off") == [lay("TH JH QH"), lay("TH JH QH KH"), lay("JH QH KH"), off("TH", 0)]
    play(state, off("TH", 0), off("JH", 0), off("QH", 0))
    assert (state.opened[0], legal(state)) == (False, [off("KH", 0)])
    assert play(state, off("KH", 0)).opened[0]


@pytest.mark.parametrize(
    ("hand", "laying", "points"),
    [
        ("KD KH JK 2S", "KD KH JK", 30),
        ("AC 2C 3C 9S", "AC 2C 3C", 16),
        ("QD KD AD 2S", "QD KD AD", 31),
    ],
)
def test_3_points(hand, laying, points):
    state = play(position([hand, OTHER], opened=True), lay(laying))
    assert state.observe(None)["points"] == points


def test_3_no_run_goes_round_the_corner():
    state = position(["KH AH 2H 9S", OTHER], opened=True)
    assert legal(state, "lay") == []
    with pytest.raises(IllegalAction):
        Rummy().decode(lay("KH AH 2H"))


def test_4_taking_the_open_card_opens():
    state = position(["8S 8D 5C 6C 7C KC", OTHER], phase="draw", open="8H")
    assert legal(state) == [DRAW, lay("8D 8H 8S", "take")]
    play(state, lay("8D 8H 8S", "take"))
    assert (state.points, legal(state), state.open) == (24, [lay("5C 6C 7C")], [])
    play(state, lay("5C 6C 7C"))
    assert (state.opened[0], legal(state)) == (True, [discard("KC")])


def test_4_not_with_too_few_points():
    assert legal(position(["8S 8D 2D", OTHER], phase="draw", open="8H", layouts=[])) == [DRAW]


def test_4_c_leaves_a_card():
    hand = "8S 8D 5C 6C 7C"
    assert legal(position([hand, OTHER], phase="draw", open="8H"), "take") == [lay("8D 8H 8S", "take")]
    assert legal(position([hand, OTHER], "c", phase="draw", open="8H")) == [DRAW]
    assert legal(position([hand + " KC", OTHER], "c", phase="draw", open="8H"), "take") == [lay("8D 8H 8S", "take")]


def test_4_the_first_upcard_and_a_joker():
    state = position(["KD KH QS JS 2C", OTHER], phase="draw", open="JK", turn=1, opened=True)
    takes = legal(state, "take")
    assert lay("KD KH JK", "take") in takes
    assert lay("JK=TS JS QS", "take") in takes
    assert lay("JK=AC 2C JK=3C", "take") not in takes  # one joker only
    assert all("JK" in action["cards"] for action in takes)


def test_5_b_opens_with_layouts_of_four():
    hand = "5H 6H 7H 8H 9H QS QH QD 2C"
    state = position([hand, OTHER], "b")
    assert legal(state, "lay", "off") == []
    state = position([hand + " QC", OTHER], "b")  # 35 + 40
    assert legal(state, "lay") == [
        lay("5H 6H 7H 8H"),
        lay("5H 6H 7H 8H 9H"),
        lay("6H 7H 8H 9H"),
        lay("QC QD QH QS"),
    ]


def test_5_b_after_the_threshold_and_in_later_turns():
    hand = "TH JH QH KH AH TD JD QD KD 3S 3H 3D"
    state = play(position([hand, OTHER], "b"), lay("TH JH QH KH AH"), lay("TD JD QD KD"))
    assert state.opened[0]
    assert legal(state, "lay") == []  # it binds until the turn ends
    assert play(state, discard("3D"), DRAW, discard("2D")).opening is False
    play(state, DRAW)
    assert legal(state, "lay") == []
    state = position(["3S 3H 3D 9C", OTHER], "b", opened=True)
    assert legal(state, "lay") == [lay("3D 3H 3S")]


def test_5_b_new_runs_of_four_to_seven():
    state = position(["4H 5H 6H 7H 8H 9H TH JH QH 2C", OTHER], "b")
    assert {len(action["cards"]) for action in legal(state, "lay")} == {4, 5, 6, 7}
    state = position(["4H 5H 6H 7H 8H 9H TH JH 2C", OTHER], "b", opened=True)
    assert {len(action["cards"]) for action in legal(state, "lay")} == {3, 4, 5}


def test_6_swapping_a_joker():
    run = "7S JK=8S 9S"
    state = position(["8S 8H", OTHER], layouts=[run], opened=True)
    assert legal(state, "swap") == [swap("8S", 0)]
    assert legal(position(["8S 8H", OTHER], layouts=[run]), "swap") == []
    # The open card may not be taken for a swap.
    assert legal(position(["2H 8H", OTHER], layouts=[run], phase="draw", open="8S", opened=True)) == [DRAW]
    play(state, swap("8S", 0))
    seen = state.observe(1)
    assert seen["layouts"] == [{"number": 0, "kind": "run", "cards": ["7S", "8S", "9S"], "as": ["7S", "8S", "9S"]}]
    assert seen["hands"][0] == {"cards": 2, "known": ["JK"]}
    assert (seen["points"], state.hands[0].cards) == (0, [26, 52])
    # The joker may be laid again in the same turn, or not.
    assert legal(state) == [off("JK", 0, "6S"), off("JK", 0, "TS"), discard("8H"), discard("JK")]


def test_6_swapping_a_joker_of_a_set():
    state = position(["8C 8H 9S", OTHER], layouts=["8C 8D JK"], opened=True, options={"deck": 108})
    assert legal(state, "swap") == [swap("8C", 0), swap("8H", 0)]
    play(state, swap("8C", 0))
    assert state.observe(None)["layouts"][0]["cards"] == ["8C", "8C", "8D"]
    state = position(["8C 8H 9S", OTHER], "d", layouts=["8C 8D JK"], opened=True)
    assert legal(state, "swap") == [swap("8H", 0)]


def test_6_in_d_the_right_comes_with_a_new_layout():
    hand = "8H 8D 4C 5C 6C 9C"
    state = position([hand, OTHER], "d", layouts=["7S JK=8S 9S", "8C 8S JK"], may_swap=[False, False])
    assert legal(state, "swap") == []
    play(state, off("8D", 1))  # opened by a lay-off, and the four has left
    assert (state.opened[0], state.may_swap[0], state.observe(0)["put_down"]) == (True, False, [True, False])
    state = position([hand, OTHER], "d", layouts=["8C 8S JK"], may_swap=[False, False])
    play(state, lay("4C 5C 6C"))
    assert legal(state, "swap") == [swap("8D", 0), swap("8H", 0)]


def test_7_going_out_without_a_discard():
    for deck in ({}, {"deck": 108}):
        state = position(["AC AD", OTHER], phase="draw", draws="AS", opened=True, options=deck)
        play(state, DRAW, lay("AC AD AS"))
        assert (state.to_act(), state.result().ranks, state.result().scores) == ((), (0, 1), (0, -5))
        assert state.observe(0)["phase"] == "over"
        with pytest.raises(IllegalAction, match="the deal is over"):
            state.apply(0, 0)


def test_7_c_needs_a_card_to_discard():
    state = position(["AC AD", OTHER], "c", phase="draw", draws="AS", opened=True)
    play(state, DRAW)
    assert legal(state) == [discard("AC"), discard("AD"), discard("AS")]
    state = position(["5H 9C", OTHER], "c", layouts=["6H 7H 8H"], opened=True)
    play(state, off("5H", 0))
    assert legal(state) == [discard("9C")]
    assert play(state, discard("9C")).result().ranks == (0, 1)


def test_8_points_in_hand():
    state = position(["KC", "AD JD 7D JK"], opened=True)
    assert state.result().scores == (-10, -48)
    assert play(state, discard("KC")).result().scores == (0, -48)


def test_9_the_open_pile_is_turned_over_unshuffled():
    hands = ["9C 9D", "9H 9S"]
    state = position(hands, phase="draw", open="2C 5D KS", draws="", opened=True)
    play(state, DRAW)
    seen = state.observe(1)
    assert (seen["closed"], seen["open"], seen["turn_overs"]) == (["KS", "5D"], [], 1)
    assert seen["hands"][0]["known"] == ["2C"]
    play(state, discard("9C"), DRAW, discard("9H"), DRAW)
    assert state.known == [[0, 47], [13]]
    # The pile is empty again; what lies open may be taken without turning it over.
    play(state, discard("9D"))
    assert (state.closed, state.open, state.turn_overs) == ([], [28, 30, 29], 1)


def test_9_taking_from_beside_an_empty_pile():
    state = position(["8C 8D 2C", OTHER], phase="draw", open="KS 8H", draws="", opened=True)
    play(state, lay("8C 8D 8H", "take"))
    assert (state.turn_overs, state.closed, state.open) == (0, [], [47])


@pytest.mark.parametrize(
    ("left", "penalty"), [("3C 4C 5D 7D JK", 10), ("3C JK JK", 12), ("3C", 1), ("JK JK JK JK", 64)]
)
@pytest.mark.parametrize("at_once", [False, True])
def test_10_cards_in_hand(left, penalty, at_once):
    state = position(["6C 6D 6H", left], "d", opened=[not at_once, False], may_swap=[False, False])
    assert state.result().scores == ((-3, -penalty))
    play(state, lay("6C 6D 6H"))
    assert state.result().scores == (0, -penalty * (1 + at_once))


def test_10_lay_offs_before_count_as_put_down():
    state = position(["6C 6D 6H", "3C 4C"], "d", opened=[True, False], may_swap=[False, False])
    assert play(state, lay("6C 6D 6H")).result().scores == (0, -2)


def test_11_sets_of_different_suits():
    hand = ["6S 6S 6H 9C", OTHER]
    assert legal(position(hand, "d"), "lay") == []
    state = position(["6S 6S 6H JK 9C", OTHER], "d")
    sets = [action for action in legal(state, "lay") if "6*" in action["as"]]
    assert sets == [lay("6H 6S JK")]
    assert legal(position(hand, opened=True, options={"deck": 108}), "lay") == [lay("6H 6S 6S")]


def test_12_any_points_open_in_d():
    hand = ["2C 3C 4C 9D 9H KS", OTHER]
    state = play(position(hand, "d"), lay("2C 3C 4C"))
    assert (state.opened[0], state.may_swap[0], state.points) == (True, True, 9)
    assert legal(position(hand), "lay") == []
