"""A bot for Advantage: keeps its pairs together, lays on the smallest pile, and takes the greatest pile it can."""

from croupier_bot import run


def choose(view):
    hand, piles = view.observation["hand"], view.observation["piles"]

    def mates(card):
        return sum(other[0] == card[0] for other in hand) - 1

    def worth(action):
        if action["t"] == "exchange":  # many cards for one, and rather one that is alone
            return len(piles[action["pile"]]), -mates(action["card"])
        if action["t"] == "pass":
            return 1, -1  # as good as a pile of one card for a card of a pair
        if action["t"] == "lay":  # a card that is alone, on the smallest pile: the others may take the great ones
            return -mates(action["card"]), -len(piles[action["pile"]])
        return 0, 0  # pairs are set aside in any order

    return max(view.legal, key=worth)


if __name__ == "__main__":
    run(choose)
