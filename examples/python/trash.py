"""A bot for Trash: takes the discard whenever it may, and puts a jack on the lowest place that is face down."""

from croupier_bot import run


def choose(view):
    for action in view.legal:
        if action["t"] == "take":
            return action  # it fits: a place is turned up for certain, and another card comes
    return 0


if __name__ == "__main__":
    run(choose)
