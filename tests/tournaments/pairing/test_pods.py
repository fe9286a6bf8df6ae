"""Pods: sizes of tables, who rests, who meets again, who sits where."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.events import die, play, played, shuffled
from tournaments.pairing.base import Bye, CannotPair, Field, Meeting, Missed
from tournaments.pairing.pods import Pods, table_sizes


@pytest.mark.parametrize(
    ("present", "seats", "sizes"),
    [
        (3, 4, (3,)),
        (4, 4, (4,)),
        (5, 4, (4,)),
        (6, 4, (3, 3)),
        (7, 4, (4, 3)),
        (9, 4, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (11, 4, (4, 4, 3)),
        (12, 4, (4, 4, 4)),
        (7, 3, (3, 3)),
        (8, 3, (3, 3)),
        (5, 6, (5,)),
        (7, 6, (4, 3)),
        (13, 6, (6, 4, 3)),
        (16, 5, (5, 5, 3, 3)),
    ],
)
def test_worked_sizes(present: int, seats: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(present, seats) == sizes


def every_size(present: int, seats: int) -> Iterator[tuple[int, ...]]:
    for tables in range(1, present // 3 + 1):
        for sizes in combinations_with_replacement(range(seats, 2, -1), tables):
            if sum(sizes) <= present:
                yield sizes


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_sizes_are_better(seats: int) -> None:
    for present in range(3, 26):

        def worth(sizes: tuple[int, ...], present: int = present) -> tuple[int, int, int]:
            short = [size for size in sizes if size < seats]
            return present - sum(sizes), len(short), max(short, default=0) - min(short, default=0)

        sizes = table_sizes(present, seats)
        assert worth(sizes) == min(map(worth, every_size(present, seats)))
        assert list(sizes) == sorted(sizes, reverse=True)


def test_fewer_than_three_are_no_table() -> None:
    with pytest.raises(CannotPair, match="present: 2 are fewer than the 3"):
        table_sizes(2, 4)
    with pytest.raises(CannotPair, match="2 present, Pods needs at least 3"):
        Pods().pair(Field((1, 2), frozenset({1, 2}), 4, 1, 1))
    with pytest.raises(CannotPair, match="seats: 7 is not one of 3, 4, 5, 6"):
        Pods().pair(Field((1, 2, 3), frozenset({1, 2, 3}), 7, 1, 1))


@given(st.integers(3, 20), st.integers(3, 6), st.integers(0, 10**6), st.sampled_from([0, 10]))
@settings(max_examples=20)
def test_whole_events(entrants: int, seats: int, seed: int, absent: int) -> None:
    byes: Counter[int] = Counter()
    for field, pairings in play(Pods(), entrants, 6, seats=seats, seed=seed, absent=absent):
        assert tuple(len(table.entrants) for table in pairings.tables) == table_sizes(len(field.present), seats)
        resting = {rest.entrant for rest in pairings.byes}
        # No second bye while someone present has had fewer, and the lowest scores first.
        for rest in resting:
            for other in field.present - resting:
                assert (byes[rest], field.score(rest)) <= (byes[other], field.score(other))
        assert all(rest.points == 2 * (seats - 1) for rest in pairings.byes)
        byes.update(resting)
        assert Pods().pair(shuffled(field, seed)) == pairings


@given(st.integers(6, 60), st.integers(3, 6), st.integers(0, 10**6))
@settings(max_examples=30)
def test_nobody_meets_again_up_to_the_promised_round(entrants: int, seats: int, seed: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    most = Pods().plan(entrants, seats).most
    for _, pairings in play(Pods(), entrants, most, seats=seats, seed=seed):
        met.update(frozenset(pair) for table in pairings.tables for pair in combinations(table.entrants, 2))
    assert max(met.values()) == 1


def test_the_first_round_deals_seeds_out() -> None:
    ((_, pairings),) = play(Pods(), 12, 1, seats=4)
    # 1 4 7 10, 2 5 8 11 and 3 6 9 12; at each table someone else of them has the first seat.
    assert [table.entrants for table in pairings.tables] == [(4, 7, 10, 1), (8, 11, 2, 5), (12, 3, 6, 9)]


def test_later_rounds_follow_scores() -> None:
    numbers = tuple(range(1, 9))
    # The even seeds have rested for different points, so nobody has met.
    byes = tuple(Bye(1, number, 6 if number % 2 == 0 else 0, kind=Missed.ABSENT) for number in numbers)
    pairings = Pods().pair(Field(numbers, frozenset(numbers), 4, 2, 3, (), byes))
    assert [sorted(table.entrants) for table in pairings.tables] == [[2, 4, 6, 8], [1, 3, 5, 7]]
    assert [table.why for table in pairings.tables] == ["all on 6 points", "all on 0 points"]


def test_a_repeat_that_cannot_be_avoided_is_said() -> None:
    met = (Meeting(1, 1, (1, 2, 3), (4, 2, 0)),)
    pairings = Pods().pair(Field((1, 2, 3), frozenset({1, 2, 3}), 4, 2, 2, met))
    assert pairings.tables[0].why == (
        "on 4, 2, 0 points; MEET AGAIN: 1 and 2, 1 and 3, 2 and 3; a short table, 1 of 4 seats empty"
    )


@given(st.integers(3, 6), st.integers(0, 10**6))
@settings(max_examples=6)
def test_no_seat_order_is_better(seats: int, seed: int) -> None:
    had: dict[int, Counter[int]] = {}
    for _, pairings in play(Pods(), 12, 4, seats=seats, seed=seed):
        for table in pairings.tables:

            def worth(order: tuple[int, ...]) -> int:
                return sum(had.get(entrant, Counter())[seat] for seat, entrant in enumerate(order))

            assert worth(table.entrants) == min(map(worth, permutations(table.entrants)))
        for table in pairings.tables:
            for seat, entrant in enumerate(table.entrants):
                had.setdefault(entrant, Counter())[seat] += 1


def test_the_plan() -> None:
    assert [Pods().plan(entrants, 4).rounds for entrants in (3, 4, 5, 16, 17)] == [1, 1, 2, 2, 3]
    assert [Pods().plan(entrants, 4).most for entrants in (4, 8, 12, 16, 28, 29, 40)] == [1, 1, 1, 2, 3, 3, 4]
    assert Pods().plan(27, 6).most == 1  # 6, 6, 6, 6, 3: the theorem is about tables of about one size


def test_repeats_that_cannot_be_avoided_are_longest_ago() -> None:
    # Everyone has met everyone: 1 2 3 and 4 5 6 in round 1, all others in rounds 2 and 3 (as two would).
    numbers = tuple(range(1, 7))
    first = [Meeting(1, 1, (1, 2, 3), (2, 2, 2)), Meeting(1, 2, (4, 5, 6), (2, 2, 2))]
    crossing = [(1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4), (1, 6), (2, 4), (3, 5)]
    later = [Meeting(2 + place // 3, 1 + place % 3, pair, (2, 2)) for place, pair in enumerate(crossing)]
    pairings = Pods().pair(Field(numbers, frozenset(numbers), 3, 5, 5, (*first, *later)))
    assert [sorted(table.entrants) for table in pairings.tables] == [[1, 2, 3], [4, 5, 6]]
    assert pairings.notes == ("pairs that meet again: 6, who last met in round 1; no tables have fewer repeats",)


def test_barred_pairs_do_not_meet_and_weigh_more_than_repeats() -> None:
    numbers = tuple(range(1, 7))
    met = (Meeting(1, 1, (1, 2, 3), (2, 2, 2)), Meeting(1, 2, (4, 5, 6), (2, 2, 2)))
    barred = frozenset((a, b) for a in (1, 2, 3) for b in (4, 5, 6) if (a, b) != (3, 4))
    pairings = Pods().pair(Field(numbers, frozenset(numbers), 3, 2, 2, met, barred=barred))
    assert [sorted(table.entrants) for table in pairings.tables] == [[1, 2, 3], [4, 5, 6]]
    every = frozenset(combinations(numbers, 2))
    pairings = Pods().pair(Field(numbers, frozenset(numbers), 3, 1, 2, barred=every))
    assert pairings.notes == ("barred pairs that meet: 6; no tables have fewer",)
    assert "BARRED: 1 and 3, 1 and 5, 3 and 5" in pairings.tables[0].why


def test_score_groups_count_the_bonus_and_byes_do_not() -> None:
    numbers = tuple(range(1, 8))
    missed = tuple(Bye(1, number, 4, kind=Missed.REQUESTED) for number in numbers)
    field = Field(numbers, frozenset(numbers), 3, 2, 3, (), missed, bonus={7: 4, 5: 4, 3: 4})
    pairings = Pods().pair(field)
    assert sorted(pairings.tables[0].entrants) == [1, 3, 5]
    # All have the same true score, so the lowest seed rests, bonus or not.
    assert [rest.entrant for rest in pairings.byes] == [7]
    assert "the bonus of this round counted" in pairings.tables[0].why


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(14, 4, 2), (15, 4, 5), (26, 4, 4), (27, 5, 6), (39, 6, 6)])
def test_short_tables_are_last_and_nobody_is_there_twice_before_others(entrants: int, seats: int, rounds: int) -> None:
    for seed in range(3):
        sat: Counter[int] = Counter()
        for _, pairings in play(Pods(), entrants, rounds, seats=seats, seed=seed):
            short = [table.entrants for table in pairings.tables if len(table.entrants) < seats]
            assert short
            assert [table.entrants for table in pairings.tables[-len(short) :]] == short
            sat.update(entrant for table in short for entrant in table)
            if not pairings.notes:
                assert max(sat.values()) - min(sat[n] for n in range(1, entrants + 1)) <= 1


def test_at_first_the_lowest_sit_at_short_tables() -> None:
    ((_, pairings),) = play(Pods(), 14, 1, seats=4)
    assert sorted(pairings.tables[2].entrants + pairings.tables[3].entrants) == [9, 10, 11, 12, 13, 14]


@given(st.integers(6, 40), st.integers(3, 6), st.integers(0, 10**6))
@settings(max_examples=15)
def test_events_with_withdrawals_late_entries_and_byes(entrants: int, seats: int, seed: int) -> None:
    """Nobody twice, sizes legal (the format checks both), no second bye before others have had one."""
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    gone: set[int] = set()
    given_: Counter[int] = Counter()
    for round_ in range(1, 6):
        numbers = tuple(range(1, entrants + 2 * round_))  # two more enter in every round
        late = {entrants + 2 * round_ - 1, entrants + 2 * round_ - 2} if round_ > 1 else set()
        byes += [Bye(earlier, n, 0, kind=Missed.LATE) for n in sorted(late) for earlier in range(1, round_)]
        gone |= {n for n in numbers if die(100, seed, "withdraws", round_, n) < 5}
        asked = {n for n in numbers if n not in gone and die(100, seed, "asks", round_, n) < 8}
        present = frozenset(numbers) - gone - asked
        if len(present) < 3:
            return
        field = Field(numbers, present, seats, round_, 5, tuple(meetings), tuple(byes))
        pairings = Pods().pair(field)
        assert tuple(len(table.entrants) for table in pairings.tables) == table_sizes(len(present), seats)
        assert Pods().pair(shuffled(field, seed)) == pairings
        resting = {rest.entrant for rest in pairings.byes}
        had = Counter(bye.entrant for bye in byes if bye.kind is Missed.PAIRING)
        assert all(had[rest] <= min(had[other] for other in present) for rest in resting)
        given_.update(resting)
        met = {frozenset(pair) for meeting in meetings for pair in combinations(meeting.entrants, 2)}
        again = [p for t in pairings.tables for p in combinations(t.entrants, 2) if frozenset(p) in met]
        assert bool(again) == any("meet again" in note for note in pairings.notes)
        assert bool(again) == any("MEET AGAIN" in table.why for table in pairings.tables)
        for number, table in enumerate(pairings.tables, 1):
            meetings.append(played(seed, round_, number, table.entrants, seats))
        byes += [Bye(round_, rest.entrant, rest.points) for rest in pairings.byes]
        byes += [Bye(round_, n, 0, kind=Missed.REQUESTED) for n in sorted(asked)]
        byes += [Bye(round_, n, 0, kind=Missed.ABSENT) for n in sorted(gone)]


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_meets_again_up_to_the_promised_round_in_many_events(seats: int) -> None:
    for entrants in range(6, 61):
        most = Pods().plan(entrants, seats).most
        for seed in range(20 if most > 1 else 0):
            met: Counter[frozenset[int]] = Counter()
            for _, pairings in play(Pods(), entrants, most, seats=seats, seed=seed):
                met.update(frozenset(pair) for table in pairings.tables for pair in combinations(table.entrants, 2))
            assert max(met.values()) == 1, (entrants, seed)
