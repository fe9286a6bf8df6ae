"""A small sound engine, written so that one thing can be broken at a time.

Sixteen cards; in his turn a player plays a card of his hand onto the pile, or draws one. When the stock is empty the
pile but its top card is shuffled into it. After 40 turns whoever has played the highest cards wins. Who remembers what
has been played is not helped: after a reshuffle it is as hidden as at the deal.
"""

from plugins.contract import EngineInfo, IllegalAction, Result

CARDS = [rank + suit for rank in "23456789" for suit in "CD"]
DRAW = -1
TURNS = 40
MOST = 4  # cards in a hand


class LittleState:
    """A card is its index in CARDS; the last of stock and pile is the top."""

    def __init__(self, chance, options, hands, stock, pile, points, turn=1, reshuffles=0):
        self.chance, self.options = chance, options
        self.hands, self.stock, self.pile, self.points = hands, stock, pile, points
        self.turn, self.reshuffles = turn, reshuffles

    @property
    def player(self):
        return (self.turn - 1) % len(self.hands)

    def to_act(self):
        return (self.player,) if self.turn <= TURNS else ()

    def legal(self, seat):
        return self.choices(seat) if seat in self.to_act() else ()

    def choices(self, seat):
        hand = self.hands[seat]
        may_draw = len(hand) < MOST and (self.stock or len(self.pile) > 1)
        return tuple(([DRAW] if may_draw else []) + sorted(hand))

    def apply(self, seat, action):
        if type(action) is not int or action not in self.legal(seat):
            raise IllegalAction("action: it is not one of the legal ones")
        self.play(seat, action)

    def play(self, seat, action):
        if action == DRAW:
            if not self.stock:
                self.reshuffle()
            self.hands[seat].append(self.stock.pop())
        else:
            self.hands[seat].remove(action)
            self.pile.append(action)
            self.points[seat] += action
        self.turn += 1

    def reshuffle(self):
        self.reshuffles += 1
        self.stock, self.pile = self.pile[:-1], self.pile[-1:]
        self.chance.stream(f"reshuffle:{self.reshuffles}").shuffle(self.stock)

    def open(self):
        return {
            "options": dict(self.options),
            "turn": self.turn,
            "reshuffles": self.reshuffles,
            "points": list(self.points),
            "pile": [CARDS[card] for card in self.pile],
        }

    def observe(self, seat):
        return {
            "seat": seat,
            **self.open(),
            "hand": None if seat is None else [CARDS[card] for card in sorted(self.hands[seat])],
            "hands": [len(hand) for hand in self.hands],
            "stock": len(self.stock),
        }

    def result(self):
        return Result(tuple(sum(other > mine for other in self.points) for mine in self.points), tuple(self.points))

    def copy(self, **changes):
        mine = {
            "chance": self.chance,
            "options": dict(self.options),
            "hands": [list(hand) for hand in self.hands],
            "stock": list(self.stock),
            "pile": list(self.pile),
            "points": list(self.points),
            "turn": self.turn,
            "reshuffles": self.reshuffles,
        }
        return type(self)(**mine | changes)

    def clone(self, chance):
        return self.copy(chance=chance)

    def snapshot(self):
        return {
            **self.open(),
            "hands": [[CARDS[card] for card in sorted(hand)] for hand in self.hands],
            "stock": [CARDS[card] for card in self.stock],
        }


class Little:
    State = LittleState

    def new(self, options, seats, chance):
        deck = list(range(len(CARDS)))
        chance.stream("deck").shuffle(deck)
        hands = [[deck.pop() for _ in range(options["hand"])] for _ in range(seats)]
        return self.State(chance, dict(options), hands, deck, [], [0] * seats)

    def restore(self, snapshot, chance):
        return self.State(
            chance,
            dict(snapshot["options"]),
            [[CARDS.index(card) for card in hand] for hand in snapshot["hands"]],
            [CARDS.index(card) for card in snapshot["stock"]],
            [CARDS.index(card) for card in snapshot["pile"]],
            list(snapshot["points"]),
            int(snapshot["turn"]),
            snapshot.get("reshuffles", 0),
        )

    def sample(self, observation, chance):
        seen = set(observation["pile"]) | set(observation["hand"] or ())
        unseen = [card for card in CARDS if card not in seen]
        self.arrange(unseen, chance)
        hands = [
            list(observation["hand"]) if seat == observation["seat"] else [unseen.pop() for _ in range(count)]
            for seat, count in enumerate(observation["hands"])
        ]
        return self.restore({**observation, "hands": hands, "stock": unseen}, chance)

    def arrange(self, unseen, chance):
        chance.stream("sample").shuffle(unseen)

    def encode(self, action):
        return {"t": "draw"} if action == DRAW else {"t": "play", "card": CARDS[action]}

    def decode(self, data):
        if type(data) is dict and data.get("t") == "draw" and len(data) == 1:
            return DRAW
        if type(data) is dict and data.get("t") == "play" and len(data) == 2:
            card = data.get("card")
            if type(card) is str and card in CARDS:
                return CARDS.index(card)
        raise IllegalAction('action: it is not {"t":"draw"} or {"t":"play","card":"7D"}')

    def text(self, observation):
        return f"turn {observation['turn']}, points {observation['points']}\n"

    def svg(self, observation):
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>{observation["turn"]}</text></svg>'


class Random:
    def choose(self, view):
        return view.chance.choice(view.legal)


class Greedy:
    def choose(self, view):
        assert view.observation["seat"] == view.seat
        return view.legal[-1]


HAND = {"type": "integer", "minimum": 1, "maximum": 4, "default": 2}


def info(load=Little, hand=HAND, **changes):
    """The EngineInfo of the game, with another engine or declared otherwise."""
    declared = {
        "id": "little",
        "title": "Little",
        "rules_version": 1,
        "seats": range(2, 4),
        "options": {"type": "object", "properties": {"hand": hand}, "additionalProperties": False},
        "variants": {"standard": {}, "full": {"hand": 4}},
        "max_decisions": TURNS,
        "load": load,
    }
    return EngineInfo(**declared | changes)


INFO = info()
POLICIES = {"greedy": Greedy, "random": Random}
