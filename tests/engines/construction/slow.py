"""A second reading of the rules of Construction: strings, tuples and dicts, one sentence of the rules after the other.

A place is ("V", column, row) or ("H", column, row). It knows nothing of the engine; the two must agree after every
action.
"""

from plugins.chance import Chance

PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
RANK = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
START = {0: ("V", 0, 0), 1: ("V", 1, 0)}


def touching(place):
    """The places across the side of this one: four V of an H, four H of a V."""
    kind, c, r = place
    if kind == "H":
        return [("V", c, r - 1), ("V", c, r), ("V", c + 1, r - 1), ("V", c + 1, r)]
    return [("H", c, r), ("H", c, r + 1), ("H", c - 1, r), ("H", c - 1, r + 1)]


class SlowConstruction:
    def __init__(self, adjudicate: bool, seed: bytes) -> None:
        self.adjudicate, self.seed = adjudicate, seed
        self.table = {START[0]: "JK", START[1]: "JK"}
        self.big = {0: START[0], 1: START[1]}
        self.small: dict = {0: [], 1: []}
        self.in_hand = {0: 6, 1: 6}
        self.best = {0: 0, 1: 0}
        self.open: list[str] = []
        self.closed = self.shuffled(PACK * 3, "deck")
        self.opened: str | None = None
        self.turn = self.reshuffles = self.smothered = 0
        self.over = False
        self.open_a_card()

    @classmethod
    def of(cls, everything: dict, seed: bytes) -> "SlowConstruction":
        """The game that ``everything`` tells."""
        game = cls(everything["options"]["adjudicate"], seed)
        game.table = {(kind, c, r): card for kind, c, r, card in everything["table"]}
        game.big = {seat: tuple(everything["big"][seat]) for seat in (0, 1)}
        game.small = {seat: [tuple(place) for place in everything["small"][seat]] for seat in (0, 1)}
        for name in ("in_hand", "best"):
            setattr(game, name, dict(enumerate(everything[name])))
        for name in ("turn", "opened", "reshuffles", "player"):
            setattr(game, name, everything[name])
        game.open, game.closed = list(everything["open"]), list(everything["closed"])
        game.over = everything["phase"] == "over"
        return game

    def shuffled(self, cards: list[str], label: str) -> list[str]:
        cards = list(cards)
        Chance(self.seed).stream(label).shuffle(cards)
        return cards

    def open_a_card(self) -> None:
        while self.closed == []:
            if self.reshuffles == 3:
                self.stop()
                return
            self.reshuffles += 1
            self.closed, self.open = self.shuffled(self.open, f"reshuffle:{self.reshuffles}"), []
        self.opened = self.closed.pop()
        self.turn += 1
        self.player = 0 if self.opened[1] in "CS" else 1

    def stop(self) -> None:
        self.over, self.opened = True, None

    # The network.

    def may_be_laid(self, place) -> bool:
        return place not in self.table and any(touched in self.table for touched in touching(place))

    def adjacent(self, place) -> list:
        """The laid cards adjacent to this one."""
        kind, c, r = place
        end_to_end = [("V", c, r - 1), ("V", c, r + 1)] if kind == "V" else []
        return sorted(other for other in touching(place) + end_to_end if other in self.table)

    def rank(self, place) -> int:
        return 0 if self.table[place] == "JK" else RANK[self.table[place][0]]

    def chips(self, seat: int) -> list:
        return [self.big[seat], *self.small[seat]]

    def barred(self, place) -> bool:
        """Whether the player's chips may not stand there nor pass: the other colour's chips, the other joker."""
        other = 1 - self.player
        return place in self.chips(other) or place == START[other]

    def walks(self, *path) -> list:
        """Every path of 1 to 3 steps along distinct adjacent cards that goes on from ``path``, its start first."""
        paths = []
        for place in self.adjacent(path[-1]):
            if place not in path and not self.barred(place):
                paths.append([*path, place])
                if len(path) < 3:
                    paths += self.walks(*path, place)
        return paths

    def smothers(self, before: list, after: list, end) -> bool:
        """Whether the player's small chips, ``before`` and ``after`` a move that ends on ``end``, break the rule."""
        around = self.adjacent(self.big[1 - self.player])
        if end not in around:
            return False
        these = [place for place in around if place != START[self.player]]
        if all(place in after for place in these):
            return True
        big = [self.big[self.player]]
        free_before = [place for place in these if place not in before + big]
        free_after = [place for place in these if place not in after + big]
        return free_after == [] and free_before != []

    # The choices.

    def choices(self) -> list[dict]:
        if self.over:
            return []
        if self.opened[0] == "K" and self.in_hand[self.player] > 0:
            return [{"t": "king"}] + [{"t": "king", "to": list(place)} for place in self.king_walks()]
        number = 12 if self.opened[0] == "K" else RANK[self.opened[0]]
        builds = []
        if self.opened[0] != "K":
            builds = sorted({place for laid in self.table for place in touching(laid) if self.may_be_laid(place)})
        bigs = [
            place
            for place in self.adjacent(self.big[self.player])
            if number >= self.rank(place) and not self.barred(place)
        ]
        smalls = {(start, end) for start in self.small[self.player] for end in self.small_moves(start, number)}
        return [
            *({"t": "build", "at": list(place)} for place in builds),
            *({"t": "big", "to": list(place)} for place in bigs),
            *({"t": "small", "from": list(start), "to": list(end)} for start, end in sorted(smalls)),
            {"t": "discard"},
        ]

    def small_moves(self, start, number: int) -> list:
        before = self.small[self.player]
        after = list(before)
        after.remove(start)
        ends = []
        for _, *passed, end in self.walks(start):
            if number < self.rank(end) or any(self.rank(place) > self.rank(end) for place in passed):
                continue
            if self.smothers(before, [*after, end], end):
                self.smothered += 1
            else:
                ends.append(end)
        return ends

    def king_walks(self) -> list:
        before = self.small[self.player]
        ends = {path[-1] for path in self.walks(START[self.player])}
        barred = {end for end in ends if self.smothers(before, [*before, end], end)}
        self.smothered += len(barred)
        return sorted(ends - barred)

    def choose(self, choice: dict) -> None:
        """Play one of ``choices()``."""
        kind, card, player = choice["t"], self.opened, self.player
        won = False
        if kind == "build":
            self.table[tuple(choice["at"])] = card
        else:
            self.open.append(card)
        if kind == "big":
            here = self.big[player] = tuple(choice["to"])
            won = self.best[player] == 10 and here == START[player]
            if here[0] == "V" and here[2] > self.best[player]:
                self.best[player] = min(here[2], 10)
        if kind == "small":
            self.small[player].remove(tuple(choice["from"]))
            self.small[player].append(tuple(choice["to"]))
        if kind == "king":
            self.in_hand[player] -= 1
            self.small[player].append(tuple(choice.get("to", START[player])))
        if won:
            self.stop()
        else:
            self.open_a_card()

    # How it stands, and what is seen.

    def progress(self, seat: int) -> int:
        if self.best[seat] < 10:
            return self.best[seat]
        kind, _, r = self.big[seat]
        row = r - 1 if kind == "H" else r
        return 10 + (10 - max(0, min(10, row)))

    def scores(self) -> tuple[int, int]:
        for seat in (0, 1):
            if self.best[seat] == 10 and self.big[seat] == START[seat]:
                return (1, 0) if seat == 0 else (0, 1)
        one, two = (self.progress(0), self.progress(1)) if self.adjudicate else (0, 0)
        return int(one > two), int(two > one)

    def ranks(self) -> tuple[int, int]:
        one, two = self.scores()
        return int(two > one), int(one > two)

    def everything(self) -> dict:
        return {
            "options": {"adjudicate": self.adjudicate},
            "turn": self.turn,
            "player": self.player,
            "phase": "over" if self.over else "play",
            "opened": self.opened,
            "open": list(self.open),
            "closed": list(self.closed),
            "reshuffles": self.reshuffles,
            "table": [[*place, self.table[place]] for place in sorted(self.table)],
            "big": [list(self.big[seat]) for seat in (0, 1)],
            "small": [[list(place) for place in sorted(self.small[seat])] for seat in (0, 1)],
            "in_hand": [self.in_hand[seat] for seat in (0, 1)],
            "best": [self.best[seat] for seat in (0, 1)],
        }

    def seen(self, seat: int | None) -> dict:
        """Everything, but the order of the closed pack; and what follows from it."""
        return {
            **self.everything(),
            "seat": seat,
            "closed": len(self.closed),
            "closed_cards": sorted(self.closed, key=PACK.index),
            "turned": [self.best[seat] == 10 for seat in (0, 1)],
            "progress": [self.progress(seat) for seat in (0, 1)],
        }
