"""From an event's rows to a report: codes of byes and results, and what a file cannot state."""

import pytest

from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.trf.build import report
from tournaments.trf.fields import to_field
from tournaments.trf.read import read
from tournaments.trf.values import ALWAYS, Acceleration, Barred, Player, Points, Result
from tournaments.trf.write import Form, write

MEETINGS = (
    Meeting(1, 1, (1, 3), (2, 0)),
    Meeting(1, 2, (4, 2), (1, 1)),
    Meeting(2, 1, (2, 1), (0, 2), forfeit=True),
    Meeting(2, 2, (3, 4), (0, 0), forfeit=True),
)
BYES = (
    Bye(1, 5, 2),
    Bye(2, 5, 1, Missed.REQUESTED),
    Bye(1, 6, 2, Missed.GRANTED),
    Bye(2, 6, 0, Missed.ABSENT),
    Bye(1, 7, 1, Missed.LATE),
    Bye(2, 7, 0, Missed.LATE),
)
PLAYERS = [Player(number, f"Bot {number}", rank=number) for number in (3, 1, 2, 4, 5, 6, 7)]


def test_every_kind_of_result_and_bye() -> None:
    made = report("Cup", PLAYERS, MEETINGS, BYES, 5, code="FIDE_DUTCH_2026")
    rows = {player.number: player for player in made.players}
    shown = {
        number: [f"{cell.opponent}{cell.colour}{cell.result.value}" for cell in player.cells if cell]
        for number, player in rows.items()
    }
    assert shown == {
        1: ["3w1", "2b+"],
        2: ["4b=", "1w-"],
        3: ["1b0", "4w-"],
        4: ["2w=", "3b-"],
        5: ["0-U", "0-H"],
        6: ["0-F", "0-Z"],
        7: ["0-H", "0-Z"],
    }
    assert {number: player.points for number, player in rows.items()} == {1: 20, 2: 5, 3: 0, 4: 5, 5: 15, 6: 10, 7: 5}
    assert (made.rounds, made.initial, made.points, made.code) == (5, "w", Points(), "FIDE_DUTCH_2026")
    assert [player.rank for player in made.players] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("form", list(Form))
def test_the_field_comes_back_from_the_file(form: Form) -> None:
    field = to_field(read(write(report("Cup", PLAYERS, MEETINGS, BYES, 5), form)), 3)
    assert set(field.meetings) == {
        Meeting(m.round, n, m.entrants, m.points, forfeit=m.forfeit)
        for m, n in zip(MEETINGS, (1, 2, 1, 2), strict=True)
    }
    # A late entry's rounds come back as what they were worth.
    assert {(bye.round, bye.entrant, bye.points) for bye in field.byes} == {
        (b.round, b.entrant, b.points) for b in BYES
    }


def test_other_values_of_a_win_and_of_the_bye() -> None:
    byes = (Bye(1, 3, 0),)
    made = report("Cup", PLAYERS[:3], [Meeting(1, 1, (1, 2), (6, 0))], byes, 3, win=6, initial="second")
    assert made.points == Points(win=30, draw=15, pairing=0, unknown=15)
    assert (made.initial, [player.points for player in made.players]) == ("b", [30, 0, 0])


def test_byes_of_a_round_robin() -> None:
    """Resting for nothing is its bye; drawn against someone absent is a full point."""
    byes = (Bye(1, 1, 0), Bye(1, 2, 2), Bye(1, 3, 0, Missed.ABSENT))
    made = report("Cup", PLAYERS[:3], [], byes, 3)
    assert [player.cells[0].result for player in made.players if player.cells[0]] == [
        Result.PAIRING,
        Result.FULL,
        Result.ZERO,
    ]


def test_bonuses_and_barred_pairs() -> None:
    bonuses = {1: {1: 2, 2: 2, 4: 2, 3: 0}, 2: {1: 1}}
    made = report("Cup", PLAYERS, [], [], 5, bonuses=bonuses, barred={(2, 3), (1, 2)})
    assert made.accelerations == (
        Acceleration(10, 1, 1, 1, 2),
        Acceleration(10, 1, 1, 4, 4),
        Acceleration(5, 2, 2, 1, 1),
    )
    assert made.barred == (Barred(1, ALWAYS, (1, 2)), Barred(1, ALWAYS, (2, 3)))


@pytest.mark.parametrize(
    ("meetings", "byes", "message"),
    [
        ([Meeting(1, 1, (1, 2, 3), (4, 2, 0))], [], "round 1 table 1: 3 entrants; a report is of two seats"),
        ([Meeting(1, 2, (1, 2), (5, 3))], [], r"round 1 table 2: the points \(5, 3\) are not those of a game"),
        ([Meeting(1, 1, (1, 2), (1, 1), forfeit=True)], [], r"the points \(1, 1\) are not those of a forfeit"),
        ([Meeting(1, 1, (1, 9), (2, 0))], [], "round 1: 9 is none of the players"),
        ([Meeting(1, 1, (1, 2), (2, 0))], [Bye(1, 2, 2)], "round 1: 2 is there twice"),
        ([], [Bye(1, 2, 3, Missed.GRANTED)], "round 1: a bye worth 3 is not one of 2, 1, 0"),
        ([], [Bye(1, 2, 2), Bye(1, 3, 2)], "player 2 has the pairing-allocated bye of round 1 too"),
    ],
)
def test_it_says_what_a_file_cannot_state(meetings: list[Meeting], byes: list[Bye], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        report("Cup", PLAYERS, meetings, byes, 5)


def test_a_win_is_an_even_number_of_points() -> None:
    with pytest.raises(ValueError, match="win: 3 is not an even number of points from 2"):
        report("Cup", PLAYERS, [], [], 5, win=3)
