"""A program as a player: what it is asked, what becomes of all it may do, and that nothing of it is left."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from plugins.protocol import Limits
from tests.tournaments.play.players.plain import PATIENT, SHORT, game, plainly, player
from tests.tournaments.play.toy import Scripted, Toy
from tournaments.play.players import process
from tournaments.play.players.base import HostFault
from tournaments.play.players.pipes import RECORD_BYTES
from tournaments.play.players.process import Process


def written(tmp_path: Path, code: str) -> Any:
    """Starts a bot of the given lines, after which it plays honestly."""
    (tmp_path / "table.py").write_text((Path(__file__).parents[3] / "hostile" / "table.py").read_text())
    (tmp_path / "bot.py").write_text(f"import os, sys, time, table\n{code}\ntable.play_on()\n")
    return lambda: process.start([sys.executable, "-s", "-B", "bot.py"], folder=tmp_path, environment={})


class Watched:
    """Starts what it is given, and knows the processes of it."""

    def __init__(self, launch: Any) -> None:
        self.launch = launch
        self.process: Process

    def __call__(self) -> Process:
        self.process = self.launch()
        return self.process

    def gone(self) -> bool:
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return True
        return False


def test_two_programs_play_a_game_and_are_gone():
    launches = [Watched(plainly("honest")), Watched(plainly("honest"))]
    players = [player(launch) for launch in launches]
    played = game(*players)
    assert played.verdicts == ("played", "played")
    assert played.moves == (0, 0, 0, 0)
    assert [each.ending for each in players] == ["exit status 0"] * 2
    assert all(launch.gone() for launch in launches)


def test_a_program_is_told_all_it_should_be_and_the_end(tmp_path: Path):
    listening = written(
        tmp_path,
        "while (m := table.hear()):\n    os.write(2, (repr(m) + '\\n').encode())\n"
        "    if m['type'] == 'hello': table.say(type='ready', game='g', protocol=1)\n"
        "    if m['type'] == 'act': table.answer(m, {'t': 'call', 'n': 2})\n    if m['type'] == 'over': sys.exit(0)",
    )
    bot = player(listening)
    played = game(bot, Scripted(0, 1))
    assert played.moves == (2, 0, 2, 1)
    hello, first, second, over = [eval(line) for line in bot.printed.decode().splitlines()]
    assert hello["type"] == "hello"
    assert hello["limits"]["move_ms"] == 20_000
    assert first["legal"] == [{"t": "call", "n": 0}, {"t": "call", "n": 1}, {"t": "call", "n": 2}]
    assert (first["seq"], first["observation"], second["seq"], second["observation"]) == (
        1,
        {"sums": [0, 0]},
        2,
        {"sums": [2, 0]},
    )
    assert over == {"type": "over", "game": "g", "ranks": [0, 1], "scores": [5, 2], "verdicts": ["played", "played"]}


def test_a_note_and_the_time_of_a_move_are_the_last_ones(tmp_path: Path):
    noting = written(
        tmp_path,
        "while (m := table.hear()):\n    time.sleep(0.2 if m['type'] == 'hello' else 0)\n"
        "    if m['type'] == 'hello': table.say(type='ready', game='g', protocol=1)\n"
        "    note = {'note': 'why not'} if m.get('seq') == 1 else {}\n"
        "    if m['type'] == 'act': table.say(type='move', game='g', seq=m['seq'], action=0, **note)",
    )
    bot, seen = player(noting), []
    act = bot.act

    def watched(view: Any) -> int:
        move = act(view)
        seen.append((bot.note, 0 < bot.thought < 20))
        return move

    bot.act = watched
    game(bot, Scripted(0, 0))
    assert seen == [("why not", True), ("", True)]


@pytest.mark.parametrize(
    ("bot", "limits", "verdict", "failure"),
    [
        ("never_reads", Limits(startup_ms=200), "timeout", "not ready after 200 ms"),
        ("closes_stdout", PATIENT, "crash", "the program ended, or closed its stdin or stdout"),
        ("closes_stdin", PATIENT, "crash", "the program ended, or closed its stdin or stdout"),
        ("slow_bytes", SHORT, "timeout", "no move before its time was over, at act 1"),
        ("burns_time", SHORT, "timeout", "no move before its time was over, at act 1"),
        ("stops_itself", SHORT, "timeout", "no move before its time was over, at act 1"),
        ("endless_line", PATIENT, "protocol", "a line of more than 65536 bytes"),
        ("floods_stdout", PATIENT, "protocol", "more than 10000 lines or 1048576 bytes on stdout that are"),
        ("floods_stderr", PATIENT, "protocol", "more than 8388608 bytes on stderr"),
        ("answers_early", PATIENT, "protocol", "seq: 1 was answered before it was asked"),
        ("surrogates", PATIENT, "protocol", "a string holds half a surrogate pair; "),
        ("illegal", PATIENT, "illegal", "action: 99 is not an index into legal, 0 to 2"),
        ("crashes", PATIENT, "crash", "the program ended: exit status 1"),
        ("kills_its_group", PATIENT, "crash", "the program ended: signal 9 (SIGKILL)"),
    ],
)
def test_a_failure_is_the_programs_own_and_leaves_nothing(bot: str, limits: Limits, verdict: str, failure: str):
    launch, opponent = Watched(plainly(bot)), player(plainly("honest"))
    failing = player(launch, limits)
    played = game(failing, opponent)
    assert played.verdicts == (verdict, "played")
    assert played.ranks == (1, 0)
    assert failing.failure.startswith(failure)
    assert launch.gone()
    assert opponent.ending == "exit status 0"
    assert opponent.failure == ""


class Mute(Toy):
    """Seat 1 has no choice, ever."""

    def new(self, options: Any, seats: int, chance: Any) -> Any:
        state = super().new(options, seats, chance)
        legal = state.legal
        state.legal = lambda seat: (1,) if seat == 1 else legal(seat)
        return state


@pytest.mark.parametrize(
    ("code", "limits", "failure"),
    [
        ("raise ZeroDivisionError", PATIENT, "the program ended: exit status 1"),
        ("table.sit(); os._exit(3)", PATIENT, "exit status 3"),
        ("time.sleep(600)", Limits(startup_ms=300), "not ready after 300 ms"),
        ("table.say(type='ready', game='g', protocol=0)", PATIENT, "protocol: 0 is not 1"),
        ("table.sit()", PATIENT, ""),
    ],
)
def test_who_fails_without_being_asked_has_played_and_its_owner_is_told(
    tmp_path: Path, code: str, limits: Limits, failure: str
):
    class Patient(Scripted):
        """Until the other has ended, if it is to."""

        def act(self, view: Any) -> int:
            process = quiet._process
            if process is not None and "exit" in failure:
                assert process.ending(20)
            return super().act(view)

    quiet = player(written(tmp_path, code), limits)
    assert game(Patient(0, 0), quiet, engine=Mute()).verdicts == ("played", "played")
    assert quiet.failure.endswith(failure)
    assert bool(quiet.failure) is bool(failure)
    assert quiet.last_request == b""


def test_with_three_seats_the_others_play_on():
    bots = [player(plainly("honest")), player(plainly("crashes")), player(plainly("honest"))]
    assert game(*bots).verdicts == ("played", "crash", "played")


def test_lines_that_are_no_messages_are_kept_for_the_owner_and_harm_nothing():
    bot = player(plainly("nests_deeply"))
    assert game(bot, Scripted(0, 0)).verdicts == ("played", "played")
    assert bot.printed.startswith(b"[[[[")
    assert len(bot.printed) == RECORD_BYTES


def test_a_traceback_is_kept_and_so_is_the_last_request():
    bot = player(plainly("crashes"))
    game(bot, Scripted(0, 0))
    assert bot.printed.endswith(b"ZeroDivisionError: by nothing\n")
    assert bot.last_request.startswith(b'{"type":"act","game":"g","seq":1,')


def test_a_request_larger_than_a_pipe_is_written_while_the_program_reads():
    class Wordy(Toy):
        def encode(self, action: Any) -> Any:
            return super().encode(action) | {"why": "x" * 300_000}

    assert game(player(plainly("honest")), player(plainly("honest")), engine=Wordy()).verdicts == ("played", "played")


def test_who_answers_before_he_has_read_the_request_waits_in_vain(tmp_path: Path):
    class Wordy(Toy):
        def encode(self, action: Any) -> Any:
            return super().encode(action) | {"why": "x" * 300_000}

    hasty = "table.sit(); os.read(0, 1); table.say(type='move', game='g', seq=1, action=0); time.sleep(600)"
    assert game(player(written(tmp_path, hasty), SHORT), Scripted(0), engine=Wordy()).verdicts == ("timeout", "played")


@pytest.mark.parametrize(
    ("said", "failure"),
    [
        ("type='move', game='g', seq=7, action=0", "seq: 7 is not 1, that of the act to be answered"),
        ("type='move', game='h', seq=1, action=0", 'game: "h" is not "g"'),
        ("type='move', game='g', seq=1", "action: nothing is not an index into legal or one of the objects there"),
        ("kind='move'", 'type: nothing is not "ready" or "move"'),
    ],
)
def test_a_wrong_answer_is_told_what_was_wrong(tmp_path: Path, said: str, failure: str):
    bot = player(
        written(tmp_path, f"table.sit(); table.hear(); table.say({said}); print(table.hear(), file=sys.stderr)")
    )
    assert game(bot, Scripted(0)).verdicts == ("protocol", "played")
    assert bot.failure == failure
    told = eval(bot.printed.decode().splitlines()[0])
    assert told == {"type": "error", "game": "g", "seq": 1, "code": "protocol", "message": failure, "fatal": True}


def test_a_move_instead_of_ready_and_another_protocol_are_refused(tmp_path: Path):
    bot = player(written(tmp_path, "table.say(type='move', game='g', seq=1, action=0)"))
    assert game(bot, Scripted(0)).verdicts == ("protocol", "played")
    bot = player(written(tmp_path, "table.say(type='ready', game='g', protocol=2)"))
    assert game(bot, Scripted(0)).verdicts == ("protocol", "played")
    assert bot.failure == "protocol: 2 is not 1"


def test_the_bank_is_told_and_shrinks(tmp_path: Path):
    slow = "table.sit(); m = table.hear(); time.sleep(0.3); table.answer(m); m = table.hear()\n"
    slow += "os.write(2, repr(m['clock']).encode()); table.answer(m)"
    bot = player(written(tmp_path, slow), Limits(startup_ms=60_000, move_ms=50, bank_ms=60_000, game_ms=90_000))
    assert game(bot, Scripted(0, 0)).verdicts == ("played", "played")
    clock = eval(bot.printed)
    assert clock["move_ms"] == 50
    assert clock["bank_ms"] <= 60_000 - 250
    assert clock["game_ms"] <= 90_000 - 300


def test_children_of_the_session_end_with_the_game(tmp_path: Path):
    launch = Watched(written(tmp_path, "table.sit(); os.fork() or time.sleep(600)"))
    assert game(player(launch), Scripted(0, 0)).verdicts == ("played", "played")
    # The child is nobody's of ours to reap: it is dead, or has just been reaped.
    with open_status(launch.process.pid) as states:
        assert states <= {"Z", "X"}


class open_status:
    """The states of the processes whose group is ``group``."""

    def __init__(self, group: int) -> None:
        self.group = group

    def __enter__(self) -> set[str]:
        states = set()
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[2]) == self.group:
                states.add(fields[0])
        return states

    def __exit__(self, *_: object) -> None: ...


def test_a_program_that_cannot_be_started_is_the_hosts_fault_and_the_others_are_closed():
    def missing() -> Process:
        return process.start(["/nowhere/to/be/found"], folder="/", environment={})

    first = Watched(plainly("honest"))
    with pytest.raises(HostFault, match="could not be started: FileNotFoundError"):
        game(player(first), player(missing))
    assert first.gone()


def test_an_engine_that_fails_leaves_no_program():
    class Broken(Toy):
        def new(self, options: Any, seats: int, chance: Any) -> Any:
            raise ZeroDivisionError

    launch = Watched(plainly("honest"))
    with pytest.raises(ZeroDivisionError):
        game(player(launch), Scripted(), engine=Broken())
    assert launch.gone()


def test_close_may_be_called_without_a_start_and_twice():
    bot = player(plainly("honest"))
    bot.close()
    assert bot.printed == b""
    bot.ready()
    bot.close()
    bot.close()
