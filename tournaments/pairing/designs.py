"""Resolvable designs: rounds at full tables in which every two of the points meet exactly once.

A design is a tuple of rounds, a round a tuple of tables, a table a tuple of points 0 to v - 1. Nothing is listed; all
follow from finite fields.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from tournaments.pairing.galois import Galois, field_of, prime_power

Rounds = tuple[tuple[tuple[int, ...], ...], ...]


@cache
def resolvable(points: int, size: int) -> Rounds | None:
    """A resolvable design on so many points at tables of this size, where one is known here; else None.

    tables of 3   9, 27, 81, ... (lines of affine space); 21, 39, 57, 75, ... (3q); 15, 27, 39, 51, ... (2q + 1)
    tables of 4   16, 64, ... (lines of affine space); 16, 28, 40, 52, ... (3q + 1)
    others        lines of affine space over a field of `size` elements: 25, 125, ... at five
    """
    dimension = next(d for d in range(1, points + 1) if size**d >= points)
    if dimension > 1 and size**dimension == points and prime_power(size):
        return _rounds(_lines(field_of(size), dimension))
    if size == 3 and points % 2 and points % 3 == 0:
        if (order := (points - 1) // 2) % 6 == 1 and prime_power(order):
            return _rounds(_kirkman_of_two_columns(field_of(order)))
        if (order := points // 3) % 6 == 1 and prime_power(order):
            return _rounds(_kirkman_of_three_columns(field_of(order)))
    if size == 4 and points % 12 == 4 and (order := (points - 1) // 3) % 4 == 1 and prime_power(order):
        return _rounds(_fours_of_three_columns(field_of(order)))
    return None


@cache
def transversal(columns: int, order: int) -> Rounds:
    """`order` rounds in which the point i of column c (number c * order + i) sits with one of each other column, and
    meets each of them once if order is a prime power not below `columns`.

    Round a, table b seats the points a * x_c + b of the columns c, for different elements x_c of the field: two columns
    have a point of each together where a * (x_c - x_d) has one value, which is once. Without a field of this order the
    integers modulo `order` stand in for it; there the first rounds are without a repeat, as many as order divided by
    its greatest common divisor with a number below `columns`.
    """
    if prime_power(order) and order >= columns:
        field = field_of(order)
        return tuple(
            tuple(tuple(c * order + field.add(field.multiply(a, c), b) for c in range(columns)) for b in range(order))
            for a in range(order)
        )
    return tuple(
        tuple(tuple(c * order + (a * c + b) % order for c in range(columns)) for b in range(order))
        for a in range(order)
    )


def _rounds(rounds: Iterator[list[list[int]]]) -> Rounds:
    """The rounds in a fixed order of tables and points."""
    return tuple(tuple(sorted(tuple(sorted(table)) for table in round_)) for round_ in rounds)


def _lines(field: Galois, dimension: int) -> Iterator[list[list[int]]]:
    """The lines of affine space, a round for each direction."""
    places = [field.order**place for place in range(dimension)]
    vectors = list(product(range(field.order), repeat=dimension))
    for direction in vectors:
        if next((step for step in direction if step), None) != 1:
            continue  # zero, or a multiple of another direction
        seen: set[tuple[int, ...]] = set()
        tables: list[list[int]] = []
        for point in vectors:
            if point not in seen:
                steps = [[field.multiply(factor, step) for step in direction] for factor in range(field.order)]
                line = [tuple(map(field.add, point, step)) for step in steps]
                seen.update(line)
                tables.append([sum(map(int.__mul__, reached, places)) for reached in line])
        yield tables


def _kirkman_of_two_columns(field: Galois) -> Iterator[list[list[int]]]:
    """Kirkman triples on 2q + 1 points, q = 6t + 1: two columns and one more point; a first round and its translates.

    With x primitive and 2 x^m = x^t + 1 (D. K. Ray-Chaudhuri and R. M. Wilson, Solution of Kirkman's schoolgirl
    problem, 1971).
    """
    t, power = (field.order - 1) // 6, field.power
    half = field.multiply(field.add(power(t), 1), power(-field.logarithm(field.add(1, 1))))
    m = field.logarithm(half)
    first = [[(2, 0), (0, 0), (1, 0)]]
    for i in (*range(t), *range(2 * t, 3 * t), *range(4 * t, 5 * t)):
        first.append([(0, power(i)), (0, power(i + t)), (1, power(i + m))])
    first += ([(1, power(i + m + turn * t)) for turn in (1, 3, 5)] for i in range(t))
    yield from _translates(field, first, infinity=2)


def _kirkman_of_three_columns(field: Galois) -> Iterator[list[list[int]]]:
    """Kirkman triples on 3q points, q = 6t + 1: three columns (Ray-Chaudhuri and Wilson 1971).

    A first round and its translates; then rounds that are each all translates of one table.
    """
    t, power = (field.order - 1) // 6, field.power
    crossing = [[(turn, power(i + 2 * t * turn)) for turn in range(3)] for i in range(6 * t)]
    first = [[(0, 0), (1, 0), (2, 0)]]
    first += ([(c, power(i + 2 * t * turn)) for turn in range(3)] for c in range(3) for i in range(t))
    first += (table for i, table in enumerate(crossing) if i % (2 * t) >= t)
    yield from _translates(field, first)
    for i, table in enumerate(crossing):
        if i % (2 * t) < t:
            yield [moved[0] for moved in _translates(field, [table])]


def _fours_of_three_columns(field: Galois) -> Iterator[list[list[int]]]:
    """Tables of four on 3q + 1 points, q = 4t + 1: three columns and one more point; a first round and its translates
    (H. Hanani, D. K. Ray-Chaudhuri and R. M. Wilson, On resolvable designs, 1972).
    """
    t, power = (field.order - 1) // 4, field.power
    first = [[(3, 0), (0, 0), (1, 0), (2, 0)]]
    for column, i in product(range(3), range(t)):
        other = (column + 1) % 3
        first.append([(column, power(i)), (column, power(i + 2 * t)), (other, power(i + t)), (other, power(i + 3 * t))])
    yield from _translates(field, first, infinity=3)


def _translates(
    field: Galois, tables: list[list[tuple[int, int]]], infinity: int | None = None
) -> Iterator[list[list[int]]]:
    """The tables of (column, element) with each element of the field added to all; a column `infinity` stays."""
    for shift in range(field.order):
        yield [
            [c * field.order + (element if c == infinity else field.add(element, shift)) for c, element in table]
            for table in tables
        ]
