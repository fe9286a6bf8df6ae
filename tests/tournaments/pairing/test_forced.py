"""Large fields in which bans abound: as few as can be, counted by hand."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.pairing.events import play
from tournaments.pairing.base import Field, Pairings
from tournaments.pairing.forbidden import Bans, bans
from tournaments.pairing.forced import pairable
from tournaments.pairing.swiss import Swiss


def owned(entrants: int, owners: int, *, greedy: int = 0) -> Field:
    """The first round, with the bots of an owner barred from each other; the first `greedy` bots have one owner."""
    numbers = tuple(range(1, entrants + 1))
    owner = {n: -1 if n <= greedy else n % owners for n in numbers}
    barred = frozenset((a, b) for a, b in combinations(numbers, 2) if owner[a] == owner[b])
    return Field(numbers, frozenset(numbers), 2, 1, 9, barred=barred)


def barred_tables(field: Field, pairings: Pairings) -> int:
    return sum(tuple(sorted(table.entrants)) in field.barred for table in pairings.tables)


@pytest.mark.parametrize(("entrants", "owners"), [(60, 15), (200, 20), (1000, 100)])
def test_all_pairs_of_the_first_round_barred_are_met_by_their_neighbours(entrants: int, owners: int) -> None:
    field = owned(entrants, owners)
    pairings = Swiss().pair(field)
    assert barred_tables(field, pairings) == 0
    far = [abs(abs(table.entrants[0] - table.entrants[1]) - entrants // 2) for table in pairings.tables]
    # Two neighbours change opponents, in every pair of neighbours.
    assert far == [1] * (entrants // 2)


@pytest.mark.parametrize(("entrants", "greedy"), [(20, 14), (21, 15), (310, 190), (401, 250)])
def test_who_owns_more_than_half_meets_itself_as_little_as_can_be(entrants: int, greedy: int) -> None:
    field = owned(entrants, entrants, greedy=greedy)
    pairings = Swiss().pair(field)
    others = entrants - greedy
    resting = len(pairings.byes)
    assert barred_tables(field, pairings) == (greedy - others - resting) // 2
    assert all(rest.entrant <= greedy for rest in pairings.byes)
    assert pairings.notes[0].startswith(f"{(greedy - others - resting) // 2} barred: ")
    assert sum("BARRED PAIR" in table.why for table in pairings.tables) == (greedy - others - resting) // 2


def everyone(size: int, banned: set[tuple[int, int]]) -> Bans:
    numbers = tuple(range(1, size + 1))
    return bans(Field(numbers, frozenset(numbers), 2, 1, 1, barred=frozenset(banned)))


def test_what_can_be_paired_is_seen() -> None:
    assert pairable((1, 2, 3, 4), everyone(4, {(1, 2)}))
    assert not pairable((1, 2, 3, 4), everyone(4, {(1, 2), (1, 3), (1, 4)}))
    # Two odd groups: only all pairs show that there is none.
    two = {(a, b) for a in range(1, 6) for b in range(6, 11)}
    assert not pairable(tuple(range(1, 11)), everyone(10, two))
    assert pairable(tuple(range(1, 11)), everyone(10, two - {(5, 6)}))


def test_barred_pairs_go_before_rematches_and_second_byes() -> None:
    """Three of whom two are barred: the third never rests, and who rests has to rest again."""
    history = list(play(Swiss(), 3, 4))
    field = replace(history[3][0], barred=frozenset({(1, 2)}))
    pairings = Swiss().pair(field)
    assert barred_tables(field, pairings) == 0
    assert pairings.byes[0].entrant in (1, 2)
