"""Random late positions of Advantage: few cards in the stock or none, large hands and piles, the limit near."""

from plugins.chance import Stream
from tests.engines.advantage.slow import PACK, RED, SlowAdvantage, in_order


def late(stream: Stream) -> SlowAdvantage | None:
    """A whole pack at the beginning of round 1 or 2, up to the first choice; None if the game is over before it."""
    cards = list(PACK)
    stream.shuffle(cards)
    pairs: dict = {0: [], 1: []}
    for rank in "23456789TJQKA":
        for _ in range(stream.choice([0, 1, 1, 2, 2, 2])):
            pair = in_order([card for card in cards if card[0] == rank][:2])
            cards = [card for card in cards if card not in pair]
            pairs[stream.below(2)].append(pair)
    while len(cards) < 3:
        cards += (pairs[0] or pairs[1]).pop()
    stuck = stream.below(2) == 0
    if stuck:
        # Tops red, hands black: often nothing is possible but by what is drawn.
        cards.sort(key=lambda card: card[1] in RED)
    piles = [[cards.pop()] for _ in range(3)]
    hands: list = [[], []]
    ends = stream.choice([[0], [-1], [0, -1]])
    stock = [cards.pop(stream.choice(ends)) for _ in range(min(len(cards), stream.choice([0, 0, 1, 2, 3, 5, 8])))]
    for card in cards:
        hand, pile = stream.choice(hands), stream.choice(piles)
        # Nobody begins a cycle with a pair in hand.
        if stream.below(5) < 2 and not (stuck and card[1] in RED) and card[0] not in [held[0] for held in hand]:
            hand.append(card)
        else:
            pile.insert(0, card)
    lead, cycle = stream.choice(["fixed", "alternate"]), 2 + stream.below(40)
    leader = 1 if lead == "alternate" and cycle % 2 == 0 else 0
    round_begun = stream.choice([1, 1, 2])
    game = SlowAdvantage.of(
        {
            "options": {"lead": lead},
            "cycle": cycle,
            "round": round_begun,
            "phase": "lay" if round_begun == 1 else "exchange",
            "player": leader,
            "leader": leader,
            "drew": False,
            "hands": hands,
            "known": [[card for card in hand if stream.below(2)] for hand in hands],
            "piles": piles,
            "pairs": pairs,
            "stock": stock,
            "moved": round_begun == 2,
            "paired": False,
            "began_empty": stock == [],
            "dry_cycles": stream.below(3) if stock == [] else 0,
        }
    )
    game.go_on()
    return None if game.over else game
