"""Writing: what is written reads as the same, and files of others keep their player lines."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.tournaments.trf.reports import reports
from tournaments.trf.read import read
from tournaments.trf.values import ALWAYS, Acceleration, Barred, ByeAhead, Cell, Player, Points, Report, Result
from tournaments.trf.write import Form, write

FILES = sorted((Path(__file__).parents[2] / "data" / "dutch").glob("*.trf"))


def of_2016(report: Report) -> Report:
    """What the form of 2016 can hold of a report."""
    upcoming = report.played + 1
    zero = [bye for bye in report.byes if bye.round == upcoming and bye.kind is Result.ZERO]
    absent = tuple(dict.fromkeys(number for bye in zero for number in bye.numbers))
    single = []
    for player in report.players:
        runs: list[list[int]] = []
        for round_, points in sorted(report.accelerated(player.number).items()):
            if runs and runs[-1][0] == points and runs[-1][2] == round_ - 1:
                runs[-1][2] = round_
            else:
                runs.append([points, round_, round_])
        single += [Acceleration(*run, player.number, player.number) for run in runs]
    return replace(
        report,
        **dict.fromkeys(("controller", "code", "tie_breaks", "standings", "encoded_times"), ""),
        byes=(ByeAhead(Result.ZERO, upcoming, absent),) if absent else (),
        accelerations=tuple(single),
        barred=tuple(Barred(1, ALWAYS, b.numbers) for b in report.barred if b.since <= upcoming <= b.until),
        points=replace(report.points, unknown=report.points.draw) if report.points != Points() else Points(),
    )


@settings(max_examples=15)
@given(reports())
def test_what_is_written_in_the_form_of_2026_reads_the_same(report: Report) -> None:
    assert read(write(report)) == report
    assert read(write(report).encode()) == report


@settings(max_examples=15)
@given(reports())
def test_what_the_form_of_2016_can_hold_reads_the_same(report: Report) -> None:
    held = of_2016(report)
    assert read(write(report, Form.TRF16)) == held
    assert read(write(held, Form.TRF16)) == held


@pytest.mark.long
@settings(max_examples=500)
@given(reports())
def test_what_is_written_reads_the_same_in_many_reports(report: Report) -> None:
    assert read(write(report)) == report
    assert read(write(report, Form.TRF16)) == of_2016(report)


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_of_the_reference_program_keep_their_player_lines(path: Path, form: Form) -> None:
    before = [line for line in path.read_text().split("\n") if line.startswith("001")]
    after = write(read(path.read_bytes()), form).split("\r\n")
    assert [line for line in after if line.startswith("001")] == before


REPORT = Report(
    players=(
        Player(1, "Ada", "w", "GM", 2400, "ENG", "400", "1815/12/10", 30, 1, (Cell(2, "w", Result.WIN), None)[:1]),
        Player(2, "Bob", rating=0, points=0, rank=3, cells=(Cell(1, "b", Result.LOSS),)),
        Player(3, "Cleo", points=10, rank=2, cells=(Cell(0, "-", Result.PAIRING),)),
    ),
    name="Cup",
    arbiter="Dora",
    deputies=("Eve", "Finn"),
    dates=("26/02/01", "", "26/02/03"),
    rounds=3,
    initial="w",
    points=Points(30, 10, 0, 0, 10, 10),
    code="FIDE_DUTCH_2026",
    byes=(ByeAhead(Result.ZERO, 2, (3,)), ByeAhead(Result.HALF, 3, (1, 2))),
    accelerations=(Acceleration(10, 1, 2, 1, 2), Acceleration(5, 3, 3, 1, 2)),
    barred=(Barred(2, 2, (1, 2)), Barred(3, ALWAYS, (1, 3))),
    others=(("###", "hello"),),
)


def test_the_form_of_2026_by_hand() -> None:
    assert (
        write(REPORT).replace("\r\n", "\n")
        == """\
012 Cup
062 3
072 1
102 Dora
112 Eve
112 Finn
192 FIDE_DUTCH_2026
132                                                                                        26/02/01            26/02/03
142 3
152 W
162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0    X 1.0
001    1 w GM Ada                               2400 ENG         400 1815/12/10  3.0    1     2 w 1
001    2      Bob                                  0                             0.0    3     1 b 0
001    3      Cleo                                                               1.0    2  0000 - U
240 Z 002    3
240 H 003    1    2
250       1.0 001 002 0001 0002
250       0.5 003 003 0001 0002
260 002 002    1    2
260 003 999    1    3
### hello
"""
    )


def test_the_form_of_2016_by_hand() -> None:
    lines = write(REPORT, Form.TRF16).split("\r\n")
    assert [line for line in lines if line.startswith("XX")] == [
        "XXR 3",
        "XXC white1",
        "XXS W= 3.0 D=1.0 WL=0.0 BL=0.0 ZPB=0.0 FL=0.0 PAB=1.0".replace("= ", "="),
        "XXZ 3",
        "XXA    1  1.0  1.0  0.5",
        "XXA    2  1.0  1.0  0.5",
        "XXP 1 2",
    ]
    assert not [line for line in lines if line[:3] in ("142", "152", "162", "192", "240", "250", "260")]
