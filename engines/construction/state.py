"""A game of Construction in progress. RULES.md has the rules and all shapes.

This is the inner loop of tournaments and of policies that look ahead: places, cards and actions are integers, and what
may be built and where small chips may walk is kept from one decision to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.cards import JOKER, NAMES, is_red, names, pack
from engines.construction.moves import BIG, DISCARD, PLACE, SMALL, strolls, walks
from engines.construction.network import KING, PLACES, RANK, START, VERTICAL, WITHIN_THREE, Network, row_of, written
from plugins.chance import Chance
from plugins.contract import JSON, Action, IllegalAction, Result

CHIPS = 6  # small chips of a seat
TOP = 10  # the row of the turn-round
RESHUFFLES = 3  # limit: when the closed pack is empty after so many reshuffles, the game stops
PHASES = ("play", "over")
PACKS = 3

NOTHING = -1  # no card is open
SEAT = tuple(int(is_red(card)) for card in range(JOKER))  # whom a card calls: black is seat 0, red seat 1
_AS_QUEEN = KING - 1

_ACTORS = ((0,), (1,))
_Exits = frozenset[int]
_FREE: _Exits = frozenset()


class ConstructionState:
    """Mutable; made by ``Construction.new``, ``restore`` and ``sample``.

    network:    the cards laid. closed, open: the packs, the top is last. opened: the card to be used, or NOTHING.
    big:        the place of either big chip. small: the places of the small chips on the table, ascending.
    best:       the greatest row either big chip has stood on in a V, 0 to TOP.
    turn:       cards opened so far. player: the seat that the opened card calls. over: the game has ended.
    adjudicate: the option.
    """

    __slots__ = (
        "_barred",
        "_chance",
        "_legal",
        "_walks",
        "adjudicate",
        "best",
        "big",
        "closed",
        "network",
        "open",
        "opened",
        "over",
        "player",
        "reshuffles",
        "small",
        "turn",
    )

    adjudicate: bool
    network: Network
    closed: list[int]
    open: list[int]
    opened: int
    big: list[int]
    small: list[tuple[int, ...]]
    best: list[int]
    turn: int
    reshuffles: int
    player: int
    over: bool
    # Places that the chips of a seat may not enter: the other's chips and the other's start joker.
    _barred: list[frozenset[int]]
    # Per seat, from where its small chips get where, for starts asked for since the network near them last changed.
    _walks: list[dict[int, tuple[int, ...]]]
    _legal: list[int] | None

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def deal(self, adjudicate: bool) -> None:
        """Lay the start jokers and open the first card."""
        self.adjudicate = adjudicate
        self.network = Network()
        for place in START:
            self.network.lay(place, JOKER)
        self.big = list(START)
        self.small = [(), ()]
        self.best = [0, 0]
        self.turn = self.reshuffles = 0
        self.over = False
        self.closed = pack(PACKS)
        self._chance.stream("deck").shuffle(self.closed)
        self.open = []
        self.resume()
        self._open_next()

    def resume(self) -> None:
        """Set what follows from the rest, the network apart. For a new, restored or sampled state."""
        self._barred = [_FREE, _FREE]
        self._walks = [{}, {}]
        self._legal = None
        for seat in (0, 1):
            self._bar(seat)

    def to_act(self) -> tuple[int, ...]:
        """The seat that the opened card calls; () when the game is over."""
        return () if self.over else _ACTORS[self.player]

    def legal(self, seat: int) -> Sequence[Action]:
        """All actions of the seat to act, ascending."""
        if seat != self.player or self.over:
            return ()
        if self._legal is None:
            self._legal = self._list()
        return self._legal

    def apply(self, seat: int, action: Action) -> None:
        """Use the opened card and open the next one. Raises IllegalAction."""
        # True and 1.0 equal an integer.
        if type(action) is not int or seat != self.player or self.over or not self._permits(action):
            raise IllegalAction(self._refusal(seat))
        player = self.player
        if action < BIG:
            self.network.lay(action, self.opened)
            self._forget(0, action)
            self._forget(1, action)
        else:
            self.open.append(self.opened)
            to = action % PLACES
            if action < SMALL:
                self._move_big(to)
                if to == START[player] and self.best[player] == TOP:
                    self.over = True
                    self.opened = NOTHING
                    return
            elif action < PLACE:
                self._move_small(action // PLACES % PLACES, to)
            elif action < DISCARD:
                self.small[player] = tuple(sorted((*self.small[player], to or START[player])))
                self._bar(player)
                self._forget(1 - player, to or START[player])
        self._open_next()

    def _move_big(self, to: int) -> None:
        player = self.player
        start = self.big[player]
        self.big[player] = to
        if to >= VERTICAL:
            row = row_of(to)
            if row > self.best[player]:
                self.best[player] = min(row, TOP)
        self._bar(player)
        self._forget(1 - player, start)
        self._forget(1 - player, to)

    def _move_small(self, start: int, to: int) -> None:
        player = self.player
        chips = list(self.small[player])
        chips.remove(start)
        chips.append(to)
        chips.sort()
        self.small[player] = tuple(chips)
        self._bar(player)
        self._walks[player].pop(start, None)
        self._forget(1 - player, start)
        self._forget(1 - player, to)

    def _bar(self, seat: int) -> None:
        """Chips of ``seat`` have moved: the other's may not enter the cards where they stand now."""
        self._barred[1 - seat] = frozenset((START[seat], self.big[seat], *self.small[seat]))

    def _forget(self, seat: int, place: int) -> None:
        """``place`` has changed for the small chips of ``seat``: those within three steps of it may walk anew."""
        kept = self._walks[seat]
        for start in [start for start in kept if start - place in WITHIN_THREE]:
            del kept[start]

    def _open_next(self) -> None:
        """Open the top card, which says who acts; or stop the game."""
        self._legal = None
        while not self.closed:
            if self.reshuffles == RESHUFFLES:
                self.over = True
                self.opened = NOTHING
                return
            self.reshuffles += 1
            self.closed, self.open = self.open, []
            self._chance.stream(f"reshuffle:{self.reshuffles}").shuffle(self.closed)
        self.opened = self.closed.pop()
        self.player = SEAT[self.opened]
        self.turn += 1

    def barred(self, seat: int) -> frozenset[int]:
        """Where no chip of ``seat`` may go: the cards of the other's chips, and the other's start joker."""
        return self._barred[seat]

    def must_place(self) -> bool:
        """Whether the opened card is a king that has to bring a small chip."""
        return RANK[self.opened] == KING and len(self.small[self.player]) < CHIPS

    def strength(self) -> int:
        """The rank up to which the opened card moves a chip; a king counts as a queen."""
        rank = RANK[self.opened]
        return _AS_QUEEN if rank == KING else rank

    def _list(self) -> list[int]:
        if self.must_place():
            return self.placings()
        actions = self.network.frontier[:] if RANK[self.opened] != KING else []
        actions += self.big_moves()
        actions += self.small_moves()
        actions.append(DISCARD)
        return actions

    def _permits(self, action: int) -> bool:
        """Whether ``action`` is legal, without listing those of other kinds."""
        if self.must_place():
            return action in self.placings()
        if action < BIG:
            return RANK[self.opened] != KING and self.network.may_lay(action)
        if action < SMALL:
            return action in self.big_moves()
        if action < PLACE:
            start = action // PLACES % PLACES
            return start in self.small[self.player] and action in self._small_moves(start, self._last_exits())
        return action == DISCARD

    def big_moves(self) -> list[int]:
        """The moves of the player's big chip with the opened card, ascending."""
        ranks, barred, strength = self.network.ranks, self._barred[self.player], self.strength()
        near = self.network.near[self.big[self.player]]
        return sorted([BIG + place for place in near if ranks[place] <= strength and place not in barred])

    def small_moves(self) -> list[int]:
        """The moves of the player's small chips with the opened card, ascending."""
        chips = self.small[self.player]
        moves: list[int] = []
        if chips:
            last = self._last_exits()
            before = 0
            for start in chips:
                if start != before:
                    moves += self._small_moves(start, last)
                    before = start
        return moves

    def _small_moves(self, start: int, last: _Exits) -> list[int]:
        """The moves of a small chip from ``start`` with the opened card, ascending. ``last``: see ``_last_exits``."""
        player = self.player
        kept = self._walks[player]
        if start not in kept:
            kept[start] = walks(self.network, start, self._barred[player])
        ranks, strength = self.network.ranks, self.strength()
        base = SMALL + start * PLACES
        moves = [base + place for place in kept[start] if ranks[place] <= strength]
        if last:
            return [move for move in moves if move % PLACES not in last or not self._smothers(start, move % PLACES)]
        return moves

    def placings(self) -> list[int]:
        """The ways to bring a small chip by a king, ascending. The first is without a walk and always legal."""
        home, last = START[self.player], self._last_exits()
        walked = strolls(self.network, home, self._barred[self.player])
        return [PLACE, *[PLACE + place for place in walked if place not in last or not self._smothers(0, place)]]

    def _last_exits(self) -> _Exits:
        """The cards adjacent to the opponent's big chip, if one chip more could leave it none; else nothing."""
        player = self.player
        exits = self.network.near[self.big[1 - player]]
        mine = self._barred[1 - player]  # where the player's chips stand, and his start joker, which does not count
        free = 0
        for place in exits:
            if place not in mine:
                free += 1
        return frozenset(exits) if free < 2 else _FREE

    def _smothers(self, start: int, to: int) -> bool:
        """Whether a small chip from ``start`` (0: from hand) may not go to ``to``, beside the opponent's big chip."""
        player = self.player
        exits = [place for place in self.network.near[self.big[1 - player]] if place != START[player]]
        before = [*self.small[player]]
        after = [*before, to]
        if start:
            after.remove(start)
        big = self.big[player]
        if all(place in after for place in exits):
            return True
        shut = all(place in after or place == big for place in exits)
        return shut and not all(place in before or place == big for place in exits)

    def _refusal(self, seat: int) -> str:
        if self.over:
            return "action: the game is over"
        if seat != self.player:
            return f"action: it is the turn of seat {self.player}"
        card = NAMES[self.opened]
        if self.must_place():
            return f"action: it does not place a small chip by the {card}"
        kinds = "big, small, discard" if RANK[self.opened] == KING else "build, big, small, discard"
        return f"action: it is not one of {kinds} that the {card} allows"

    def progress(self, seat: int) -> int:
        """0 to 20: before the turn-round the best row; after it 10, and one for every row come down."""
        best = self.best[seat]
        return best if best < TOP else TOP + TOP - min(max(row_of(self.big[seat]), 0), TOP)

    def result(self) -> Result:
        """Who has come home; else as if stopped now: by greater progress or, without ``adjudicate``, a draw."""
        for seat in (0, 1):
            if self.over and self.best[seat] == TOP and self.big[seat] == START[seat]:
                return _WINS[seat]
        one, two = self.progress(0), self.progress(1)
        if one == two or not self.adjudicate:
            return _DRAW
        return _WINS[one < two]

    def clone(self, chance: Chance) -> ConstructionState:
        """An independent copy whose future reshuffles come from ``chance``."""
        copy = ConstructionState(chance)
        copy.adjudicate = self.adjudicate
        copy.network = self.network.clone()
        copy.closed = self.closed[:]
        copy.open = self.open[:]
        copy.opened = self.opened
        copy.big = self.big[:]
        copy.small = self.small[:]
        copy.best = self.best[:]
        copy.turn = self.turn
        copy.reshuffles = self.reshuffles
        copy.player = self.player
        copy.over = self.over
        copy._barred = self._barred[:]
        copy._walks = [kept.copy() for kept in self._walks]
        copy._legal = self._legal
        return copy

    def observe(self, seat: int | None) -> JSON:
        """The observation of RULES.md. Only the closed pack's order is hidden, so it is the same but for ``seat``."""
        return {
            "seat": seat,
            **self._seen(),
            "closed": len(self.closed),
            "closed_cards": names(sorted(self.closed)),
            "turned": [best == TOP for best in self.best],
            "progress": [self.progress(0), self.progress(1)],
        }

    def snapshot(self) -> JSON:
        """The snapshot of RULES.md: everything, the closed pack's order included."""
        return {**self._seen(), "closed": names(self.closed)}

    def _seen(self) -> dict[str, Any]:
        """What observation and snapshot write alike."""
        cards = self.network.cards
        return {
            "options": {"adjudicate": self.adjudicate},
            "turn": self.turn,
            "player": self.player,
            "phase": PHASES[self.over],
            "opened": None if self.opened == NOTHING else NAMES[self.opened],
            "open": names(self.open),
            "reshuffles": self.reshuffles,
            "table": [[*written(place), NAMES[cards[place]]] for place in sorted(cards)],
            "big": [written(place) for place in self.big],
            "small": [[written(place) for place in chips] for chips in self.small],
            "in_hand": [CHIPS - len(chips) for chips in self.small],
            "best": self.best[:],
        }


_WINS = (Result((0, 1), (1, 0)), Result((1, 0), (0, 1)))
_DRAW = Result((0, 0), (0, 0))
