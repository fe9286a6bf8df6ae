"""High Card: all choose a card of their hand at the same time, the highest rank wins the round, a tie nobody.

Snapshot:    hands, chosen (a card or null each), played (rounds, each a card per seat), won.
Observation: seat, hand (null for a spectator), own (the card chosen, or null), chosen (1 or 0 each), cards (left in
every hand, those chosen included), played, won.
"""

from plugins.contract import IllegalAction, Result

RANKS, SUITS = "23456789TJQKA", "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]


class HighCardState:
    def __init__(self, hands, chosen, played, won):
        self.hands, self.chosen, self.played, self.won = hands, chosen, played, won

    def to_act(self):
        return tuple(seat for seat, card in enumerate(self.chosen) if card is None and self.hands[seat])

    def legal(self, seat):
        return tuple(self.hands[seat]) if seat in self.to_act() else ()

    def apply(self, seat, action):
        if type(action) is not str or action not in self.legal(seat):
            raise IllegalAction(
                f"action: it is not one of {', '.join(self.legal(seat)) or 'none, it is not your turn'}"
            )
        self.hands[seat].remove(action)
        self.chosen[seat] = action
        if None not in self.chosen:
            heights = [RANKS.index(card[0]) for card in self.chosen]
            if heights.count(max(heights)) == 1:
                self.won[heights.index(max(heights))] += 1
            self.played.append(self.chosen)
            self.chosen = [None] * len(self.hands)

    def observe(self, seat):
        return {
            "seat": seat,
            "hand": None if seat is None else list(self.hands[seat]),
            "own": None if seat is None else self.chosen[seat],
            "chosen": [int(card is not None) for card in self.chosen],
            "cards": [len(hand) + (card is not None) for hand, card in zip(self.hands, self.chosen, strict=True)],
            "played": [list(cards) for cards in self.played],
            "won": list(self.won),
        }

    def result(self):
        return Result(tuple(sum(other > won for other in self.won) for won in self.won), tuple(self.won))

    def clone(self, chance):
        # All chance is spent when the hands are dealt.
        return HighCard().restore(self.snapshot(), chance)

    def snapshot(self):
        return {
            "hands": [list(hand) for hand in self.hands],
            "chosen": list(self.chosen),
            "played": [list(cards) for cards in self.played],
            "won": list(self.won),
        }


class HighCard:
    def new(self, options, seats, chance):
        deck = list(PACK)
        chance.stream("deck").shuffle(deck)
        size = options["rounds"]
        hands = [sorted(deck[seat * size : (seat + 1) * size], key=PACK.index) for seat in range(seats)]
        return HighCardState(hands, [None] * seats, [], [0] * seats)

    def restore(self, snapshot, chance):
        return HighCardState(
            [list(hand) for hand in snapshot["hands"]],
            list(snapshot["chosen"]),
            [list(cards) for cards in snapshot["played"]],
            list(snapshot["won"]),
        )

    def sample(self, observation, chance):
        known = {card for cards in observation["played"] for card in cards}
        known |= set(observation["hand"] or ()) | {observation["own"]}
        unseen = [card for card in PACK if card not in known]
        chance.stream("sample").shuffle(unseen)
        hands, chosen = [], []
        for seat, count in enumerate(observation["cards"]):
            if seat == observation["seat"]:
                hand, card = list(observation["hand"]), observation["own"]
            else:
                hand = [unseen.pop() for _ in range(count)]
                card = hand.pop() if observation["chosen"][seat] else None
            hands.append(sorted(hand, key=PACK.index))
            chosen.append(card)
        return HighCardState(hands, chosen, [list(cards) for cards in observation["played"]], list(observation["won"]))

    def encode(self, action):
        return {"t": "play", "card": action}

    def decode(self, data):
        if type(data) is dict and len(data) == 2 and data.get("t") == "play":
            card = data.get("card")
            if type(card) is str and card in PACK:
                return card
        raise IllegalAction('action: it is not {"t":"play","card":"7H"}')

    def text(self, observation):
        return f"won {observation['won']}, hand {' '.join(observation['hand'] or [])}\n"

    def svg(self, observation):
        words = f'<text y="15">{self.text(observation)}</text>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 20">{words}</svg>'
