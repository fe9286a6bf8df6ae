"""Constructed positions of rummy in which rare things are common: few ranks and suits, many jokers, short closed piles.

They hold a part of the deck. Everything follows from a seed.
"""

from bisect import bisect_left

from plugins.chance import Chance, Stream
from tests.engines.rummy.slow import JOKERS, LARGE_HAND
from tests.engines.rummy.slow_layouts import (
    ONE_PACK,
    RANKS,
    RUN_OF_RANKS,
    SUITS,
    in_pack_order,
    layout,
    new_layouts_by_choosing,
    set_of,
    without,
)
from tests.engines.rummy.slow_opening import most_by_sequences, reaches_in_order

A = {
    "deck": 54,
    "deal": 12,
    "threshold": 40,
    "opening_layout": 3,
    "must_discard": False,
    "sets": "any",
    "fours_leave": False,
    "scoring": "points",
}
B = {**A, "deck": 108, "deal": 24, "threshold": 60, "opening_layout": 4}
C = {**A, "must_discard": True}
D = {**A, "deck": 108, "deal": 10, "threshold": 0, "sets": "distinct", "fours_leave": True, "scoring": "cards"}
KINDS = {
    "a": A,
    "b": B,
    "c": C,
    "d": D,
    # What no variant has together.
    "c on b": {**B, "must_discard": True},
    "d without fours": {**D, "fours_leave": False, "scoring": "points"},
    "d on c": {**D, "must_discard": True},
    "d from 25": {**D, "threshold": 25, "fours_leave": False},
    "d on b": {**D, "opening_layout": 4},
    "a from 0": {**A, "threshold": 0},
    "a in cards": {**A, "threshold": 20, "scoring": "cards"},
}


def random_position(kind: str, seed: bytes, most_cards: int) -> dict:
    """A snapshot at the beginning of a turn; hands of three to ``most_cards`` cards."""
    stream = Chance(seed).stream("position")

    def one_in(n: int) -> bool:
        return stream.below(n) == 0

    seats = 2 + stream.below(3)
    needed = most_cards * seats + 32
    deck = stream.choice([deck for deck in (54, 108, 112) if deck >= needed])
    options = {**KINDS[kind], "deck": deck, "deal": 12}
    if options["threshold"] and one_in(2):
        options["threshold"] = stream.choice([12, 25, 33, 50])
    pool, rest = two_parts(deck, needed, stream)
    hands = [[pool.pop() for _ in range(3 + stream.below(most_cards - 2))] for _ in range(seats)]
    laid = []
    for _ in range(stream.below(5)):
        there = new_layouts_by_choosing(pool[-9:], 3, 5, options["sets"])
        if options["fours_leave"]:
            there = [one for one in there if one["kind"] == "run" or len(one["cards"]) < 4]
        if there:
            laid.append(stream.choice(there))
            pool = without(pool, laid[-1]["cards"])
    if one_in(2):
        laid += long_run(rest, stream)
    if one_in(4) and options["sets"] == "any":
        laid += large_set(rest, stream)
    numbers = list(range(len(laid) + 2))
    numbers.pop(stream.below(len(numbers)))
    opened = [bool(laid) and not one_in(3) for _ in range(seats)]
    player = stream.below(seats)
    closed = [pool.pop() for _ in range(stream.below(8))]
    turn_overs = stream.choice([0, 0, 1, 2, 2, 3])
    return {
        "options": options,
        "turn": 9,
        "player": player,
        "phase": "draw",
        "opening": not opened[player],
        "points": 0,
        "opened": opened,
        "may_swap": [has and (options["threshold"] > 0 or not one_in(3)) for has in opened],
        "layouts": [{"number": number, **one} for number, one in zip(numbers, laid, strict=False)],
        "next_layout": len(laid) + 2,
        "open": [pool.pop() for _ in range(1 + stream.below(5))],
        "closed": closed,
        "closed_known": len(closed) if turn_overs else stream.below(2) * min(4, len(closed)),
        "turn_overs": turn_overs,
        "hands": [in_pack_order(hand) for hand in hands],
        "known": [[card for card in in_pack_order(hand) if one_in(4)] for hand in hands],
    }


def marginal_position(kind: str, seed: bytes, most_cards: int) -> dict:
    """A position after the draw whose threshold the seat to move just reaches, or misses by one point or two.

    Where he could put down more than 100 points, the threshold is 100, the most that the options allow.
    """
    position = random_position(kind, seed, most_cards)
    player, options = position["player"], position["options"]
    for rights in ("opened", "may_swap"):
        position[rights][player] = False
    sizes = (4, 7) if options["opening_layout"] == 4 else (3, 5)
    search = position["hands"][player], position["layouts"], *sizes, options["sets"], int(options["must_discard"])
    if len(search[0]) <= LARGE_HAND:
        most = most_by_sequences(*search)
    else:
        most = bisect_left(range(101), True, key=lambda needed: not reaches_in_order(needed, *search)) - 1
    options["threshold"] = min(100, max(1, most + Chance(seed).stream("margin").choice([0, 0, 0, 1, 2, -1])))
    return {**position, "phase": "play", "opening": True}


def two_parts(deck: int, needed: int, stream: Stream) -> tuple[list[str], list[str]]:
    """``needed`` cards of the deck, those of a few ranks and suits last, and the rest of it."""
    low, span = stream.below(13), 4 + stream.below(5)
    ranks = (RANKS * 2)[low : low + span]
    suits = stream.choice(["CDHS", "CHS", "DH", "CD", "S"])
    cards = ONE_PACK * (deck // 52)
    near = [card for card in cards if card[0] in ranks and card[1] in suits]
    far = [card for card in cards if card not in near]
    jokers = stream.below(min(JOKERS[deck], 5) + 1)
    near += ["JK"] * jokers
    stream.shuffle(near)
    stream.shuffle(far)
    whole = far + near
    return whole[-needed:], whole[:-needed] + ["JK"] * (JOKERS[deck] - jokers)


def long_run(rest: list[str], stream: Stream) -> list[dict]:
    """A run of 8 to 13 cards, taken out of ``rest``, if there is one with the jokers left; often one from 2 to K."""
    size = 8 + stream.below(6)
    first, suit = stream.below(len(RUN_OF_RANKS) + 1 - size), stream.choice(SUITS)
    if stream.below(2) == 0:
        first, size = 1, 12
    places = [rank + suit for rank in RUN_OF_RANKS[first : first + size]]
    cards = [card if card in rest else "JK" for card in places]
    if cards.count("JK") > rest.count("JK") or set(cards) == {"JK"}:
        return []
    for card in cards:
        rest.remove(card)
    return [layout("run", cards, places)]


def large_set(rest: list[str], stream: Stream) -> list[dict]:
    """A set of five cards or more, taken out of ``rest``, if there is one of the rank chosen."""
    rank = stream.choice(RANKS)
    cards = [card for card in rest if card[0] == rank and card != "JK"]
    if len(cards) < 5:
        return []
    for card in cards:
        rest.remove(card)
    return [set_of(cards)]
