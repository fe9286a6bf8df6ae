"""Quality figures with worked values."""

from fractions import Fraction

import pytest

from tests.tournaments.pairing.events import die, play, played
from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.pairing.pods import Pods
from tournaments.pairing.quality import Quality, Repeat, Rested, Spread, quality

MEETINGS = [
    Meeting(1, 1, (1, 3), (2, 0)),
    Meeting(1, 2, (2, 4), (1, 1)),
    Meeting(2, 1, (1, 2), (2, 0)),
    Meeting(2, 2, (4, 5), (0, 2)),
    Meeting(3, 1, (1, 3), (0, 2)),
    Meeting(3, 2, (5, 4), (2, 0), forfeit=True),
    Meeting(4, 1, (3, 1), (2, 0)),
    Meeting(4, 2, (2, 4), (2, 0)),
]
BYES = [
    Bye(1, 5, 2),
    Bye(2, 3, 2),
    Bye(3, 2, 2),
    Bye(4, 5, 2),
]


def test_worked_figures() -> None:
    # Before round 2: 1 has 2, 2 has 1, 4 has 1, 5 has 2. Before round 3: 1 has 4, 3 has 2. Before round 4: 1 has 4,
    # 3 has 4, 2 has 3, 4 has 1. Seats: 1 had 0 0 0 1, 2 had 0 1 0, 3 had 1 1 0, 4 had 1 0 1, 5 had 1.
    assert quality(range(1, 6), 2, MEETINGS, BYES) == Quality(
        repeats=3,
        repeated=(Repeat((1, 3), (1, 3, 4)), Repeat((2, 4), (1, 4))),
        most_byes=2,
        rested=(Rested(5, (1, 4)),),
        spreads=(Spread(1, 2, 0, 0), Spread(2, 2, 2, 1), Spread(3, 1, 2, 2), Spread(4, 2, 2, 2)),
        imbalance=2,
        out_of_balance=1,
    )
    assert Spread(2, 3, 2, 1).mean == Fraction(2, 3)
    assert Spread(2, 0, 0, 0).mean == 0


def test_only_byes_of_the_pairing_count() -> None:
    byes = [Bye(n, 1, 2, kind) for n, kind in enumerate(Missed, 1)]
    figures = quality([1, 2], 2, [], byes)
    assert (figures.most_byes, figures.rested, figures.spreads) == (1, (), ())


def test_an_event_that_has_not_begun() -> None:
    assert quality([], 4, [], []) == Quality(0, (), 0, (), (), 0, 0)


def test_seats_at_tables_of_three() -> None:
    meetings = [Meeting(n, 1, table, (4, 2, 0)) for n, table in enumerate([(1, 2, 3), (1, 3, 2), (1, 2, 3)], 1)]
    figures = quality([1, 2, 3], 3, meetings, [])
    # 1 sat first three times; 2 and 3 had one seat twice and one never.
    assert (figures.imbalance, figures.out_of_balance, figures.repeats) == (3, 3, 6)


def test_order_does_not_matter() -> None:
    assert quality(range(1, 6), 2, MEETINGS[::-1], BYES[::-1]) == quality(range(1, 6), 2, MEETINGS, BYES)


def test_it_agrees_with_a_slow_recount_of_an_event() -> None:
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    gaps: dict[int, list[int]] = {}
    for field, pairings in play(Pods(), 14, 6, seats=3, seed=5):
        for number, table in enumerate(pairings.tables, 1):
            meetings.append(played(5, field.round, number, table.entrants, 3))
            a, b, c = (field.score(entrant) for entrant in table.entrants)
            gaps.setdefault(field.round, []).extend([abs(a - b), abs(a - c), abs(b - c)])
        byes += [Bye(field.round, rest.entrant, rest.points) for rest in pairings.byes]
    figures = quality(range(1, 15), 3, sorted(meetings, key=lambda m: die(99, m)), byes)
    assert figures.spreads == tuple(Spread(n, len(g), sum(g), max(g)) for n, g in gaps.items())
    pairs = [(a, b) for a in range(1, 15) for b in range(a + 1, 15)]
    times = [sum({a, b} <= set(meeting.entrants) for meeting in meetings) for a, b in pairs]
    assert figures.repeats == sum(count - 1 for count in times if count > 1)
    assert figures.most_byes == max(sum(bye.entrant == one for bye in byes) for one in range(1, 15))


def test_it_rejects_what_is_no_event() -> None:
    with pytest.raises(ValueError, match="round 1: 9 is not one of the entrants"):
        quality([1, 2], 2, [Meeting(1, 1, (1, 9), (2, 0))], [])
    with pytest.raises(ValueError, match="round 1 table 1: 3 entrants, not at most 2"):
        quality([1, 2, 3], 2, [Meeting(1, 1, (1, 2, 3), (4, 2, 0))], [])
