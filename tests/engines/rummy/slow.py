"""A second reading of the rules of rummy: strings, lists and dicts, one sentence of the rules after the other.

It knows nothing of the engine; the two must agree after every action.
"""

from copy import deepcopy

from plugins.chance import Chance
from tests.engines.rummy.slow_layouts import (
    NUMBER,
    ONE_PACK,
    counts,
    holds,
    in_pack_order,
    laid_off,
    lay_offs,
    layout,
    new_layouts_by_choosing,
    new_layouts_by_listing,
    put_in,
    without,
)
from tests.engines.rummy.slow_opening import most_by_sequences, reaches_in_order

JOKERS = {54: 2, 55: 3, 56: 4, 108: 4, 110: 6, 112: 8}
LARGE_HAND = 9  # hands of more cards than this are searched by the quicker of the two ways


def dealt(options: dict, seats: int, seed: bytes) -> dict:
    """The position after the deal, as a snapshot; ``options`` are complete, but ``deck`` may be None."""
    deck = options["deck"] or (54 if seats == 2 else 108)
    cards = ONE_PACK * (deck // 52) + ["JK"] * JOKERS[deck]
    Chance(seed).stream("deck").shuffle(cards)
    hands = [[cards.pop() for _ in range(options["deal"])] for _ in range(seats)]
    upcard = cards.pop()
    return {
        "options": {**options, "deck": deck},
        "turn": 1,
        "player": 0,
        "phase": "draw",
        "opening": True,
        "points": 0,
        "opened": [False] * seats,
        "may_swap": [False] * seats,
        "layouts": [],
        "next_layout": 0,
        "open": [upcard],
        "closed": cards,
        "closed_known": 0,
        "turn_overs": 0,
        "hands": [in_pack_order(hand) for hand in hands],
        "known": [[] for _ in range(seats)],
    }


class SlowRummy:
    def __init__(self, position: dict) -> None:
        self.__dict__.update(deepcopy(position))
        self.table = {one["number"]: layout(one["kind"], one["cards"], one["as"]) for one in self.layouts}
        del self.layouts
        self.seats = len(self.hands)
        self.sets = self.options["sets"]
        self.keep = 1 if self.options["must_discard"] else 0
        self.listed = None

    # What may be done

    def choices(self) -> list[dict]:
        if self.listed is None:
            self.listed = self.list_choices()
        return self.listed

    def list_choices(self) -> list[dict]:
        if self.phase == "over":
            return []
        hand = self.hands[self.player]
        if self.phase == "draw":
            may_draw = bool(self.closed or self.open)
            return ([{"t": "draw"}] if may_draw else []) + self.takes()
        new = [{"t": "lay", "cards": one["cards"], "as": one["as"]} for one in self.new_layouts(hand)]
        offs = self.offs(hand)
        swaps = [
            {"t": "swap", "card": card, "on": number}
            for number in sorted(self.table)
            for card in in_pack_order(set(hand))
            if self.may_swap[self.player] and put_in(self.table[number], card, self.sets)
        ]
        discards = [{"t": "discard", "card": card} for card in in_pack_order(set(hand))]
        if not self.opened[self.player] and self.points > 0:
            discards = []  # he has begun to open
        return self.in_order(self.legal(new)) + self.legal(offs) + swaps + discards

    def takes(self) -> list[dict]:
        """The open card is put down at once, in a new layout or a lay-off that contains it."""
        if not self.open:
            return []
        card = self.open[-1]
        hand = [*self.hands[self.player], card]
        new = [
            {"t": "take", "cards": one["cards"], "as": one["as"]}
            for one in self.new_layouts(hand)
            if card in one["cards"]
        ]
        on = [
            {"t": "take", "on": choice["on"], "as": choice["as"]}
            for choice in self.offs(hand)
            if choice["card"] == card
        ]
        return self.in_order(self.legal(new)) + self.legal(on)

    def new_layouts(self, hand) -> list[dict]:
        find = new_layouts_by_listing if len(hand) > LARGE_HAND else new_layouts_by_choosing
        return find(hand, *self.sizes(), self.sets)

    def sizes(self) -> tuple[int, int]:
        """The fewest cards of a new layout, and the most of a new run; a new set has four at most."""
        if self.opening and self.options["opening_layout"] == 4:
            return 4, 7
        return 3, 5

    def offs(self, hand) -> list[dict]:
        return [
            {"t": "off", "card": card, "on": number, "as": stands_for}
            for number in sorted(self.table)
            for card, stands_for in sorted(
                lay_offs(self.table[number], hand, self.sets), key=lambda pair: (NUMBER[pair[0]], NUMBER[pair[1]])
            )
        ]

    def in_order(self, new: list[dict]) -> list[dict]:
        def key(choice):
            first, *others = [NUMBER[card] for card in choice["cards"]]
            return first, len(others), others, [NUMBER[card] for card in choice["as"]]

        return sorted(new, key=key)

    def legal(self, choices: list[dict]) -> list[dict]:
        return [choice for choice in choices if self.may_put_down(choice)]

    def may_put_down(self, choice: dict) -> bool:
        left, table, points = self.put_down_on(deepcopy(self.table), choice)
        if len(left) < self.keep:
            return False  # no card to discard would be left
        if self.opened[self.player]:
            return True
        needed = self.options["threshold"] - self.points - points
        search = (left, list(table.values()), *self.sizes(), self.sets, self.keep)
        if needed <= 0:
            return True
        if len(self.hands[self.player]) > LARGE_HAND:
            return reaches_in_order(needed, *search)
        return most_by_sequences(*search) >= needed

    def put_down_on(self, table: dict, choice: dict) -> tuple[list[str], dict, int]:
        """The hand and the table afterwards, and the points; the open card is in hand while it is taken."""
        hand = list(self.hands[self.player])
        if choice["t"] == "take":
            hand.append(self.open[-1])
        if "on" in choice:
            card = choice["card"] if choice["t"] == "off" else self.open[-1]
            table[choice["on"]] = laid_off(table[choice["on"]], card, choice["as"])
            return without(hand, [card]), table, counts(choice["as"])
        assert holds(hand, choice["cards"])
        is_set = choice["as"][0][0] == choice["as"][1][0]
        table[self.next_layout] = layout("set" if is_set else "run", choice["cards"], choice["as"])
        return without(hand, choice["cards"]), table, sum(map(counts, choice["as"]))

    # What happens

    def choose(self, choice: dict) -> None:
        assert choice in self.choices()
        self.listed = None
        if choice["t"] == "draw":
            self.draw()
        elif choice["t"] == "swap":
            self.swap(choice["card"], choice["on"])
        elif choice["t"] == "discard":
            self.part_with([choice["card"]])
            self.open.append(choice["card"])
            self.end_turn()
        else:
            self.put_down(choice)

    def draw(self) -> None:
        if not self.closed:
            self.closed, self.open = self.open[::-1], []
            self.closed_known = len(self.closed)
            self.turn_overs += 1
        all_know_it = self.closed_known == len(self.closed)
        card = self.closed.pop()
        self.hands[self.player] = in_pack_order([*self.hands[self.player], card])
        if all_know_it:
            self.closed_known -= 1
            self.gains_before_all(card)
        self.phase = "play"

    def gains_before_all(self, card: str) -> None:
        self.known[self.player] = in_pack_order([*self.known[self.player], card])

    def part_with(self, cards) -> None:
        """Of k cards known to be in hand, k - 1 stay known when one like them leaves it."""
        self.hands[self.player] = without(self.hands[self.player], cards)
        for card in cards:
            if card in self.known[self.player]:
                self.known[self.player].remove(card)

    def swap(self, card: str, on: int) -> None:
        self.part_with([card])
        self.table[on] = put_in(self.table[on], card, self.sets)
        self.hands[self.player] = in_pack_order([*self.hands[self.player], "JK"])
        self.gains_before_all("JK")

    def put_down(self, choice: dict) -> None:
        left, self.table, points = self.put_down_on(self.table, choice)
        if choice["t"] == "take":
            card = self.open.pop()
            self.hands[self.player] = in_pack_order([*self.hands[self.player], card])
            self.gains_before_all(card)
            self.phase = "play"
        is_new = "on" not in choice
        self.part_with(choice["cards"] if is_new else [choice.get("card") or card])
        assert in_pack_order(left) == self.hands[self.player]
        self.points += points
        if self.points >= self.options["threshold"]:
            self.opened[self.player] = True
        if self.options["threshold"] > 0:
            self.may_swap[self.player] = self.opened[self.player]
        elif is_new:
            self.may_swap[self.player] = True
        number = self.next_layout if is_new else choice["on"]
        self.next_layout += is_new
        if (
            self.options["fours_leave"]
            and self.table[number]["kind"] == "set"
            and len(self.table[number]["cards"]) == 4
        ):
            self.closed = self.table.pop(number)["cards"][::-1] + self.closed
            self.closed_known += 4
        if left == []:
            self.phase = "over"

    def end_turn(self) -> None:
        if self.hands[self.player] == [] or (self.closed == [] and self.turn_overs >= 3):
            self.phase = "over"
            return
        self.turn += 1
        self.player = (self.player + 1) % self.seats
        self.phase = "draw"
        self.points = 0
        self.opening = not self.opened[self.player]

    # What it counts

    def penalty(self, seat: int) -> int:
        hand = self.hands[seat]
        if self.options["scoring"] == "points":
            return sum(20 if card == "JK" else counts(card) for card in hand)
        penalty = len(hand)
        for card in hand:
            if card == "JK":
                penalty *= 2
        won_in_one_turn = self.phase == "over" and self.hands[self.player] == [] and self.opening
        return penalty * 2 if won_in_one_turn else penalty

    def scores(self) -> tuple[int, ...]:
        return tuple(0 - self.penalty(seat) for seat in range(self.seats))

    def ranks(self) -> tuple[int, ...]:
        scores = self.scores()
        return tuple(sum(other > score for other in scores) for score in scores)

    # What is seen

    def everything(self) -> dict:
        return {**self.for_all(), "hands": self.hands, "known": self.known, "closed": self.closed}

    def for_all(self) -> dict:
        return {
            "options": self.options,
            "turn": self.turn,
            "player": self.player,
            "phase": self.phase,
            "opening": self.opening,
            "points": self.points,
            "opened": self.opened,
            "may_swap": self.may_swap,
            "layouts": [{"number": number, **self.table[number]} for number in sorted(self.table)],
            "next_layout": self.next_layout,
            "open": self.open,
            "closed_known": self.closed_known,
            "turn_overs": self.turn_overs,
        }

    def seen(self, seat: int | None) -> dict:
        seen = self.for_all()
        known = seen.pop("closed_known")
        has_begun = [self.points > 0 and other == self.player for other in range(self.seats)]
        return {
            **seen,
            "seat": seat,
            "put_down": [opened or begun for opened, begun in zip(self.opened, has_begun, strict=True)],
            "closed": self.closed[:known] + [None] * (len(self.closed) - known),
            "hand": None if seat is None else self.hands[seat],
            "hands": [{"cards": len(hand), "known": known} for hand, known in zip(self.hands, self.known, strict=True)],
        }
