"""The greedy decision: what it weighs, and that it sees no more than its seat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.advantage.greedy import decide, values
from engines.advantage.masks import EXCHANGED_FOR, cards_of
from engines.advantage.reading import seen
from engines.advantage.state import EXCHANGE, EXCHANGING, LAYING, PASS, AdvantageState
from plugins.chance import Chance
from tests.engines.advantage.games import positions
from tests.engines.advantage.positions import ENGINE, actions, position


def worth(cards: list[int]) -> int:
    """Six for a card, and two more for every pair."""
    ranks = [card // 4 for card in cards]
    return 6 * len(cards) + 2 * sum(ranks.count(rank) // 2 for rank in set(ranks))


def fits(cards, top) -> list[int]:
    return [card for card in cards if EXCHANGED_FOR[top] >> card & 1]


def slow_values(state: AdvantageState, unknown: int) -> list[int]:
    """What the module's first lines say, from lists of cards and in full for every action."""
    seat = state.player
    hand, known = cards_of(state.hands[seat]), cards_of(state.known[1 - seat])

    def threat(pile):
        likely = 256 if fits(known, pile[-1]) else 256 - (256 >> unknown)
        return (worth(known + pile) - worth(known)) * likely

    def value(action):
        piles, left = [list(pile) for pile in state.piles], list(hand)
        if action == PASS:
            return 1024 * worth(left) - 3 * max(map(threat, piles))
        card, number = divmod(action % EXCHANGE, 3)
        left.remove(card)
        if state.phase == EXCHANGING:
            left += piles[number]
            piles[number] = [card]
            return 1024 * worth(left) - 3 * max(map(threat, piles))
        piles[number].append(card)
        greatest = max(map(threat, piles))
        if seat != state.leader and greatest:
            piles.remove(next(pile for pile in piles if threat(pile) == greatest))
        futures = [worth(left)]
        for pile in piles:
            futures += [worth(pile + [card for card in left if card != given]) for given in fits(left, pile[-1])]
        return 1024 * max(futures) - 3 * greatest

    return [value(action) for action in state.legal(seat)]


@st.composite
def crowded(draw) -> AdvantageState:
    """Few ranks, so that pairs are broken and cards of a rank lie everywhere."""
    cards = draw(st.permutations([f"{rank}{suit}" for rank in "2345" for suit in "CDHS"]))
    held, known, round_, player = (draw(st.integers(least, most)) for least, most in ((2, 4), (0, 4), (1, 2), (0, 1)))
    hands = [cards[:held], cards[held : held + known]]
    rest = cards[held + known :]
    piles = ",".join([" ".join(rest[0:3]), " ".join(rest[3:5]), " ".join(rest[5:])])
    one, two = hands if player == 0 else hands[::-1]
    fields = {"player": player, "known": [[], hands[1]] if player == 0 else [hands[1], []]}
    return position(" ".join(one), piles, other=" ".join(two), round=round_, **fields)


@given(positions() | crowded(), st.integers(0, 9))
def test_it_takes_the_first_of_the_best(state, unknown):
    if state.to_act():
        legal = state.legal(state.player)
        if state.phase in (LAYING, EXCHANGING):
            weighed = slow_values(state, unknown)
            assert values(state, unknown) == weighed
            assert decide(state, unknown) == legal[weighed.index(max(weighed))]
        else:
            assert decide(state, unknown) == legal[0]


@given(positions())
def test_it_follows_from_the_observation(state):
    """Fed from the state and from what the seat sees of it, it is the same, whatever the hidden cards are."""
    if state.to_act():
        seat = state.player
        observation = state.observe(seat)
        open_part, unknown = seen(observation)
        sampled = ENGINE.sample(observation, Chance(b"other"))
        hidden = (state.hands[1 - seat] & ~state.known[1 - seat]).bit_count()
        assert unknown[1 - seat] == hidden
        assert decide(open_part, hidden) == decide(state, hidden) == decide(sampled, hidden)


def chosen(state: AdvantageState) -> str:
    """The decision when nothing but the known cards is in the other's hand."""
    return actions(state)[state.legal(state.player).index(decide(state, 0))]


def test_most_cards_are_best_and_pairs_among_as_many():
    # Seat 1 comes second; the red pile has three cards and the black one two.
    assert chosen(position("2H", "KD 3D 8H,2C 9S,4S", other="5D 6S", round=2, player=1)) == "exchange 5D 0"
    # Two red piles of two cards; one of them makes a pair of fives.
    assert chosen(position("2H", "KD 3D,QD 5H,4S", other="5C 6D", round=2, player=1)) == "exchange 6D 1"


@pytest.mark.parametrize(("known", "choice"), [("QC", "exchange 7S 1"), ("QD", "exchange 5H 0")])
def test_of_two_piles_the_leader_takes_what_the_other_could(known, choice):
    state = position("5H 7S", "2D 3D 4D,8C JC 9S,KH", other=known, round=2, known=[[], [known]])
    assert chosen(state) == choice


def test_the_second_lays_a_card_that_keeps_the_leader_from_a_pile():
    # The leader has a red card for the red pile of three; a black four on top of it is for the black nine.
    state = position("6D", "2D 3D 4D,KS,QS", other="4S 9C 2C", player=1, known=[["6D"], []])
    assert chosen(state) == "lay 4S 0"


def test_the_second_fears_for_no_pile_if_nothing_can_be_taken():
    state = position("6D", "2C 3C 4C,KS,QS", other="2S 9C", player=1, known=[["6D"], []])
    assert chosen(state) == "lay 2S 0"


def test_the_leader_gives_a_card_that_the_other_cannot_take():
    # Without the three the hand is worth as much as without a five, but the other's six would fit the three.
    state = position("3S 5D 5H", "2D 3D,4D,KH", other="6S", round=2, known=[[], ["6S"]])
    assert chosen(state) == "exchange 5D 0"
