"""The rules of Rummy, one by one, from constructed positions; the numbered scenarios are those of the rules' page."""

import pytest

from engines.rummy.engine import Rummy
from engines.rummy.terms import JOKERS
from plugins.chance import Chance
from plugins.contract import IllegalAction
from plugins.options import InvalidOptions
from tests.engines.rummy.positions import (
    DRAW,
    RUMMY,
    discard,
    lay,
    legal,
    off,
    play,
    position,
    swap,
    take_on,
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


def test_an_ace_goes_below_a_two():
    run = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    state = position(["AH JK 9C", OTHER], layouts=[run], opened=True)
    assert legal(state, "off") == [off("AH", 0), off("JK", 0, "AH")]
    for card in ("AH", "JK"):
        after = play(state.clone(Chance(b"")), off(card, 0, "AH"))
        layout = after.observe(None)["layouts"][0]
        assert (layout["cards"][0], layout["as"][0], len(layout["cards"])) == (card, "AH", 13)
        assert legal(after, "off") == []  # no run is longer than thirteen
    state = position(["AH 9C", OTHER], layouts=["TH JH QH KH"], opened=True)
    assert play(state, off("AH", 0)).observe(None)["layouts"][0]["cards"][-1] == "AH"
    state = position(["AH 2H 9C", OTHER], layouts=["3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"], opened=True)
    play(state, off("2H", 0))
    assert legal(state, "off") == []


def test_sets_are_written_in_their_order():
    state = position(["8C 8H JK 9C", OTHER], layouts=["8D 8S JK"], opened=True)
    play(state, off("8H", 0), off("JK", 0, "8*"), off("8C", 0))
    layout = state.observe(None)["layouts"][0]
    assert layout == {
        "number": 0,
        "kind": "set",
        "cards": ["8C", "8D", "8H", "8S", "JK", "JK"],
        "as": ["8C", "8D", "8H", "8S", "8*", "8*"],
    }


def test_a_joker_stands_also_for_a_card_in_hand():
    state = position(["5H 6H 7H JK 9C", OTHER], opened=True)
    assert lay("5H JK=6H 7H") in legal(state, "lay")
    assert lay("JK=5H 6H 7H") in legal(state, "lay")
    assert lay("5H 6H 7H JK=8H") in legal(state, "lay")


def test_fours_leave_the_table_in_d():
    state = position(["8D 8H 9C", OTHER], "d", layouts=["8C 8S JK"], opened=True, draws="3C 4C", closed_known=0)
    play(state, off("8H", 0))
    seen = state.observe(1)
    assert (seen["layouts"], seen["next_layout"]) == ([], 1)
    assert seen["closed"] == ["JK", "8S", "8H", "8C", None, None]
    assert state.snapshot()["closed"] == ["JK", "8S", "8H", "8C", "4C", "3C"]
    state = position(["5C 5D 5H 5S 8D 9C", OTHER], "d", draws="", opened=True)
    play(state, lay("5C 5D 5H 5S"))
    assert (state.observe(1)["closed"], state.next_layout) == (["5S", "5H", "5D", "5C"], 1)
    assert state.may_swap[0]  # even though it has left
    play(state, discard("9C"), DRAW)
    assert state.known[1] == [12]  # the first written is drawn first: 5C


def test_without_fours_leave_a_four_stays_and_is_full():
    options = {"sets": "distinct", "threshold": 0}
    state = position(["8H JK 9C", OTHER], layouts=["8C 8D 8S"], options=options, opened=True)
    play(state, off("8H", 0))
    assert state.observe(None)["layouts"][0]["cards"] == ["8C", "8D", "8H", "8S"]
    assert legal(state, "off") == []


def test_one_less_of_equal_cards_stays_known():
    state = position(["JK JK 9C", OTHER], layouts=["7S 8S 9S"], opened=True, known=[["JK"], []], options={"deck": 55})
    play(state, off("JK", 0, "TS"))
    assert state.observe(1)["hands"][0] == {"cards": 2, "known": []}
    state = position(["8D 8D 9C", OTHER], opened=True, known=[["8D"], []], options={"deck": 108})
    play(state, discard("8D"))
    assert state.observe(1)["hands"][0] == {"cards": 2, "known": []}


def test_a_taken_card_leaves_what_was_known():
    state = position(
        ["8D 9C KC", OTHER],
        layouts=["5D 6D 7D"],
        opened=True,
        known=[["8D"], []],
        options={"deck": 108},
        phase="draw",
        open="8D",
    )
    play(state, take_on(0, "8D"))
    assert state.observe(1)["hands"][0] == {"cards": 3, "known": ["8D"]}


def limit_state(**fields):
    return position(["9C KC", "9D JK"], phase="draw", draws="3C", turn_overs=3, opened=True, **fields)


def test_the_limit():
    state = play(limit_state(), DRAW, discard("3C"))
    assert (state.to_act(), state.observe(None)["phase"]) == ((), "over")
    assert (state.result().ranks, state.result().scores) == ((0, 1), (-19, -29))
    state = play(position(["9C KC", "9D 9H"], phase="draw", draws="3C", turn_overs=2, opened=True), DRAW, discard("3C"))
    assert state.to_act() == (1,)
    assert play(state, DRAW).turn_overs == 3


def test_the_limit_does_not_double():
    state = position(["9C KC", "9D JK"], "d", phase="draw", draws="3C", turn_overs=3)
    assert play(state, DRAW, discard("3C")).result().scores == (-2, -4)


def test_the_last_drawn_card_may_still_win():
    state = position(
        ["9C", "9D JK"],
        phase="draw",
        draws="9S",
        layouts=["9H 9S JK"],
        options={"deck": 108},
        turn_overs=3,
        opened=True,
    )
    play(state, DRAW, off("9C", 0), off("9S", 0))
    assert state.result().scores == (0, -29)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deck", [None, *JOKERS])
def test_the_deal(seats, deck):
    """Blocks from the top seat by seat, then the first upcard; the deck is shuffled by the stream ``deck``."""
    options = {"deck": deck, "deal": 12, "threshold": 40, "opening_layout": 3, "must_discard": False}
    options |= {"sets": "any", "fours_leave": False, "scoring": "points"}
    state = Rummy().new(options, seats, Chance(b"deal"))
    size = deck or (54 if seats == 2 else 108)
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] * (size // 52)
    cards += ["JK"] * (size - len(cards))
    Chance(b"deal").stream("deck").shuffle(cards)
    snapshot = state.snapshot()
    assert snapshot["options"] == options | {"deck": size}
    for hand in snapshot["hands"]:
        assert sorted(hand) == sorted(cards.pop() for _ in range(12))
    assert snapshot["open"] == [cards.pop()]
    assert snapshot["closed"] == cards
    assert state.to_act() == (0,)


def test_the_deck_must_be_large_enough():
    options = {"deck": 54, "deal": 14, "threshold": 40, "opening_layout": 3, "must_discard": False}
    options |= {"sets": "any", "fours_leave": False, "scoring": "points"}
    with pytest.raises(InvalidOptions, match=r"deal: 14 is more than 13, the most for 4 players with 54 cards"):
        Rummy().new(options, 4, Chance(b""))
    assert len(Rummy().new(options | {"deal": 13}, 4, Chance(b"")).closed) == 1


def test_legal_actions_in_their_order():
    state = position(
        ["5H 6H 7H 7D 7C JK", OTHER], layouts=["8H 9H JK=TH", "TC TS JK"], opened=True, options={"deck": 55}
    )
    actions = legal(state)
    kinds = ["draw", "take", "lay", "off", "swap", "discard"]
    assert [kinds.index(action["t"]) for action in actions] == sorted(kinds.index(action["t"]) for action in actions)
    number = {name: at for at, name in enumerate([r + s for r in "23456789TJQKA" for s in "CDHS"] + ["JK"])}
    number |= {f"{rank}*": 53 + at for at, rank in enumerate("23456789TJQKA")}

    def key(action):
        cards = [number[card] for card in action["cards"]]
        return cards[0], len(cards), cards[1:], [number[role] for role in action["as"]]

    lays = [action for action in actions if action["t"] == "lay"]
    assert lays == sorted(lays, key=key)
    assert legal(state, "off") == [off("7H", 0), off("JK", 0, "7H"), off("JK", 0, "JH"), off("JK", 1, "T*")]
    assert RUMMY.encode(state.legal(0)[-1]) == discard("JK")
