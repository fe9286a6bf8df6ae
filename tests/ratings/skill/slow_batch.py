"""Slow, plain ways to the beliefs of a whole pool, to compare with: messages one at a time, and integration."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, sqrt

from ratings.skill import Belief
from ratings.skill.boards import chain
from ratings.skill.core import draw_margin
from ratings.skill.record import Board, Fixed, Record, Successor
from ratings.skill.truncated import moments_above, moments_between, probability_below

Message = tuple[float, float]  # precision, and precision times mean


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Gauss-Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        best = max(range(i, size), key=lambda j, i=i: abs(rows[j][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def told(board: Board, cavities: Sequence[Belief], record: Record) -> list[Message]:
    """What one board tells its sides: expectation propagation over its comparisons, dense, until it stands still."""
    parameters = record.editions[board.edition]
    margin, noise, sides = draw_margin(parameters), parameters.beta**2, len(board.sides)
    entry = chain(sides, board.ranks, board.order)
    sites: list[Message] = [(0.0, 0.0)] * (sides - 1)
    for _ in range(400):
        before = list(sites)
        for x in range(sides - 1):
            precision = [[0.0] * sides for _ in range(sides)]
            scaled = [0.0] * sides
            for seat, cavity in enumerate(cavities):
                precision[seat][seat] = 1.0 / (cavity.sigma**2 + noise)
                scaled[seat] = cavity.mu * precision[seat][seat]
            for y, (weight, pull) in enumerate(sites):
                a, b = entry[y], entry[y + 1]
                if y != x:
                    precision[a][a] += weight
                    precision[b][b] += weight
                    precision[a][b] -= weight
                    precision[b][a] -= weight
                    scaled[a] += pull
                    scaled[b] -= pull
            covariance = inverse(precision)
            mean = [sum(c * s for c, s in zip(row, scaled, strict=True)) for row in covariance]
            a, b = entry[x], entry[x + 1]
            gap, variance = mean[a] - mean[b], covariance[a][a] + covariance[b][b] - 2 * covariance[a][b]
            d = sqrt(variance)
            is_tie = board.ranks[a] == board.ranks[b]
            v, left = moments_between(gap / d, margin / d) if is_tie else moments_above((gap - margin) / d)
            after, at = 1.0 / (variance * left), gap + d * v
            sites[x] = (after - 1.0 / variance, at * after - gap / variance)
        if max(abs(p - q) + abs(s - t) for (p, s), (q, t) in zip(sites, before, strict=True)) < 1e-11 * (
            1.0 + max(p for p, _ in sites)
        ):
            break
    messages = []
    for seat in range(sides):
        # The performance of the seat by all comparisons and the other seats, without its own cavity.
        precision = [[0.0] * sides for _ in range(sides)]
        scaled = [0.0] * sides
        for other, cavity in enumerate(cavities):
            if other != seat:
                precision[other][other] = 1.0 / (cavity.sigma**2 + noise)
                scaled[other] = cavity.mu * precision[other][other]
        precision[seat][seat] = 1.0
        for y, (weight, pull) in enumerate(sites):
            a, b = entry[y], entry[y + 1]
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                precision[i][j] += sign * weight
            scaled[a] += pull
            scaled[b] -= pull
        covariance = inverse(precision)
        variance = covariance[seat][seat]
        mean = sum(c * s for c, s in zip(covariance[seat], scaled, strict=True))
        seen, pulled = 1.0 / variance - 1.0, mean / variance  # less the precision 1 that was lent
        messages.append((seen / (1.0 + noise * seen), pulled / (1.0 + noise * seen)))
    return messages


def propagate(record: Record, sweeps: int = 1000) -> list[Belief]:
    """Expectation propagation over a pool, board after board, each message replaced as soon as it is known."""
    origins = record.origins
    prior = [
        (0.0, 0.0) if isinstance(origin, Successor) else (1.0 / believed.sigma**2, believed.mu / believed.sigma**2)
        for origin in origins
        for believed in [origin.belief if isinstance(origin, Fixed) else origin]
    ]
    boards: dict[tuple[int, int], Message] = {}  # by board and seat
    lines: dict[tuple[int, int], Message] = {}  # by successor, and 0 towards it or 1 from it
    successors = record.descent()

    def total(side: int) -> Message:
        if isinstance(origins[side], Fixed):
            return prior[side]
        parts = [prior[side]]
        parts += [boards.get((n, s), (0.0, 0.0)) for n, b in enumerate(record.boards) for s in range(len(b.sides))
                  if b.sides[s] == side]  # fmt: skip
        for successor in successors:
            if successor == side:
                parts.append(lines.get((successor, 0), (0.0, 0.0)))
            if origins[successor].of == side:
                parts.append(lines.get((successor, 1), (0.0, 0.0)))
        return sum(p for p, _ in parts), sum(t for _, t in parts)

    def cavity(side: int, message: Message) -> Message:
        precision, scaled = total(side)
        return (
            (precision, scaled) if isinstance(origins[side], Fixed) else (precision - message[0], scaled - message[1])
        )

    beliefs: list[Belief] = []
    for _ in range(sweeps):
        for order, ends in ((successors, (0, 1)), (successors[::-1], (1, 0))):
            for successor in order:
                older = origins[successor].of
                variance = max(origins[successor].delta, 1e-3 * _first(record, successor).sigma) ** 2
                for end in ends:
                    source = older if end == 0 else successor
                    precision, scaled = cavity(source, lines.get((successor, 1 - end), (0.0, 0.0)))
                    lines[successor, end] = (
                        precision / (1.0 + variance * precision),
                        scaled / (1.0 + variance * precision),
                    )
        for number, board in enumerate(record.boards):
            known = []
            for seat, side in enumerate(board.sides):
                precision, scaled = cavity(side, boards.get((number, seat), (0.0, 0.0)))
                known.append(Belief(scaled / precision, precision**-0.5))
            for seat, message in enumerate(told(board, known, record)):
                boards[number, seat] = message
        last, beliefs = beliefs, []
        for side in range(len(origins)):
            precision, scaled = total(side)
            beliefs.append(Belief(scaled / precision, precision**-0.5))
        if last and max(abs(a.mu - b.mu) + abs(a.sigma - b.sigma) for a, b in zip(beliefs, last, strict=True)) < 1e-9:
            break
    return beliefs


def _first(record: Record, side: int) -> Belief:
    origin = record.origins[side]
    while isinstance(origin, Successor):
        origin = record.origins[origin.of]
    return origin.belief if isinstance(origin, Fixed) else origin


def integrate(record: Record, points: int = 61) -> list[Belief]:
    """Mean and standard deviation of every skill under the exact posterior of boards of two sides, by a grid of points.

    All sides are newcomers; the grid reaches 4.5 sigma to both sides of the prior.
    """
    grids = [[b.mu + b.sigma * 9.0 * (i / (points - 1) - 0.5) for i in range(points)] for b in record.origins]
    priors = [[exp(-0.5 * ((x - b.mu) / b.sigma) ** 2) for x in g] for g, b in zip(grids, record.origins, strict=True)]
    tables: dict[tuple[int, int], list[list[float]]] = {}
    for board in record.boards:
        parameters = record.editions[board.edition]
        margin, scale = draw_margin(parameters), sqrt(2.0) * parameters.beta
        (a, b), (one, other) = board.sides, board.ranks
        low, high = min(a, b), max(a, b)
        # 1 if the side of lower index won, -1 if it lost
        sign = 0 if one == other else 1 if (one < other) == (a < b) else -1
        table = tables.setdefault((low, high), [[1.0] * points for _ in range(points)])
        for i, x in enumerate(grids[low]):
            for j, y in enumerate(grids[high]):
                gap = x - y
                table[i][j] *= (
                    probability_below((margin - gap) / scale) - probability_below((-margin - gap) / scale)
                    if sign == 0
                    else probability_below((sign * gap - margin) / scale)
                )
    mass = 0.0
    first, second = [0.0] * len(grids), [0.0] * len(grids)
    for at in product(range(points), repeat=len(grids)):
        weight = 1.0
        for side, i in enumerate(at):
            weight *= priors[side][i]
        for (low, high), table in tables.items():
            weight *= table[at[low]][at[high]]
        mass += weight
        for side, i in enumerate(at):
            first[side] += weight * grids[side][i]
            second[side] += weight * grids[side][i] ** 2
    return [Belief(f / mass, sqrt(s / mass - (f / mass) ** 2)) for f, s in zip(first, second, strict=True)]
