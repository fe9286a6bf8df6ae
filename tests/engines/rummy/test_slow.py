"""The slow reading by the scenarios of the rules page, and its two ways of searching against each other."""

import pytest

from plugins.chance import Chance
from tests.engines.rummy.random_positions import KINDS, random_position
from tests.engines.rummy.slow import SlowRummy
from tests.engines.rummy.slow_layouts import (
    NUMBER,
    ONE_PACK,
    layout,
    new_layouts_by_choosing,
    new_layouts_by_listing,
    set_of,
)
from tests.engines.rummy.slow_opening import most_by_sequences, reaches_in_order

REST = ["2C", "4D", "6H", "8S"]


def run(cards: str, stand_for: str = "") -> dict:
    return layout("run", cards.split(), (stand_for or cards).split())


def table(*layouts: dict) -> list[dict]:
    return [{"number": number, **one} for number, one in enumerate(layouts)]


def game(kind: str, hand: str, layouts=(), opened: bool = False, phase: str = "play", **fields) -> SlowRummy:
    """Seat 0 of two is to move; seat 1 has opened and holds four cards."""
    return SlowRummy(
        {
            "options": KINDS[kind],
            "turn": 3,
            "player": 0,
            "phase": phase,
            "opening": not opened,
            "points": 0,
            "opened": [opened, True],
            "may_swap": [opened, True],
            "layouts": table(*layouts),
            "next_layout": len(layouts),
            "open": ["3H"],
            "closed": ["KD", "9C", "5S"],
            "closed_known": 0,
            "turn_overs": 0,
            "hands": [sorted(hand.split(), key=NUMBER.__getitem__), REST],
            "known": [[], []],
            **fields,
        }
    )


def lay(cards: str, stand_for: str = "", t: str = "lay") -> dict:
    return {"t": t, "cards": cards.split(), "as": (stand_for or cards).split()}


def off(card: str, on: int, stands_for: str = "") -> dict:
    return {"t": "off", "card": card, "on": on, "as": stands_for or card}


def swap(card: str, on: int) -> dict:
    return {"t": "swap", "card": card, "on": on}


def discard(card: str) -> dict:
    return {"t": "discard", "card": card}


def play(rummy: SlowRummy, *choices: dict) -> SlowRummy:
    for choice in choices:
        rummy.choose(choice)
    return rummy


def test_1_forty_two_opens_and_thirty_nine_does_not():
    nines, run_of_five = lay("9D 9H 9S"), lay("4S 5S 6S")
    rummy = game("a", "9D 9H 9S 4S 5S 6S KD")
    assert rummy.choices()[:2] == [run_of_five, nines]
    play(rummy, nines)
    assert (rummy.opened[0], rummy.choices()) == (False, [run_of_five])
    play(rummy, run_of_five)
    assert (rummy.opened[0], rummy.points, rummy.choices()) == (True, 42, [discard("KD")])
    assert {choice["t"] for choice in game("a", "9D 9H 9S 3S 4S 5S KD").choices()} == {"discard"}


def test_2_lay_offs_count():
    rummy = game("a", "TD TH TS JS 2C", [run("8S 9S TS")])
    assert {str(choice) for choice in rummy.choices() if choice["t"] != "discard"} == {
        str(lay("TD TH TS")),
        str(off("JS", 0)),
    }
    assert play(rummy, off("JS", 0), lay("TD TH TS")).opened[0]


@pytest.mark.parametrize(
    ("cards", "points"), [(lay("KD KH JK", "KD KH K*"), 30), (lay("AC 2C 3C"), 16), (lay("QS KS AS"), 31)]
)
def test_3_points(cards, points):
    rummy = play(game("a", " ".join(cards["cards"]) + " 9D", opened=True), cards)
    assert rummy.points == points


def test_3_no_run_goes_round():
    assert game("a", "KC AC 2C", opened=True).choices() == [discard("2C"), discard("KC"), discard("AC")]


def test_4_the_open_card():
    eights, draw = lay("8D 8H 8S", t="take"), {"t": "draw"}
    assert game("a", "8S 8D 5C 6C 7C QH", phase="draw", open=["8H"]).choices() == [draw, eights]
    assert game("a", "8S 8D 2D", phase="draw", open=["8H"]).choices() == [draw]
    assert game("c", "8S 8D 5C 6C 7C", phase="draw", open=["8H"]).choices() == [draw]
    assert game("c", "8S 8D 5C 6C 7C QH", phase="draw", open=["8H"]).choices() == [draw, eights]


def test_5_four_cards_in_b():
    hand = "5H 6H 7H 8H 9H QS QH QD"
    assert {choice["t"] for choice in game("b", hand).choices()} == {"discard"}
    assert lay("9H TH JH QH") in game("b", "9H TH JH QH KH 4S 5S 6S 7S 2C").choices()


def test_6_swaps():
    seven_to_nine = run("7S JK 9S", "7S 8S 9S")
    assert swap("8S", 0) in game("a", "8S 8H 2C", [seven_to_nine], opened=True).choices()
    assert swap("8H", 0) not in game("a", "8S 8H 2C", [seven_to_nine], opened=True).choices()
    assert swap("8S", 0) not in game("a", "8S 8H 2C", [seven_to_nine]).choices()
    rummy = play(game("a", "8S 8H 2C", [seven_to_nine], opened=True), swap("8S", 0))
    assert (rummy.hands[0], rummy.known[0], rummy.table[0]) == (["2C", "8H", "JK"], ["JK"], run("7S 8S 9S"))
    assert rummy.points == 0


def test_7_the_third_ace():
    rummy = play(game("a", "AC AD AH", opened=True), lay("AC AD AH"))
    assert (rummy.phase, rummy.ranks(), rummy.scores()) == ("over", (0, 1), (0, -20))
    assert {choice["t"] for choice in game("c", "AC AD AH", opened=True).choices()} == {"discard"}


def test_8_points_in_hand():
    assert game("a", "AC JD 7H JK").scores()[0] == -48


def test_9_the_open_pile_is_turned_over():
    rummy = game("a", "9H TC", opened=True, phase="draw", open=["2C", "5D", "KS"], closed=[])
    drawn = []
    for _ in range(3):
        before = rummy.hands[rummy.player]
        play(rummy, {"t": "draw"})
        drawn += [card for card in set(rummy.hands[rummy.player]) if card not in before]
        play(rummy, rummy.choices()[-1])
    assert rummy.turn_overs == 1
    assert drawn == ["2C", "5D", "KS"]


@pytest.mark.parametrize(("hand", "penalty"), [("2C 4D 6H 8S JK", 10), ("2C JK JK", 12)])
def test_10_penalties_of_cards(hand, penalty):
    for opened, doubled in ((True, 1), (False, 2)):
        rummy = game("d", "AC AD AH", opened=opened, hands=[["AC", "AD", "AH"], hand.split()])
        play(rummy, lay("AC AD AH"))
        assert rummy.scores() == (0, -penalty * doubled)
        assert rummy.ranks() == (0, 1)


def test_11_no_set_of_a_suit_twice():
    assert {choice["t"] for choice in game("d", "6S 6S 6H").choices()} == {"discard"}
    assert lay("6H 6S JK", "6H 6S 6*") in game("d", "6S 6S 6H JK").choices()


def test_12_without_a_threshold():
    assert lay("2C 3C 4C") in game("d", "2C 3C 4C 9D").choices()
    assert lay("2C 3C 4C") not in game("a", "2C 3C 4C 9D").choices()


def test_a_four_leaves():
    rummy = play(game("d", "6C 6D 6H JK 2S"), lay("6C 6D 6H JK", "6C 6D 6H 6*"))
    assert (rummy.table, rummy.next_layout, rummy.closed_known) == ({}, 1, 4)
    assert rummy.closed == ["JK", "6H", "6D", "6C", "KD", "9C", "5S"]
    assert rummy.seen(1)["closed"] == ["JK", "6H", "6D", "6C", None, None, None]
    assert rummy.may_swap[0]


def test_the_ace_onto_two_to_king_goes_low():
    rummy = game("a", "AH JK 9D", [run("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")], opened=True)
    offs = [choice for choice in rummy.choices() if choice["t"] == "off"]
    assert offs == [off("AH", 0), off("JK", 0, "AH")]
    play(rummy, off("JK", 0, "AH"))
    assert rummy.table[0]["cards"][0] == "JK"
    assert [choice for choice in rummy.choices() if choice["t"] == "off"] == []


def test_the_limit():
    rummy = game("a", "9H TC", opened=True, phase="draw", open=["2C"], closed=[], turn_overs=2)
    play(rummy, {"t": "draw"}, discard("TC"))
    assert (rummy.phase, rummy.turn_overs, rummy.scores(), rummy.ranks()) == ("over", 3, (-11, -20), (0, 1))


def hand_of(stream, cards: int) -> list[str]:
    suits = ["CDHS", "CD", "H"][stream.below(3)]
    pool = [card for card in ONE_PACK if card[1] in suits] * 3 + ["JK"] * (3 * len(suits))
    stream.shuffle(pool)
    first = stream.below(13 * len(suits))
    near = [card for card in ONE_PACK * 2 if card[1] in suits][first : first + 6 * len(suits)]
    return [pool.pop() if stream.below(4) == 0 else stream.choice(near) for _ in range(cards)]


@pytest.mark.parametrize("sets", ["any", "distinct"])
def test_choosing_and_listing_find_the_same_layouts(sets):
    stream = Chance(b"layouts").stream(sets)
    for _ in range(60):
        hand = hand_of(stream, 3 + stream.below(7))
        for smallest, longest in ((3, 5), (4, 7)):
            chosen = new_layouts_by_choosing(hand, smallest, longest, sets)
            listed = new_layouts_by_listing(hand, smallest, longest, sets)
            assert sorted(map(str, chosen)) == sorted(map(str, listed))
            assert len(set(map(str, chosen))) == len(chosen)


def largest(search) -> int:
    return max(needed for needed in range(200) if search(needed))


@pytest.mark.parametrize("kind", ["a", "b", "c on b", "d from 25"])
def test_the_two_searches_find_the_same_points(kind):
    options = KINDS[kind]
    sizes = (4, 7) if options["opening_layout"] == 4 else (3, 5)
    met = set()
    for number in range(16):
        position = random_position(kind, b"search %d" % number, most_cards=6)
        for hand in position["hands"]:
            search = (hand, position["layouts"], *sizes, options["sets"], int(options["must_discard"]))
            most = most_by_sequences(*search)
            assert reaches_in_order(most, *search)
            assert not reaches_in_order(most + 1, *search)
            met.add(most)
    assert len(met) > 5


def test_a_set_is_written_by_suit_with_jokers_last():
    assert set_of(["JK", "9S", "9C", "JK"]) == layout("set", ["9C", "9S", "JK", "JK"], ["9C", "9S", "9*", "9*"])
