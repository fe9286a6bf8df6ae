"""How well live ratings foretell the boards that they are then rated by: the prequential log-loss of a pool.

Every board is forecast before it is rated, so no board is used to foretell itself, and parameters can be compared on
the ledger as it is (Dawid 1984, The Prequential Approach).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log

from ratings.skill.beliefs import Parameters
from ratings.skill.boards import MAX_SIDES
from ratings.skill.forecast import Forecaster
from ratings.skill.live import Live
from ratings.skill.record import Record

# What was forecast with a probability that no double holds is charged as the least one: 744 nats, not infinity.
_LEAST = 5e-324
# The pairs of seats, by the number of seats.
_PAIRS = [list(combinations(range(sides), 2)) for sides in range(MAX_SIDES + 1)]


def pairs(record: Record) -> int:
    """How many pairs of sides met on the boards of a record."""
    return sum(len(_PAIRS[len(board.sides)]) for board in record.boards)


def log_losses(record: Record, editions: Sequence[Parameters] | None = None) -> list[float]:
    """What each board cost, in ledger order: -log of the probability forecast for what happened, in nats.

    Summed over the board's pairs of sides; the pool's mean log-loss is the sum of all over `pairs`.
    editions: parameters to forecast and rate by in place of the record's own, one for each of them
    """
    live = Live(record, editions)
    forecasters = [Forecaster(parameters) for parameters in (record.editions if editions is None else editions)]
    mu, sigma = live.mu, live.sigma
    losses: list[float] = []
    for board in record.boards:
        live.enter(board)
        forecaster, sides, ranks, loss = forecasters[board.edition], board.sides, board.ranks, 0.0
        for i, j in _PAIRS[len(sides)]:
            a, b = sides[i], sides[j]
            if ranks[i] == ranks[j]:
                chance = forecaster.draw(mu[a], sigma[a], mu[b], sigma[b])
            elif ranks[i] < ranks[j]:
                chance = forecaster.win(mu[a], sigma[a], mu[b], sigma[b])
            else:
                chance = forecaster.win(mu[b], sigma[b], mu[a], sigma[a])
            loss -= log(chance or _LEAST)
        losses.append(loss)
        live.rate(board)
    return losses


def win_forecasts(record: Record, editions: Sequence[Parameters] | None = None) -> Iterator[tuple[float, bool]]:
    """For every pair of sides that met, the probability forecast that the first of the two wins, and whether it did.

    First is who stands first in the board's order, which is drawn apart from the result.
    editions: as for log_losses
    """
    live = Live(record, editions)
    forecasters = [Forecaster(parameters) for parameters in (record.editions if editions is None else editions)]
    mu, sigma = live.mu, live.sigma
    for board in record.boards:
        live.enter(board)
        for first, second in combinations(board.order, 2):
            a, b = board.sides[first], board.sides[second]
            chance = forecasters[board.edition].win(mu[a], sigma[a], mu[b], sigma[b])
            yield chance, board.ranks[first] < board.ranks[second]
        live.rate(board)
