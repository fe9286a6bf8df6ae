"""``python -m tournaments.play.local``: what it shows of games, of a bot that fails, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from plugins import registry
from plugins.chance import Chance
from tournaments.play import deal
from tournaments.play.local import play_game
from tournaments.play.practice.command import main

ROOT = Path(__file__).resolve().parents[3]
FIRST = "def choose(view): return 0"


def bot(folder: Path, body: str, name: str = "my_bot.py") -> str:
    file = folder / name
    file.write_text(f"from croupier_bot import run\n{textwrap.dedent(body)}\nrun(choose)\n")
    return str(file)


def shown(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    captured = capsys.readouterr()
    assert captured.err == ""
    return re.sub(r"\d+\.\d ms", "? ms", captured.out)


def test_it_shows_every_move_with_the_table_its_seat_sees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = """
        def choose(view):
            view.note("the first\\nof " + str(len(view.legal)))
            print("thinking")
            return 0
    """
    text = shown(capsys, bot(tmp_path, body), "--engine", "rummy", "--games", "1", "--against", "greedy")
    seed = deal.board_seed(b"1", round_number=1, table=1, board=0)
    engine, info = registry.engine("rummy"), registry.info("rummy")
    options = registry.complete_options(info, {})
    state = engine.new(options, 2, Chance(seed))
    while len(state.legal(0)) == 1:
        state.apply(0, state.legal(0)[0])
    table = engine.text(state.observe(0)).rstrip("\n")
    action = json.dumps(engine.encode(state.legal(0)[0]), separators=(",", ":"))
    assert f"\n\n{table}\n--> seat 0 my_bot.py: {action} (? ms)\n    | the first\n    | of " in text
    assert "--> seat 1 greedy: " in text
    assert "    its stderr:\n    | thinking\n    | thinking\n" in text


def test_it_plays_the_games_that_a_server_would(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two boards, each from both seats, and the same again the next time."""
    body = """
        def choose(view):
            return view.random.randrange(len(view.legal))
    """
    arguments = [bot(tmp_path, body), "--engine", "rummy", "--variant", "d", "--games", "4", "--seed", "x"]
    text = shown(capsys, *arguments)
    assert re.findall(r"== game (\d) of 4: seat 0 (\S+), seat 1 (\S+)", text) == [
        ("1", "my_bot.py", "random"),
        ("2", "random", "my_bot.py"),
        ("3", "my_bot.py", "random"),
        ("4", "random", "my_bot.py"),
    ]
    tables = re.findall(r"== game \d of 4: [^\n]*\n\n(.*?)\n-->", text, re.DOTALL)
    engine, info = registry.engine("rummy"), registry.info("rummy")
    for number, table in enumerate(tables):
        seed = deal.board_seed(b"x", round_number=1, table=1, board=number // 2)
        state = engine.new(registry.complete_options(info, {}, "d"), 2, Chance(seed))
        while len(state.legal(0)) == 1:  # a choice without an alternative is not asked for
            state.apply(0, state.legal(0)[0])
        assert table == engine.text(state.observe(0)).rstrip("\n")
    assert len(set(tables)) == 2
    assert text == shown(capsys, *arguments)


def test_policies_play_as_the_worker_has_them_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot that does what ``greedy`` does at trash leaves the games of greedy against random as they are."""
    body = """
        def choose(view):
            kinds = [action["t"] for action in view.legal]
            return kinds.index("take") if "take" in kinds else 0
    """
    text = shown(capsys, bot(tmp_path, body), "--engine", "trash", "--games", "2", "--brief")
    found = re.findall(r"my_bot.py: rank (\d), score (\d+), played", text)
    options = registry.complete_options(registry.info("trash"), {})
    seed = deal.board_seed(b"1", round_number=1, table=1, board=0)
    expected = [
        play_game(
            engine_id="trash", options=options, seed=seed, table=1, rotation=rotation, policies=["greedy", "random"]
        )
        for rotation in range(2)
    ]
    assert found == [(str(game.ranks[0]), str(game.scores[0])) for game in expected]


def test_it_sums_up_what_was_won_drawn_and_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, bot(tmp_path, FIRST), "--engine", "advantage", "--games", "4", "--brief")
    ranks = re.findall(r"seat \d my_bot.py: rank (\d)", text)
    rivals = re.findall(r"seat \d random: rank (\d)", text)
    won = sum(pair == ("0", "1") for pair in zip(ranks, rivals, strict=True))
    drew = sum(pair == ("0", "0") for pair in zip(ranks, rivals, strict=True))
    last = text.rstrip("\n").split("\n")[-1]
    assert last.startswith(f"my_bot.py: 4 games, won {won}, drew {drew}, lost {4 - won - drew}; ")
    assert "-->" not in text
    moves = sum(int(count) for count in re.findall(r"seat \d my_bot.py: [^;]*; (\d+) move", text))
    assert f"; {moves} moves, median ? ms, longest ? ms" in last


def test_of_a_long_stderr_the_last_lines_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failing = bot(tmp_path, "import sys\nfor n in range(50): print(n, file=sys.stderr)\nsys.exit(1)")
    text = shown(capsys, failing, "--engine", "rummy", "--games", "1", "--brief", status=1)
    assert "    its stderr:\n    | (30 lines before)\n    | 30\n    | 31\n" in text
    assert "    | 0\n    | 1\n" in shown(capsys, failing, "--engine", "rummy", "--games", "1", status=1)


@pytest.mark.parametrize(
    ("body", "verdict", "says", "printed"),
    [
        ("def choose(view): print('so far so good'); return view.nothing", "crash", "exit status 1", "AttributeError"),
        ("def choose(view): return 99", "crash", "exit status 1", "BadChoice: choose returned 99"),
        ("import os\ndef choose(view): os._exit(7)", "crash", "exit status 7", ""),
        ("import nothing_of_the_kind", "crash", "exit status 1", "ModuleNotFoundError"),
    ],
)
def test_a_bot_that_fails_is_shown_with_its_verdict_and_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str, verdict: str, says: str, printed: str
) -> None:
    text = shown(capsys, bot(tmp_path, body), "--engine", "rummy", "--games", "1", "--brief", status=1)
    assert "seat 0 my_bot.py: rank 1, score -" in text
    assert f", {verdict}; no moves\n    {verdict}: " in text
    assert says in text
    assert not printed or re.search(rf"    its stderr:\n(    \| .*\n)*    \| .*{printed}", text)
    assert text.endswith(f"It failed in 1 game: 1 {verdict}\n")


def test_a_program_that_speaks_no_protocol_is_shown_what_it_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "shell bot"
    program.write_text(
        """#!/bin/sh
read hello
echo 'hello yourself'
echo '{"type":"ready","game":"practice.1","protocol":3}'
cat >/dev/null
"""
    )
    program.chmod(0o755)
    text = shown(capsys, str(program), "--engine", "rummy", "--games", "1", "--brief", status=1)
    assert "    protocol: protocol: 3 is not 1\n" in text
    assert "    | hello yourself\n" in text


def test_more_seats_are_filled_by_the_last_opponent_and_greedy_plays_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = bot(tmp_path, FIRST, "other.py")
    failing = bot(tmp_path, "def choose(view): raise SystemExit(3)")
    arguments = ["--engine", "rummy", "--brief", "--against", "greedy", "--against", other]
    text = shown(capsys, failing, *arguments, "--seats", "4", "--games", "1", status=1)
    assert "== game 1 of 1: seat 0 my_bot.py, seat 1 greedy, seat 2 other.py, seat 3 other.py\n" in text
    assert "seat 0 my_bot.py: rank 3, " in text
    assert re.findall(r"seat (\d) \S+: rank \d, score \S+, played", text) == ["1", "2", "3"]


def test_what_another_program_does_wrong_is_not_this_bots_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = bot(tmp_path, "def choose(view): raise SystemExit(3)", "other.py")
    text = shown(capsys, bot(tmp_path, FIRST), "--engine", "rummy", "--games", "1", "--brief", "--against", other)
    assert "crash: the program ended: exit status 3" in text
    assert "my_bot.py: 1 game, won 1, drew 0, lost 0; " in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nothing.py", "--engine", "trash"], "nothing.py: there is no such file"),
        (["BOT", "--engine", "chess"], 'engine: "chess" is not one of advantage, construction, rummy, trash'),
        (["BOT", "--engine", "trash", "--variant", "long"], 'variant: "long" is not one of standard, short'),
        (["BOT", "--engine", "trash", "--seats", "7"], "seats: 7 is not one of 2, 3, 4, 5, 6"),
        (["BOT", "--engine", "trash", "--games", "0"], "--games: 0 is less than 1"),
        (
            ["BOT", "--engine", "trash", "--against", "clever"],
            "--against: clever is neither a policy (greedy, random, search) nor a file",
        ),
        (
            ["BOT", "--engine", "trash", "--seats", "2", "--against", "random", "--against", "greedy"],
            "--seats: 2 are too few for your bot and 2 opponents",
        ),
        (["TEXT", "--engine", "trash"], "notes.txt: it ends neither in .py nor in .js, and is no executable"),
    ],
)
def test_arguments_that_are_wrong_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    (tmp_path / "notes.txt").write_text("no bot")
    paths = {"BOT": bot(tmp_path, FIRST), "TEXT": str(tmp_path / "notes.txt")}
    with pytest.raises(SystemExit) as left:
        main([paths.get(argument, argument) for argument in arguments])
    assert left.value.code == 2
    assert says in capsys.readouterr().err


def test_without_node_a_bot_in_javascript_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.js").write_text("")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit):
        main([str(tmp_path / "bot.js"), "--engine", "trash"])
    assert "node, which runs it, is not on the PATH (on Debian: apt-get install nodejs)" in capsys.readouterr().err


def test_a_program_that_does_not_start_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/nowhere/at/all\n")
    program.chmod(0o755)
    assert main([str(program), "--engine", "trash"]) == 2
    assert "the program could not be started" in capsys.readouterr().err


WITHOUT_DJANGO = """
import runpy, sys
sys.modules["django"] = sys.modules["celery"] = sys.modules["redis"] = None
runpy.run_module("tournaments.play.local", run_name="__main__", alter_sys=True)
"""


def test_it_needs_no_django(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO, bot(tmp_path, FIRST), "--engine", "rummy", "--games", "1"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "== game 1: my_bot.py " in done.stdout


def test_a_reader_who_has_seen_enough_ends_it_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tournaments.play.local", bot(tmp_path, FIRST), "--engine", "rummy"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 0
