"""A bot for Rummy from the Baltic: puts down what it can, as many points as it can, and discards what fits nowhere."""

from croupier_bot import run

RANKS = "23456789TJQKA"
ORDER = ["take", "lay", "off", "draw", "discard", "swap"]  # what is done first, if it is legal


def points(card):
    """An ace is 11, a picture 10, a joker in hand 20; in a set a joker stands for a rank and a star."""
    if card == "JK":
        return 20
    return 11 if card[0] == "A" else min(RANKS.index(card[0]) + 2, 10)


def friends(card, hand):
    """How many cards of the hand may one day lie in a layout with this card, itself included."""

    def fits(other):
        if "JK" in (card, other):
            return True
        same_rank, same_suit = other[0] == card[0], other[1] == card[1]
        return same_rank or (same_suit and abs(RANKS.index(other[0]) - RANKS.index(card[0])) <= 2)

    return sum(fits(other) for other in hand)


def worth(action, hand):
    """The greatest first: of discards the one with the fewest friends, then the dearest; else the points put down."""
    if action["t"] == "discard":
        return -friends(action["card"], hand), points(action["card"])
    cards = action.get("as", [])
    return sum(map(points, [cards] if isinstance(cards, str) else cards)), 0


def choose(view):
    hand = view.observation["hand"]
    first = min((action["t"] for action in view.legal), key=ORDER.index)
    return max((action for action in view.legal if action["t"] == first), key=lambda action: worth(action, hand))


if __name__ == "__main__":
    run(choose)
