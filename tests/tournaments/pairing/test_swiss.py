"""Swiss against all pairings there are, its rules over whole events, and the same on every run."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.events import die, play, shuffled
from tests.tournaments.pairing.histories import haphazard
from tests.tournaments.pairing.oracle import Oracle
from tournaments.pairing.base import Bye, CannotPair, Field, Meeting, Missed
from tournaments.pairing.swiss import Swiss


def history(seed: int) -> tuple[Field, bool]:
    """A random past of 2 to 12 entrants: byes, absences, forfeits, late entries, barred pairs, bonuses; every other
    one with `balance_seats`.
    """
    balance = die(2, seed, "balance") == 1
    field = haphazard(
        2 + die(11, seed, "entrants"),
        die(10, seed, "rounds"),
        seed,
        absent=(0, 0, 20)[die(3, seed, "absent")],
        mishaps=die(4, seed, "mishaps") > 0,
    )
    return replace(field, options={"balance_seats": balance}), balance


def worse(seeds: range) -> list[int]:
    """Those of these histories for which all pairings together hold a better one."""
    found = []
    for seed in seeds:
        field, balance = history(seed)
        oracle = Oracle(field, balance=balance)
        if oracle.of(Swiss().pair(field)) != oracle.best():
            found.append(seed)
    return found


def test_no_pairing_is_better() -> None:
    assert worse(range(150)) == []


@pytest.mark.long
@pytest.mark.parametrize("start", range(150, 5150, 500))
def test_no_pairing_is_better_in_five_thousand_histories(start: int) -> None:
    assert worse(range(start, start + 500)) == []


@pytest.mark.parametrize(("entrants", "absent"), [(5, 0), (6, 20), (8, 0), (9, 0), (10, 20), (12, 0)])
def test_no_pairing_is_better_in_its_own_events(entrants: int, absent: int) -> None:
    for field, pairings in play(Swiss(), entrants, 9, seed=entrants, absent=absent):
        oracle = Oracle(field)
        assert oracle.of(pairings) == oracle.best()


@given(st.integers(2, 30), st.integers(0, 10**6), st.sampled_from([0, 10]))
@settings(max_examples=60)
def test_no_rematch_and_no_second_bye_up_to_the_promised_round(entrants: int, seed: int, absent: int) -> None:
    most = Swiss().plan(entrants, 2).most
    met: Counter[frozenset[int]] = Counter()
    rested: Counter[int] = Counter()
    seated: dict[int, list[int]] = {entrant: [] for entrant in range(1, entrants + 1)}
    for field, pairings in play(Swiss(), entrants, most + 2, seed=seed, absent=absent):
        met.update(frozenset(table.entrants) for table in pairings.tables)
        rested.update(rest.entrant for rest in pairings.byes)
        for table in pairings.tables:
            first, second = (seated[entrant].count(0) - seated[entrant].count(1) for entrant in table.entrants)
            assert first <= second
        for table in pairings.tables:
            for seat, entrant in enumerate(table.entrants):
                seated[entrant].append(seat)
        if not absent and field.round <= most:
            assert max(met.values(), default=0) <= 1
            assert max(rested.values(), default=0) <= 1
        assert len(pairings.byes) == len(field.present) % 2
        assert all(rest.points == 2 for rest in pairings.byes)
        fresh = [table for table in pairings.tables if "REMATCH" not in table.why]
        assert all(met[frozenset(table.entrants)] == 1 for table in fresh)
        tops = [max(map(field.score, table.entrants)) for table in pairings.tables]
        assert tops == sorted(tops, reverse=True)


@given(st.integers(2, 60), st.integers(0, 10**6))
@settings(max_examples=25)
def test_the_order_of_what_is_given_does_not_matter(entrants: int, seed: int) -> None:
    for field, pairings in play(Swiss(), entrants, 5, seed=seed, absent=10):
        assert Swiss().pair(shuffled(field, seed)) == pairings


def criteria(field: Field) -> tuple[object, ...]:
    """All but how those who stay are paired, and that for groups of up to 96."""
    return Oracle(field).of(Swiss().pair(field))


def searched_whole(monkeypatch: pytest.MonkeyPatch, fields: list[Field]) -> list[tuple[object, ...]]:
    with monkeypatch.context() as patch:
        patch.setattr("tournaments.pairing.floats._DEPTH", 1000)
        patch.setattr("tournaments.pairing.floats._WIDTH", 1000)
        patch.setattr("tournaments.pairing.halves._WHOLE", 1000)
        return [criteria(field) for field in fields]


def test_large_fields_are_paired_as_if_searched_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ends of large groups, stretch by stretch, against the search of everything."""
    fields = [field for seed in range(2) for field, _ in play(Swiss(), 170 + seed, 6, seed=seed, absent=5 * seed)]
    assert [criteria(field) for field in fields] == searched_whole(monkeypatch, fields)


def test_the_ends_lose_nothing_where_they_are_tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly more looked at than the proofs in the code ask for, and mended as near as can be."""
    fields = [haphazard(20 + seed, 1 + seed % 3, seed) for seed in range(24)]
    fields += [crowded(10 + 2 * (seed % 4), 1 + seed % 4, seed) for seed in range(24)]
    whole = searched_whole(monkeypatch, fields)
    monkeypatch.setattr("tournaments.pairing.floats._DEPTH", 2)
    monkeypatch.setattr("tournaments.pairing.halves._WHOLE", 0)
    monkeypatch.setattr("tournaments.pairing.halves._AROUND", 1)
    assert [criteria(field) for field in fields] == whole


def test_scores_that_hardly_agree_are_paired_from_above_with_nothing_lost_but_far_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Decided a few at a time, the first criteria and the floats of the top are those of the search of everything."""
    fields = [scattered(haphazard(36 + seed, 3, seed), seed) for seed in range(8)]
    whole = searched_whole(monkeypatch, fields)
    monkeypatch.setattr("tournaments.pairing.floats._WIDTH", 24)
    for field, best in zip(fields, whole, strict=True):
        found = criteria(field)
        assert found[0] == best[0]
        assert found[1][:10] == best[1][:10]  # type: ignore[index]


def crowded(entrants: int, rounds: int, seed: int) -> Field:
    """A past in which those near each other in score have met, so that pairs must be sought further away."""
    score = {entrant: die(40, seed, "score", entrant) for entrant in range(1, entrants + 1)}
    met: set[frozenset[int]] = set()
    meetings: list[Meeting] = []
    for round_ in range(1, rounds + 1):
        free = sorted(score, key=lambda entrant: (-score[entrant], entrant))
        while free:
            first = free.pop(0)
            fresh = [other for other in free if frozenset((first, other)) not in met][: 1 + die(2, seed, round_, first)]
            if fresh:
                free.remove(fresh[-1])
                met.add(frozenset((first, fresh[-1])))
                meetings.append(Meeting(round_, len(meetings) + 1, (first, fresh[-1]), (0, 0)))
    byes = tuple(Bye(rounds + 1, entrant, points, kind=Missed.ABSENT) for entrant, points in score.items())
    return Field(tuple(score), frozenset(score), 2, rounds + 2, rounds + 2, tuple(meetings), byes)


def scattered(field: Field, seed: int) -> Field:
    """The same past with scores far apart, as game points are."""
    points = [
        replace(meeting, points=tuple(die(90, seed, meeting, seat) for seat in range(2))) for meeting in field.meetings
    ]
    return replace(field, meetings=tuple(points))


def test_the_first_round_is_upper_half_against_lower_half() -> None:
    (field, pairings), *_ = play(Swiss(), 9, 1)
    assert [set(table.entrants) for table in pairings.tables] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert [table.entrants[0] for table in pairings.tables] == [1, 6, 3, 8]
    assert pairings.byes[0].entrant == 9
    assert pairings.byes[0].points == field.win_points == 2


def test_the_second_round_of_eight() -> None:
    # The better seed has won everywhere: winners 1 to 4, losers 5 to 8, in halves again.
    won = tuple(Meeting(1, table, (table, table + 4), (2, 0)) for table in range(1, 5))
    field = Field(tuple(range(1, 9)), frozenset(range(1, 9)), 2, 2, 3, won)
    pairings = Swiss().pair(field)
    assert [sorted(table.entrants) for table in pairings.tables] == [[1, 3], [2, 4], [5, 7], [6, 8]]
    assert [table.why for table in pairings.tables] == [
        "both on 2 points, 1 and 3 of the 4 who stay there",
        "both on 2 points, 2 and 4 of the 4 who stay there",
        "both on 0 points, 1 and 3 of the 4 who stay there",
        "both on 0 points, 2 and 4 of the 4 who stay there",
    ]
    assert pairings.notes == ()


def test_the_lowest_floats_to_the_highest_and_it_is_said() -> None:
    won = tuple(Meeting(1, table, (table, table + 3), (2, 0)) for table in range(1, 4))
    pairings = Swiss().pair(Field(tuple(range(1, 7)), frozenset(range(1, 7)), 2, 2, 3, won))
    # 1 2 3 on two points, 4 5 6 on none; 3 has not met 4.
    assert [sorted(table.entrants) for table in pairings.tables] == [[1, 2], [3, 4], [5, 6]]
    assert pairings.tables[1].why == "3 on 2 points floats down to 4 on 0: an odd number, 3, is left on 2 points"


def test_a_forced_rematch_is_the_oldest_and_it_is_said() -> None:
    meetings = (
        Meeting(1, 1, (1, 2), (1, 1)),
        Meeting(1, 2, (3, 4), (1, 1)),
        Meeting(2, 1, (1, 3), (1, 1)),
        Meeting(2, 2, (2, 4), (1, 1)),
        Meeting(3, 1, (1, 4), (1, 1)),
        Meeting(3, 2, (2, 3), (1, 1)),
    )
    pairings = Swiss().pair(Field((1, 2, 3, 4), frozenset({1, 2, 3, 4}), 2, 4, 4, meetings))
    assert [set(table.entrants) for table in pairings.tables] == [{1, 2}, {3, 4}]
    assert all("REMATCH of round 1" in table.why for table in pairings.tables)
    assert pairings.notes == (
        "2 meet again: 1 and 2 (round 1), 3 and 4 (round 1); those present cannot be paired with fewer "
        "without a second bye or a barred pair, and these met longest ago",
    )


def test_the_first_seat_goes_to_who_has_had_it_less_and_otherwise_changes() -> None:
    meetings = (
        Meeting(1, 1, (1, 3), (1, 1)),
        Meeting(1, 2, (2, 4), (1, 1)),
        Meeting(2, 1, (1, 4), (1, 1)),
        Meeting(2, 2, (3, 2), (1, 1)),
    )
    pairings = Swiss().pair(Field((1, 2, 3, 4), frozenset({1, 2, 3, 4}), 2, 3, 3, meetings))
    # 1 had it twice, 2 once; 3 had the second seat first, then the first, 4 the second seat twice.
    assert [table.entrants for table in pairings.tables] == [(2, 1), (4, 3)]


def test_in_balance_the_first_seat_goes_to_who_last_had_the_second() -> None:
    meetings = (
        Meeting(1, 1, (3, 1), (1, 1)),
        Meeting(1, 2, (2, 4), (1, 1)),
        Meeting(2, 1, (1, 4), (1, 1)),
        Meeting(2, 2, (3, 2), (1, 1)),
    )
    pairings = Swiss().pair(Field((1, 2, 3, 4), frozenset({1, 2, 3, 4}), 2, 3, 3, meetings))
    # 1 had the second, then the first seat, 2 the first, then the second.
    assert [table.entrants for table in pairings.tables] == [(2, 1), (4, 3)]


def test_half_of_the_first_seats_of_the_first_round_go_to_the_upper_half() -> None:
    ((_, pairings),) = play(Swiss(), 20, 1)
    assert sum(table.entrants[0] <= 10 for table in pairings.tables) == 5


def test_the_plan_promises_what_regular_graphs_do() -> None:
    plans = [Swiss().plan(entrants, 2) for entrants in (2, 3, 4, 5, 6, 7, 8, 16, 100)]
    assert [plan.most for plan in plans] == [1, 3, 3, 3, 3, 5, 5, 9, 51]
    assert [plan.rounds for plan in plans] == [1, 2, 2, 3, 3, 3, 3, 4, 7]


def test_one_round_more_than_promised_may_need_a_rematch() -> None:
    # Six entrants, three rounds: everyone of 1, 2, 3 has met everyone of 4, 5, 6. Two triangles are left.
    meetings = tuple(
        Meeting(turn + 1, table, (table, 4 + (table - 1 + turn) % 3), (1, 1))
        for turn in range(3)
        for table in (1, 2, 3)
    )
    pairings = Swiss().pair(Field(tuple(range(1, 7)), frozenset(range(1, 7)), 2, 4, 4, meetings))
    assert sum("REMATCH of round 1" in table.why for table in pairings.tables) == 1


def test_it_rejects_fields_that_cannot_be_paired() -> None:
    with pytest.raises(CannotPair, match="round 1: 1 present, Swiss needs at least 2"):
        Swiss().pair(Field((1, 2), frozenset({2}), 2, 1, 1))
    with pytest.raises(CannotPair, match="seats: 4 is not one of 2"):
        Swiss().pair(Field((1, 2), frozenset({1, 2}), 4, 1, 1))


PROGRAM = """
from tests.tournaments.pairing.events import play
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.pods import Pods
print([pairings for _, pairings in play(Swiss(), 75, 6, seed=3, absent=4)])
print([pairings for _, pairings in play(Pods(), 45, 4, seats=4, seed=3, absent=4)])
"""


def test_another_process_with_other_hashes_pairs_the_same() -> None:
    runs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(runs) == 1
    assert len(runs.pop()) > 1000
