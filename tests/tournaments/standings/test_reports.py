"""Faults reported of other systems, each with the right outcome here: what standings have to do with them."""

from dataclasses import replace

import pytest

from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.standings.crosstable import crosstable
from tournaments.standings.explain import explain
from tournaments.standings.results import Results
from tournaments.standings.table import Row, standings


def placed(rows: tuple[Row, ...]) -> list[int]:
    return [row.entrant for row in rows]


def test_a_bye_of_the_pairing_stays_one_and_is_no_full_point_bye() -> None:
    """Both bring a win; only the one is the pairing's. What exports an event reads it here."""
    byes = (Bye(1, 1, 2, Missed.PAIRING), Bye(1, 2, 2, Missed.GRANTED))
    table = crosstable(entrants=(1, 2), meetings=(), byes=byes, seats=2)
    assert [(row.entrant, row.rounds[0].kind, row.rounds[0].points) for row in table.rows] == [
        (1, "pairing", 2),
        (2, "granted", 2),
    ]


def test_missed_rounds_of_a_late_entry_are_told_as_such() -> None:
    """Not as losses, byes of the pairing or absence; and an opponent of a late entry loses nothing by them."""
    meetings = (
        Meeting(1, 1, (1, 2), (2, 0)),
        Meeting(2, 1, (1, 2), (1, 1)),
        Meeting(3, 1, (3, 1), (2, 0)),
        Meeting(3, 2, (2, 4), (2, 0)),
    )
    byes = (Bye(1, 3, 1, Missed.LATE), Bye(2, 3, 0, Missed.LATE), Bye(1, 4, 0, Missed.LATE), Bye(2, 4, 0, Missed.LATE))
    given = {"entrants": (1, 2, 3, 4), "meetings": meetings, "byes": byes, "seats": 2}
    kinds = {row.entrant: [cell.kind for cell in row.rounds] for row in crosstable(**given).rows}
    assert kinds[3] == ["late", "late", "played"]
    assert {row.entrant: row.played for row in standings(**given)}[3] == 1
    # They are followed by a round that was played, so they count as awarded (C.07, 16.2.3 and 16.3.1).
    assert explain(**given, entrant=1, tie_break="buchholz").lines[2].value == 3


def test_sonneborn_berger_with_byes_says_what_was_counted() -> None:
    meetings = (Meeting(1, 1, (1, 2), (2, 0)), Meeting(2, 1, (3, 1), (2, 0)))
    byes = (Bye(1, 3, 1, Missed.REQUESTED), Bye(2, 2, 2), Bye(3, 1, 2), Bye(3, 2, 0, Missed.ABSENT), Bye(3, 3, 2))
    given = {"entrants": (1, 2, 3), "meetings": meetings, "byes": byes, "seats": 2}
    told = explain(**given, entrant=1, tie_break="sonneborn_berger")
    assert [(line.opponent, line.value, line.why) for line in told.lines] == [
        (2, 6, "2 x score 3, its 2 with round 3, missed by own wish, counted as tied (16.3.2)"),
        (3, 0, "0 x score 5"),
        (
            None,
            6,
            "2 x score 3 of a dummy: bye of the pairing; the own score 4, but at most a tie in every round (16.4.2)",
        ),
    ]
    assert told.value == 12 == {row.entrant: row for row in standings(**given)}[1].tie_breaks["sonneborn_berger"]


def test_a_forfeit_win_is_in_the_direct_encounter_of_a_round_robin() -> None:
    """There it is a regular game (C.07, 15.2). In a Swiss it is left out, unless the event says otherwise (6.1.1)."""
    # 1 and 2 have 3 each; 2 got its win against 1 because 1 did not come.
    meetings = (
        Meeting(1, 1, (1, 2), (0, 2), forfeit=True),
        Meeting(2, 1, (1, 3), (2, 0)),
        Meeting(3, 1, (2, 3), (1, 1)),
        Meeting(1, 2, (3, 4), (1, 1)),
        Meeting(2, 2, (4, 2), (2, 0)),
        Meeting(3, 2, (4, 1), (1, 1)),
    )

    def order(*names: str, predetermined: bool) -> list[tuple[int, int]]:
        rows = standings(
            entrants=(1, 2, 3, 4), meetings=meetings, byes=(), seats=2, order=names, predetermined=predetermined
        )
        return [(row.place, row.entrant) for row in rows]

    assert order("direct_encounter", predetermined=True) == [(1, 4), (2, 2), (3, 1), (4, 3)]
    assert order("direct_encounter", predetermined=False) == [(1, 4), (2, 1), (2, 2), (4, 3)]
    assert order("direct_encounter_forfeits", predetermined=False) == [(1, 4), (2, 2), (3, 1), (4, 3)]


def test_a_corrected_result_reaches_all_later_standings() -> None:
    """Standings follow from the results alone: nothing is kept from before the correction."""
    meetings = (
        Meeting(1, 1, (1, 2), (2, 0)),
        Meeting(1, 2, (3, 4), (2, 0)),
        Meeting(2, 1, (1, 3), (1, 1)),
        Meeting(2, 2, (2, 4), (2, 0)),
    )

    def after(rounds: int, played: tuple[Meeting, ...]) -> tuple[Row, ...]:
        some = [meeting for meeting in played if meeting.round <= rounds]
        return standings(entrants=(1, 2, 3, 4), meetings=some, byes=(), seats=2, rounds=rounds)

    before = [after(rounds, meetings) for rounds in (1, 2)]
    corrected = (replace(meetings[0], points=(0, 2)), *meetings[1:])
    assert [placed(after(rounds, corrected)) for rounds in (1, 2)] == [[2, 3, 1, 4], [2, 3, 1, 4]]
    # Buchholz of those who met the two have changed with it.
    found = {row.entrant: row.tie_breaks["buchholz"] for row in after(2, corrected)}
    assert found != {row.entrant: row.tie_breaks["buchholz"] for row in before[1]}
    # And corrected back, all is as it was.
    assert [after(rounds, (replace(corrected[0], points=(2, 0)), *corrected[1:])) for rounds in (1, 2)] == before


def test_a_match_of_a_round_that_is_not_over_is_in_no_tie_break() -> None:
    """The table is for closed rounds; a result of a later one is refused, not half counted."""
    meetings = (Meeting(1, 1, (1, 2), (2, 0)), Meeting(1, 2, (3, 4), (1, 1)))
    given = {"entrants": (1, 2, 3, 4), "byes": (), "seats": 2, "rounds": 1}
    rows = standings(**given, meetings=meetings)
    assert {row.entrant: row.tie_breaks["buchholz"] for row in rows} == {1: 0, 2: 2, 3: 1, 4: 1}
    with pytest.raises(ValueError, match="round 2 table 1: not one of rounds 1 to 1"):
        standings(**given, meetings=(*meetings, Meeting(2, 1, (1, 3), (2, 0))))


def test_leaving_and_coming_back_brings_nothing() -> None:
    """1 is there in rounds 1 and 4 of 5, and loses; the rounds between are worth nothing, in points or tie-breaks."""
    meetings = [Meeting(round_, 1, (1, 2), (0, 2)) for round_ in (1, 4)]
    byes = [Bye(round_, entrant, 0, Missed.ABSENT) for round_ in (2, 3, 5) for entrant in (1, 2)]
    given = {"entrants": (1, 2), "meetings": meetings, "byes": byes, "seats": 2}
    assert Results(**given).scores == {1: 0, 2: 4}
    for name in ("wins", "wins_played", "progressive", "koya", "sonneborn_berger", "buchholz_cut1"):
        told = explain(**given, entrant=1, tie_break=name)
        missed = [line.value for line in told.lines if line.round in (2, 3, 5) and line.counted]
        assert sum(missed) == 0, name
    # Had they been full-point byes, it would have won the event.
    farmed = [replace(bye, points=2) if bye.entrant == 1 else bye for bye in byes]
    assert placed(standings(**given | {"byes": farmed})) == [1, 2]
    assert placed(standings(**given)) == [2, 1]
