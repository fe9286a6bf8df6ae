"""Draws a state that an observer cannot tell from the real one.

Whoever cannot see them takes every arrangement of the unseen cards for equally likely, but for one thing: a player who
has begun to open must hold what it takes to reach the threshold. So hands are dealt until he does; where that is too
rare, what he puts down is chosen first.
"""

from __future__ import annotations

from engines.rummy.actions import OFF, REST, off_parts
from engines.rummy.hand import VALUES, Hand
from engines.rummy.layout import layout
from engines.rummy.legal import layings
from engines.rummy.patterns import PATTERNS, STAR
from engines.rummy.reading import check, full_deck, on_table, read_cards, read_open, without
from engines.rummy.state import PLAYING, RummyState
from engines.rummy.table import Table
from plugins.chance import Stream
from plugins.contract import JSON

_DEALS = 200  # so often the unseen cards are dealt before a hand that can open is built
_STEPS = 20_000  # of the search for such a hand


def sampled(observation: JSON, stream: Stream) -> RummyState:
    """A state for an observation, by chance. Raises ValueError or KeyError if there is none."""
    state = read_open(observation)
    seat, player = observation["seat"], state.player
    counts = [hand["cards"] for hand in observation["hands"]]
    state.known = [read_cards(hand["known"]) for hand in observation["hands"]]
    certain = [known[:] for known in state.known]
    if seat is not None:
        certain[seat] = read_cards(observation["hand"])
    closed = observation["closed"]
    cut = closed.index(None) if None in closed else len(closed)
    state.closed_known = cut
    lowest = read_cards(closed[:cut])
    seen = lowest + state.open + on_table(state) + [card for cards in certain for card in cards]
    unseen = without(full_deck(state.terms), seen)
    lacks = [count - len(cards) for count, cards in zip(counts, certain, strict=True)]
    fits = min(lacks) >= 0 and sum(lacks) + len(closed) - cut == len(unseen)
    if not fits or (seat is not None and lacks[seat]) or closed[cut:].count(None) != len(closed) - cut:
        raise ValueError("observation: the cards that are seen and the numbers of those that are not make no deck")

    def deal(chosen: list[int]) -> None:
        """Deal the unseen cards out, ``chosen`` ones to the player to move."""
        left = without(unseen, chosen)
        stream.shuffle(left)
        state.hands = []
        for other, cards in enumerate(certain):
            own = cards + chosen if other == player else cards
            rest = len(left) - (counts[other] - len(own))
            state.hands.append(Hand(own + left[rest:]))
            del left[rest:]
        state.closed = lowest + left
        state.forget()

    deal([])
    if state.phase == PLAYING and player != seat and state.points and not state.opened[player]:
        for _ in range(_DEALS):
            if state.legal(player):
                break
            deal([])
        else:
            deal(_Builder(state, stream).build(Hand(unseen), Hand(certain[player]), lacks[player]))
    check(state)
    return state


class _Builder:
    """Chooses cards with which the player to move can reach the threshold."""

    def __init__(self, state: RummyState, stream: Stream) -> None:
        self._terms, self._table = state.terms, state.table
        self._long = state.terms.long_opening
        self._lacking = state.terms.threshold - state.points
        self._stream = stream
        self._steps = 0

    def build(self, unseen: Hand, known: Hand, room: int) -> list[int]:
        """At most ``room`` of the ``unseen`` cards, which the player has beside those ``known``."""
        budget = room + len(known.cards) - self._terms.must_discard
        chosen = self._chosen(self._table, unseen, known, room, budget, self._lacking)
        if chosen is None:
            raise ValueError("observation: no hand was found with which the player to move can open")
        return chosen

    def _chosen(
        self, table: Table, unseen: Hand, known: Hand, room: int, budget: int, lacking: int
    ) -> list[int] | None:
        """What the unseen cards must give so that ``budget`` cards put down count what is lacking."""
        if lacking <= 0:
            return []
        self._steps += 1
        if self._steps > _STEPS or lacking > budget * max(VALUES):
            return None
        both = Hand(unseen.cards + known.cards)
        ways = layings(both, self._long, self._terms.distinct) + table.offs(both)
        self._stream.shuffle(ways)
        for way in ways:
            after = table.copy()
            cards, value = _put(after, way, self._terms.distinct)
            ones, others = unseen.copy(), known.copy()
            taken = []
            for card in cards:
                if card in others.cards:
                    others.remove(card)
                else:
                    ones.remove(card)
                    taken.append(card)
            if len(taken) > room or len(cards) > budget:
                continue
            more = self._chosen(after, ones, others, room - len(taken), budget - len(cards), lacking - value)
            if more is not None:
                return taken + more
        return None


def _put(table: Table, action: int, distinct: bool) -> tuple[tuple[int, ...], int]:
    """Put the cards of a LAY or OFF on a table; the cards, and what they count."""
    if action < OFF:
        pattern = PATTERNS[action & REST]
        table.put(max(table.layouts, default=-1) + 1, layout(pattern.cards, pattern.roles, distinct))
        return pattern.cards, pattern.value
    number, card, role = off_parts(action)
    table.put(number, table.layouts[number].extended(card, role))
    return (card,), VALUES[role - STAR if role >= STAR else role // 4]
