"""Standings of random events against a slow and plain reading of the articles."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.events import made_up, round_robin
from tests.tournaments.standings.slow import MEASURED, Reading
from tournaments.standings.table import standings

ORDERS = (
    ["direct_encounter"],
    ["direct_encounter_forfeits"],
    ["buchholz_cut1", "direct_encounter", "wins"],
    ["wins", "direct_encounter", "progressive", "direct_encounter", "average_rating"],
)


def compare(event: dict) -> int:
    """Every value and every place; how many were compared."""
    compared = 0
    for edition in ("2026", "2024"):
        event["edition"] = edition
        reading = Reading(event)
        for row in standings(**event, order=(), also=MEASURED):
            assert row.points == 2 * reading.score(row.entrant)
            for name in MEASURED:
                assert row.tie_breaks[name] == reading.value(name, row.entrant), (edition, row.entrant, name)
                compared += 1
        for order in ORDERS:
            places = {row.entrant: row.place for row in standings(**event, order=order)}
            assert places == reading.places(order), (edition, order)
            compared += len(places)
    return compared


@given(st.integers(0, 10**9))
@settings(max_examples=40)
def test_it_is_the_slow_one(seed: int) -> None:
    compare(made_up(seed))


@given(st.integers(0, 10**9))
@settings(max_examples=15)
def test_it_is_the_slow_one_in_a_round_robin(seed: int) -> None:
    compare(round_robin(seed))


@pytest.mark.long
def test_it_is_the_slow_one_in_a_thousand_events() -> None:
    compared = sum(compare(made_up(seed, most=20)) for seed in range(1000))
    compared += sum(compare(round_robin(seed)) for seed in range(300))
    assert compared > 300_000
