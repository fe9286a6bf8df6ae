"""The rules of Advantage, from constructed positions; the numbered scenarios are those of the rules' page."""

import pytest

from engines.advantage.engine import Advantage
from engines.cards import NAMES
from plugins.chance import Chance
from plugins.contract import IllegalAction
from tests.engines.advantage.positions import ENGINE, actions, data, play, position


def hands(state):
    return state.snapshot()["hands"]


def seen(state, seat=None):
    return state.observe(seat)


def in_order(cards):
    return sorted(cards, key=NAMES.index)


def refused(state, action, match):
    before = state.snapshot()
    with pytest.raises(IllegalAction, match=match):
        state.apply(state.player, ENGINE.decode(data(action)))
    assert state.snapshot() == before


def test_1_the_deal():
    deck = list(range(52))
    Chance(b"deal").stream("deck").shuffle(deck)
    cards = [NAMES[card] for card in deck[::-1]]  # top first
    state = Advantage().new({"lead": "fixed"}, 2, Chance(b"deal"))
    snapshot = state.snapshot()
    assert [set(hand) for hand in snapshot["hands"]] == [set(cards[:3]), set(cards[3:6])]
    assert snapshot["known"] == snapshot["hands"]
    assert snapshot["piles"] == [[cards[6]], [cards[7]], [cards[8]]]
    assert snapshot["stock"] == cards[:8:-1]
    assert seen(state)["stock"] == 43
    assert (state.to_act(), snapshot["cycle"], snapshot["round"], snapshot["leader"]) == ((0,), 1, 1, 0)


def test_2_laying_by_colour_or_rank_and_tens_on_anything():
    state = position("5H 9H TS", "KD,9S,2C", draws="2D")
    assert actions(state) == ["lay 5H 0", "lay 9H 0", "lay 9H 1", "lay TS 0", "lay TS 1", "lay TS 2"]
    refused(state, "lay 5H 1", "not lay 5H 9H TS on pile 0, 9H TS on pile 1, TS on pile 2")
    refused(state, "lay 5D 0", "not lay")
    refused(state, "exchange 5H 0", "not lay")


def test_2_a_card_laid_is_the_top_and_another_is_drawn():
    state = play(position("5H 9H TS", "KD,9S,2C", other="2S", draws="2D 3D"), "lay 9H 1")
    assert seen(state)["piles"] == [["KD"], ["9S", "9H"], ["2C"]]
    assert hands(state)[0] == ["2D", "5H", "TS"]
    assert (state.to_act(), seen(state)["stock"], seen(state)["moved"]) == ((1,), 1, True)
    assert actions(state) == ["lay 2S 2"]


def test_3_a_ten_on_top():
    tops = "TS,3C,3S"
    assert actions(position("8C 8H", tops)) == ["lay 8C 0", "lay 8C 1", "lay 8C 2"]
    state = position("8H", tops, other="9D", round=2)
    assert actions(state) == ["exchange 8H 0", "pass"]
    play(state, "exchange 8H 0")
    assert (hands(state)[0], seen(state)["piles"][0]) == (["TS"], ["8H"])
    # The other may take it at once.
    assert actions(state) == ["exchange 9D 0", "pass"]


def test_4_an_ace_goes_on_its_colour():
    assert actions(position("AH", "KD,KS,2C")) == ["lay AH 0"]
    assert actions(position("AH", "KD,KS,2C", round=2)) == ["exchange AH 0", "pass"]


def test_5_laying_is_compulsory():
    state = position("5H 6C", "KS,9S,2C", draws="2D")
    assert (actions(state), hands(state)[0]) == (["lay 6C 0", "lay 6C 1", "lay 6C 2"], ["5H", "6C"])
    refused(state, "pass", "not lay 6C on pile 0, 6C on pile 1, 6C on pile 2")


def test_6_who_cannot_lay_draws_and_lays_if_he_can_now():
    state = position("5H 6H 8D", "KS,9S,2C", draws="QS 3H 4H")
    assert (hands(state)[0], seen(state)["drew"]) == (["5H", "6H", "8D", "QS"], True)
    assert actions(state) == ["lay QS 0", "lay QS 1", "lay QS 2"]
    play(state, "lay QS 1")
    assert hands(state)[0] == ["3H", "5H", "6H", "8D"]


def test_6_who_still_cannot_lay_keeps_the_card():
    state = position("5H 6H 8D", "KS,9S,2C", other="4C", draws="3D 3H")
    assert (state.to_act(), seen(state)["drew"], seen(state)["moved"]) == ((1,), False, False)
    assert hands(state)[0] == ["3D", "5H", "6H", "8D"]
    assert actions(state) == ["lay 4C 0", "lay 4C 1", "lay 4C 2"]


def test_7_an_exchange_takes_the_whole_pile():
    state = position("5H 4S 6C", "KD 5S 8H,3S,9S", other="AD 5C 2S", round=2, draws="2C")
    play(state, "exchange 5H 0")
    assert hands(state)[0] == ["4S", "5S", "6C", "8H", "KD"]
    assert (seen(state)["piles"], seen(state)["stock"]) == ([["5H"], ["3S"], ["9S"]], 1)
    of_pile = [action for action in actions(state) if action.endswith(" 0")]
    assert of_pile == ["exchange 5C 0", "exchange AD 0"]
    play(state, "exchange AD 0")
    assert (hands(state)[1], seen(state)["piles"][0]) == (["2S", "5C", "5H"], ["AD"])


def test_8_a_ten_in_hand_has_no_power_in_round_2():
    state = position("TH", "4S,2C 4D,TC", round=2)
    assert actions(state) == ["exchange TH 1", "exchange TH 2", "pass"]
    refused(state, "exchange TH 0", "not pass, nor exchange TH for pile 1, TH for pile 2")


def test_9_pairs_are_set_aside_and_two_cards_drawn():
    state = position("7C 7D 7S KH", "2C,2D,2H", round=3, draws="KS 3H 7H 4C", other="5C")
    assert actions(state) == ["pair 7C 7D", "pair 7C 7S", "pair 7D 7S"]
    refused(state, "pair 7C 7H", "not a pair of 7C 7D 7S")
    play(state, "pair 7C 7S")
    assert (hands(state)[0], actions(state)) == (["3H", "7D", "KH", "KS"], ["pair KH KS"])
    play(state, "pair KH KS")
    assert actions(state) == ["pair 7D 7H"]
    assert seen(state)["pairs"] == [[["7C", "7S"], ["KH", "KS"]], []]


def test_9_fewer_are_drawn_if_the_stock_is_short():
    state = play(position("7C 7D", "2C,2D,2H", other="5C 5D", round=3, draws="3H"), "pair 7C 7D")
    assert (hands(state)[0], seen(state)["stock"], state.to_act()) == (["3H"], 0, (1,))
    play(state, "pair 5C 5D")
    assert (hands(state), seen(state)["cycle"]) == ([["3H"], []], 2)


def test_9_four_of_a_rank_are_two_pairs():
    state = position("7C 7D 7H 7S", "2C,2D,2H", round=3)
    assert actions(state) == [f"pair 7{one} 7{two}" for one, two in ("CD", "CH", "CS", "DH", "DS", "HS")]
    play(state, "pair 7D 7S")
    assert actions(state) == ["pair 7C 7H"]


def twelve(seat):
    """Twelve pairs of different ranks, with the clubs or with the hearts."""
    suits = "CD" if seat == 0 else "HS"
    return [[f"{rank}{suits[0]}", f"{rank}{suits[1]}"] for rank in "23456789TJQK"]


def test_10_it_ends_when_nobody_moves_and_the_stock_is_empty():
    state = position("AC", "AD,AH,AS", round=2, pairs=[twelve(0), twelve(1)], began_empty=True)
    # Declining is not moving.
    play(state, "pass")
    assert (state.to_act(), seen(state)["phase"], seen(state)["round"], seen(state)["cycle"]) == ((), "over", 3, 1)
    assert (state.result().ranks, state.result().scores) == ((0, 0), (12, 12))
    assert (actions(state), state.legal(0), state.legal(1)) == ([], (), ())
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(state.player, 0)


@pytest.mark.parametrize(("begun_by", "over"), [("nothing", True), ("a lay", False)])
def test_10_a_card_laid_keeps_it_going(begun_by, over):
    state = position("AC", "AD,AH,AS", round=2, moved=begun_by == "a lay")
    play(state, "pass")
    assert (state.to_act() == ()) == over


@pytest.mark.parametrize(("cards", "cycle"), [(4, 1), (5, 2), (8, 2), (9, 3)])
def test_10_it_does_not_end_while_there_is_a_stock(cards, cycle):
    """Nobody can do anything, so that either draws twice in a cycle."""
    draws = ["2C", "7C", "8C", "9C", "4S", "QC", "JS", "KS", "AC"][:cards]
    state = position("", "3D,5D,6D", draws=" ".join(draws))
    assert (state.to_act(), seen(state)["phase"], seen(state)["cycle"]) == ((), "over", cycle)
    assert hands(state) == [in_order(draws[0::2]), in_order(draws[1::2])]


def test_the_more_pairs_the_better():
    state = position("2C", "2D,4D,6D", pairs=[[["7C", "7D"]], [["8C", "8D"], ["9C", "9D"]]])
    assert (state.result().ranks, state.result().scores) == ((1, 0), (1, 2))
    state = position("2C", "2D,4D,6D", pairs=[[["7C", "7D"]], []])
    assert (state.result().ranks, state.result().scores) == ((0, 1), (1, 0))


def test_round_2_who_can_exchange_nothing_draws_and_may_decline():
    state = position("5H 6H", "KS,9S,2C", round=2, draws="4S 3C", other="7H")
    assert (hands(state)[0], seen(state)["drew"]) == (["4S", "5H", "6H"], True)
    assert actions(state) == ["exchange 4S 0", "exchange 4S 1", "exchange 4S 2", "pass"]
    play(state, "pass")
    # The other draws too; nobody draws for declining.
    assert (state.to_act(), hands(state)[1], seen(state)["stock"]) == ((1,), ["3C", "7H"], 0)


def test_round_2_an_exchange_after_a_draw_draws_nothing():
    state = play(position("5H 6H", "KS,9S,2C", round=2, draws="4S 3C", other="7S"), "exchange 4S 2")
    assert (hands(state)[0], seen(state)["stock"], seen(state)["piles"][2]) == (["2C", "5H", "6H"], 1, ["4S"])
    assert (state.to_act(), seen(state)["drew"]) == ((1,), False)


def test_round_3_is_finished_by_the_leader_first():
    state = position("7C 7D", "2C,2D,2H", other="5C 5D", round=3, draws="8C 8D 9C 9D")
    play(state, "pair 7C 7D")
    assert (state.to_act(), actions(state)) == ((0,), ["pair 8C 8D"])
    play(state, "pair 8C 8D", "pair 9C 9D")
    assert (state.to_act(), actions(state)) == ((1,), ["pair 5C 5D"])


@pytest.mark.parametrize(("lead", "leaders"), [("fixed", [0, 0, 0, 0]), ("alternate", [0, 1, 0, 1])])
def test_the_leader_is_first_in_every_round(lead, leaders):
    state = Advantage().new({"lead": lead}, 2, Chance(b"turns"))
    led, turns = {}, {}
    while state.to_act():
        at = seen(state)
        led[at["cycle"]] = at["leader"]
        turns.setdefault((at["cycle"], at["round"]), []).append(at["player"])
        state.apply(state.player, state.legal(state.player)[0])
    assert [led[cycle] for cycle in (1, 2, 3, 4)] == leaders
    for (cycle, round_), players in turns.items():
        # Never back to the leader once the other has begun; one turn each but in round 3.
        assert players == sorted(players, key=lambda player: player != led[cycle])
        assert round_ == 3 or len(set(players)) == len(players)


def test_limit_three_cycles_begun_empty_without_a_pair():
    """Reds on reds for ever: both lay, both decline."""
    state = position("3H 5H 7H 9H", "2D,4D,6D", other="8D JD KD QH", began_empty=True)
    for cycle, dry in ((1, 0), (2, 1), (3, 2)):
        assert (seen(state)["cycle"], seen(state)["dry_cycles"]) == (cycle, dry)
        for _ in range(4):
            play(state, actions(state)[-1])  # a lay, or pass
    assert (state.to_act(), seen(state)["cycle"], seen(state)["dry_cycles"]) == ((), 3, 3)


def test_limit_a_pair_breaks_the_row():
    state = position("3H 5H 3D", "2D,4D,6D", other="8D JD", round=3, began_empty=True, dry_cycles=2, moved=True)
    play(state, "pair 3D 3H")
    assert (state.to_act(), seen(state)["dry_cycles"]) == ((0,), 0)


def test_limit_a_cycle_begun_with_a_stock_does_not_count():
    state = position("3H 5H 7H AH", "2D,4D,6D", other="8D JD QD KD", draws="9D")
    for dry in (0, 0, 1, 2):
        assert seen(state)["dry_cycles"] == dry
        before = seen(state)["cycle"]
        while state.to_act() and seen(state)["cycle"] == before:
            play(state, actions(state)[-1])
    assert (state.to_act(), seen(state)["dry_cycles"]) == ((), 3)


def test_the_dealt_cards_are_known_to_all_until_they_leave_the_hand():
    state = position("5H 9H", "KD,9S,2C", other="2S 6D", draws="9C 3D", known=[["5H", "9H"], ["2S", "6D"]])
    play(state, "lay 5H 0")
    for seat in (0, 1, None):
        assert seen(state, seat)["hands"] == [{"cards": 2, "known": ["9H"]}, {"cards": 2, "known": ["2S", "6D"]}]
    assert [seen(state, seat)["hand"] for seat in (0, 1, None)] == [["9C", "9H"], ["2S", "6D"], None]


def test_the_cards_of_a_taken_pile_are_known_to_all():
    state = position("5H 9C", "KD QD,9S,2C", other="2S", round=2, known=[["9C"], []])
    play(state, "exchange 5H 0")
    assert seen(state, 1)["hands"][0] == {"cards": 3, "known": ["9C", "QD", "KD"]}


def test_a_known_card_exchanged_or_paired_is_no_longer_in_the_hand():
    state = position("5H 5C 8S", "KD QD,9S,2C", other="2S", round=2, known=[["5H", "5C"], []], draws="2H 3H")
    play(state, "exchange 5H 0", "pass")
    assert seen(state, 1)["hands"][0] == {"cards": 4, "known": ["5C", "QD", "KD"]}
    state = position("5H 5C 8S", "KD QD,9S,2C", other="2S", round=3, known=[["5H", "8S"], []], draws="2H 3H 4H")
    play(state, "pair 5C 5H")
    assert seen(state, 1)["hands"][0] == {"cards": 3, "known": ["8S"]}


def test_the_turn_of_the_other():
    state = position("5H", "KD,9S,2C", other="2S")
    with pytest.raises(IllegalAction, match="it is the turn of seat 0"):
        state.apply(1, ENGINE.decode(data("lay 2S 1")))
