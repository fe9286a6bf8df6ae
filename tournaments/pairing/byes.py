"""Who has the bye of a round for two seats, of an odd number present."""

from collections.abc import Mapping, Sequence

from tournaments.pairing.forbidden import Bans
from tournaments.pairing.forced import ban_costs, most_pairs, pairable
from tournaments.pairing.matching import Edge, cheapest

# Of so many all pairs are looked at.
_WHOLE = 300
# Of more, so many are tried for a bye.
_TRIED = 16


def resting(queue: Sequence[int], had: Mapping[int, int], bans: Bans) -> int:
    """Who rests: first as few barred pairs as possible among the others, then who has had the fewest byes, then as few
    rematches as possible among the others, then the first.

    queue  an odd number of entrants in the order of `history.bye_order`
    had    byes had

    Of more than 300, barred pairs and rematches count alike, and go before byes had.
    """
    if pairable(sorted(queue[1:]), bans):
        return queue[0]
    order = sorted(queue)
    if len(queue) > _WHOLE:
        return _seen(queue, order, had, bans)
    edges: list[Edge] = []
    for a, entrant in enumerate(order):
        for b in range(a + 1, len(order)):
            # Levels: barred, byes of who rests, rematches, turn.
            costs = ban_costs(bans[entrant].get(order[b]))[:1]
            edges.append((a, b, tuple((2, 1) if level else (0, 1) for level, _ in costs)))
        amounts = (0, had[entrant], 0, queue.index(entrant))
        edges.append((a, len(order), tuple((level, amount) for level, amount in enumerate(amounts) if amount)))
    matching = cheapest(len(order) + 1, edges)
    assert matching is not None  # every graph with all pairs in it has a perfect matching
    return next(order[a] for a, b in matching if b == len(order))


def _seen(queue: Sequence[int], order: Sequence[int], had: Mapping[int, int], bans: Bans) -> int:
    """Who rests of many: the first of the queue without whom as many pairs without a ban are left. Not all are tried:
    after some, only those whom one such pairing leaves over.
    """
    most = most_pairs(order, bans)
    paired = {order[place] for pair in most for place in pair}
    left = [entrant for entrant in queue if entrant not in paired]
    fewest = [entrant for entrant in queue[:_TRIED] if had[entrant] == had[queue[0]]]
    for one in fewest:
        if one in left or len(most_pairs([entrant for entrant in order if entrant != one], bans)) == len(most):
            return one
    return left[0]
