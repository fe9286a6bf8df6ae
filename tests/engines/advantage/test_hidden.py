"""What may be in a hand that is not seen: never less than what is there, and how much less than anything."""

import pytest

from engines.advantage.hidden import demand
from engines.advantage.masks import mask_of
from engines.cards import parse
from tests.engines.advantage.games import random_game
from tests.engines.advantage.positions import position


def allows(state, hand, known=""):
    """Whether seat 1 may have this hand."""
    cards, sure = (mask_of([parse(card) for card in words.split()]) for words in (hand, known))
    state.known[1] = sure
    wanted = demand(state, 1, (cards & ~sure).bit_count())
    return not cards & ~sure & wanted.barred and wanted.met(*wanted.counts(cards))


@pytest.mark.parametrize("lead", ["fixed", "alternate"])
@pytest.mark.parametrize("declining", [0, 5, 10])
def test_every_hand_of_every_game_is_allowed(lead, declining):
    told = 0
    for game in range(40):
        for state in random_game(b"%d" % game, lead, declining):
            for seat in (0, 1):
                hand, known = state.hands[seat], state.known[seat]
                wanted = demand(state, seat, (hand & ~known).bit_count())
                assert not hand & ~known & wanted.barred
                assert wanted.met(*wanted.counts(hand))
                told += wanted.doubles != (0, 52)
    assert told > 1000


def at(round=1, player=0, cycle=2, piles="KD,9S,2C", **fields):
    """Cycle 2, both have moved; seat 0 can act."""
    hands = {"hand": "3C 3D 3H 3S"}
    if player == 1:
        fields = {"other": "4C 4D 4H 4S", **fields}
    fields = {"moved": True, "draws": "AC AD AH AS", **fields}
    return position(**hands, piles=piles, round=round, player=player, cycle=cycle, **fields)


def test_who_has_not_begun_the_cycle_has_no_pair():
    assert allows(at(), "5C 7C 8H")
    assert not allows(at(), "5C 5D 8H")
    assert allows(at(cycle=1), "5C 5D 8H")


def test_who_has_had_round_1_may_have_drawn_a_pair():
    state = at(round=2)
    assert allows(state, "5C 5D 8H")
    assert not allows(state, "5C 5D 5H")
    assert not allows(state, "5C 5D 8H 8C")
    assert not allows(at(round=2, draws="", began_empty=True), "5C 5D 8H")


def test_who_took_a_pile_may_have_any():
    assert allows(at(round=3), "5C 5D 5H 8H 8C 9C 9D")


def test_who_is_to_act_can():
    # Red goes on KD, black on the others.
    red = "KD,9D,2H"
    assert allows(at(player=1, piles=red), "5H")
    assert not allows(at(player=1, piles=red), "5C 6C")
    assert allows(at(player=1, piles=red), "TC")
    assert not allows(at(round=2, player=1, piles=red), "TC")
    assert allows(at(round=3, player=1), "5C 5D")
    assert not allows(at(round=3, player=1), "5C 6D")


def test_who_drew_can_with_one_card_alone():
    red = "KD,9D,2H"
    state = at(player=1, piles=red, drew=True)
    assert allows(state, "5C 6C 7H")
    assert not allows(state, "5C 6H 7H")
    # A pair with the card drawn, and no other.
    assert allows(state, "5C 6C 5H")
    assert not allows(state, "5C 5S 7H")


def test_who_could_not_lay_still_cannot():
    red = "KD,9D,2H"
    state = at(round=2, piles=red, moved=False)
    assert allows(state, "5C 6C")
    assert not allows(state, "5C 6H")
    # With two turns behind him he may have drawn one that he could lay.
    state = at(round=3, piles=red, moved=False)
    assert allows(state, "5C 6C 6H")
    assert not allows(state, "5C 7H 6H")
    assert not allows(at(round=3, piles=red, moved=False, draws="", began_empty=True), "5C 6H")


def test_who_has_only_drawn_twice_has_two_cards_more_than_ranks():
    red = "KD,9D,2H"
    state = at(round=3, piles=red, moved=False)
    assert allows(state, "5C 5S 6C 6S 7C")
    assert not allows(state, "5C 5S 6C 6S 7C 7S")
    assert not allows(at(round=3, piles=red, moved=False, draws="", began_empty=True), "5C 5S")


def test_who_has_finished_has_no_pair():
    state = position(
        "3C 3D", "KD,9S,2C", round=3, cycle=2, player=0, leader=1, options={"lead": "alternate"}, moved=True
    )
    assert allows(state, "5C 6D")
    assert not allows(state, "5C 5D")
