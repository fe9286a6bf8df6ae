"""Tie-breaks against a published exercise, and worked by hand."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournaments.pairing.base import Bye, Meeting, Missed, tally
from tournaments.standings.tiebreaks import buchholz, results, sonneborn_berger

TEC = json.loads((Path(__file__).parents[2] / "data" / "tiebreaks" / "tec.json").read_text())
POINTS = {"+": 2, "=": 1, "-": 0}


def exercise() -> tuple[tuple[int, ...], list[Meeting], list[Bye]]:
    """The exercise of the FIDE Technical Commission in our values: points are half points of chess."""
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for name, cells in TEC["results"].items():
        entrant = int(name)
        for round_, cell in enumerate(cells, 1):
            if cell[1:] == "BYE" or cell[1] in "F-":
                points = 0 if cell == "--" else POINTS[cell[0]]
                # A bye or a forfeit win is not by own wish.
                byes.append(Bye(round_, entrant, points, kind=Missed.PAIRING if cell[0] == "+" else Missed.REQUESTED))
            elif cell[1] == "W":
                points = POINTS[cell[0]]
                meetings.append(Meeting(round_, entrant, (entrant, int(cell[2:])), (points, 2 - points)))
    return tuple(map(int, TEC["results"])), meetings, byes


def compared() -> Iterator[int]:
    """Those for whom our rules and those of 2024 must agree: FIDE changes the score an opponent counts for by the
    rounds it missed of its own accord (requested byes, lost forfeits; articles 16.2 and 16.3), we take scores as they
    are. So nobody counts here who met such an opponent over the board.
    """
    _, meetings, byes = exercise()
    missed = {bye.entrant for bye in byes if bye.kind is not Missed.PAIRING}
    for name in TEC["results"]:
        entrant = int(name)
        met = {other for meeting in meetings if entrant in meeting.entrants for other in meeting.entrants} - {entrant}
        if entrant not in missed and not met & missed:
            yield entrant


def test_the_exercise_has_something_to_compare() -> None:
    assert list(compared()) == [2, 5, 7, 11, 15, 16]  # 11 with a forfeit win: a dummy of its own score


@pytest.mark.parametrize("entrant", TEC["results"])
def test_scores_are_those_of_the_exercise(entrant: str) -> None:
    assert tally(*exercise())[int(entrant)] == 2 * TEC["expected"][entrant]["points"]


@pytest.mark.parametrize("entrant", list(compared()))
def test_buchholz_and_sonneborn_berger_are_those_of_the_exercise(entrant: int) -> None:
    entrants, meetings, byes = exercise()
    scores = tally(entrants, meetings, byes)
    own = results(entrants, meetings, byes, seats=2, win=2)[entrant]
    expected = TEC["expected"][str(entrant)]["y2024"]
    assert buchholz(own, scores) == 2 * expected["buchholz"]
    assert sonneborn_berger(own, scores) == 4 * expected["sonneborn_berger"]


def test_a_pod_by_hand() -> None:
    # 1 beats 2 and 3, who tie, at a short table of four seats; then 4 rests and 3 stays away.
    meetings = [Meeting(1, 1, (2, 1, 3), (2, 5, 2), (1, 0, 1)), Meeting(2, 1, (1, 2, 5), (5, 3, 1))]
    byes = [Bye(1, 4, 0, kind=Missed.ABSENT), Bye(2, 4, 6)]
    found = results((1, 2, 3, 4, 5), meetings, byes, seats=4, win=6)
    scores = {1: 10, 2: 5, 3: 2, 4: 6, 5: 1}
    assert sorted(found[1]) == [(1, 1), (1, 1), (2, 2), (2, 2), (3, 2), (5, 2)]
    assert sorted(found[2]) == [(1, 0), (1, 0), (2, 1), (2, 1), (3, 1), (5, 2)]
    assert sorted(found[3]) == [(1, 0), (2, 1), (3, 0), (3, 0), (3, 0), (3, 1)]
    assert sorted(found[4]) == [(4, 0)] * 3 + [(4, 2)] * 3
    assert sorted(found[5]) == [(1, 0), (2, 0), (5, 0), (5, 0), (5, 0), (5, 1)]
    assert buchholz(found[1], scores) == 10 + 10 + 5 + 5 + 2 + 1
    assert sonneborn_berger(found[1], scores) == 10 + 10 + 2 * (5 + 5 + 2 + 1)
    assert buchholz(found[4], scores) == 6 * 6
    assert sonneborn_berger(found[4], scores) == 6 * 6


def test_ranks_decide_where_points_do_not_tell() -> None:
    # Game points 5 and 3, but the match was awarded to the second.
    meeting = Meeting(1, 1, (1, 2), (5, 3), (1, 0))
    assert results((1, 2), [meeting], (), seats=2, win=8) == {1: [(2, 0)], 2: [(1, 2)]}


@pytest.mark.parametrize(("points", "expected"), [(0, [0, 0, 0]), (6, [2, 2, 2]), (3, [1, 1, 1]), (4, [2, 1, 1])])
def test_a_bye_counts_for_what_it_brought(points: int, expected: list[int]) -> None:
    for games in (1, 8):
        found = results((1,), (), [Bye(1, 1, points * games)], seats=4, win=6 * games)
        assert found == {1: [(1, result) for result in expected]}
