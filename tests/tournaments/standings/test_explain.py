"""Every explanation adds up to the value it explains."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.events import made_up, round_robin
from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.standings.direct import DirectEncounter
from tournaments.standings.explain import Explanation, explain, explained
from tournaments.standings.measure import Line
from tournaments.standings.results import Results
from tournaments.standings.table import ranked
from tournaments.standings.tiebreaks import tie_breaks


def with_board_points(given_: dict[str, Any]) -> dict[str, Any]:
    """The event with game points: three games of each match, won or lost as the match."""
    points = {(m.round, e): 3 * p for m in given_["meetings"] for e, p in zip(m.entrants, m.points, strict=True)}
    points |= {(bye.round, bye.entrant): 3 * bye.points for bye in given_["byes"]}
    return given_ | {"board_points": points}


def add_up(told: Explanation) -> int:
    counted = [line.value for line in told.lines if line.counted]
    if not told.mean:
        return sum(counted)
    return int(sum(counted) / len(counted) + 0.5) if counted else 0


@given(st.sampled_from([2, 2, 3, 4, 6]), st.booleans(), st.integers(0, 10**9), st.sampled_from(["2026", "2024"]))
@settings(max_examples=40)
def test_the_lines_add_up(seats: int, is_round_robin: bool, seed: int, edition: str) -> None:
    event = round_robin(seed) if is_round_robin and seats == 2 else made_up(seed, seats)
    results = Results(**with_board_points(event), edition=edition)
    measured = [found for found in tie_breaks(seats) if not isinstance(found.by, DirectEncounter)]
    order = ["direct_encounter", "wins", "direct_encounter_forfeits"]
    for row in ranked(results, order=order, also=[found.id for found in measured]):
        for name, value in row.tie_breaks.items():
            told = explained(results, entrant=row.entrant, tie_break=name, order=order)
            assert told.value == value == add_up(told), (row.entrant, name, told)
            assert all(line.why for line in told.lines)


# 1 beat 2, won without playing against 3 who did not come, and was let off the last round; 3 then withdrew.
EVENT = {
    "entrants": (1, 2, 3, 4),
    "meetings": (
        Meeting(1, 1, (1, 2), (2, 0)),
        Meeting(1, 2, (3, 4), (2, 0)),
        Meeting(2, 1, (3, 1), (0, 2), forfeit=True),
        Meeting(2, 2, (4, 2), (1, 1)),
        Meeting(3, 1, (4, 2), (0, 2)),
    ),
    "byes": (Bye(3, 1, 1, Missed.REQUESTED), Bye(3, 3, 0, Missed.ABSENT)),
    "seats": 2,
}


def told(tie_break: str, **more: Any) -> list[tuple[int | None, int | None, int, bool, str]]:
    lines: tuple[Line, ...] = explain(**EVENT, entrant=1, tie_break=tie_break, **more).lines
    return [(line.round, line.opponent, line.value, line.counted, line.why) for line in lines]


def test_buchholz_in_words() -> None:
    assert told("buchholz_cut1") == [
        (1, 2, 3, True, "score 3"),
        (2, None, 3, True, "score 3 of a dummy: forfeit won; the own score 5, but at most that of 3 (16.4.1)"),
        (
            3,
            None,
            3,
            False,
            "score 3 of a dummy: bye by own wish; the own score 5, but at most a tie in every round (16.4.2);"
            " cut as the least of the rounds missed by own wish (16.5)",
        ),
    ]
    assert told("buchholz", edition="2024")[1:] == [
        (2, None, 5, True, "score 5 of a dummy with the own score: forfeit won (16.4)"),
        (3, None, 5, True, "score 5 of a dummy with the own score: bye by own wish (16.4)"),
    ]


def test_an_adjusted_opponent_in_words() -> None:
    lines = explain(**EVENT, entrant=4, tie_break="buchholz").lines
    assert (lines[0].value, lines[0].why) == (
        3,
        "score 3, its 2 with round 3, missed by own wish, counted as tied (16.3.2)",
    )


def test_others_in_words() -> None:
    assert told("sonneborn_berger")[0] == (1, 2, 6, True, "2 x score 3")
    assert told("wins") == [
        (1, None, 1, True, "won: played against 2"),
        (2, None, 1, True, "won: forfeit won against 3"),
        (3, None, 0, True, "not won: bye by own wish"),
    ]
    assert told("progressive_cut1") == [
        (1, None, 2, False, "score after round 1; cut as the first (14.1)"),
        (2, None, 4, True, "score after round 2"),
        (3, None, 5, True, "score after round 3"),
    ]
    assert told("koya") == [
        (1, 2, 2, True, "2 against score 3, at least half of 6"),
        (2, 3, 2, False, "2 against score 2, not counted, less than half of 6"),
    ]
    assert told("average_rating", ratings={1: 5, 2: 7, 3: 8, 4: 9}) == [(1, 2, 7, True, "rating 7")]
    assert told("direct_encounter") == []


def test_it_rejects_what_is_not_there() -> None:
    with pytest.raises(ValueError, match="entrant: 9 is not one of the entrants"):
        explain(**EVENT, entrant=9, tie_break="wins")
    with pytest.raises(ValueError, match="order: 'elo' is not one of buchholz, buchholz_cut1,"):
        explain(**EVENT, entrant=1, tie_break="elo")
    with pytest.raises(ValueError, match=r"ratings: 1 has none; average_rating needs one of every entrant"):
        explain(**EVENT, entrant=1, tie_break="average_rating")
    with pytest.raises(ValueError, match="board_points: none of 1 in round 1, which brought 2"):
        explain(**EVENT, entrant=1, tie_break="board_points")
