"""Hostile bots in the sandbox: the verdict, that nothing escaped, that the opponent is unharmed and nothing is left."""

from __future__ import annotations

import os
import select
import socket
from pathlib import Path

import pytest

from plugins.protocol import Limits
from tests.tournaments.play.players.plain import PATIENT, SHORT, game, player
from tests.tournaments.play.players.sandboxed import inside, left_over
from tournaments.play.players.pipes import RECORD_BYTES
from tournaments.play.players.program import ProgramPlayer
from tournaments.play.players.sandbox import Sandbox

pytestmark = pytest.mark.usefixtures("undisturbed")
THINKING = Limits(startup_ms=20_000, move_ms=1500, bank_ms=0)


def against_honest(sandbox: Sandbox, bots: Path, bot: str, verdict: str, limits: Limits = PATIENT) -> ProgramPlayer:
    """Play a game against a sandboxed honest bot, and check all that holds for every attack."""
    hostile, honest = player(inside(sandbox, bots, bot), limits), player(inside(sandbox, bots, "honest"))
    played = game(hostile, honest)
    assert played.verdicts == (verdict, "played"), hostile.printed
    assert (honest.ending, honest.failure, honest.printed) == ("exit status 0", "", b"")
    assert b"ESCAPED" not in hostile.printed
    assert len(hostile.printed) <= RECORD_BYTES
    assert left_over() == []
    assert game(*(player(inside(sandbox, bots, "honest")) for _ in range(2))).verdicts == ("played", "played")
    return hostile


@pytest.mark.parametrize(
    ("bot", "limits", "verdict"),
    [
        ("honest", PATIENT, "played"),
        ("answers_early", PATIENT, "protocol"),
        ("burners", PATIENT, "played"),
        ("burns_time", SHORT, "timeout"),
        # bubblewrap still holds what the program has closed.
        ("closes_stdin", SHORT, "timeout"),
        ("closes_stdout", SHORT, "timeout"),
        ("crashes", PATIENT, "crash"),
        ("daemon", PATIENT, "played"),
        ("deep_json", PATIENT, "illegal"),
        ("endless_line", PATIENT, "protocol"),
        ("fills_pipes", PATIENT, "played"),
        ("floods_stderr", PATIENT, "protocol"),
        ("floods_stdout", PATIENT, "protocol"),
        ("fork_bomb", THINKING, "timeout"),
        ("hoards", SHORT, "timeout"),
        ("illegal", PATIENT, "illegal"),
        ("kills_everyone", PATIENT, "played"),
        ("kills_its_group", PATIENT, "crash"),
        ("nests_deeply", PATIENT, "played"),
        ("never_reads", Limits(startup_ms=500), "timeout"),
        ("resumes", PATIENT, "played"),
        ("slow_bytes", SHORT, "timeout"),
        ("stops_itself", SHORT, "timeout"),
        ("surrogates", PATIENT, "protocol"),
        ("wide_json", PATIENT, "illegal"),
    ],
)
def test_the_verdict_is_its_own_and_nothing_is_left(
    sandbox: Sandbox, bots: Path, bot: str, limits: Limits, verdict: str
):
    against_honest(sandbox, bots, bot, verdict, limits)


def test_no_socket_leads_out(sandbox: Sandbox, bots: Path):
    name = f"croupier-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as stream,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram,
        socket.socket(socket.AF_UNIX) as abstract,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as abstract_datagram,
    ):
        port = stream.getsockname()[1]
        datagram.bind(("127.0.0.1", port))
        abstract.bind("\0" + name)
        abstract.listen()
        abstract_datagram.bind("\0" + name + "-datagram")
        (bots / "target.txt").write_text(f"{port} {name}")
        refused = against_honest(sandbox, bots, "network", "played").printed.count(b"refused")
        assert refused == 11
        assert select.select([stream, datagram, abstract, abstract_datagram], [], [], 0)[0] == []


def test_nothing_of_the_worker_or_of_others_is_seen(sandbox: Sandbox, bots: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CANARY", "secret")
    beside = bots.parent / "another_bot.py"
    beside.write_text("secret")
    beside.chmod(0o644)
    (bots / "link").symlink_to(beside)
    (bots / "target.txt").write_text(str(beside))
    with beside.open() as opened:
        os.set_inheritable(opened.fileno(), True)
        assert against_honest(sandbox, bots, "spies", "played").printed.count(b"refused") == 15


def test_links_lead_nowhere_and_no_other_bot_is_seen(sandbox: Sandbox, bots: Path, tmp_path: Path):
    """Links of every kind in its folder: to the folder of another bot, of the worker, of the system, up and down."""
    other, links = bots.parent / "other bot", bots / "links"
    for folder in (other, links):
        folder.mkdir()
        folder.chmod(0o777)
    (other / "secret.txt").write_text("secret")
    (other / "secret.txt").chmod(0o666)
    targets = {
        "absolute": other,
        "relative": Path("../../other bot"),
        "by_bot": Path("/bot/../../other bot"),
        "root": Path("/"),
        "process": Path("/proc/1/root") / other.relative_to("/"),
        "open": Path("/proc/self/cwd"),
        "temporary": tmp_path,
        "itself": Path("itself"),
    }
    (tmp_path / "secret.txt").write_text("secret")
    for name, target in targets.items():
        (links / name).symlink_to(target)
    printed = against_honest(sandbox, bots, "links", "played").printed
    assert printed.count(b"refused") == 3 * len(targets) + 3 + 7
    assert sorted(path.name for path in other.iterdir()) == ["secret.txt"]


def test_nothing_can_be_written(sandbox: Sandbox, bots: Path):
    bots.chmod(0o777)
    before = sorted(path.name for path in bots.iterdir())
    printed = against_honest(sandbox, bots, "writes", "played").printed
    assert printed.count(b"refused") == 26
    assert sorted(path.name for path in bots.iterdir()) == before


def test_the_kernel_is_asked_in_vain(sandbox: Sandbox, bots: Path):
    printed = against_honest(sandbox, bots, "breaks_out", "played").printed
    assert printed.count(b"refused") == (24 if os.uname().machine == "x86_64" else 19)


@pytest.mark.parametrize(("bot", "refused"), [("threads", b"refused threads"), ("many_files", b"refused pipes")])
def test_what_is_too_much_is_refused(sandbox: Sandbox, bots: Path, bot: str, refused: bytes):
    assert refused in against_honest(sandbox, bots, bot, "played").printed


def test_memory_is_limited_in_one_process_and_in_all_together(sandbox: Sandbox, bots: Path):
    bot = against_honest(sandbox, bots, "much_memory", "crash")
    assert b"refused memory: MemoryError" in bot.printed
    assert b"refused shared memory: PermissionError" in bot.printed
    assert bot.failure == "the program ended: more than 256 MiB of memory"
