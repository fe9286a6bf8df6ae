"""Finite fields: the axioms, for every order that is used."""

from itertools import product

import pytest

from tournaments.pairing.galois import Galois, field_of, prime_power


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 13, 16, 25])
def test_it_is_a_field(order: int) -> None:
    field = Galois(order)
    elements = range(order)
    for a, b in product(elements, repeat=2):
        assert field.add(a, b) == field.add(b, a)
        assert field.multiply(a, b) == field.multiply(b, a)
        assert (field.multiply(a, b) == 0) == (a == 0 or b == 0)
        assert field.multiply(a, field.add(b, 1)) == field.add(field.multiply(a, b), a)
    for a in elements:
        assert field.add(a, 0) == field.multiply(a, 1) == a
        assert {field.add(a, b) for b in elements} == set(elements)
        assert a == 0 or {field.multiply(a, b) for b in elements} == set(elements)
    sample = elements if order < 10 else range(0, order, 3)
    for a, b, c in product(sample, repeat=3):
        assert field.add(field.add(a, b), c) == field.add(a, field.add(b, c))
        assert field.multiply(field.multiply(a, b), c) == field.multiply(a, field.multiply(b, c))
        assert field.multiply(a, field.add(b, c)) == field.add(field.multiply(a, b), field.multiply(a, c))


def test_powers_and_logarithms_are_inverse() -> None:
    field = field_of(9)
    assert sorted(field.powers) == list(range(1, 9))
    assert [field.logarithm(field.power(exponent)) for exponent in range(-8, 8)] == [*range(8), *range(8)]
    assert field.multiply(field.power(5), field.power(6)) == field.power(11) == field.power(3)


def test_prime_fields_are_the_integers_modulo_the_prime() -> None:
    field = field_of(7)
    assert all(field.add(a, b) == (a + b) % 7 for a, b in product(range(7), repeat=2))
    assert all(field.multiply(a, b) == a * b % 7 for a, b in product(range(7), repeat=2))


def test_prime_powers() -> None:
    assert [order for order in range(30) if prime_power(order)] == [
        *(2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29)
    ]
    assert prime_power(8) == (2, 3)
    with pytest.raises(ValueError, match="order: 6 is not a power of a prime"):
        Galois(6)
