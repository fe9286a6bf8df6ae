"""A second reading of the rules of Advantage: strings, lists and dicts, one sentence of the rules after the other.

Cards are written as "7H". It knows nothing of the engine; the two must agree after every action.
"""

from plugins.chance import Chance

PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
RED = "DH"


def in_order(cards) -> list[str]:
    return sorted(cards, key=PACK.index)


def may_lay(card: str, top: str) -> bool:
    """Round 1."""
    same_colour = (card[1] in RED) == (top[1] in RED)
    same_rank = card[0] == top[0]
    return same_colour or same_rank or (card[0] == "A" and same_colour) or card[0] == "T"


def may_exchange(card: str, top: str) -> bool:
    """Round 2."""
    same_colour = (card[1] in RED) == (top[1] in RED)
    same_rank = card[0] == top[0]
    return same_colour or same_rank or (card[0] == "A" and same_colour) or top[0] == "T"


class SlowAdvantage:
    def __init__(self, lead: str, seed: bytes) -> None:
        self.lead = lead
        self.stock = list(PACK)
        Chance(seed).stream("deck").shuffle(self.stock)
        self.hand = {seat: [self.stock.pop() for _ in range(3)] for seat in (0, 1)}
        self.known = {seat: list(self.hand[seat]) for seat in (0, 1)}
        self.piles = [[self.stock.pop()] for _ in range(3)]
        self.pairs: dict = {0: [], 1: []}
        self.cycle = self.dry_cycles = 0
        self.over = False
        self.begin_cycle()
        self.go_on()

    @classmethod
    def of(cls, everything: dict) -> "SlowAdvantage":
        """The game that ``everything`` tells."""
        game = cls(everything["options"]["lead"], b"")
        for name in ("cycle", "round", "player", "leader", "drew", "moved", "paired", "began_empty", "dry_cycles"):
            setattr(game, name, everything[name])
        game.stock = list(everything["stock"])
        game.piles = [list(pile) for pile in everything["piles"]]
        game.hand = {seat: list(everything["hands"][seat]) for seat in (0, 1)}
        game.known = {seat: list(everything["known"][seat]) for seat in (0, 1)}
        game.pairs = {seat: [list(pair) for pair in everything["pairs"][seat]] for seat in (0, 1)}
        game.over = everything["phase"] == "over"
        return game

    # The course of the game.

    def begin_cycle(self) -> None:
        self.cycle += 1
        self.moved = self.paired = False
        self.began_empty = self.stock == []
        self.leader = 1 if self.lead == "alternate" and self.cycle % 2 == 0 else 0
        self.round = 1
        self.begin_turn(self.leader)

    def begin_turn(self, player: int) -> None:
        self.player, self.drew = player, False

    def end_turn(self) -> None:
        if self.player == self.leader:
            self.begin_turn(1 - self.player)
        elif self.round < 3:
            self.round += 1
            self.begin_turn(self.leader)
        else:
            self.end_cycle()

    def end_cycle(self) -> None:
        self.dry_cycles = self.dry_cycles + 1 if self.began_empty and not self.paired else 0
        nobody_moved = self.stock == [] and not self.moved
        if nobody_moved or self.dry_cycles == 3:
            self.over, self.drew = True, False
        else:
            self.begin_cycle()

    def draw(self, number: int) -> None:
        for _ in range(number):
            if self.stock:
                self.hand[self.player].append(self.stock.pop())

    def go_on(self) -> None:
        """Up to the next choice: draws, and passes where nothing is possible, happen by themselves."""
        while not self.over and self.possible() == []:
            if self.round < 3 and not self.drew and self.stock:
                self.draw(1)
                self.drew = True
            else:
                self.end_turn()

    def possible(self) -> list[dict]:
        """What the player may do, but for declining."""
        hand = in_order(self.hand[self.player])
        if self.round == 3:
            return [
                {"t": "pair", "cards": [one, two]}
                for one in hand
                for two in hand
                if one[0] == two[0] and "CDHS".index(one[1]) < "CDHS".index(two[1])
            ]
        kind, may = ("lay", may_lay) if self.round == 1 else ("exchange", may_exchange)
        return [
            {"t": kind, "card": card, "pile": number}
            for card in hand
            for number in (0, 1, 2)
            if may(card, self.piles[number][-1])
        ]

    def choices(self) -> list[dict]:
        if self.over:
            return []
        return self.possible() + ([{"t": "pass"}] if self.round == 2 else [])

    def choose(self, choice: dict) -> None:
        assert choice in self.choices()
        if choice["t"] == "lay":
            self.give(choice["card"])
            self.piles[choice["pile"]].append(choice["card"])
            self.draw(1)
            self.moved = True
            self.end_turn()
        elif choice["t"] == "exchange":
            self.give(choice["card"])
            self.hand[self.player] += self.piles[choice["pile"]]
            self.known[self.player] += self.piles[choice["pile"]]
            self.piles[choice["pile"]] = [choice["card"]]
            self.moved = True
            self.end_turn()
        elif choice["t"] == "pair":
            for card in choice["cards"]:
                self.give(card)
            self.pairs[self.player].append(choice["cards"])
            self.draw(2)
            self.moved = self.paired = True
        else:
            self.end_turn()
        self.go_on()

    def give(self, card: str) -> None:
        self.hand[self.player].remove(card)
        if card in self.known[self.player]:
            self.known[self.player].remove(card)

    # How it stands, and what is seen.

    def scores(self) -> tuple[int, int]:
        return len(self.pairs[0]), len(self.pairs[1])

    def ranks(self) -> tuple[int, int]:
        one, two = self.scores()
        return int(two > one), int(one > two)

    def open_to_all(self) -> dict:
        return {
            "options": {"lead": self.lead},
            "cycle": self.cycle,
            "round": self.round,
            "player": self.player,
            "phase": "over" if self.over else {1: "lay", 2: "exchange", 3: "pair"}[self.round],
            "leader": self.leader,
            "drew": self.drew,
            "piles": [list(pile) for pile in self.piles],
            "pairs": [[list(pair) for pair in self.pairs[seat]] for seat in (0, 1)],
            "moved": self.moved,
            "paired": self.paired,
            "began_empty": self.began_empty,
            "dry_cycles": self.dry_cycles,
        }

    def everything(self) -> dict:
        return {
            **self.open_to_all(),
            "hands": [in_order(self.hand[seat]) for seat in (0, 1)],
            "known": [in_order(self.known[seat]) for seat in (0, 1)],
            "stock": list(self.stock),
        }

    def seen(self, seat: int | None) -> dict:
        return {
            **self.open_to_all(),
            "seat": seat,
            "hand": None if seat is None else in_order(self.hand[seat]),
            "hands": [{"cards": len(self.hand[one]), "known": in_order(self.known[one])} for one in (0, 1)],
            "stock": len(self.stock),
        }
