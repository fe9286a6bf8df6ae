"""Swiss through events with withdrawals, late entries, byes and forfeits: what must hold in every round."""

from collections import Counter
from itertools import combinations

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.histories import eventful
from tournaments.pairing.base import Field, Missed, Pairings
from tournaments.pairing.swiss import Swiss


def had_byes(field: Field) -> Counter[int]:
    """Rounds with points and no play, and rounds in which the pairing left one over."""
    had = Counter(bye.entrant for bye in field.byes if bye.points or bye.kind is Missed.PAIRING)
    for meeting in field.meetings:
        if meeting.forfeit:
            had.update(one for one, points in zip(meeting.entrants, meeting.points, strict=True) if points)
    return had


def avoidable(field: Field, bans: set[frozenset[int]]) -> bool:
    """Whether those present can be paired without these pairs; one of an odd number rests who has had fewest byes.

    A plain maximum matching, with no weights.
    """
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph(multigraph=False)
    node = {entrant: graph.add_node(entrant) for entrant in sorted(field.present)}
    for a, b in combinations(sorted(field.present), 2):
        if frozenset((a, b)) not in bans:
            graph.add_edge(node[a], node[b], None)
    if len(field.present) % 2:
        had = had_byes(field)
        rest = graph.add_node(0)
        for entrant in sorted(field.present):
            if had[entrant] == min(had[one] for one in field.present):
                graph.add_edge(node[entrant], rest, None)
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(graph)


def check(field: Field, pairings: Pairings) -> None:
    seats = [entrant for table in pairings.tables for entrant in table.entrants]
    assert sorted([*seats, *(rest.entrant for rest in pairings.byes)]) == sorted(field.present)
    assert len(pairings.byes) == len(field.present) % 2
    had = had_byes(field)
    for rest in pairings.byes:
        assert had[rest.entrant] == min(had[entrant] for entrant in field.present) or field.barred
        assert (had[rest.entrant] > 0) == any(f"{rest.entrant} has bye number" in note for note in pairings.notes)
    met = {frozenset(meeting.entrants) for meeting in field.meetings if not meeting.forfeit}
    barred = {frozenset(pair) for pair in field.barred}
    again = [table for table in pairings.tables if frozenset(table.entrants) in met]
    wrong = [table for table in pairings.tables if frozenset(table.entrants) in barred]
    assert not again or not avoidable(field, met | barred)
    assert not wrong or not avoidable(field, barred)
    assert all("REMATCH of round" in table.why for table in again)
    assert all("BARRED PAIR" in table.why for table in wrong)
    assert bool(again or wrong) == any("meet again" in note or "barred:" in note for note in pairings.notes)


@given(st.integers(2, 40), st.integers(1, 12), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_every_round_of_a_random_event_keeps_the_promises(entrants: int, rounds: int, seed: int) -> None:
    for field, pairings in eventful(Swiss(), entrants, rounds, seed):
        check(field, pairings)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_the_same_in_many_small_events(seed: int) -> None:
    for entrants in range(2, 40, 3):
        for field, pairings in eventful(Swiss(), entrants, 14, seed):
            check(field, pairings)


@pytest.mark.parametrize("entrants", [301])
def test_the_same_in_an_event_of_three_hundred(entrants: int) -> None:
    rounds = list(eventful(Swiss(), entrants, 10, entrants))
    assert len(rounds) == 10
    for field, pairings in rounds:
        check(field, pairings)
        assert "REMATCH" not in "".join(table.why for table in pairings.tables)
        assert pairings.notes == ()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_the_same_in_more_events_of_three_hundred(seed: int) -> None:
    for field, pairings in eventful(Swiss(), 280 + 2 * seed, 14, seed):
        check(field, pairings)
        assert pairings.notes == ()
