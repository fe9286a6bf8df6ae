"""The rules of Construction, one by one, from constructed positions; the numbered tests are the page's scenarios.

Number 9, that nobody is smothered, is in test_smothering.py.
"""

import pytest

from plugins.chance import Chance
from plugins.contract import IllegalAction
from tests.engines.construction.positions import CHANCE, ENGINE, actions, at, column, of, play, position

EXIT = "H1,0:2D"  # leaves the red big chip on its joker an exit beside H(0,1), which may then be taken
SIX = "V0,0 V0,0 V0,0 V0,0 V0,0 V0,0"


def test_1_the_start():
    assert actions(position(opened="5S")) == [
        "build H-1,0",
        "build H-1,1",
        "build H0,0",
        "build H0,1",
        "build H1,0",
        "build H1,1",
        "discard",
    ]


def test_2_what_a_horizontal_card_opens():
    builds = of("build", position("H0,1:5S"))
    assert {"V0,1", "V1,1"} <= set(builds)
    assert not {"V0,2", "H0,2", "H0,1", "V0,0", "V1,0"} & set(builds)


def test_2_what_a_vertical_card_opens():
    builds = of("build", position("H0,1:5S V0,1:9C"))
    assert {"H0,2", "H-1,2"} <= set(builds)
    # It would only meet V(0,1) end to end.
    assert "V0,2" not in builds


def test_building_in_a_game_says_the_same_as_a_restored_table():
    state = play(position(then="9C 3D 4S", opened="5S"), "build H0,1", "build V0,1")
    assert of("build", state) == of("build", position("H0,1:5S V0,1:9C", opened="3D"))
    assert state.snapshot()["table"] == [
        ["H", 0, 1, "5S"],
        ["V", 0, 0, "JK"],
        ["V", 0, 1, "9C"],
        ["V", 1, 0, "JK"],
    ]


def test_a_network_may_grow_down_and_to_the_left():
    builds = of("build", position("H-1,0:5S"))
    assert {"V-1,-1", "V-1,0", "V0,-1"} <= set(builds)
    assert builds == sorted(builds, key=lambda word: at(word))


@pytest.mark.parametrize(
    ("card", "to"), [("8C", ["H0,1"]), ("9C", ["H0,1", "V0,1"]), ("4C", []), ("AS", ["H0,1", "V0,1"])]
)
def test_3_the_big_chip_needs_the_rank(card, to):
    assert of("big", position("H0,1:5D V0,1:9D", opened=card)) == to


def test_3_the_big_chip_goes_one_card_far_and_into_no_card_of_the_others():
    table = "H0,1:2D V0,1:2D V1,1:2D"
    assert of("big", position(table, opened="AS")) == ["H0,1", "V0,1"]
    assert of("big", position(table, opened="AS", big="V0,0 V0,1")) == ["H0,1"]
    assert of("big", position(table, opened="AS", small=("", "H0,1"))) == ["V0,1"]
    # H(0,1) touches both jokers; only its own may be entered, whatever the row reached.
    assert of("big", position(table, opened="2S", big="H0,1 V1,0")) == ["V0,0", "V0,1", "V1,1"]
    assert of("big", position(table, opened="2D", big="V0,0 H0,1")) == ["V0,1", "V1,0", "V1,1"]


def test_chips_of_one_colour_share():
    table = f"H0,1:2D V0,1:2D {EXIT}"
    assert of("big", position(table, opened="3S", small=("V0,1 V0,1", ""))) == ["H0,1", "V0,1"]
    state = position(table, opened="3S", small=("V0,1 V0,1", ""))
    assert [word for word in of("small", state) if word.startswith("V0,1")] == ["V0,1 H0,1", "V0,1 V0,0"]


def test_4_a_king_places_a_small_chip():
    state = position(f"H0,1:AD V0,1:2D V0,2:AD V0,3:2D V0,4:3D {EXIT}", opened="KS")
    # No rank test, three steps: V(0,4) is four away.
    assert actions(state) == ["king", "king H0,1", "king V0,1", "king V0,2", "king V0,3"]
    after = play(state, "king V0,2").observe(0)
    assert (after["small"], after["in_hand"], after["open"]) == ([[["V", 0, 2]], []], [5, 6], ["KS"])


def test_4_a_king_without_a_walk():
    state = position(opened="KH", then="2D")
    assert actions(state) == ["king"]
    after = play(state, "king").observe(0)
    assert (after["small"], after["in_hand"], after["open"]) == ([[], [["V", 1, 0]]], [6, 5], ["KH"])


def test_4_the_others_bar_the_walk_and_so_does_their_joker():
    table = "H0,1:AD V0,1:2D V0,2:2D H0,0:2C V1,-1:2C"
    walk = of("king", position(table, opened="KS"))
    assert walk == ["", "H0,0", "H0,1", "V0,1", "V0,2", "V1,-1"]
    # V(1,-1) lies beyond the other joker, or across H(0,0).
    assert of("king", position(table, opened="KS", small=("", "H0,0"))) == ["", "H0,1", "V0,1", "V0,2"]
    assert of("king", position(table, opened="KS", small=("", "V0,1"))) == ["", "H0,0", "H0,1", "V1,-1"]


def test_4_own_chips_do_not_bar_the_walk():
    state = position(f"H0,1:AD V0,1:2D V0,2:2D {EXIT}", opened="KS", big="V0,1 V1,0", small=("H0,1 V0,1 V0,2", ""))
    assert actions(state) == ["king", "king H0,1", "king V0,1", "king V0,2"]


def test_4_a_king_places_after_five():
    assert of("discard", position(opened="KS", small=(SIX[5:], ""))) == []
    assert of("king", position(opened="KS", small=(SIX[5:], ""))) == [""]


@pytest.mark.parametrize(("card", "legal"), [("QD", True), ("AD", False), ("2D", True)])
def test_5_a_king_with_six_placed_is_a_queen(card, legal):
    state = position(f"H0,1:{card} {EXIT}", opened="KS", small=(SIX, ""))
    small = ["small V0,0 H0,1"] if legal else []
    assert actions(state) == ["big H0,1"] * legal + small + ["discard"]
    assert play(state, "discard").observe(None)["open"] == ["KS"]


def test_6_a_small_chip_walks_over_no_higher_card():
    table = column("294T")
    assert of("small", up(table, "JS")) == ["V0,1 V0,0", "V0,1 V0,2", "V0,1 V0,4"]
    assert of("small", up(table, "9S")) == ["V0,1 V0,0", "V0,1 V0,2"]
    assert of("small", up(table, "TS")) == ["V0,1 V0,0", "V0,1 V0,2", "V0,1 V0,4"]
    assert of("small", up(table, "8S")) == ["V0,1 V0,0"]


def up(table, card, **fields):
    """A small chip of seat 0 on V(0,1)."""
    return position(table, opened=card, small=("V0,1", ""), **fields)


def test_6_equal_ranks_are_passed_and_four_steps_are_too_many():
    assert of("small", up(column("55555"), "5S")) == ["V0,1 V0,0", "V0,1 V0,2", "V0,1 V0,3", "V0,1 V0,4"]


def test_6_the_joker_is_entered_only_from_an_adjacent_card():
    table = column("222")
    assert of("small", position(table, opened="AS", small=("V0,1", ""))).count("V0,1 V0,0") == 1
    assert "V0,2 V0,0" not in of("small", position(table, opened="5S", small=("V0,2", "")))
    # Passed by its owner it is: 0 ranks higher than nothing.
    below = "H0,0:2C V0,-1:3C"
    state = position(f"{below} H0,1:AC V0,1:4C", opened="5S", small=("V0,1", ""))
    assert of("small", state) == ["V0,1 H0,0", "V0,1 V0,-1", "V0,1 V0,0"]


def test_6_the_other_joker_is_neither_entered_nor_passed():
    table = "H1,1:2D V1,1:2C V1,-1:3C H1,0:AC"
    assert of("small", position(table, opened="5S", small=("V1,1", ""))) == ["V1,1 H1,1"]
    assert of("small", position(table, opened="5D", small=("", "V1,1"), big="V0,0 V1,0")) == [
        "V1,1 H1,1",
        "V1,1 V1,-1",
        "V1,1 V1,0",
    ]


def test_6_the_others_are_neither_entered_nor_passed_and_ones_own_are():
    table = column("2222")
    assert of("small", up(table, "5S", big="V0,3 V1,0")) == ["V0,1 V0,0", "V0,1 V0,2", "V0,1 V0,3", "V0,1 V0,4"]
    state = position(table, opened="5S", small=("V0,1", "V0,2"))
    assert of("small", state) == ["V0,1 V0,0"]


def test_6_a_walk_does_not_come_back_to_its_start():
    """Three cards that touch one another: round and home again is no walk."""
    assert of("small", position("H0,1:2C V0,1:2C", opened="5S", small=("H0,1", ""))) == ["H0,1 V0,0", "H0,1 V0,1"]


def test_6_any_path_will_do():
    """V(0,2) is a queen; round it over V(1,1) and H(0,2)... the way is too long, over H(0,2) it is not."""
    table = "V0,1:2C H0,1:AC V0,2:QC H0,2:3C V0,3:4C H0,3:AC V1,2:4C"
    assert of("small", up(table, "5S")) == ["V0,1 H0,2", "V0,1 V0,0", "V0,1 V1,2"]


def test_7_the_turn_round_is_made_on_a_vertical_card():
    table = column("2222222222", rail="2")
    state = position(table, opened="2S", big="V0,9 V1,0", best=[9, 0], then="3S 3D")
    play(state, "big H0,10")
    seen = state.observe(None)
    assert (seen["best"], seen["turned"], seen["progress"]) == ([9, 0], [False, False], [9, 0])
    play(state, "big V0,10")
    seen = state.observe(None)
    assert (seen["best"], seen["turned"], seen["progress"]) == ([10, 0], [True, False], [10, 0])


def test_7_the_best_row_is_kept_and_negative_rows_count_nothing():
    state = position("H0,0:2C V0,-1:2C", opened="3S", then="3S 3S 3D")
    play(state, "big V0,-1")
    assert state.observe(None)["best"] == [0, 0]
    high = position(column("2222"), opened="3S", big="V0,4 V1,0", best=[4, 0], then="3D")
    play(high, "big V0,3")
    assert (high.observe(None)["best"], high.observe(None)["progress"]) == ([4, 0], [4, 0])


def test_8_home_after_the_turn_round_wins():
    state = position(column("2"), opened="2C", big="V0,1 V1,0", best=[10, 0])
    play(state, "big V0,0")
    assert (state.to_act(), state.legal(0), state.legal(1)) == ((), (), ())
    assert (state.result().ranks, state.result().scores) == ((0, 1), (1, 0))
    seen = state.observe(None)
    # No card is opened any more, and the one used lies on the open pack.
    assert (seen["phase"], seen["opened"], seen["open"], seen["closed"], seen["turn"]) == ("over", None, ["2C"], 1, 9)
    assert seen["progress"] == [20, 0]
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(0, state.big[0])


def test_8_home_before_it_does_not():
    state = position(column("2"), opened="2C", big="V0,1 V1,0", best=[9, 0])
    assert play(state, "big V0,0").to_act() == (0,)


def test_8_seat_1_wins_on_its_own_joker():
    state = position("H1,1:2C", opened="2D", big="V0,0 H1,1", best=[9, 10])
    play(state, "big V1,0")
    assert (state.to_act(), state.result().ranks, state.result().scores) == ((), (1, 0), (0, 1))


def test_8_a_win_comes_before_the_limit():
    state = position(column("2"), opened="2C", big="V0,1 V1,0", best=[10, 10], reshuffles=3, closed=[])
    play(state, "big V0,0")
    assert (state.to_act(), state.result().ranks) == ((), (0, 1))


# The red big chip on V(0,2); the cards adjacent to it: V(0,1), V(0,3), H(0,2), H(0,3).
def test_discarding_and_moving_put_the_card_on_the_open_pack():
    state = position("H0,1:2D", opened="5S", open=["9D"], then="7S 8S 9S")
    play(state, "discard", "big H0,1", "build V0,1")
    assert state.observe(None)["open"] == ["9D", "5S", "7S"]


def test_the_opened_cards_colour_says_who_acts():
    state = position(opened="5S", then="7C 2H 3D 4S")
    actors = []
    for _ in range(5):
        actors += state.to_act()
        other = 1 - state.player
        assert state.legal(other) == ()
        with pytest.raises(IllegalAction, match=f"turn of seat {state.player}"):
            state.apply(other, state.legal(state.player)[0])
        if len(actors) < 5:
            play(state, "discard")
    assert actors == [0, 0, 1, 1, 0]


def test_the_pack_is_three_packs_shuffled_by_their_stream():
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] * 3
    Chance(b"deal").stream("deck").shuffle(cards)
    snapshot = ENGINE.new({"adjudicate": True}, 2, Chance(b"deal")).snapshot()
    assert [*snapshot["closed"], snapshot["opened"]] == cards
    assert snapshot["player"] == int(cards[-1][1] in "DH")
    assert (snapshot["turn"], snapshot["open"], snapshot["in_hand"]) == (1, [], [6, 6])


def test_the_empty_pack_is_made_of_the_open_one():
    cards = [f"{rank}{suit}" for rank in "QA" for suit in "CDHS"]
    state = position(opened="5S", open=cards, closed=[], reshuffles=1)
    expected = [*cards, "5S"]
    CHANCE.stream("reshuffle:2").shuffle(expected)
    play(state, "discard")
    snapshot = state.snapshot()
    assert ([*snapshot["closed"], snapshot["opened"]], snapshot["open"]) == (expected, [])
    assert (snapshot["reshuffles"], snapshot["turn"]) == (2, 10)


def stopped(**fields):
    return play(position(opened="5S", closed=[], reshuffles=3, **fields), "discard")


@pytest.mark.parametrize(
    ("best", "big", "progress", "ranks", "scores"),
    [
        ([4, 3], "V0,1 V1,0", [4, 3], (0, 1), (1, 0)),
        ([4, 9], "V0,1 V1,0", [4, 9], (1, 0), (0, 1)),
        ([4, 4], "V0,1 V1,0", [4, 4], (0, 0), (0, 0)),
        ([10, 9], "V0,11 V1,0", [10, 9], (0, 1), (1, 0)),
        ([10, 10], "V0,2 H0,2", [18, 19], (1, 0), (0, 1)),
        ([10, 10], "V0,2 H0,3", [18, 18], (0, 0), (0, 0)),
        ([10, 10], "H0,0 V0,1", [20, 19], (0, 1), (1, 0)),
    ],
)
def test_the_limit_decides_on_progress(best, big, progress, ranks, scores):
    table = column("22222222222") + " H0,0:2C"
    state = stopped(table=table, best=best, big=big)
    seen = state.observe(None)
    assert (state.to_act(), seen["phase"], seen["opened"], seen["open"]) == ((), "over", None, ["5S"])
    assert seen["progress"] == progress
    assert (state.result().ranks, state.result().scores) == (ranks, scores)


def test_the_limit_without_adjudication_is_a_draw():
    state = stopped(best=[4, 3], options={"adjudicate": False})
    assert (state.result().ranks, state.result().scores) == ((0, 0), (0, 0))
    assert state.observe(0)["progress"] == [4, 3]


def test_without_adjudication_a_win_is_a_win():
    state = position(column("2"), opened="2C", big="V0,1 V1,0", best=[10, 0], options={"adjudicate": False})
    assert play(state, "big V0,0").result().ranks == (0, 1)


def test_the_last_card_is_played_before_the_limit():
    state = position("H0,1:2D", opened="5S", closed=[], reshuffles=3)
    play(state, "build V0,1")
    assert state.to_act() == ()
    assert ["V", 0, 1, "5S"] in state.observe(None)["table"]


@pytest.mark.parametrize(
    ("card", "small", "message"),
    [
        ("KS", "", "it does not place a small chip by the KS"),
        ("KS", SIX, "it is not one of big, small, discard that the KS allows"),
        ("5S", "", "it is not one of build, big, small, discard that the 5S allows"),
    ],
)
def test_a_refusal_says_what_the_card_allows(card, small, message):
    state = position(opened=card, small=(small, ""))
    with pytest.raises(IllegalAction, match=message):
        state.apply(0, state.big[0])
