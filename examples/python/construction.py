"""A bot for Construction: goes straight up to row 10 and home again, and builds the way there card by card."""

from croupier_bot import run

RANKS = "23456789TJQKA"


def height(place):
    """The row of a place; a horizontal card lies halfway between two rows."""
    kind, _, row = place[:3]
    return row - 0.5 if kind == "H" else row


def progress(place, turned, home):
    """Rows climbed, or after the turn-round rows and columns still to go, with a minus before them."""
    return -height(place) - abs(place[1] - home) if turned else height(place)


def choose(view):
    seen, seat = view.observation, view.seat
    here, turned = seen["big"][seat], seen["turned"][seat]

    def gain(place):
        return progress(place, turned, seat) - progress(here, turned, seat)

    def worth(action):
        if action["t"] == "big":
            return 10 + gain(action["to"]) if gain(action["to"]) > 0 else -1
        if action["t"] == "king":
            return 5 if "to" not in action else 1
        if action["t"] == "build":  # a step before the chip, where a high card is of no use
            near = abs(gain(action["at"]) - 0.75) + abs(action["at"][1] - here[1])
            return 4 - near - RANKS.index(seen["opened"][0]) / 4
        return 0  # discards, and walks of small chips

    return max(view.legal, key=worth)


if __name__ == "__main__":
    run(choose)
