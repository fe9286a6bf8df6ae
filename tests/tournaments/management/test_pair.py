"""`manage.py pair`: what it prints, and its exit status. Nothing here may touch the database."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data" / "dutch"
SMALL = DATA / "t027.trf"


def run(*arguments: object) -> str:
    out = StringIO()
    call_command("pair", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def fails(*arguments: object) -> tuple[str, int]:
    with pytest.raises(CommandError) as caught:
        run(*arguments)
    return str(caught.value), caught.value.returncode


def test_it_pairs_the_next_round_for_people(tmp_path: Path) -> None:
    path = tmp_path / "cup.trf"
    path.write_text("XXR 9\n" + SMALL.read_text())
    first, *lines = run("--trf", path).splitlines()
    assert first == "AutoTest Tournament 1027, round 6, FIDE Dutch"
    assert len(lines) == 5
    assert lines[0].startswith("   1  1 Test0001 Player0001")
    assert "floats down from 8" in lines[0]


def test_it_says_that_the_number_of_rounds_is_missing() -> None:
    error = StringIO()
    call_command("pair", "--trf", str(SMALL), stdout=StringIO(), stderr=error)
    assert "142 or XXR is missing: round 6 is paired as the last" in error.getvalue()


def test_it_prints_json() -> None:
    data = json.loads(run("--trf", DATA / "t003.trf", "--json", "--round", "2"))
    assert (data["format"], data["round"], data["notes"]) == ("dutch", 2, [])
    assert [table["table"] for table in data["tables"]] == list(range(1, len(data["tables"]) + 1))
    assert set(data["tables"][0]) == {"table", "entrants", "why"}
    placed = [entrant for table in data["tables"] for entrant in table["entrants"]]
    assert len(placed + data["byes"]) == 15


def test_the_check_of_a_right_file() -> None:
    assert run("--trf", SMALL, "--check").splitlines() == [f"round {round_}: the same" for round_ in range(1, 6)]
    assert json.loads(run("--trf", SMALL, "--check", "--json", "--round", "3")) == {
        "format": "dutch",
        "rounds": [3],
        "differences": {},
    }


def test_the_check_of_a_file_whose_seats_differ(tmp_path: Path) -> None:
    text = SMALL.read_text().splitlines()
    # Round 5: 3 had the first seat against 10.
    lines = [line.replace("10 w 1", "10 b 1") if line[4:8] == "   3" else line for line in text]
    lines = [line.replace("3 b 0", "3 w 0") if line[4:8] == "  10" else line for line in lines]
    path = tmp_path / "seats.trf"
    path.write_text("\n".join(lines))
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 5 rounds differ from FIDE Dutch") as caught:
        call_command("pair", "--trf", str(path), "--check", stdout=out)
    assert caught.value.returncode == 1
    assert out.getvalue().splitlines()[-1] == "round 5: the file has 10 v 3; expected 3 v 10"
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("pair", "--trf", str(path), "--check", "--json", stdout=out)
    difference = {"reported": [[10, 3]], "expected": [[3, 10]], "failed": None}
    assert json.loads(out.getvalue())["differences"] == {"5": difference}


def test_other_formats() -> None:
    assert "FIDE Dutch" in run("--trf", SMALL)
    assert "Swiss" in run("--trf", SMALL, "--format", "swiss")
    message, status = fails("--trf", SMALL, "--format", "round_robin", "--check")
    assert (message, status) == ("5 of 5 rounds differ from Round robin", 1)


def test_the_format_is_what_the_file_says(tmp_path: Path) -> None:
    rounds = ["2 w 1", "1 b 0"]
    players = "".join(f"001    {n} {'':80}     {cells}\n" for n, cells in enumerate(rounds, 1))
    path = tmp_path / "robin.trf"
    path.write_text(players + "192 BERGER_ROUNDROBIN\n")
    assert run("--trf", path, "--check") == "round 1: the same\n"
    message, status = fails("--trf", path)
    assert (message, status) == ("round 2: 2 entrants have met in rounds 1 to 1", 1)
    path.write_text(players + "192 CUSTOM_SWISS\n")
    assert "Swiss" in run("--trf", path)
    path.write_text(players)
    message, status = fails("--trf", path)
    assert message.startswith("round 2: no pairing of the 2 present is legal")
    assert status == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "there is no player"),
        (b"\x00\x01\x02", "line 1, column 1: .* cannot be printed"),
        (b"001    1\n001    1\n", "line 2, column 5: player 1 is in line 1 already"),
        ("001    1".encode("utf-16"), "line 1: the file is UTF-16"),
        (b"001    1" + b" " * 72 + b" 5.0\n001    2\n", "player 1 has 5.0 points, but the rounds add up to 0.0"),
    ],
)
def test_wrong_files(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.trf"
    path.write_bytes(content)
    with pytest.raises(CommandError, match=message) as caught:
        run("--trf", path)
    assert caught.value.returncode == 2
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--trf", "nowhere.trf"], "nowhere.trf: cannot be read: No such file"),
        (["--trf", str(DATA)], "cannot be read: Is a directory"),
        (["--trf", "a\0b"], "cannot be read: embedded null byte"),
        (["--trf", str(SMALL), "--round", "7"], "round 7 is not one of 1 to 6"),
        (["--trf", str(SMALL), "--round", "-1"], "round -1 is not one of 1 to 6"),
        (["--trf", str(SMALL), "--check", "--round", "6"], "round 6 is not one of the 5 in it"),
        (["--trf", str(SMALL), "--check", "--round", "0"], "round 0 is not one of the 5 in it"),
    ],
)
def test_wrong_use(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message) as caught:
        run(*arguments)
    assert caught.value.returncode == 2


def test_there_is_nothing_to_check_before_the_first_round(tmp_path: Path) -> None:
    path = tmp_path / "new.trf"
    path.write_text("001    1\n001    2\n")
    assert fails("--trf", path, "--check") == (f"{path}: no round in it is paired", 2)


def test_as_a_process_without_a_database(tmp_path: Path) -> None:
    environment = {**os.environ, "CROUPIER_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    environment |= {"CROUPIER_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    command = [sys.executable, "manage.py", "pair", "--trf", "-", "--check", "--format", "round_robin"]
    rows = ["2 b 1", "1 w 0"]
    swapped = "".join(f"001    {n} {'':80}     {cell}\n" for n, cell in enumerate(rows, 1)).encode()
    ran = subprocess.run(command, cwd=ROOT, env=environment, input=swapped, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, b"round 1: the file has 2 v 1; expected 1 v 2\n")
    assert ran.stderr == b"CommandError: 1 of 1 rounds differ from Round robin\n"
