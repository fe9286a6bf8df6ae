"""A deal of Rummy in progress. RULES.md has the rules and all shapes.

This is the inner loop of tournaments and of policies that look ahead: cards and actions are small integers, hands and
the table are kept with what their legal actions are found by, and these are computed when first asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from engines.cards import JOKER, names
from engines.rummy.actions import DRAW, LAY, OFF, REST, SHIFT, TAKE, TAKE_ON, encode
from engines.rummy.hand import IN_HAND, VALUES, Hand
from engines.rummy.layout import Layout, layout
from engines.rummy.legal import draws, opening_plays, plays
from engines.rummy.patterns import PATTERNS, ROLE_NAMES, STAR
from engines.rummy.table import Table
from engines.rummy.terms import Terms
from plugins.chance import Chance
from plugins.contract import JSON, Action, IllegalAction, Result

TURN_OVERS = 3  # limit: the deal stops when the closed pile is empty after so many turn-overs

DRAWING, PLAYING, OVER = range(3)
PHASES = ("draw", "play", "over")

_ACTORS = tuple((seat,) for seat in range(4))
_TAKE_KIND, _TAKE_ON_KIND, _LAY_KIND, _OFF_KIND = (kind >> SHIFT for kind in (TAKE, TAKE_ON, LAY, OFF))


class RummyState:
    """Mutable; made by ``Rummy.new``, ``restore`` and ``sample``.

    hands:        of every seat. known: the cards that everyone knows to be in it, in no order.
    table:        the layouts. next_layout: the number of the next one.
    open, closed: the piles, the top last. closed_known: so many of the lowest cards of ``closed`` everyone knows.
    turn_overs:   how often the open pile has become the closed one. turn: from 1.
    opening:      whether the player to move had not opened when his turn began. points: what was put down in it.
    opened:       of every seat. may_swap: who has the right to take jokers.
    """

    __slots__ = (
        "_legal",
        "closed",
        "closed_known",
        "hands",
        "known",
        "may_swap",
        "next_layout",
        "open",
        "opened",
        "opening",
        "phase",
        "player",
        "points",
        "table",
        "terms",
        "turn",
        "turn_overs",
    )

    hands: list[Hand]
    known: list[list[int]]
    opened: list[bool]
    may_swap: list[bool]
    open: list[int]
    closed: list[int]

    def __init__(self, terms: Terms) -> None:
        """Without cards and seats: whoever makes a state sets them."""
        self.terms = terms
        self.table = Table()
        self.next_layout = self.closed_known = self.turn_overs = self.points = self.player = 0
        self.turn = 1
        self.phase = DRAWING
        self.opening = True
        self._legal: tuple[int, ...] | None = None

    def forget(self) -> None:
        """Find the legal actions anew: hands have been changed from outside."""
        self._legal = None

    def to_act(self) -> tuple[int, ...]:
        """The one seat whose turn it is; () when the deal is over."""
        return () if self.phase == OVER else _ACTORS[self.player]

    def legal(self, seat: int) -> Sequence[int]:
        """The legal actions, ascending (see actions.py)."""
        if seat != self.player:
            return ()
        legal = self._legal
        if legal is None:
            legal = self._legal = self._find_legal()
        return legal

    def _find_legal(self) -> tuple[int, ...]:
        player, phase, terms = self.player, self.phase, self.terms
        hand, opened = self.hands[player], self.opened[player]
        if phase == DRAWING:
            if not self.open:
                return (DRAW,)
            if opened:
                return draws(hand, self.open[-1], self.table, terms, False, 0)
            return draws(hand, self.open[-1], self.table, terms, terms.long_opening, terms.threshold)
        if phase == OVER:
            return ()
        long = self.opening and terms.long_opening
        if opened or not terms.threshold:
            return plays(hand, self.table, terms, long, self.may_swap[player])
        return opening_plays(hand, self.table, terms, long, terms.threshold - self.points, self.points > 0)

    def apply(self, seat: int, action: Action) -> None:
        """Play on up to the next choice. Raises IllegalAction."""
        legal: Sequence[int] | None = self._legal
        if legal is None or seat != self.player:
            legal = self.legal(seat)
        # True and 1.0 equal the discard of 2D.
        if type(action) is int and legal and legal[bisect_right(legal, action) - 1] == action:
            self.play(action)
            return
        raise IllegalAction(self._refusal(seat, action))

    def play(self, action: int) -> None:
        """``apply`` of an action that is known to be legal for the player."""
        self._legal = None
        if action >= 0:
            self._discard(action)
            return
        if action == DRAW:
            self._draw()
            return
        player, kind, rest = self.player, action >> SHIFT, action & REST
        if kind <= _TAKE_ON_KIND:
            card = self.open.pop()
            self.hands[player].add(card)
            # It is put down at once; of equal cards, one that was known before stays.
            self.known[player].append(card)
            self.phase = PLAYING
            if kind == _TAKE_KIND:
                self._lay(rest)
            else:
                self._lay_off(rest >> 7, card, rest & 127)
        elif kind == _LAY_KIND:
            self._lay(rest)
        elif kind == _OFF_KIND:
            self._lay_off(rest >> 13, rest >> 7 & 63, rest & 127)
        else:
            self._swap(rest >> 6, rest & 63)

    def _discard(self, card: int) -> None:
        """Ends the turn, or the deal."""
        hands, player = self.hands, self.player
        self._part(card)
        self.open.append(card)
        if not hands[player].cards or not (self.closed or self.turn_overs < TURN_OVERS):
            self.phase = OVER
            return
        player += 1
        self.player = player = player if player < len(hands) else 0
        self.turn += 1
        self.phase = DRAWING
        self.opening = not self.opened[player]
        self.points = 0

    def _draw(self) -> None:
        if not self.closed:
            self.closed = self.open[::-1]
            self.open = []
            self.closed_known = len(self.closed)
            self.turn_overs += 1
        closed, player = self.closed, self.player
        card = closed.pop()
        self.hands[player].add(card)
        if self.closed_known > len(closed):
            self.closed_known = len(closed)
            self.known[player].append(card)
        self.phase = PLAYING

    def _lay(self, number: int) -> None:
        pattern = PATTERNS[number]
        for card in pattern.cards:
            self._part(card)
        self.next_layout += 1
        self._put(self.next_layout - 1, layout(pattern.cards, pattern.roles, self.terms.distinct))
        if not self.terms.threshold:
            self.may_swap[self.player] = True
        self._count(pattern.value)

    def _lay_off(self, number: int, card: int, role: int) -> None:
        self._part(card)
        self._put(number, self.table.layouts[number].extended(card, role))
        self._count(VALUES[role - STAR if role >= STAR else role >> 2])

    def _put(self, number: int, lies: Layout) -> None:
        if self.terms.fours_leave and lies.rank >= 0 and len(lies.cards) == 4:
            self.closed[:0] = lies.cards[::-1]
            self.closed_known += 4
            self.table.put(number, None)
        else:
            self.table.put(number, lies)

    def _count(self, points: int) -> None:
        """Points have been put down: the player may have opened, and may have gone out."""
        player, terms = self.player, self.terms
        self.points += points
        if not self.opened[player] and self.points >= terms.threshold:
            self.opened[player] = True
            if terms.threshold:
                self.may_swap[player] = True
        if not self.hands[player].cards:
            self.phase = OVER

    def _swap(self, number: int, card: int) -> None:
        self._part(card)
        self.table.put(number, self.table.layouts[number].swapped(card))
        self.hands[self.player].add(JOKER)
        self.known[self.player].append(JOKER)

    def _part(self, card: int) -> None:
        """The player parts with a card: of the equal ones known to be in his hand, one less is."""
        player = self.player
        self.hands[player].remove(card)
        known = self.known[player]
        if known and card in known:
            known.remove(card)

    def _refusal(self, seat: int, action: object) -> str:
        if self.phase == OVER:
            return "action: the deal is over"
        if seat != self.player:
            return f"action: it is the turn of seat {self.player}"
        try:
            what = f"it is not legal to {_described(encode(action))} now"
        except IllegalAction:
            what = "it is no action of Rummy"
        legal = self.legal(seat)
        shown = ", ".join(_described(encode(one)) for one in legal[:3])
        return f"action: {what}; legal are {len(legal)}: {shown}{', ...' if len(legal) > 3 else ''}"

    def penalties(self) -> list[int]:
        """What every hand counts: nothing for the winner, and for all what they hold as long as there is none."""
        doubled = 1
        if self.terms.by_cards and self.opening and any(not hand.cards for hand in self.hands):
            doubled = 2
        if self.terms.by_cards:
            return [len(hand.cards) * 2**hand.jokers * doubled for hand in self.hands]
        return [sum([IN_HAND[card] for card in hand.cards]) for hand in self.hands]

    def result(self) -> Result:
        """By lower penalty; a score is a penalty with a minus before it."""
        penalties = self.penalties()
        return Result(
            tuple([sum([other < penalty for other in penalties]) for penalty in penalties]),
            tuple([-penalty for penalty in penalties]),
        )

    def clone(self, chance: Chance) -> RummyState:
        """An independent copy. Nothing is random after the deal, so ``chance`` is not needed."""
        copy = RummyState.__new__(RummyState)
        copy.terms = self.terms
        copy.hands = [hand.copy() for hand in self.hands]
        copy.known = [known[:] for known in self.known]
        copy.table = self.table.copy()
        copy.next_layout = self.next_layout
        copy.open = self.open[:]
        copy.closed = self.closed[:]
        copy.closed_known = self.closed_known
        copy.turn_overs = self.turn_overs
        copy.turn = self.turn
        copy.player = self.player
        copy.phase = self.phase
        copy.opening = self.opening
        copy.points = self.points
        copy.opened = self.opened[:]
        copy.may_swap = self.may_swap[:]
        copy._legal = self._legal
        return copy

    def put_down(self) -> list[bool]:
        """Who has put down any card in this deal."""
        moved = self.player if self.points else -1
        return [opened or seat == moved for seat, opened in enumerate(self.opened)]

    def observe(self, seat: int | None) -> JSON:
        """The observation of RULES.md."""
        cut = self.closed_known
        return {
            "seat": seat,
            **self._open(),
            "put_down": self.put_down(),
            "closed": names(self.closed[:cut]) + [None] * (len(self.closed) - cut),
            "hand": None if seat is None else names(self.hands[seat].cards),
            "hands": [
                {"cards": len(hand.cards), "known": names(sorted(known))}
                for hand, known in zip(self.hands, self.known, strict=True)
            ],
        }

    def snapshot(self) -> JSON:
        """The snapshot of RULES.md: everything, hidden cards included."""
        return {
            **self._open(),
            "closed": names(self.closed),
            "closed_known": self.closed_known,
            "hands": [names(hand.cards) for hand in self.hands],
            "known": [names(sorted(known)) for known in self.known],
        }

    def _open(self) -> dict[str, Any]:
        """What is open to all and written alike in observation and snapshot."""
        return {
            "options": dict(self.terms.options),
            "turn": self.turn,
            "player": self.player,
            "phase": PHASES[self.phase],
            "opening": self.opening,
            "points": self.points,
            "opened": self.opened[:],
            "may_swap": self.may_swap[:],
            "layouts": [
                {
                    "number": number,
                    "kind": "run" if lies.rank < 0 else "set",
                    "cards": names(lies.cards),
                    "as": [ROLE_NAMES[role] for role in lies.roles],
                }
                for number, lies in self.table.layouts.items()
            ],
            "next_layout": self.next_layout,
            "open": names(self.open),
            "turn_overs": self.turn_overs,
        }


def _described(data: JSON) -> str:
    """An action in a few words: ``lay 5H JK 7H``."""
    words = [data["t"]]
    if "cards" in data:
        words += data["cards"]
    if "card" in data:
        words.append(data["card"])
    if "on" in data:
        words.append(f"on {data['on']}")
    return " ".join(words)
