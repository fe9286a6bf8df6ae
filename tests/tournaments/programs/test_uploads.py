"""Programs from uploads: what becomes of honest ones, what is said of others, and that nothing else ever happens."""

from __future__ import annotations

import hashlib
import io
import tarfile
import tracemalloc
import zipfile
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournaments.programs.zips import RUNNABLE, SYMLINK, Made, by_hand, zipped
from tournaments.programs.archives import is_zip
from tournaments.programs.uploads import (
    BadProgram,
    Limits,
    ProgramFile,
    ProgramFiles,
    contents,
    digest_of,
    read_program,
)

LIMITS = Limits(upload_bytes=100_000, unpacked_bytes=300_000, files=10)
ELF = b"\x7fELF" + b"\0" * 60


def read(data: bytes, runtime: str = "python", main: str | None = None, filename: str = "my_bot.py") -> ProgramFiles:
    return read_program(data, filename=filename, runtime=runtime, main=main, limits=LIMITS)


def names(program: ProgramFiles) -> list[str]:
    return [file.name for file in program.files]


def test_one_file_is_a_program() -> None:
    program = read(b"print(1)\n")
    assert program == ProgramFiles((ProgramFile("my_bot.py", b"print(1)\n"),), "my_bot.py")
    assert program.size == 9
    by_hand = hashlib.sha256(b"\0" * 7 + b"\x09my_bot.py" + b"\0" + b"\0" * 7 + b"\x09print(1)\n").hexdigest()
    assert program.digest() == by_hand


@pytest.mark.parametrize(
    ("filename", "runtime", "name"),
    [
        ("my_bot.py", "python", "my_bot.py"),
        ("bot", "python", "main.py"),
        ("bot.mjs", "node", "bot.mjs"),
        ("bot.py", "node", "main.js"),
        ("../../bot.py", "python", "bot.py"),
        ("C:\\bots\\bot.py", "python", "bot.py"),
        ("a\u202eb.py", "python", "main.py"),
        ("-c.py", "python", "main.py"),
        ("", "executable", "main"),
        ("..", "executable", "main"),
        ("__pycache__", "executable", "main"),
        ("bot", "executable", "bot"),
    ],
)
def test_a_single_file_keeps_a_name_that_suits(filename: str, runtime: str, name: str) -> None:
    program = read(b"#!/bin/sh\n", runtime, filename=filename)
    assert (program.main, names(program)) == (name, [name])


def test_a_zip_is_told_by_its_contents() -> None:
    program = read(zipped({"main.py": "pass", "data/t.json": "{}"}), filename="my_bot.py")
    assert (program.main, names(program)) == ("main.py", ["data/t.json", "main.py"])
    # a script may carry a zip, as Python's zipapp writes them
    script = b"#!/usr/bin/env python3\n" + zipped({"__main__.py": "pass"})
    assert names(read(script, "executable", filename="bot.zip")) == ["bot.zip"]


def test_a_folder_that_holds_everything_is_left_away_and_what_tools_leave() -> None:
    left = {"__MACOSX/bot/._main.py": "x", "bot/.DS_Store": "x", "bot/__pycache__/a.pyc": "x", "bot/.git/HEAD": "x"}
    packed = zipped({"bot/": "", "bot/main.py": "pass", "bot/lib/": "", "bot/lib/a.py": "pass", **left})
    assert names(read(packed)) == ["lib/a.py", "main.py"]
    assert read(packed, main="bot/lib/a.py").main == "lib/a.py"
    assert read(packed) == read(zipped({"lib/a.py": "pass", "main.py": "pass"}))


def test_how_it_was_packed_makes_no_difference() -> None:
    files = {"main.py": "pass", "b.txt": "b" * 1000, "a.txt": "a"}
    one = read(zipped(files))
    other = read(by_hand(*(Made(name.encode(), files[name].encode(), method=0) for name in sorted(files))))
    assert one == other
    assert (one.digest(), one.archive()) == (other.digest(), other.archive())


def test_its_archive_is_a_zip_without_times_that_gives_the_files_again() -> None:
    program = read(zipped({"main.py": "pass", "run": "#!/bin/sh\n", "é.txt": "1"}, modes={"run": RUNNABLE}))
    assert contents(program.archive()) == list(program.files)
    with zipfile.ZipFile(io.BytesIO(program.archive())) as packed:
        seen = {one.filename: (one.date_time, oct(one.external_attr >> 16)) for one in packed.infolist()}
    early = (1980, 1, 1, 0, 0, 0)
    assert seen == {
        "main.py": (early, "0o100644"),
        "run": (early, "0o100755"),
        "é.txt": (early, "0o100644"),
    }


files = st.builds(ProgramFile, st.sampled_from(["a", "b", "ab", "é"]), st.binary(max_size=3), st.booleans())
programs = st.lists(files, max_size=3, unique_by=lambda file: file.name)


@given(programs, programs)
def test_a_digest_is_of_one_set_of_files(one: list[ProgramFile], other: list[ProgramFile]) -> None:
    assert (digest_of(one) == digest_of(other)) == (set(one) == set(other))


@pytest.mark.parametrize(
    ("runtime", "packed", "main"),
    [
        ("python", ["main.py", "other.py"], "main.py"),
        ("python", ["only.py", "x.txt", "lib/more.py"], "only.py"),
        ("node", ["main.js", "index.js"], "main.js"),
        ("node", ["index.js", "lib.js"], "index.js"),
        ("node", ["only.mjs", "package.json"], "only.mjs"),
        ("executable", ["main", "table.bin"], "main"),
        ("executable", ["only"], "only"),
    ],
)
def test_the_main_file(runtime: str, packed: list[str], main: str) -> None:
    program = read(zipped(dict.fromkeys(packed, "#!/bin/sh\n")), runtime)
    assert program.main == main
    assert [file.name for file in program.files if file.executable] == ([main] if runtime == "executable" else [])


@pytest.mark.parametrize(
    ("runtime", "packed", "main", "saying"),
    [
        ("python", ["a.py", "b.py"], None, "main: none is given, and there is no main.py; name one of its files: a.py"),
        ("python", ["lib/a.py", "b.txt"], None, "there is no main.py"),
        ("node", ["a.js", "b.js"], None, "there is no main.js or index.js"),
        ("executable", ["a", "b"], None, "there is no main; name"),
        ("python", ["a.py"], "b.py", 'main: "b.py" is not in the program; name one of its files: a.py'),
        ("python", ["a.py"], "", 'main: "" is not in the program'),
        ("python", ["-c.py"], None, 'main: "-c.py": begins with -'),
    ],
)
def test_no_main_file(runtime: str, packed: list[str], main: str | None, saying: str) -> None:
    with pytest.raises(BadProgram, match=saying) as refused:
        read(zipped(dict.fromkeys(packed, "#!x\n")), runtime, main)
    assert refused.value.field == "main"


def tar() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as target:
        target.addfile(tarfile.TarInfo("main.py"))
    return packed.getvalue()


REFUSED: dict[str, tuple[bytes, str, str]] = {
    "nothing": (b"", "python", "program: there is nothing in it"),
    "an empty zip": (zipped({}), "python", "there is nothing in it"),
    "folders alone": (zipped({"a/": ""}), "python", "there is nothing in it"),
    "what tools leave alone": (zipped({".DS_Store": "x"}), "python", "there is nothing in it"),
    "an empty main file": (zipped({"main.py": " \n", "x": "x"}), "python", "main.py: is empty"),
    "a zip in a zip": (zipped({"bot.zip": zipped({"main.py": "1"})}), "python", '"bot.zip": is a zip within a zip'),
    "a gzip": (b"\x1f\x8b\x08\0", "python", "it is a gzip archive; send one file or a zip"),
    "a tar": (tar(), "python", "it is a tar archive"),
    "a 7z in a zip": (zipped({"a": b"7z\xbc\xaf\x27\x1c"}), "executable", "it is a 7z archive"),
    "latin-1": (b"a = 1\nb = '\xe9'\n", "python", "my_bot.py: line 2 is not UTF-8: byte 0xe9; save it in UTF-8"),
    "a NUL": (b"a = 1\n\n\0", "node", "line 3 holds a NUL"),
    "an ELF file for Python": (ELF, "python", "holds a NUL"),
    "a text to be executed": (b"print(1)", "executable", "my_bot.py: is neither an ELF file nor a script"),
    "a script with CR LF": (b"#!/bin/sh\r\n", "executable", "its first line ends in CR LF"),
    "too many bytes": (b"#" * 100_001, "python", "100001 bytes; at most 100000 are taken"),
    "too many files": (zipped({f"{n}.py": "x" for n in range(11)}), "python", "11 files; at most 10 are taken"),
    "too much of what tools leave": (
        zipped({f".git/{n}": "x" for n in range(101)}), "python", "101 files and folders; at most 100 are read"
    ),
    "too many bytes unpacked": (
        by_hand(*(Made(b"%d" % n, local={"size": 200_000}, central={"size": 200_000}) for n in range(2))), "python",
        "400000 bytes unpacked; at most 300000",
    ),
    "a symbolic link": (by_hand(Made(b"main.py", b"/etc/passwd", SYMLINK)), "python", "is a symbolic link"),
    "a symbolic link that tools left": (by_hand(Made(b".git/x", b"/", SYMLINK)), "python", "is a symbolic link"),
    "out of its folder": (by_hand(Made(b"../main.py")), "python", 'program: "../main.py": ".." names no'),
    "a NUL in a name": (by_hand(Made(b"main.py\0.txt")), "python", r"character 8 is U\+0000"),
    "twice": (by_hand(Made(b"main.py"), Made(b"main.py")), "python", '"main.py": stands twice'),
    "by case": (by_hand(Made(b"main.py"), Made(b"Main.py")), "python", '"Main.py": is "main.py" where case'),
    "file and folder": (by_hand(Made(b"main.py"), Made(b"main.py/x")), "python", "is a file and a folder"),
    "encrypted": (by_hand(Made(b"main.py", flags=1)), "python", "is encrypted"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_it_refuses(name: str) -> None:
    data, runtime, saying = REFUSED[name]
    with pytest.raises(BadProgram, match=saying) as refused:
        read(data, runtime)
    assert refused.value.field == "program"


def test_a_runtime_is_one_of_three() -> None:
    with pytest.raises(BadProgram, match='runtime: "perl" is not one of python, node, executable') as refused:
        read(b"x", "perl")
    assert refused.value.field == "runtime"


def test_a_bomb_is_refused_by_its_ratio() -> None:
    limits = Limits(unpacked_bytes=30 << 20)
    bomb = zipped({"main.py": "pass", "zeros": b"\0" * (20 << 20)})
    with pytest.raises(BadProgram, match="more than 200 times as many"):
        read_program(bomb, filename="x", runtime="python", main=None, limits=limits)
    assert read(zipped({"main.py": "pass", "zeros": b"\0" * 250_000})).size == 250_004


def test_a_bomb_that_lies_takes_no_memory() -> None:
    bomb = by_hand(Made(b"main.py", b"\0" * 60_000_000, local={"size": 100}, central={"size": 100}))
    assert len(bomb) < LIMITS.upload_bytes
    tracemalloc.start()
    try:
        with pytest.raises(BadProgram, match="unpacks to more than the 100 bytes"):
            read(bomb)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


SEEDS = [
    zipped({"bot/main.py": "pass", "bot/t.txt": "x" * 300}),
    by_hand(Made(b"main.py", flags=8, after=b""), Made(b"a/", b"", 0o040755, 0)),
    by_hand(Made(b"main.py", method=0), Made(b"b.py", b"y" * 99)),
]


def outcome(data: bytes, **kwargs: Any) -> None:
    """Whatever comes, it is a program within the limits or the one error."""
    try:
        program = read(data, **kwargs)
    except BadProgram as error:
        refused, field = str(error), error.field
    else:
        refused = ""
    if refused:
        assert refused.startswith(f"{field}: ")
        assert len(refused) < 1000
        assert refused.isprintable()
        return
    assert program.size <= LIMITS.unpacked_bytes
    assert 1 <= len(program.files) <= LIMITS.files
    assert program.main in names(program)
    assert contents(program.archive()) == list(program.files)
    # and another reader finds the same in what was sent
    if is_zip(data):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            theirs = {packed.read(one) for one in packed.infolist() if not one.is_dir()}
        assert {file.data for file in program.files} <= theirs


@given(st.sampled_from(SEEDS), st.data())
def test_whatever_is_changed_in_a_zip(seed: bytes, data: st.DataObject) -> None:
    changed = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(changed) - 1))
        width = data.draw(st.sampled_from([1, 2, 4]))
        changed[at : at + width] = data.draw(st.one_of(st.binary(max_size=width + 1), st.just(b"\xff" * width)))
        if not changed:
            break
    outcome(bytes(changed))


@given(st.sampled_from(SEEDS), st.integers(0, 400), st.integers(0, 400), st.binary(max_size=8))
def test_whatever_is_cut_out_of_a_zip(seed: bytes, begin: int, length: int, put: bytes) -> None:
    outcome(seed[:begin] + put + seed[begin + length :])


made = st.builds(
    Made,
    name=st.one_of(st.sampled_from([b"main.py", b"Main.py", b"a/b", b"a", b"../x", b"a/"]), st.binary(max_size=5)),
    data=st.sampled_from([b"", b"pass", b"#!x\n", b"\xff", b"z" * 400_000]),
    mode=st.sampled_from([0, 0o100644, 0o100755, 0o120777, 0o040755]),
    method=st.sampled_from([0, 8]),
    central=st.fixed_dictionaries({}, optional={"size": st.integers(0, 500_000), "packed": st.integers(0, 900)}),
)


@given(st.lists(made, max_size=4), st.sampled_from(["python", "node", "executable"]))
@example([Made(b"a"), Made(b"a/b")], "executable")
def test_whatever_members_there_are(members: list[Made], runtime: str) -> None:
    outcome(by_hand(*members), runtime=runtime)


@given(st.binary(max_size=60), st.text(max_size=20), st.one_of(st.none(), st.text(max_size=8)))
def test_whatever_is_sent(data: bytes, filename: str, main: str | None) -> None:
    outcome(data, filename=filename, main=main)
    outcome(b"PK\x03\x04" + data)
    outcome(b"PK\x05\x06" + data)
