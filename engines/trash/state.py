"""A game of Trash in progress: the turn, the hand and the game. RULES.md has the rules and all shapes.

This is the inner loop of tournaments and of policies that look ahead: cards are small integers, layouts are lists, and
sets of places are masks, in which bit ``n - 1`` is place ``n``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.cards import NAMES, RANKS, SUITS, names, pack
from plugins.chance import Chance
from plugins.contract import JSON, Action, IllegalAction, Result

HANDS = 100  # limit: after so many hands the game stops
TURNS = 1_000  # limit: a hand that so many turns did not win is dealt again

STOCK, TAKE = 0, -1  # the actions of a draw; the action of putting a jack is its place, 1 to 10
DRAW, JACK, OVER = range(3)
PHASES = ("draw", "jack", "over")
NOTHING = -1  # no card in hand

LARGEST = 10  # places of a layout at most
WILD = 1 << LARGEST  # a jack's bit, above those of the places
_NUMBERS = {"A": 1, "T": 10} | {str(number): number for number in range(2, 10)}
# By card. Where a number goes: its index in a layout (of jacks, queens and kings one that is never asked for).
INDEX = tuple(_NUMBERS.get(rank, 0) - 1 for rank in RANKS for _ in SUITS)
# The bit of that place; WILD for a jack, none for a queen or king, which fits nowhere.
BIT = tuple(1 << _NUMBERS[rank] - 1 if rank in _NUMBERS else WILD * (rank == "J") for rank in RANKS for _ in SUITS)
# The places of every mask, ascending.
PLACES = tuple(tuple(place for place in range(1, LARGEST + 1) if mask >> place - 1 & 1) for mask in range(WILD))

_ACTORS = tuple((seat,) for seat in range(6))
_STOCK_ONLY, _STOCK_OR_TAKE = (STOCK,), (STOCK, TAKE)


def packs(seats: int) -> int:
    """One pack for two players, two for three or four, three for five or six."""
    return (seats + 1) // 2


class TrashState:
    """Mutable; made by ``Trash.new``, ``restore`` and ``sample``.

    sizes:   places of every seat's layout; a hand won takes one away, 0 has won the game.
    won:     hands won. layouts: the card of every place, face up or down.
    down:    mask of every seat's face-down places. fits: of those that take their number, which lie face down or show a
             jack, and WILD: as long as the hand is not won, a card fits if its bit is in it.
    held:    the card in hand, or NOTHING.
    stock, discard: the top is last. actions: the legal ones of ``player``.
    """

    __slots__ = (
        "_chance",
        "actions",
        "discard",
        "down",
        "fits",
        "hand",
        "held",
        "layouts",
        "phase",
        "player",
        "reshuffles",
        "sizes",
        "starter",
        "stock",
        "turn",
        "won",
    )

    sizes: list[int]
    won: list[int]
    layouts: list[list[int]]
    down: list[int]
    fits: list[int]
    stock: list[int]
    discard: list[int]
    hand: int
    turn: int
    reshuffles: int
    starter: int
    player: int
    phase: int
    held: int
    actions: tuple[int, ...]

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def deal(self, hand: int) -> None:
        """Begin hand ``hand`` (from 1) with the sizes and the starter that are set."""
        deck = pack(packs(len(self.sizes)))
        self._chance.stream(f"hand:{hand}").shuffle(deck)
        self.layouts, self.down, self.fits = [], [], []
        for size in self.sizes:
            # From the top, which is the end of the list.
            self.layouts.append(deck[: -size - 1 : -1])
            del deck[-size:]
            self.down.append((1 << size) - 1)
            self.fits.append((1 << size) - 1 | WILD)
        self.stock = deck
        self.discard = []
        self.hand = hand
        self.turn = 1
        self.reshuffles = 0
        self.player = self.starter
        self.held = NOTHING
        self.phase = DRAW
        self.actions = _STOCK_ONLY

    def to_act(self) -> tuple[int, ...]:
        """The one seat whose turn it is; () when the game is over."""
        return _ACTORS[self.player] if self.actions else ()

    def legal(self, seat: int) -> Sequence[Action]:
        """STOCK, then TAKE; or the places for a jack, ascending."""
        return self.actions if seat == self.player else ()

    def apply(self, seat: int, action: Action) -> None:
        """Play on up to the next choice. Raises IllegalAction."""
        player = self.player
        # True and 1.0 equal the place 1.
        if seat != player or type(action) is not int or action not in self.actions:
            raise IllegalAction(self._refusal(seat))
        if action == STOCK and not (self.stock or self._reshuffle()):
            bit = self._top_bit()
        else:
            if action == STOCK:
                card = self.stock.pop()
            elif action == TAKE:
                card = self.discard.pop()
            else:
                card = self._put_jack(action)
                if card == NOTHING:
                    return
            bit = BIT[card]
            if bit & self.fits[player]:
                card = self._place(card)
                if card == NOTHING:
                    return
                bit = BIT[card]
            self.discard.append(card)
        # The turn is over; ``bit`` is that of the top discard.
        if self.turn == TURNS:
            self._end_hand()
            return
        self.turn += 1
        player += 1
        if player == len(self.fits):
            player = 0
        self.player = player
        self.actions = _STOCK_OR_TAKE if bit & self.fits[player] else _STOCK_ONLY

    def _put_jack(self, place: int) -> int:
        """Put the jack in hand; the card that lay there, or NOTHING if the hand is won."""
        player = self.player
        layout = self.layouts[player]
        card = layout[place - 1]
        layout[place - 1] = self.held
        # The place goes on taking its number: ``fits`` stays.
        self.down[player] ^= 1 << place - 1
        if not self.down[player]:
            self._win(card)
            return NOTHING
        self.held = NOTHING
        self.phase = DRAW
        return card

    def _place(self, card: int) -> int:
        """Place ``card``, which fits, and what comes to light; the card that does not fit and is to be discarded.

        NOTHING if there is none: the turn goes on with a choice where to put a jack, or the hand is won.
        """
        player = self.player
        layout, down, fits = self.layouts[player], self.down, self.fits
        bit = BIT[card]
        while bit & fits[player]:
            if bit == WILD:
                self.held = card
                self.phase = JACK
                self.actions = PLACES[down[player]]
                return NOTHING
            index = INDEX[card]
            under = layout[index]
            layout[index] = card
            fits[player] ^= bit
            if bit & down[player]:
                down[player] ^= bit
                if not down[player]:
                    self._win(under)
                    return NOTHING
            card = under
            bit = BIT[card]
        return card

    def _reshuffle(self) -> bool:
        """All discards but the top one become the stock; whether there are any."""
        if len(self.discard) < 2:
            return False
        self.reshuffles += 1
        self.stock = self.discard[:-1]
        self.discard = self.discard[-1:]
        self._chance.stream(f"hand:{self.hand}/reshuffle:{self.reshuffles}").shuffle(self.stock)
        return True

    def _top_bit(self) -> int:
        """The bit of the top discard, 0 if there is none."""
        return BIT[self.discard[-1]] if self.discard else 0

    def _win(self, card: int) -> None:
        """The player has filled his layout; ``card``, taken up last, stays in his hand."""
        self.held = card
        self.sizes[self.player] -= 1
        self.won[self.player] += 1
        self.starter = self.player
        self._end_hand()

    def _end_hand(self) -> None:
        if self.hand == HANDS or not self.sizes[self.player]:
            self.phase = OVER
            self.actions = ()
        else:
            self.deal(self.hand + 1)

    def _refusal(self, seat: int) -> str:
        if self.phase == OVER:
            return "action: the game is over"
        if seat != self.player:
            return f"action: it is the turn of seat {self.player}"
        if self.phase == DRAW:
            top = NAMES[self.discard[-1]] if self.discard else ""
            why = f"; the discard {top} fits nowhere" if top else ""
            return "action: it is not one of stock, take" if TAKE in self.actions else f"action: it is not stock{why}"
        return f"action: it is not a jack to one of the face-down places {', '.join(map(str, self.actions))}"

    def result(self) -> Result:
        """By smaller size, then by more face-up places of the hand in progress or ended last; scores are hands won."""
        keys = [
            (size, down.bit_count() - len(layout))
            for size, down, layout in zip(self.sizes, self.down, self.layouts, strict=True)
        ]
        return Result(tuple([sum(other < key for other in keys) for key in keys]), tuple(self.won))

    def clone(self, chance: Chance) -> TrashState:
        """An independent copy whose future hands and reshuffles come from ``chance``."""
        copy = TrashState(chance)
        copy.sizes = self.sizes[:]
        copy.won = self.won[:]
        copy.layouts = [layout[:] for layout in self.layouts]
        copy.down = self.down[:]
        copy.fits = self.fits[:]
        copy.stock = self.stock[:]
        copy.discard = self.discard[:]
        copy.hand = self.hand
        copy.turn = self.turn
        copy.reshuffles = self.reshuffles
        copy.starter = self.starter
        copy.player = self.player
        copy.phase = self.phase
        copy.held = self.held
        copy.actions = self.actions
        return copy

    def observe(self, seat: int | None) -> JSON:
        """The observation of RULES.md. Nobody knows a face-down card, so it is the same for all but for ``seat``."""
        return {
            "seat": seat,
            **self._open(),
            "layouts": self._written(None),
            "stock": len(self.stock),
            # Every card that left the discard pile for the stock was seen, and so is every card drawn since.
            "stock_cards": names(sorted(self.stock)) if self.reshuffles else None,
        }

    def snapshot(self) -> JSON:
        """The snapshot of RULES.md: everything, hidden cards included."""
        return {
            **self._open(),
            "layouts": self._written("-"),
            "stock": names(self.stock),
        }

    def _written(self, hidden: str | None) -> list[list[str | None]]:
        """The layouts. A face-down card is None, or written with ``hidden`` before it."""
        return [
            [
                NAMES[card] if not down >> index & 1 else None if hidden is None else hidden + NAMES[card]
                for index, card in enumerate(layout)
            ]
            for layout, down in zip(self.layouts, self.down, strict=True)
        ]

    def _open(self) -> dict[str, Any]:
        """What is open to all and written alike in observation and snapshot."""
        return {
            "hand": self.hand,
            "turn": self.turn,
            "reshuffles": self.reshuffles,
            "starter": self.starter,
            "player": self.player,
            "phase": PHASES[self.phase],
            "sizes": self.sizes[:],
            "won": self.won[:],
            "discard": names(self.discard),
            "held": NAMES[self.held] if self.held != NOTHING else None,
        }

    def resume(self, down: Sequence[Sequence[bool]]) -> None:
        """Set what follows from the rest and from which places lie face ``down``. For ``restore`` and ``sample``."""
        self.down, self.fits = [], []
        for layout, lying in zip(self.layouts, down, strict=True):
            fits = [lies or BIT[card] == WILD for card, lies in zip(layout, lying, strict=True)]
            self.down.append(_mask(lying))
            self.fits.append(_mask(fits) | WILD)
        if self.phase == OVER:
            self.actions = ()
        elif self.phase == JACK:
            self.actions = PLACES[self.down[self.player]]
        else:
            self.actions = _STOCK_OR_TAKE if self._top_bit() & self.fits[self.player] else _STOCK_ONLY


def _mask(places: Sequence[bool]) -> int:
    """The mask of the places of which it is true."""
    return sum([1 << index for index, true in enumerate(places) if true])
