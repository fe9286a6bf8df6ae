"""Reading: forms and extensions, and hostile files, which get an error that says where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.trf.lines import MAX_BYTES
from tournaments.trf.read import read
from tournaments.trf.values import ALWAYS, Acceleration, Barred, ByeAhead, Cell, Points, Result, TrfError


def player(number: int, cells: str = "", *, name: str = "", points: str = "") -> str:
    return f"001 {number:>4}      {name:<33}                            {points:>8}      {cells}".rstrip()


GAMES = "\n".join(
    [player(1, "     2 w 1  0000 - U"), player(2, "     1 b 0     3 w ="), player(3, "  0000 - H     2 b =")]
)


def file(*lines: str) -> str:
    return "\n".join([GAMES, *lines])


def test_a_player_is_read_from_its_columns() -> None:
    line = "001   12 m IM Carlsen, Åse                      2345 NOR     1503014 1990/11/30 11.5   17     7 w 1"
    other = "001    7      " + " " * 75 + "    12 b 0"
    ase = read(line + "\n" + other).players[1]
    assert (ase.number, ase.sex, ase.title, ase.name, ase.rating) == (12, "m", "IM", "Carlsen, Åse", 2345)
    assert (ase.federation, ase.fide_number, ase.birth) == ("NOR", "1503014", "1990/11/30")
    assert (ase.points, ase.rank, ase.cells) == (115, 17, (Cell(7, "w", Result.WIN),))


def test_cells() -> None:
    rounds = read(file()).players[1].cells
    assert rounds == (Cell(1, "b", Result.LOSS), Cell(3, "w", Result.DRAW))
    assert read(file()).players[0].cells[1] == Cell(0, "-", Result.PAIRING)


@pytest.mark.parametrize("results", ["10", "01", "==", "00", "WL", "DD", "+-", "--", "wl", "dd", "=0", "  "])
def test_results_of_one_game(results: str) -> None:
    text = "\n".join([player(1, f"     2 W {results[0]}"), player(2, f"     1 B {results[1]}")])
    one, other = (entered.cells[0] for entered in read(text).players)
    assert one is not None
    assert other is not None
    assert (one.colour, other.colour) == ("w", "b")
    assert one.result.value + other.result.value == results.upper()


@pytest.mark.parametrize("results", ["11", "1=", "1-", "+0", "++", "1 ", " -"])
def test_results_that_are_not_of_one_game(results: str) -> None:
    text = "\n".join([player(1, f"     2 w {results[0]}"), player(2, f"     1 b {results[1]}")])
    with pytest.raises(TrfError, match=r"line 1, column 92: the results .* in round 1 are not those of one game"):
        read(text)


@pytest.mark.parametrize("code", "UHFZ+-uhfz")
def test_rounds_without_opponent(code: str) -> None:
    for opponent, colour in (("0000", "-"), ("    ", "-"), ("   0", " ")):
        (alone,) = read(player(1, f"  {opponent} {colour} {code}")).players
        assert alone.cells == (Cell(0, "-", Result(code.upper())),)


def test_a_blank_round_between_others() -> None:
    first, *_ = read("\n".join([player(1, " " * 10 + "     2 w 1"), player(2, " " * 10 + "     1 b 0")])).players
    assert first.cells == (None, Cell(2, "w", Result.WIN))


def test_records_of_2026() -> None:
    report = read(
        file(
            "012 Cup",
            "142 9",
            "152 B",
            "162  W 3.0    D 1.0",
            "192 FIDE_DUTCH_2026",
            "240 H 004    1    3",
            "250       1.0 001 002 0001 0002",
            "250       0.5   3        2",
            "260 001 002    1    2    3",
            "260   3        1    2",
            "013 Team                               1    2",
            "### a remark",
        )
    )
    assert (report.name, report.rounds, report.initial, report.code) == ("Cup", 9, "b", "FIDE_DUTCH_2026")
    assert report.points == Points(30, 10, 0, 0, 30, 10)
    assert report.byes == (ByeAhead(Result.HALF, 4, (1, 3)),)
    assert report.accelerations == (Acceleration(10, 1, 2, 1, 2), Acceleration(5, 3, 3, 2, 2))
    assert report.barred == (Barred(1, 2, (1, 2, 3)), Barred(3, 3, (1, 2)))
    assert [tag for tag, _ in report.others] == ["013", "###"]


def test_extensions() -> None:
    report = read(
        file("XXR 9", "XXC black1", "XXS W=3 D=1", "XXS PAB=.5", "XXZ 2 3", "XXP 1 2", "XXA    3  1.0  1.0  0.0  0.5")
    )
    assert (report.rounds, report.initial) == (9, "b")
    assert report.points == Points(30, 10, 0, 0, 5, 10)
    assert report.byes == (ByeAhead(Result.ZERO, 3, (2, 3)),)
    assert report.barred == (Barred(1, ALWAYS, (1, 2)),)
    assert report.accelerations == (Acceleration(10, 1, 2, 3, 3), Acceleration(5, 4, 4, 3, 3))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_ends_of_lines(encoding: str, end: str) -> None:
    text = end.join(["012 Çup", player(1, "  0000 - U", name="Åse"), ""])
    report = read(text.encode(encoding))
    assert (report.name, report.players[0].name, report.played) == ("Çup", "Åse", 1)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["1"], 'line 4: "1" is no record'),
        (["001"], "line 4, column 5: the starting rank number is missing"),
        (["001 abcd"], 'line 4, column 5: the starting rank number: "abcd" is not a whole number'),
        (["001    0"], "line 4: player 0: number: 0 is not between 1 and 9999"),
        (["001x   4"], 'line 4, column 4: "x" follows 001, not a blank'),
        ([player(2)], "line 4, column 5: player 2 is in line 2 already"),
        ([player(4, "     9 w 1")], "line 4, column 92: the opponent 9 in round 1 is none of the 4 players"),
        ([player(4, "     4 w 1")], "line 4, column 92: player 4 meets himself in round 1"),
        ([player(4, "     1 w 1")], "line 4, column 92: player 4 meets 1 in round 1, but 1 meets 2 there"),
        ([player(4, "     3 w 1")], "line 4, column 92: player 4 meets 3 in round 1, but 3 has no game there"),
        ([player(4, " " * 10 + "  0000 - U")], "line 4, column 102: player 1 has the pairing-allocated bye of round 2"),
        ([player(4, "     5 w 1"), player(5, "     4 w 0")], "line 4, column 92: both 4 and 5 have the colour w"),
        ([player(4, "     1 x 1")], 'line 4, column 97: the colour "x" is not one of w, b'),
        ([player(4, "     1 w 7")], 'line 4, column 99: the result "7" is not one of 1 = 0'),
        ([player(4, "     1 w U")], "line 4, column 97: cell: 'w' 'U' is no colour and result of a game"),
        ([player(4, "  0000 - 1")], "line 4, column 97: cell: '-' '1' is no round without opponent"),
        ([player(4, "  0000 w U")], "line 4, column 97: cell: 'w' 'U' is no round without opponent"),
        ([player(4, "    1.5w 1")], 'line 4, column 96: "5" where a blank parts'),
        ([player(4, "    -1 w 1")], 'line 4, column 92: the opponent: "-1" is not a whole number'),
        ([player(4, points="1O")], 'line 4, column 81: the points: "1O" is not a number with one decimal'),
        (["142 many"], 'line 4, column 5: the number of rounds: "many" is not a whole number'),
        (["142 0"], "line 4: report.rounds: 0 is not between 1 and 999"),
        (["142 5", "XXR 5"], "line 5: XXR says again what 142 said in line 4"),
        (["012 a", "012 b"], "line 5: 012 says again what 012 said in line 4"),
        (["152 X"], 'line 4, column 5: the initial colour "X" is not W or B'),
        (["162  Q 1.0"], 'line 4, column 6: "Q" is not one of W, D, L, A, P, X'),
        (["162  W"], "line 4, column 6: the points of W are missing"),
        (["162  W 0.0"], "line 4: points.win: 0 is not more than points.loss, 0"),
        (["240 X 001    1"], 'line 4, column 5: the bye "X" is not one of F, H, Z'),
        (["240 H 003    9"], "a bye names 9, who is none of the 3 players"),
        (["240 H 003"], "line 4: bye: 0 players are fewer than 1"),
        (["240 H 001    1"], "player 1 has a bye H in round 1, but meets 2 there"),
        (["240 F 001    3"], "player 3 has a bye F in round 1, but H stands there"),
        (["250           001 002 0001 0002"], "line 4, column 10: the points are missing"),
        (["250       1.0 003 002 0001 0002"], "line 4: acceleration: last round: 2 is not between 3 and 999"),
        (["250       1.0 001 002 0001 0009"], "an acceleration names 9"),
        (["260 001 002    1"], "line 4: prohibited pairing: 1 players are fewer than 2"),
        (["260 001 002    1    1"], "line 4: prohibited pairing: a player is named twice"),
        (["260 001 002    1  12x    3"], 'line 4, column 18: the player: "12x" is not'),
        (["299 W        3.0"], "line 4, column 1: 299 assigns points apart from results"),
        (["310   1 Team"], "line 4, column 1: 310 is of a team tournament"),
        (["XXC rank"], 'line 4, column 5: "rank" is not one of white1, black1'),
        (["XXS Q=1"], 'line 4, column 5: "Q" is not one of W, WW'),
        (["XXS WW=1 BW=2"], "line 4, column 5: BW=2 differs from what was said of another win"),
        (["XXP 1"], "line 4: prohibited pairing: 1 players are fewer than 2"),
        (["XXZ 9"], "a bye names 9"),
        (["XXZ 1 1 x"], 'line 4, column 5: the player: "x" is not a whole number'),
        (["012 a\0b"], r'line 4, column 6: "\\u0000" cannot be printed'),
        (["012 a\x1b[2J"], "line 4, column 6: .* cannot be printed"),
        (["001 " + "9" * 400], "line 4"),
    ],
)  # fmt: skip
def test_it_says_what_is_wrong_and_where(lines: list[str], message: str) -> None:
    with pytest.raises(TrfError, match=message.replace("[2J", "")):
        read(file(*lines))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "there is no player"),
        (b"012 Cup\n", "there is no player"),
        (GAMES.encode("utf-16"), "line 1: the file is UTF-16"),
        (b"#" * (MAX_BYTES + 1), f"the file has more than {MAX_BYTES} bytes"),
        ((player(1, "  0000 - Z" * 1001)).encode(), "line 1, column 10080: there are more than 999 rounds"),
    ],
)
def test_it_rejects_whole_files(data: bytes, message: str) -> None:
    with pytest.raises(TrfError, match=message):
        read(data)


def readable(data: bytes | str) -> bool:
    """Whether it is read; all that reading may raise is TrfError."""
    try:
        return bool(read(data).players)
    except TrfError:
        return False


@given(st.binary(max_size=300) | st.text(max_size=300))
def test_noise_is_an_error_of_the_file_alone(data: bytes | str) -> None:
    assert not readable(data)


@given(st.integers(0, len(GAMES) - 1), st.characters())
def test_one_wrong_character_raises_nothing_else(place: int, mark: str) -> None:
    assert readable(GAMES[:place] + mark + GAMES[place + 1 :]) in (True, False)
