"""A second reading of the rules of Trash: strings and dicts, one sentence of the rules after the other, slow and plain.

Cards are written as "7H". It knows nothing of the engine; the two must agree after every action.
"""

from plugins.chance import Chance

NUMBERS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10}


class SlowTrash:
    def __init__(self, start_size: int, seats: int, seed: bytes, hands: int = 100, turns: int = 1000) -> None:
        self.seats, self.seed, self.hands, self.turns = seats, seed, hands, turns
        self.size = dict.fromkeys(range(seats), start_size)
        self.won = dict.fromkeys(range(seats), 0)
        self.over = False
        self.begin_hand(1, starter=0)

    def shuffled(self, cards: list[str], label: str) -> list[str]:
        cards = list(cards)
        Chance(self.seed).stream(label).shuffle(cards)
        return cards

    def begin_hand(self, hand: int, starter: int) -> None:
        self.hand, self.starter, self.turn, self.reshuffles = hand, starter, 1, 0
        one_pack = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
        number_of_packs = 1 if self.seats == 2 else 2 if self.seats in (3, 4) else 3
        self.stock = self.shuffled(one_pack * number_of_packs, f"hand:{hand}")
        self.card, self.face_up = {}, {}
        for seat in range(self.seats):
            for place in range(1, self.size[seat] + 1):
                self.card[seat, place] = self.stock.pop()
                self.face_up[seat, place] = False
        self.discard: list[str] = []
        self.in_hand: str | None = None
        self.player = starter

    def places(self, seat: int) -> list[int]:
        return sorted(place for owner, place in self.card if owner == seat)

    def where(self, card: str) -> list[int]:
        """The places where the player may put this card."""
        if card[0] == "J":
            return [place for place in self.places(self.player) if not self.face_up[self.player, place]]
        fits = []
        for place in self.places(self.player):
            if NUMBERS.get(card[0]) == place:
                shows_a_jack = self.face_up[self.player, place] and self.card[self.player, place][0] == "J"
                if not self.face_up[self.player, place] or shows_a_jack:
                    fits.append(place)
        return fits

    def choices(self) -> list[dict]:
        if self.over:
            return []
        if self.in_hand is not None:
            return [{"t": "jack", "place": place} for place in self.where(self.in_hand)]
        may_take = bool(self.discard) and self.where(self.discard[-1]) != []
        return [{"t": "stock"}] + ([{"t": "take"}] if may_take else [])

    def choose(self, choice: dict) -> None:
        assert choice in self.choices()
        if choice["t"] == "jack":
            self.put(choice["place"])
        elif choice["t"] == "take":
            self.in_hand = self.discard.pop()
        else:
            if self.stock == [] and len(self.discard) >= 2:
                self.reshuffles += 1
                top = self.discard.pop()
                self.stock = self.shuffled(self.discard, f"hand:{self.hand}/reshuffle:{self.reshuffles}")
                self.discard = [top]
            if self.stock == []:
                self.end_turn()
                return
            self.in_hand = self.stock.pop()
        self.go_on()

    def put(self, place: int) -> None:
        here = (self.player, place)
        self.in_hand, self.card[here] = self.card[here], self.in_hand
        self.face_up[here] = True

    def go_on(self) -> None:
        while True:
            if all(self.face_up[self.player, place] for place in self.places(self.player)):
                self.end_hand_won()
                return
            places = self.where(self.in_hand)
            if self.in_hand[0] == "J" and places:
                return  # his choice
            if not places:
                self.discard.append(self.in_hand)
                self.in_hand = None
                self.end_turn()
                return
            self.put(places[0])

    def end_turn(self) -> None:
        if self.turn < self.turns:
            self.turn += 1
            self.player = (self.player + 1) % self.seats
        elif self.hand < self.hands:
            self.begin_hand(self.hand + 1, self.starter)
        else:
            self.over = True

    def end_hand_won(self) -> None:
        winner = self.starter = self.player
        self.won[winner] += 1
        self.size[winner] -= 1
        if self.size[winner] == 0 or self.hand == self.hands:
            self.over = True
        else:
            self.begin_hand(self.hand + 1, winner)

    def ranks(self) -> tuple[int, ...]:
        def better(one: int, two: int) -> bool:
            if self.size[one] != self.size[two]:
                return self.size[one] < self.size[two]
            up = [sum(self.face_up[seat, place] for place in self.places(seat)) for seat in (one, two)]
            return up[0] > up[1]

        return tuple(sum(better(two, one) for two in range(self.seats)) for one in range(self.seats))

    def everything(self) -> dict:
        layouts = [
            [("" if self.face_up[seat, place] else "-") + self.card[seat, place] for place in self.places(seat)]
            for seat in range(self.seats)
        ]
        return {
            "hand": self.hand,
            "turn": self.turn,
            "reshuffles": self.reshuffles,
            "starter": self.starter,
            "player": self.player,
            "phase": "over" if self.over else "draw" if self.in_hand is None else "jack",
            "sizes": [self.size[seat] for seat in range(self.seats)],
            "won": [self.won[seat] for seat in range(self.seats)],
            "discard": self.discard,
            "held": self.in_hand,
            "layouts": layouts,
            "stock": self.stock,
        }
