"""A game of Trash in progress: the turn, the hand and the game. RULES.md has the rules and all shapes.

This is the inner loop of tournaments and of policies that look ahead: cards are small integers, layouts are lists, and
a face-down card ``c`` lies there as ``~c``, a negative number.
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

WILD = 11  # the number of a jack
END = 12  # of a queen or king: it fits nowhere
_FIGURES = {"A": 1, "T": 10, "J": WILD, "Q": END, "K": END}
NUMBER = tuple(_FIGURES.get(rank) or int(rank) for rank in RANKS for _ in SUITS)

_ACTORS = tuple((seat,) for seat in range(6))
_STOCK_ONLY, _STOCK_OR_TAKE = (STOCK,), (STOCK, TAKE)


def packs(seats: int) -> int:
    """One pack for two players, two for three or four, three for five or six."""
    return (seats + 1) // 2


class TrashState:
    """Mutable; made by ``Trash.new``, ``restore`` and ``sample``.

    sizes:   places of every seat's layout; a hand won takes one away, 0 has won the game.
    won:     hands won. layouts: the card of every place, ``~card`` while it lies face down.
    down:    face-down places of every seat. held: the card in hand, or NOTHING.
    stock, discard: the top is last. actions: the legal ones of ``player``.
    """

    __slots__ = (
        "_chance",
        "actions",
        "discard",
        "down",
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
        self.layouts = []
        for size in self.sizes:
            # From the top, which is the end of the list.
            self.layouts.append([~card for card in deck[: -size - 1 : -1]])
            del deck[-size:]
        self.down = self.sizes[:]
        self.stock = deck
        self.discard = []
        self.hand = hand
        self.turn = 1
        self.reshuffles = 0
        self.player = self.starter
        self.held = NOTHING
        self._await_draw()

    def to_act(self) -> tuple[int, ...]:
        """The one seat whose turn it is; () when the game is over."""
        return () if self.phase == OVER else _ACTORS[self.player]

    def legal(self, seat: int) -> Sequence[Action]:
        """STOCK, then TAKE; or the places for a jack, ascending."""
        return self.actions if seat == self.player else ()

    def apply(self, seat: int, action: Action) -> None:
        """Play on up to the next choice. Raises IllegalAction."""
        # True and 1.0 equal the place 1.
        if seat != self.player or type(action) is not int or action not in self.actions:
            raise IllegalAction(self._refusal(seat))
        if action > 0:
            layout = self.layouts[self.player]
            card = ~layout[action - 1]
            layout[action - 1] = self.held
            self.down[self.player] -= 1
            if not self.down[self.player]:
                self._win(card)
                return
            self.held = NOTHING
        elif action == TAKE:
            card = self.discard.pop()
        else:
            if not self.stock:
                self._reshuffle()
                if not self.stock:
                    self._end_turn()
                    return
            card = self.stock.pop()
        self._place(card)

    def _place(self, card: int) -> None:
        """Place ``card`` and what comes to light, up to a jack, the end of the turn or of the hand."""
        player = self.player
        layout = self.layouts[player]
        size = len(layout)
        while True:
            number = NUMBER[card]
            if number <= size:
                under = layout[number - 1]
                if under < 0:
                    layout[number - 1] = card
                    card = ~under
                    self.down[player] -= 1
                    if not self.down[player]:
                        self._win(card)
                        return
                    continue
                if NUMBER[under] != WILD:
                    break
                layout[number - 1] = card
                card = under
            elif number != WILD:
                break
            self.held = card
            self.phase = JACK
            self.actions = tuple([place for place, lies in enumerate(layout, 1) if lies < 0])
            return
        self.discard.append(card)
        self._end_turn()

    def _await_draw(self) -> None:
        """The player draws next; the discard only if he may place it now. His hand is not won."""
        self.phase = DRAW
        self.actions = _STOCK_ONLY
        if self.discard:
            number = NUMBER[self.discard[-1]]
            layout = self.layouts[self.player]
            if number <= len(layout):
                lies = layout[number - 1]
                if lies < 0 or NUMBER[lies] == WILD:
                    self.actions = _STOCK_OR_TAKE
            elif number == WILD:
                self.actions = _STOCK_OR_TAKE

    def _reshuffle(self) -> None:
        """All discards but the top one become the stock."""
        if len(self.discard) > 1:
            self.reshuffles += 1
            self.stock = self.discard[:-1]
            self.discard = self.discard[-1:]
            self._chance.stream(f"hand:{self.hand}/reshuffle:{self.reshuffles}").shuffle(self.stock)

    def _end_turn(self) -> None:
        if self.turn == TURNS:
            self._end_hand()
            return
        self.turn += 1
        self.player = (self.player + 1) % len(self.sizes)
        self._await_draw()

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
            (size, down - len(layout)) for size, down, layout in zip(self.sizes, self.down, self.layouts, strict=True)
        ]
        return Result(tuple([sum(other < key for other in keys) for key in keys]), tuple(self.won))

    def clone(self, chance: Chance) -> TrashState:
        """An independent copy whose future hands and reshuffles come from ``chance``."""
        copy = TrashState(chance)
        copy.sizes = self.sizes[:]
        copy.won = self.won[:]
        copy.layouts = [layout[:] for layout in self.layouts]
        copy.down = self.down[:]
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
            "layouts": [[NAMES[card] if card >= 0 else None for card in layout] for layout in self.layouts],
            "stock": len(self.stock),
            # Every card that left the discard pile for the stock was seen, and so is every card drawn since.
            "stock_cards": names(sorted(self.stock)) if self.reshuffles else None,
        }

    def snapshot(self) -> JSON:
        """The snapshot of RULES.md: everything, hidden cards included."""
        return {
            **self._open(),
            "layouts": [
                [NAMES[card] if card >= 0 else "-" + NAMES[~card] for card in layout] for layout in self.layouts
            ],
            "stock": names(self.stock),
        }

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

    def resume(self) -> None:
        """Set what follows from the rest: face-down places and legal actions. For ``restore`` and ``sample``."""
        self.down = [sum(card < 0 for card in layout) for layout in self.layouts]
        if self.phase == OVER:
            self.actions = ()
        elif self.phase == DRAW:
            self._await_draw()
        else:
            places = enumerate(self.layouts[self.player], 1)
            self.actions = tuple([place for place, lies in places if lies < 0])
