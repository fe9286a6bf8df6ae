"""The decision of a player of Advantage who looks to the end of round 2 and no further.

Cards in hand are what wins: each is half a pair to come, and nothing but a taken pile brings several at once. So a hand
is worth its cards, and a little less for those that have no partner in it. An action is worth what the player's hand
can be worth after round 2, less a share of what the other can gain there. In round 1 the leader counts on the pile that
is best for him, the other on the best of those that are left when the leader has taken what he gains most by.
"""

from __future__ import annotations

from engines.advantage.masks import EXCHANGED_FOR, LOWEST, mask_of
from engines.advantage.state import EXCHANGE, LAYING, PAIRING, AdvantageState

UNPAIRED, PAIRED = 6, 8
"""What a card adds to the worth of a hand if it is left over there, and if it makes a pair with another."""
MINE, THEIRS = 4 << 8, 3
"""The weights of what the player can have, and of what the other can gain, which is counted in 256ths."""


def decide(state: AdvantageState, unknown: int) -> int:
    """The action of the seat to act, as it follows from what that seat sees.

    ``unknown`` cards of the other's hand are not known. Of the state neither these nor the stock are looked at.
    """
    actions = state.legal(state.player)
    if len(actions) == 1 or state.phase == PAIRING:
        return actions[0]
    found = values(state, unknown)
    return actions[found.index(max(found))]


def values(state: AdvantageState, unknown: int) -> list[int]:
    """What the legal actions of round 1 or 2 are worth, in their order."""
    actions, prospect = state.legal(state.player), _Prospect(state, unknown)
    if state.phase == LAYING:
        leads = state.player == state.leader
        return [prospect.laid(*divmod(action, 3), leads) for action in actions]
    exchanges = [prospect.exchanged(*divmod(action - EXCHANGE, 3)) for action in actions[:-1]]
    return [*exchanges, prospect.declined()]


class _Prospect:
    """What the player and the other can come to in round 2. All but single cards is weighed once.

    hand:   the player's cards, their worth, and the ranks of which he has an odd number.
    piles:  for each pile: what the hand would be worth together with it, of which ranks it had an odd number then, and
    the pile's top. threats: what the other gains by the pile.
    known:  the other's known cards. seldom: in 256ths, how often none of his unknown ones fits.
    gains:  for each pile what the other has with it beyond what he has now, and the ranks he has an odd number of then.
    """

    __slots__ = ("gains", "hand", "known", "piles", "seldom", "threats")

    def __init__(self, state: AdvantageState, unknown: int) -> None:
        hand, known = state.hands[state.player], state.known[1 - state.player]
        self.hand, self.known = (hand, *_weighed(hand)), (known, *_weighed(known))
        self.seldom = 256 >> unknown  # about half of all cards fit a top
        self.piles, self.gains, self.threats = [], [], []
        for pile in state.piles:
            cards, top = mask_of(pile), pile[-1]
            self.piles.append((*_weighed(hand | cards), top))
            worth, odd = _weighed(known | cards)
            gain = worth - self.known[1]
            self.gains.append((gain, odd))
            self.threats.append(gain * self._likely(top))

    def _likely(self, top: int) -> int:
        """How likely the other can take a pile with this top, in 256ths."""
        return 256 if self.known[0] & EXCHANGED_FOR[top] else 256 - self.seldom

    def declined(self) -> int:
        """The value of exchanging nothing."""
        return MINE * self.hand[1] - THEIRS * max(self.threats)

    def exchanged(self, card: int, number: int) -> int:
        """The value of an exchange."""
        bit, threats = 1 << card, self.threats
        together, odd, _ = self.piles[number]
        left = together - (UNPAIRED if odd & bit else PAIRED)
        alone = (PAIRED if self.known[2] & bit else UNPAIRED) * self._likely(card)
        return MINE * left - THEIRS * max(alone, threats[number - 1], threats[number - 2])

    def laid(self, card: int, number: int, leads: bool) -> int:
        """The value of laying a card, for the leader or for the other."""
        bit, rank = 1 << card, 15 << (card & ~3)
        gain, odd = self.gains[number]
        threats = self.threats[:]
        threats[number] = (gain + (PAIRED if odd & bit else UNPAIRED)) * self._likely(card)
        greatest = max(threats)
        gone = -1 if leads or not greatest else threats.index(greatest)
        hand, best, odd = self.hand
        hand ^= bit
        best -= UNPAIRED if odd & bit else PAIRED
        for pile, (worth, odd, top) in enumerate(self.piles):
            if pile == gone:
                continue
            if pile == number:
                top = card
            else:
                worth -= UNPAIRED if odd & bit else PAIRED
                odd ^= rank
            fitting = hand & EXCHANGED_FOR[top]
            if fitting:
                worth -= UNPAIRED if fitting & odd else PAIRED
                if worth > best:
                    best = worth
        return MINE * best - THEIRS * greatest


def _weighed(cards: int) -> tuple[int, int]:
    """What cards are worth in one hand, and all cards of the ranks of which it has an odd number."""
    spread = cards ^ cards >> 1
    odd = (spread ^ spread >> 2) & LOWEST
    pairs = cards.bit_count() - odd.bit_count() >> 1
    return PAIRED * pairs + UNPAIRED * (pairs + odd.bit_count()), 15 * odd
