"""What an owner uploads as a program: checked, and made into files that are the same however they were packed.

Nothing is written to disk and nothing is run. Whether a program starts at all, that it parses for example, is seen in
the sandbox, where hostile source does no harm and the Python is the one that will play.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from stat import S_IFREG
from typing import NoReturn

from plugins.wording import shown
from tournaments.programs import archives, filenames
from tournaments.programs.archives import BadArchive
from tournaments.programs.filenames import BadName

RUNTIMES = ("python", "node", "executable")
MOST_RATIO = 200  # bytes unpacked for each that was sent
FREE_OF_RATIO = 1 << 20  # bytes unpacked that need not ask how small they were packed
ENTRIES_PER_FILE = 10  # what tools leave behind is read past, but not without end
_ENDINGS = {"python": (".py",), "node": (".js", ".mjs", ".cjs")}
_MAINS = {
    "python": ("main.py",),
    "node": ("main.js", "main.mjs", "main.cjs", "index.js", "index.mjs", "index.cjs"),
    "executable": ("main",),
}
_OTHER_ARCHIVES = {
    b"\x1f\x8b": "a gzip",
    b"BZh": "a bzip2",
    b"\xfd7zXZ\x00": "an xz",
    b"7z\xbc\xaf\x27\x1c": "a 7z",
    b"Rar!": "a RAR",
    b"\x28\xb5\x2f\xfd": "a zstd",
}
_TAR = slice(257, 262)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can say


class BadProgram(Exception):
    """What is wrong with an upload. ``field`` is what was sent wrongly: ``program``, ``runtime`` or ``main``."""

    def __init__(self, message: str, *, field: str = "program") -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken: bytes as sent, bytes unpacked, files."""

    upload_bytes: int = 5 << 20
    unpacked_bytes: int = 20 << 20
    files: int = 500


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent, and what its sender calls it."""

    data: bytes
    filename: str


@dataclass(frozen=True, slots=True)
class ProgramFile:
    """A file of a program; ``name`` has passed ``filenames.checked``."""

    name: str
    data: bytes
    executable: bool = False

    @property
    def mode(self) -> int:
        """Its permissions once unpacked."""
        return 0o755 if self.executable else 0o644


@dataclass(frozen=True, slots=True)
class ProgramFiles:
    """A program: its files in the order of their names, and which of them is run."""

    files: tuple[ProgramFile, ...]
    main: str

    @property
    def size(self) -> int:
        """Bytes, unpacked."""
        return sum(len(file.data) for file in self.files)

    def digest(self) -> str:
        """SHA-256 of the files, in hex; see ``digest_of``."""
        return digest_of(self.files)

    def archive(self) -> bytes:
        """A zip of the files by which they can be told: no times, no users, two modes."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as target:
            for file in self.files:
                entry = zipfile.ZipInfo(file.name, _EPOCH)
                entry.create_system = 3  # Unix, whose modes are meant
                entry.external_attr = (S_IFREG | file.mode) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                target.writestr(entry, file.data)
        return packed.getvalue()


def digest_of(files: Iterable[ProgramFile]) -> str:
    """SHA-256, in hex, that no two different sets of files share.

    Hashed is, for each file in the order of its name's UTF-8: the length of that name in 8 bytes (big-endian), the
    name, one byte (1 if it is executable, else 0), the length of its contents in 8 bytes, and the contents.
    """
    hashed = hashlib.sha256()
    for file in sorted(files, key=lambda file: file.name.encode()):
        name = file.name.encode()
        hashed.update(struct.pack(">Q", len(name)) + name)
        hashed.update(struct.pack(">?Q", file.executable, len(file.data)) + file.data)
    return hashed.hexdigest()


def read_program(data: bytes, *, filename: str, runtime: str, main: str | None, limits: Limits) -> ProgramFiles:
    """The program in an upload: one file, or a zip, which shows by its contents.

    A folder that holds everything is left away, and so is what tools leave behind (``filenames.LEFT_BY_TOOLS``).
    ``filename`` is the name of a single file, if it can be one and suits the runtime; else it is called ``main``.
    ``main`` None is the file that the runtime suggests: ``main.py``, ``main.js`` or ``index.js``, ``main``, or the only
    one at the top that it could be. Raises BadProgram.
    """
    if runtime not in RUNTIMES:
        raise BadProgram(f"{shown(runtime)} is not one of {', '.join(RUNTIMES)}", field="runtime")
    if len(data) > limits.upload_bytes:
        raise BadProgram(f"{len(data)} bytes; at most {limits.upload_bytes} are taken")
    if archives.is_zip(data):
        try:
            files, top = _unpacked(data, limits)
        except (BadArchive, BadName) as error:
            raise BadProgram(str(error)) from None
        if main is not None and top:
            main = main.removeprefix(top)
    else:
        files = [ProgramFile(_single(filename, runtime), data)]
    _require_plain(files)
    main = _main(files, runtime, main)
    # Not every system keeps modes in its zips.
    marked = [
        replace(file, executable=True) if file.name == main and runtime == "executable" else file for file in files
    ]
    _require_runnable(next(file for file in marked if file.name == main), runtime)
    return ProgramFiles(tuple(sorted(marked, key=lambda file: file.name.encode())), main)


def contents(archive: bytes) -> list[ProgramFile]:
    """The files in an ``archive`` of our own making. Raises BadArchive and BadName."""
    found = archives.members(archive, most=0xFFFF)
    filenames.require_distinct([filenames.checked(one.name) for one in found])
    return [ProgramFile(one.name, archives.content(archive, one), one.executable) for one in found]


def _unpacked(data: bytes, limits: Limits) -> tuple[list[ProgramFile], str]:
    """The files of a zip, and the folder that held them all."""
    found = archives.members(data, most=ENTRIES_PER_FILE * limits.files)
    for one in found:
        filenames.checked(one.name)
    kept = [one for one in found if not one.is_folder and not filenames.is_left_by_tools(one.name)]
    if len(kept) > limits.files:
        raise BadProgram(f"{len(kept)} files; at most {limits.files} are taken")
    size = sum(one.size for one in kept)
    if size > limits.unpacked_bytes:
        raise BadProgram(f"{size} bytes unpacked; at most {limits.unpacked_bytes} are taken")
    if size > max(FREE_OF_RATIO, MOST_RATIO * len(data)):
        raise BadProgram(f"{len(data)} bytes that unpack to {size}, more than {MOST_RATIO} times as many")
    filenames.require_distinct(
        [one.name for one in found if not one.is_folder], [one.name for one in found if one.is_folder]
    )
    top = filenames.without_common_folder(one.name for one in kept)
    return [ProgramFile(one.name.removeprefix(top), archives.content(data, one), one.executable) for one in kept], top


def _single(filename: str, runtime: str) -> str:
    """What a file that was sent alone is called."""
    endings = _ENDINGS.get(runtime, ())
    name = filename.replace("\\", "/").rpartition("/")[2]
    try:
        suits = filenames.checked(name).endswith(endings or name) and not name.startswith("-")
    except BadName:
        suits = False
    return name if suits and not filenames.is_left_by_tools(name) else _MAINS[runtime][0]


def _require_plain(files: Sequence[ProgramFile]) -> None:
    """Refuse what is empty, and an archive within or in place of the zip."""
    if not any(file.data for file in files):
        raise BadProgram("there is nothing in it")
    if len(files) == 1:
        data = files[0].data
        if archives.is_zip(data):
            raise BadProgram(f"{shown(files[0].name)}: is a zip within a zip; send the inner one")
        if what := _other_archive(data):
            raise BadProgram(f"it is {what} archive; send one file or a zip")


def _other_archive(data: bytes) -> str:
    if data[_TAR] == b"ustar":
        return "a tar"
    return next((what for begins, what in _OTHER_ARCHIVES.items() if data.startswith(begins)), "")


def _main(files: Sequence[ProgramFile], runtime: str, main: str | None) -> str:
    """The name of the file that is run."""
    names = [file.name for file in files]
    if main is not None:
        if main not in names:
            _refuse_main(f"{shown(main)} is not in the program", names)
    else:
        top = [name for name in names if "/" not in name]
        suiting = [name for name in top if name.endswith(_ENDINGS[runtime])] if runtime in _ENDINGS else names
        default = next((name for name in _MAINS[runtime] if name in top), None)
        if default is None and len(suiting) != 1:
            wanted = " or ".join(dict.fromkeys(name for name in _MAINS[runtime] if not name.endswith((".mjs", ".cjs"))))
            _refuse_main(f"none is given, and there is no {wanted}", names)
        main = default or suiting[0]
    if main.startswith("-"):
        raise BadProgram(f"{shown(main)}: begins with -, as an option does; rename it", field="main")
    return main


def _refuse_main(what: str, names: Sequence[str]) -> NoReturn:
    some = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
    raise BadProgram(f"{what}; name one of its files: {some}", field="main")


def _require_runnable(main: ProgramFile, runtime: str) -> None:
    """Refuse a main file that its runtime cannot begin to read."""
    if not main.data.strip():
        raise BadProgram(f"{main.name}: is empty; it is the file that is run")
    if runtime == "executable":
        if not main.data.startswith((b"\x7fELF", b"#!")):
            raise BadProgram(f"{main.name}: is neither an ELF file nor a script that begins with #!")
        if main.data.startswith(b"#!") and main.data.partition(b"\n")[0].endswith(b"\r"):
            raise BadProgram(f"{main.name}: its first line ends in CR LF, and Linux finds no such interpreter; use LF")
        return
    # Python reads other encodings where a comment says so; some of them take for ever to decode.
    try:
        text = main.data.decode()
    except UnicodeDecodeError as error:
        line = main.data.count(b"\n", 0, error.start) + 1
        wrong = main.data[error.start]
        raise BadProgram(f"{main.name}: line {line} is not UTF-8: byte {wrong:#04x}; save it in UTF-8") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BadProgram(f"{main.name}: line {line} holds a NUL character; it is no source of a program")
