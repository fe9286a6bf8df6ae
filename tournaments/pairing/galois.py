"""Finite fields of small order, from which the designs of round robins at tables are made."""

from functools import cache
from itertools import product


def prime_power(order: int) -> tuple[int, int] | None:
    """(p, n) with order = p ** n for a prime p and n >= 1; None if it is no such power."""
    for prime in range(2, order + 1):
        if order % prime == 0:
            power = 0
            while order % prime == 0:
                order //= prime
                power += 1
            return (prime, power) if order == 1 else None
    return None


class Galois:
    """The field of `order` elements, numbered 0 to order - 1; 0 and 1 are zero and one.

    An element's number, written in base p, has the coefficients of its polynomial as digits. `powers` are those of a
    primitive element, from the power 0 on: every element but 0, once. Raises ValueError if order is no prime power.
    """

    def __init__(self, order: int) -> None:
        if (split := prime_power(order)) is None:
            raise ValueError(f"order: {order} is not a power of a prime")
        self.order = order
        self._prime, self._degree = split
        # The root of a monic polynomial, x^n = c_0 + c_1 x + ..., is tried until its powers are all elements but 0.
        candidates = product(range(self._prime), repeat=self._degree)
        self.powers = next(powers for c in candidates if len(powers := self._powers(c)) == order - 1)
        self._logarithm = {element: power for power, element in enumerate(self.powers)}
        self._digits = [self._split(element) for element in range(order)]

    def add(self, a: int, b: int) -> int:
        """The sum of two elements."""
        digits = zip(self._digits[a], self._digits[b], strict=True)
        return self._joined([(x + y) % self._prime for x, y in digits])

    def multiply(self, a: int, b: int) -> int:
        """The product of two elements."""
        return self.power(self._logarithm[a] + self._logarithm[b]) if a and b else 0

    def power(self, exponent: int) -> int:
        """This power of the primitive element."""
        return self.powers[exponent % (self.order - 1)]

    def logarithm(self, element: int) -> int:
        """The exponent, from 0 to order - 2, that gives this element. Raises KeyError for 0."""
        return self._logarithm[element]

    def _powers(self, coefficients: tuple[int, ...]) -> list[int]:
        """The different powers of the polynomial's root, from 1 on."""
        digits = [1] + [0] * (self._degree - 1)
        powers: dict[int, None] = {}
        while (element := self._joined(digits)) and element not in powers:
            powers[element] = None
            top = digits[-1]
            shifted = [0, *digits[:-1]]
            digits = [(s + top * c) % self._prime for s, c in zip(shifted, coefficients, strict=True)]
        return list(powers)

    def _split(self, element: int) -> list[int]:
        return [element // self._prime**place % self._prime for place in range(self._degree)]

    def _joined(self, digits: list[int]) -> int:
        return sum(digit * self._prime**place for place, digit in enumerate(digits))


@cache
def field_of(order: int) -> Galois:
    """The field of so many elements, made once. Raises ValueError if order is no prime power."""
    return Galois(order)
