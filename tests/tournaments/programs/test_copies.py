"""A worker's copies of programs: whole whoever asks, whoever dies, and readable to the user that runs them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from deploy.settings import VAR_DIR
from deploy.settings import programs as default_folder
from tests.tournaments import arena
from tests.tournaments.bots.uploading import seen
from tests.tournaments.play.players.sandboxed import sandbox
from tournaments.models import BotVersion, Program
from tournaments.play.players.base import HostFault
from tournaments.play.players.sandbox import Sandbox
from tournaments.programs import copies
from tournaments.programs.copies import copied, tidy, unpacked
from tournaments.programs.uploads import ProgramFile, ProgramFiles, digest_of

__all__ = ["sandbox"]  # a fixture

FILES = (
    ProgramFile("data/deep/table.txt", b"1\n"),
    ProgramFile("main.py", b"pass\n" * 1000),
    ProgramFile("run", b"#!/bin/sh\n", True),
)
PROGRAM = ProgramFiles(FILES, "main.py")
DIGEST = PROGRAM.digest()
fork = multiprocessing.get_context("fork")


@pytest.fixture
def root() -> Iterator[Path]:
    """An empty folder of copies that the user programs run as can reach; pytest's own cannot be."""
    with tempfile.TemporaryDirectory(prefix="croupier-copies-") as parent:
        Path(parent).chmod(0o711)
        place = Path(parent) / "programs"
        with override_settings(CROUPIER_PROGRAMS=place):
            yield place


@pytest.fixture
def version(db: None, root: Path) -> BotVersion:
    bot = arena.bot("Gin")
    row = BotVersion.objects.create(bot=bot, number=2, kind="program", runtime="python", main="main.py", digest=DIGEST)
    Program.objects.create(version=row, archive=PROGRAM.archive())
    return row


WHOLE = {
    "data/deep/table.txt": (b"1\n", "0o100644"),
    "main.py": (b"pass\n" * 1000, "0o100644"),
    "run": (b"#!/bin/sh\n", "0o100755"),
}


def test_it_is_the_program_as_uploaded(version: BotVersion, root: Path) -> None:
    before = os.umask(0o077)
    try:
        folder = unpacked(version.pk, version.digest)
    finally:
        os.umask(before)
    assert folder == root / DIGEST
    assert seen(folder) == WHOLE
    assert [stat.S_IMODE(path.stat().st_mode) for path in (root, folder, folder / "data/deep")] == [0o711, 0o755, 0o755]
    assert sorted(path.name for path in root.iterdir()) == sorted([".lock", DIGEST])


def test_it_is_unpacked_once(version: BotVersion, django_assert_num_queries: Any) -> None:
    first = unpacked(version.pk, version.digest).stat().st_ino
    os.utime(unpacked(version.pk, version.digest), (1, 1))
    with django_assert_num_queries(0):
        again = unpacked(version.pk, version.digest)
    assert again.stat().st_ino == first
    assert again.stat().st_mtime > 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "main.py").write_bytes(b"other"),
        lambda folder: (folder / "main.py").unlink(),
        lambda folder: (folder / "more.py").write_bytes(b""),
        lambda folder: (folder / "run").chmod(0o644),
        lambda folder: (folder / "main.py").chmod(0o600),
        lambda folder: (folder / "data").chmod(0o700),
        lambda folder: (folder / "link").symlink_to("/etc/passwd"),
        lambda folder: os.mkfifo(folder / "pipe"),
        lambda folder: (Path(os.fsdecode(os.fsencode(folder) + b"/\xff"))).write_bytes(b""),
        lambda folder: (folder.rename(folder.with_name("x")), folder.symlink_to(folder.with_name("x"))),
        lambda folder: (folder.rename(folder.with_name("x")), folder.write_bytes(b"")),
    ],
)
def test_what_is_damaged_is_made_anew(version: BotVersion, damage: Any) -> None:
    damage(unpacked(version.pk, version.digest))
    assert seen(unpacked(version.pk, version.digest)) == WHOLE


def test_what_cannot_be_had_is_the_hosts_fault(version: BotVersion, root: Path) -> None:
    Program.objects.update(archive=ProgramFiles(FILES[:2], "main.py").archive())
    with pytest.raises(HostFault, match=r"program of version [0-9]+ is damaged: its files are not those of its digest"):
        unpacked(version.pk, version.digest)
    Program.objects.update(archive=b"PK\x03\x04")
    with pytest.raises(HostFault, match=r"program of version [0-9]+ is damaged: its end is missing"):
        unpacked(version.pk, version.digest)
    Program.objects.all().delete()
    with pytest.raises(HostFault, match=r"the program of version [0-9]+ is missing"):
        unpacked(version.pk, version.digest)
    assert [path.name for path in root.iterdir()] == [".lock"]


def test_a_disk_that_fails_is_the_hosts_fault(version: BotVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copies, "_write", full)
    with pytest.raises(HostFault, match=r"program of version [0-9]+ cannot be unpacked: OSError.*No space left"):
        unpacked(version.pk, version.digest)


def _ask(barrier: Barrier) -> None:
    barrier.wait()
    os._exit(0 if seen(copied(DIGEST, lambda: list(FILES))) == WHOLE else 1)


def test_ten_processes_at_once(root: Path) -> None:
    for damaged in (False, True):
        barrier = fork.Barrier(10)
        asking = [fork.Process(target=_ask, args=(barrier,)) for _ in range(10)]
        for process in asking:
            process.start()
        for process in asking:
            process.join(60)
        assert [process.exitcode for process in asking] == [0] * 10, damaged
        assert sorted(path.name for path in root.iterdir()) == sorted([".lock", DIGEST])
        (root / DIGEST / "main.py").write_bytes(b"broken")


def _die_in_the_middle(written: Event) -> None:
    def half(folder: Path, files: list[ProgramFile]) -> None:
        (folder / files[0].name.split("/")[0]).write_bytes(b"half")
        written.set()
        time.sleep(60)

    copies._write = half
    copied(DIGEST, lambda: list(FILES))


def test_one_that_dies_in_the_middle_leaves_nothing_in_the_way(root: Path) -> None:
    written = fork.Event()
    process = fork.Process(target=_die_in_the_middle, args=(written,))
    process.start()
    assert written.wait(60)
    os.kill(process.pid or 0, signal.SIGKILL)
    process.join(60)
    assert not (root / DIGEST).exists()
    assert seen(copied(DIGEST, lambda: list(FILES))) == WHOLE
    remains = [path for path in root.iterdir() if path.name.startswith(".new-")]
    assert len(remains) == 1
    tidy()
    assert remains[0].exists()  # it may be somebody's who is still at it
    assert tidy(now=time.time() + copies.IN_USE_SECONDS + 60) == 0
    assert not remains[0].exists()


def test_the_least_recently_used_are_removed_and_none_in_use(root: Path) -> None:
    now = time.time()
    made = {}
    for number, hours in enumerate((90, 30, 25, 23, 0)):
        files = [ProgramFile("main.py", b"%d" % number)]
        made[hours] = copied(digest_of(files), lambda files=files: files)
        os.utime(made[hours], (now - hours * 3600,) * 2)
    assert tidy(kept=4) == 1
    assert [hours for hours, folder in made.items() if folder.exists()] == [30, 25, 23, 0]
    assert tidy(kept=0) == 2
    assert [hours for hours, folder in made.items() if folder.exists()] == [23, 0]
    assert sorted(path.name for path in root.iterdir()) == sorted([".lock", made[23].name, made[0].name])


def test_making_a_copy_removes_old_ones(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy, "__kwdefaults__", {"kept": 1, "now": None})
    old = [ProgramFile("main.py", b"old")]
    folder = copied(digest_of(old), lambda: old)
    os.utime(folder, (0, 0))
    copied(DIGEST, lambda: list(FILES))
    assert not folder.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_the_user_that_runs_it_reads_it_and_sees_no_other(root: Path) -> None:
    folder = copied(DIGEST, lambda: list(FILES))

    def as_nobody(*command: str) -> int:
        done = subprocess.run(
            command, user=64_321, group=64_321, extra_groups=[], capture_output=True, timeout=60, cwd="/"
        )
        return done.returncode

    assert as_nobody("cat", str(folder / "main.py"), str(folder / "data/deep/table.txt")) == 0
    assert as_nobody("test", "-x", str(folder / "run")) == 0
    assert as_nobody("ls", str(root)) != 0
    assert as_nobody("cat", str(root / ".lock")) != 0
    assert as_nobody("test", "-w", str(folder / "main.py")) != 0
    assert as_nobody("touch", str(folder / "x")) != 0


def test_the_sandbox_runs_it_from_there(root: Path, sandbox: Sandbox) -> None:
    """By a name that says nothing to a shell or an interpreter, with the other file of its program."""
    files = [ProgramFile("a b;.py", b"print(open('data/t.txt').read())"), ProgramFile("data/t.txt", b"seen")]
    process = sandbox.start(["python3", "-s", "a b;.py"], copied(digest_of(files), lambda: files))
    try:
        assert process.ending(30) == "exit status 0"
        assert process.streams[1].read(100) == b"seen\n"
    finally:
        process.kill()
        for stream in process.streams:
            stream.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="others than root run programs as themselves")
def test_a_way_that_is_closed_is_said(version: BotVersion, root: Path) -> None:
    root.parent.chmod(0o700)
    with pytest.raises(HostFault, match=f"CROUPIER_PROGRAMS: .*since {root.parent} is closed to others"):
        unpacked(version.pk, version.digest)


def test_by_default_copies_are_where_the_user_that_runs_them_can_go() -> None:
    """The services close var/ to others, which for root's workers is in the way."""
    assert (VAR_DIR in default_folder().parents) == (os.geteuid() != 0)


def test_a_folder_of_somebody_elses_is_not_taken(version: BotVersion, root: Path) -> None:
    root.symlink_to(root.parent)
    with pytest.raises(HostFault, match="is no folder of the worker's own user"):
        unpacked(version.pk, version.digest)
    root.unlink()
    if os.geteuid() == 0:
        root.mkdir()
        os.chown(root, 64_321, 64_321)
        with pytest.raises(HostFault, match="is no folder of the worker's own user"):
            unpacked(version.pk, version.digest)
