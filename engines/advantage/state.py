"""A game of Advantage in progress: cycles, rounds and turns. RULES.md has the rules and all shapes.

This is the inner loop of tournaments and of policies that look ahead: hands are bit masks (masks.py), piles and stock
are lists of small integers, and an action is an integer, so that the order of legal actions is ascending.
"""

from __future__ import annotations

from typing import Any

from engines.advantage.masks import (
    EXCHANGED_FOR,
    LAID_ON,
    PAIR_MASKS,
    PAIRS,
    PAIRS_OF,
    cards_of,
    doubled,
    mask_of,
)
from engines.cards import NAMES, names, pack
from plugins.chance import Chance
from plugins.contract import JSON, Action, IllegalAction, Result

DRY = 3  # limit: so many cycles in a row, begun with the stock empty, without a pair, end the game

# Actions: 3 * card + pile beyond LAY or EXCHANGE; PASS; the number of the pair beyond PAIR.
LAY, EXCHANGE, PASS, PAIR = 0, 156, 312, 313
ACTIONS = PAIR + len(PAIRS)

LAYING, EXCHANGING, PAIRING, OVER = range(4)  # the phase of round r is r - 1
PHASES = ("lay", "exchange", "pair", "over")
LEADS = ("fixed", "alternate")

_ACTORS = ((0,), (1,))


class AdvantageState:
    """Mutable; made by ``Advantage.new``, ``restore`` and ``sample``.

    hands:  the cards of either seat, a mask. known: those of them that are known to all.
    piles:  three lists of cards, the top is last, never empty. stock: its top is last.
    pairs:  per seat the numbers of the pairs set aside, in that order.
    leader: the seat that is first in every round of this cycle. drew: the player has drawn before his choice.
    moved, paired: somebody did, in this cycle. began_empty: this cycle began with an empty stock.
    dry_cycles: cycles in a row, ended by now, that began so and had no pair.
    """

    __slots__ = (
        "_actions",
        "alternate",
        "began_empty",
        "cycle",
        "drew",
        "dry_cycles",
        "hands",
        "known",
        "leader",
        "moved",
        "paired",
        "pairs",
        "phase",
        "piles",
        "player",
        "stock",
    )

    alternate: bool
    cycle: int
    phase: int
    player: int
    leader: int
    drew: bool
    hands: list[int]
    known: list[int]
    piles: list[list[int]]
    pairs: list[list[int]]
    stock: list[int]
    moved: bool
    paired: bool
    began_empty: bool
    dry_cycles: int
    _actions: tuple[int, ...] | None

    def __init__(self) -> None:
        self._actions = None

    def deal(self, alternate: bool, chance: Chance) -> None:
        """Shuffle, deal, and play on to the first choice."""
        stock = pack()
        chance.stream("deck").shuffle(stock)
        self.alternate = alternate
        self.hands = [mask_of([stock.pop() for _ in range(3)]) for _ in range(2)]
        self.known = self.hands[:]
        self.piles = [[stock.pop()] for _ in range(3)]
        self.pairs = [[], []]
        self.stock = stock
        self.cycle = self.dry_cycles = 0
        self._begin_cycle()
        self.go_on()

    def to_act(self) -> tuple[int, ...]:
        """The one seat whose turn it is; () when the game is over."""
        return () if self.phase == OVER else _ACTORS[self.player]

    def legal(self, seat: int) -> tuple[int, ...]:
        """Lays or exchanges by card, then pile, and PASS after exchanges; or pairs by first card, then second."""
        if seat != self.player or self.phase == OVER:
            return ()
        if self._actions is None:
            self._actions = self._pairs() if self.phase == PAIRING else self._layings()
        return self._actions

    def _layings(self) -> tuple[int, ...]:
        """Everything that may be laid or exchanged."""
        one, two, three = self._fitting()
        first = LAY if self.phase == LAYING else EXCHANGE
        actions = []
        left = one | two | three
        while left:
            card = left & -left
            left ^= card
            action = first + 3 * card.bit_length() - 3
            if one & card:
                actions.append(action)
            if two & card:
                actions.append(action + 1)
            if three & card:
                actions.append(action + 2)
        if first:
            actions.append(PASS)
        return tuple(actions)

    def _fitting(self) -> tuple[int, int, int]:
        """The player's cards that may be laid on, or exchanged for, each of the piles."""
        hand = self.hands[self.player]
        fits = LAID_ON if self.phase == LAYING else EXCHANGED_FOR
        one, two, three = self.piles
        return hand & fits[one[-1]], hand & fits[two[-1]], hand & fits[three[-1]]

    def _pairs(self) -> tuple[int, ...]:
        hand = self.hands[self.player]
        actions = []
        ranks = doubled(hand)
        while ranks:
            lowest = ranks & -ranks
            ranks ^= lowest
            shift = lowest.bit_length() - 1
            first = PAIR + shift // 4 * 6
            actions += [first + pair for pair in PAIRS_OF[hand >> shift & 15]]
        return tuple(actions)

    def apply(self, seat: int, action: Action) -> None:
        """Play on up to the next choice. Raises IllegalAction."""
        # True and 1.0 equal the action 1.
        if seat != self.player or type(action) is not int:
            raise IllegalAction(self._refusal(seat))
        phase, hands = self.phase, self.hands
        hand = hands[seat]
        if phase == LAYING and LAY <= action < EXCHANGE:
            card, number = divmod(action - LAY, 3)
            pile = self.piles[number]
            if not (hand & LAID_ON[pile[-1]]) >> card & 1:
                raise IllegalAction(self._refusal(seat))
            pile.append(card)
            hand ^= 1 << card
            self.known[seat] &= hand
            stock = self.stock
            if stock:
                hand |= 1 << stock.pop()
            hands[seat] = hand
            self.moved = True
            self._end_turn()
        elif phase == EXCHANGING and EXCHANGE <= action <= PASS:
            if action != PASS:
                card, number = divmod(action - EXCHANGE, 3)
                pile = self.piles[number]
                if not (hand & EXCHANGED_FOR[pile[-1]]) >> card & 1:
                    raise IllegalAction(self._refusal(seat))
                hand ^= 1 << card
                taken = mask_of(pile)
                self.known[seat] = self.known[seat] & hand | taken
                hands[seat] = hand | taken
                self.piles[number] = [card]
                self.moved = True
            self._end_turn()
        elif phase == PAIRING and PAIR <= action < ACTIONS:
            pair = PAIR_MASKS[action - PAIR]
            if hand & pair != pair:
                raise IllegalAction(self._refusal(seat))
            hand ^= pair
            self.known[seat] &= hand
            self.pairs[seat].append(action - PAIR)
            for card in self.stock[:-3:-1]:
                hand |= 1 << card
            del self.stock[-2:]
            hands[seat] = hand
            self.moved = self.paired = True
        else:
            raise IllegalAction(self._refusal(seat))
        self.go_on()

    def go_on(self) -> None:
        """Draw, and pass where nothing is possible, up to the next choice."""
        while self.phase != OVER and self.stuck():
            if self.stock and not self.drew and self.phase != PAIRING:
                self.hands[self.player] |= 1 << self.stock.pop()
                self.drew = True
            else:
                self._end_turn()
        self._actions = None

    def stuck(self) -> bool:
        """Whether the player can do nothing now."""
        hand = self.hands[self.player]
        if self.phase == PAIRING:
            return not doubled(hand)
        fits = LAID_ON if self.phase == LAYING else EXCHANGED_FOR
        one, two, three = self.piles
        return not hand & (fits[one[-1]] | fits[two[-1]] | fits[three[-1]])

    def _end_turn(self) -> None:
        self.drew = False
        if self.player == self.leader:
            self.player = 1 - self.leader
        elif self.phase != PAIRING:
            self.phase += 1
            self.player = self.leader
        else:
            self._end_cycle()

    def _end_cycle(self) -> None:
        self.dry_cycles = self.dry_cycles + 1 if self.began_empty and not self.paired else 0
        if self.dry_cycles == DRY or not (self.stock or self.moved):
            self.phase = OVER
        else:
            self._begin_cycle()

    def _begin_cycle(self) -> None:
        self.cycle += 1
        self.phase = LAYING
        self.player = self.leader = self.first()
        self.drew = self.moved = self.paired = False
        self.began_empty = not self.stock

    def first(self) -> int:
        """The seat that leads in the present cycle."""
        return int(self.alternate and self.cycle % 2 == 0)

    def _refusal(self, seat: int) -> str:
        if self.phase == OVER:
            return "action: the game is over"
        if seat != self.player:
            return f"action: it is the turn of seat {self.player}"
        if self.phase == PAIRING:
            hand = self.hands[seat]
            return f"action: it is not a pair of {' '.join(names(cards_of(hand & 15 * doubled(hand))))}"
        kind = "lay" if self.phase == LAYING else "pass, nor exchange"
        fitting = [
            f"{' '.join(names(cards_of(cards)))} {'on' if self.phase == LAYING else 'for'} pile {number}"
            for number, cards in enumerate(self._fitting())
            if cards
        ]
        return f"action: it is not {kind} {', '.join(fitting)}"

    def result(self) -> Result:
        """More pairs are better; scores are pairs."""
        one, two = len(self.pairs[0]), len(self.pairs[1])
        return Result((int(one < two), int(two < one)), (one, two))

    def clone(self, chance: Chance) -> AdvantageState:
        """An independent copy. Nothing is shuffled after the deal, so ``chance`` is not needed."""
        copy = AdvantageState()
        copy.alternate = self.alternate
        copy.cycle = self.cycle
        copy.phase = self.phase
        copy.player = self.player
        copy.leader = self.leader
        copy.drew = self.drew
        copy.hands = self.hands[:]
        copy.known = self.known[:]
        one, two, three = self.piles
        copy.piles = [one[:], two[:], three[:]]
        one, two = self.pairs
        copy.pairs = [one[:], two[:]]
        copy.stock = self.stock[:]
        copy.moved = self.moved
        copy.paired = self.paired
        copy.began_empty = self.began_empty
        copy.dry_cycles = self.dry_cycles
        copy._actions = self._actions
        return copy

    def observe(self, seat: int | None) -> JSON:
        """The observation of RULES.md."""
        begin, end = self._open()
        return {
            "seat": seat,
            **begin,
            "hand": None if seat is None else names(cards_of(self.hands[seat])),
            "hands": [
                {"cards": hand.bit_count(), "known": names(cards_of(known))}
                for hand, known in zip(self.hands, self.known, strict=True)
            ],
            **end,
            "stock": len(self.stock),
        }

    def snapshot(self) -> JSON:
        """The snapshot of RULES.md: everything, hidden cards included."""
        begin, end = self._open()
        return {
            **begin,
            "hands": [names(cards_of(hand)) for hand in self.hands],
            "known": [names(cards_of(known)) for known in self.known],
            **end,
            "stock": names(self.stock),
        }

    def _open(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What is open to all and written alike in observation and snapshot: before the hands, and after them."""
        begin = {
            "options": {"lead": LEADS[self.alternate]},
            "cycle": self.cycle,
            "round": min(self.phase, PAIRING) + 1,
            "player": self.player,
            "phase": PHASES[self.phase],
            "leader": self.leader,
            "drew": self.drew,
            "moved": self.moved,
            "paired": self.paired,
            "began_empty": self.began_empty,
            "dry_cycles": self.dry_cycles,
        }
        end = {
            "piles": [names(pile) for pile in self.piles],
            "pairs": [[[NAMES[card] for card in PAIRS[pair]] for pair in pairs] for pairs in self.pairs],
        }
        return begin, end
