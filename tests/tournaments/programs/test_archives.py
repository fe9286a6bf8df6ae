"""Reading zips: those that common programs write are read, and each kind of lie is refused by name."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.tournaments.programs.zips import DEVICE, FIFO, FOLDER, RUNNABLE, SYMLINK, Made, by_hand, deflated, zipped
from tournaments.programs.archives import BadArchive, content, is_zip, members


def read(data: bytes) -> dict[str, bytes]:
    return {one.name: content(data, one) for one in members(data, most=100) if not one.is_folder}


def test_what_python_writes_is_read() -> None:
    files = {"main.py": b"pass", "a/b.txt": b"x" * 5000, "empty": b"", "é/ü.txt": b"y"}
    data = zipped({**files, "a/": b""}, modes={"main.py": RUNNABLE}, comment=b"0123456789abcdef")
    assert is_zip(data)
    assert read(data) == files
    found = {one.name: one for one in members(data, most=100)}
    assert (found["main.py"].executable, found["a/b.txt"].executable, found["a"].is_folder) == (True, False, True)


def test_what_is_written_to_a_pipe_is_read() -> None:
    """Sizes follow the bytes then, since nobody can go back."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.written = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            self.written += bytes(data)  # type: ignore[call-overload]
            return len(bytes(data))  # type: ignore[call-overload]

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as target:  # type: ignore[arg-type]
        target.writestr("a.py", "pass")
        target.writestr("b.py", "x" * 999)
    assert read(bytes(pipe.written)) == {"a.py": b"pass", "b.py": b"x" * 999}


@pytest.mark.skipif(shutil.which("zip") is None, reason="Info-ZIP is not installed")
def test_what_info_zip_writes_is_read(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "main.py").write_text("pass")
    (tmp_path / "rules" / "größe.txt").write_text("1\n" * 500)
    subprocess.run(["zip", "-qr", "it.zip", "main.py", "rules"], cwd=tmp_path, check=True, timeout=60)
    assert read((tmp_path / "it.zip").read_bytes()) == {"main.py": b"pass", "rules/größe.txt": b"1\n" * 500}


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_what_git_archive_writes_is_read(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("pass\n" * 100)
    me = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], [*me, "commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True, timeout=60)
    command = ["git", "archive", "--format=zip", "--prefix=bot/", "HEAD"]
    data = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60).stdout
    assert read(data) == {"bot/main.py": b"pass\n" * 100}


def test_by_hand_is_as_by_program() -> None:
    """What the refused ones below differ from."""
    data = by_hand(Made(b"a.py"), Made(b"d/", b"", FOLDER, 0), Made(b"b.py", b"y" * 99, method=0))
    assert read(data) == {"a.py": b"pass", "b.py": b"y" * 99}
    with zipfile.ZipFile(io.BytesIO(data)) as same:
        assert same.testzip() is None
    with pytest.raises(BadArchive, match="3 files and folders; at most 2 are read"):
        members(data, most=2)


ONE = Made(b"a.py")
END = len(by_hand(ONE)) - 22
HOSTILE = {
    "cut short": (by_hand(ONE)[:-1], "its end is missing|bytes after its end"),
    "no end": (by_hand(ONE)[:END], "its end is missing"),
    "a header and nothing": (b"PK\x03\x04", "its end is missing"),
    "trailing bytes": (by_hand(ONE) + b"more", "4 bytes after its end, where it says 0"),
    "a comment that is longer than said": (by_hand(ONE, comment=b"abc", said_comment=2), "3 bytes after its end"),
    "an end within the comment": (by_hand(ONE, comment=b"PK\x05\x06" + b"\0" * 18), "something stands before"),
    "bytes before the first member": (b"MZ" + by_hand(ONE), "something stands before"),
    "bytes before the first member, told": (by_hand(Made(b"a.py", before=b"MZ")), "comes after 2 bytes of no member"),
    "bytes between members": (by_hand(ONE, Made(b"b.py", before=b"x" * 7)), '"b.py": comes after 7 bytes'),
    "bytes before the directory": (by_hand(ONE, gap=b"12345"), "5 bytes before its directory belong to no member"),
    "bytes within the directory": (by_hand(ONE, length=60), "something stands before or within"),
    "more members than there are": (by_hand(ONE, count=2, here=2), "says 2 members and has 1"),
    "fewer members than there are": (by_hand(ONE, Made(b"b.py"), count=1, here=1), "says 1 members and has more"),
    "no members, and one": (by_hand(ONE, count=0, here=0), "says 0 members and has more"),
    "a split archive": (by_hand(ONE, disk=1), "split archive"),
    "half of a split archive": (by_hand(ONE, here=0), "split archive"),
    "a member on another disk": (by_hand(Made(b"a.py", central={"disk": 3})), "stands outside"),
    "zip64, by its count": (by_hand(ONE, count=0xFFFF, here=0xFFFF), "zip64"),
    "zip64, by where it begins": (by_hand(ONE, begins=0xFFFFFFFF), "zip64"),
    "zip64, by its size": (by_hand(Made(b"a.py", central={"size": 0xFFFFFFFF})), '"a.py": is a zip64 member'),
    "zip64, in its own header": (by_hand(Made(b"a.py", local={"size": 0xFFFFFFFF})), "its own header says"),
    "encrypted": (by_hand(Made(b"a.py", flags=1)), '"a.py": is encrypted'),
    "encrypted, by the directory": (by_hand(Made(b"a.py", central={"flags": 1})), "is encrypted"),
    "encrypted, by its own header": (by_hand(Made(b"a.py", local={"flags": 1})), "its own header says"),
    "strongly encrypted": (by_hand(Made(b"a.py", flags=0x41)), "is encrypted"),
    "a patch": (by_hand(Made(b"a.py", flags=0x20)), "its flags are 0x0020"),
    "bzip2": (by_hand(Made(b"a.py", method=12)), "compressed by bzip2; stored and deflate are read"),
    "an unknown method": (by_hand(Made(b"a.py", method=77)), "compressed by method 77"),
    "two methods": (by_hand(Made(b"a.py", local={"method": 0})), "its own header says"),
    "two names": (by_hand(Made(b"a.py", local={"name": b"b.py"})), 'is called "b.py" by its own header'),
    "two sizes": (by_hand(Made(b"a.py", local={"size": 5})), "its own header says"),
    "two checksums": (by_hand(Made(b"a.py", local={"crc": 5})), "its own header says"),
    "a wrong checksum": (by_hand(Made(b"a.py", local={"crc": 5}, central={"crc": 5})), "its checksum is wrong"),
    "stored in fewer bytes": (
        by_hand(Made(b"a.py", method=0, local={"size": 9}, central={"size": 9})), "is stored, in 4 bytes of its 9"
    ),
    "more than it says": (
        by_hand(Made(b"a.py", b"x" * 50, local={"size": 9}, central={"size": 9})), "unpacks to more than the 9 bytes"
    ),
    "less than it says": (
        by_hand(Made(b"a.py", b"x" * 5, local={"size": 9}, central={"size": 9})), "unpacks to other than the 9 bytes"
    ),
    "more after its end": (by_hand(Made(b"a.py", packed=deflated(b"pass") + b"xx")), "unpacks to other"),
    "not its end": (by_hand(Made(b"a.py", packed=deflated(b"pass")[:-1])), "unpacks to other"),
    "not deflated at all": (by_hand(Made(b"a.py", packed=b"\xff\xff\xff\xff")), "cannot be unpacked"),
    "one member at two places": (by_hand(ONE, Made(b"a.py", central={"at": 0})), "names a member twice"),
    "members that overlap": (
        by_hand(Made(b"a.py", by_hand(Made(b"b.py"))[:38], method=0), Made(b"b.py", central={"at": 34})),
        '"b.py": overlaps the one before it',
    ),
    "no member where it says": (by_hand(ONE, Made(b"b.py", central={"at": 3})), "has no header"),
    "a member within the directory": (by_hand(Made(b"a.py", central={"at": 99})), "stands outside"),
    "a member that runs into the directory": (
        by_hand(Made(b"a.py", local={"packed": 90}, central={"packed": 90})), "runs into the directory"
    ),
    "sums that are missing": (by_hand(Made(b"a.py", flags=8)), "its sizes after its bytes are not those"),
    "sums that lie": (by_hand(Made(b"a.py", flags=8, after=b"PK\x07\x08" + b"\1" * 12)), "its sizes after its bytes"),
    "a symbolic link": (by_hand(Made(b"a.py", b"/etc/passwd", SYMLINK)), '"a.py": is a symbolic link'),
    "a pipe": (by_hand(Made(b"a.py", mode=FIFO)), "is a pipe"),
    "a device": (by_hand(Made(b"a.py", mode=DEVICE)), "is a device"),
    "a folder without a slash": (by_hand(Made(b"a", b"", FOLDER)), "none by its mode"),
    "a file with a slash": (by_hand(Made(b"a/", b"")), "none by its mode"),
    "a folder that holds bytes": (by_hand(Made(b"a/", b"pass", FOLDER)), "a folder that holds 4 bytes"),
    "a name that is no text": (by_hand(Made(b"a\xff.py")), "its name is not UTF-8: byte 0xff at 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_it_refuses(name: str) -> None:
    data, saying = HOSTILE[name]
    with pytest.raises(BadArchive, match=saying):
        read(data)


def test_an_entry_that_runs_on_is_refused() -> None:
    data = bytearray(by_hand(ONE))
    data[END - 50 + 28 + 1] = 1  # the length of its name: 256 more
    with pytest.raises(BadArchive, match="runs beyond the end of the directory"):
        read(bytes(data))


def test_a_bomb_is_inflated_no_further_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Watched:
        def __init__(self, inflating: object) -> None:
            self.inflating = inflating

        def decompress(self, data: bytes, most: int) -> bytes:
            asked.append(most)
            return bytes(self.inflating.decompress(data, most))  # type: ignore[attr-defined]

        def __getattr__(self, name: str) -> object:
            return getattr(self.inflating, name)

    from tournaments.programs import archives

    real = archives.zlib.decompressobj
    monkeypatch.setattr(archives.zlib, "decompressobj", lambda bits: Watched(real(bits)))
    bomb = Made(b"a.py", b"\0" * 30_000_000, local={"size": 10}, central={"size": 10})
    with pytest.raises(BadArchive, match="unpacks to more than the 10 bytes"):
        read(by_hand(bomb))
    assert asked == [11]
