"""What the rules of Rummy say beside the scenarios of test_rules.py: order, fours, what is known, limit, deal."""

import pytest

from engines.rummy.engine import Rummy
from engines.rummy.terms import JOKERS
from plugins.chance import Chance
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
    take_on,
)

OTHER = "2D 3D"


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
