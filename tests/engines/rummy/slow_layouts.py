"""What a layout of rummy is, what it may grow by and what it counts: the rules' words on strings and lists, slowly.

A layout is a dict of kind, cards and as, as in an observation but for its number. Two ways of finding the layouts that
a hand holds are here, and a test says that they are the same.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product

RANKS = "23456789TJQKA"
SUITS = "CDHS"
ONE_PACK = [rank + suit for rank in RANKS for suit in SUITS]
IN_ORDER = [*ONE_PACK, "JK", *(rank + "*" for rank in RANKS)]
NUMBER = {card: number for number, card in enumerate(IN_ORDER)}
RUN_OF_RANKS = "A" + RANKS  # the ace is low or high: a run is a piece of this that has not both aces


def in_pack_order(cards) -> list[str]:
    return sorted(cards, key=NUMBER.__getitem__)


def counts(card: str) -> int:
    """The points of a card in a layout, by what it stands for."""
    return 11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def without(hand, cards) -> list[str]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def holds(hand, cards) -> bool:
    return Counter(cards) <= Counter(hand)


def layout(kind: str, cards, stand_for) -> dict:
    return {"kind": kind, "cards": list(cards), "as": list(stand_for)}


def set_of(cards) -> dict:
    """The set of these cards as it is written: natural cards by suit, then the jokers."""
    cards = in_pack_order(cards)
    return layout("set", cards, [cards[0][0] + "*" if card == "JK" else card for card in cards])


def new_layouts_by_choosing(hand, smallest: int, longest_run: int, sets: str) -> list[dict]:
    """Choose cards of the hand in every way, and give the jokers among them every meaning."""
    found = []
    for size in range(smallest, max(longest_run, 4) + 1):
        for cards in dict.fromkeys(combinations(in_pack_order(hand), size)):
            natural = [card for card in cards if card != "JK"]
            if not natural:
                continue  # at least one card of a layout is natural
            suits = [card[1] for card in natural]
            one_rank = len({card[0] for card in natural}) == 1
            if size <= 4 and one_rank and (sets == "any" or len(set(suits)) == len(suits)):
                found.append(set_of(cards))
            if size <= longest_run and len(set(suits)) == 1:
                for start in range(len(RUN_OF_RANKS) - size + 1):
                    places = [rank + suits[0] for rank in RUN_OF_RANKS[start : start + size]]
                    lying = [card if card in natural else "JK" for card in places]
                    if in_pack_order(lying) == list(cards):
                        found.append(layout("run", lying, places))
    return found


@cache
def _all_new_layouts(jokers: int, smallest: int, longest_run: int, sets: str) -> tuple:
    """Every layout with so many jokers that can be written down, with the numbers of its natural cards."""
    found = []
    for size, suit in product(range(smallest, longest_run + 1), SUITS):
        for start in range(len(RUN_OF_RANKS) - size + 1):
            places = [rank + suit for rank in RUN_OF_RANKS[start : start + size]]
            if jokers < size:
                for at in combinations(range(size), jokers):
                    found.append(layout("run", ["JK" if n in at else places[n] for n in range(size)], places))
    for size, rank in product(range(smallest, 5), RANKS):
        if jokers < size:
            choose = combinations if sets == "distinct" else combinations_with_replacement
            for suits in choose(SUITS, size - jokers):
                found.append(set_of([rank + suit for suit in suits] + ["JK"] * jokers))
    return tuple((tuple(Counter(card for card in one["cards"] if card != "JK").items()), one) for one in found)


def new_layouts_by_listing(hand, smallest: int, longest_run: int, sets: str) -> list[dict]:
    """Go through all layouts there are, and keep those whose cards the hand holds."""
    held = Counter(hand)
    return [
        one
        for jokers in range(held["JK"] + 1)
        for natural, one in _all_new_layouts(jokers, smallest, longest_run, sets)
        if all(held[card] >= number for card, number in natural)
    ]


def ends(run: dict) -> tuple[int, int]:
    """Where its first and last card stand in RUN_OF_RANKS. An ace that lies first is low, one that lies last high."""
    first = 0 if run["as"][0][0] == "A" else RUN_OF_RANKS.index(run["as"][0][0])
    return first, first + len(run["as"]) - 1


def lower_and_upper(run: dict) -> tuple[str | None, str | None]:
    """The cards by which the run may be extended at its low and at its high end."""
    first, last = ends(run)
    suit = run["as"][0][1]
    if len(run["as"]) == 13:
        return None, None
    lower = RUN_OF_RANKS[first - 1] + suit if first > 0 else None
    upper = RUN_OF_RANKS[last + 1] + suit if last < 13 else None
    if lower == upper:
        upper = None  # the ace onto a run from 2 to K goes to the low end
    return lower, upper


def lay_offs(one: dict, hand, sets: str) -> list[tuple[str, str]]:
    """The lay-offs from the hand onto the layout: the card and what it stands for."""
    rank = one["as"][0][0]
    if one["kind"] == "run":
        stand_for = [card for card in lower_and_upper(one) if card is not None]
        found = [(card, card) for card in stand_for] + [("JK", card) for card in stand_for]
    elif sets == "any":
        found = [(rank + suit, rank + suit) for suit in SUITS] + [("JK", rank + "*")]
    elif len(one["cards"]) == 4:
        found = []
    else:
        absent = [rank + suit for suit in SUITS if rank + suit not in one["cards"]]
        found = [(card, card) for card in absent] + [("JK", rank + "*")]
    return [(card, stands_for) for card, stands_for in found if card in hand]


def laid_off(one: dict, card: str, stands_for: str) -> dict:
    """The layout after the lay-off."""
    if one["kind"] == "set":
        return set_of([*one["cards"], card])
    if stands_for == lower_and_upper(one)[0]:
        return layout("run", [card, *one["cards"]], [stands_for, *one["as"]])
    return layout("run", [*one["cards"], card], [*one["as"], stands_for])


def put_in(one: dict, card: str, sets: str) -> dict | None:
    """The layout with this natural card in the place of a joker that stands for it, if there is one."""
    if "JK" not in one["cards"] or card == "JK":
        return None
    if one["kind"] == "set":
        if card[0] != one["as"][0][0] or (sets == "distinct" and card in one["cards"]):
            return None
        return set_of([*without(one["cards"], ["JK"]), card])
    for place, stands_for in enumerate(one["as"]):
        if stands_for == card and one["cards"][place] == "JK":
            return layout("run", [*one["cards"][:place], card, *one["cards"][place + 1 :]], one["as"])
    return None
