"""A worker's copies of uploaded programs: on this machine's disk, one folder for each, named by its digest.

`CROUPIER_PROGRAMS` says where. What stands there is never believed: a copy is compared with the digest whenever it is
asked for, and made anew where they differ. The folder of them all can be passed through by the user that programs run
as, but not listed; nothing of a copy can be written by him.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from plugins.wording import described
from tournaments.models import Program
from tournaments.play.players.base import HostFault
from tournaments.programs.archives import BadArchive
from tournaments.programs.filenames import BadName
from tournaments.programs.uploads import ProgramFile, contents, digest_of

KEPT = 200  # copies that are never removed, the most recently used
IN_USE_SECONDS = 24 * 3600.0  # a match that asked for a copy is over by then
_LOCK = ".lock"
_NEW, _OLD = ".new-", ".old-"


def unpacked(version_id: int, digest: str) -> Path:
    """The folder that holds a version's program, the same files as were uploaded; it stays for at least a day.

    Any number of processes may ask at once, and any of them may die meanwhile. Raises HostFault where the program's
    row is missing, its archive is not what its digest says, or the folder of copies cannot serve.
    """
    try:
        return copied(digest, lambda: _files(version_id, digest))
    except OSError as error:
        raise HostFault(f"the program of version {version_id} cannot be unpacked: {described(error)}") from error


def copied(digest: str, files: Callable[[], list[ProgramFile]]) -> Path:
    """The folder of the copy with this digest, made of what ``files`` gives if there is none that is whole.

    Raises what ``files`` raises, HostFault, OSError.
    """
    root = _root()
    place = root / digest
    with _locked(root, fcntl.LOCK_SH):
        if _is_whole(place, digest):
            os.utime(place)
            return place
    given = files()
    new = Path(tempfile.mkdtemp(prefix=_NEW, dir=root))
    broken = root / new.name.replace(_NEW, _OLD)
    try:
        _write(new, given)
        with _locked(root, fcntl.LOCK_EX):
            # Another process may have been faster; then theirs is taken, which somebody may be running already.
            if not _is_whole(place, digest):
                if os.path.lexists(place):
                    place.rename(broken)
                new.rename(place)
            os.utime(place)
    finally:
        for left in (new, broken):
            shutil.rmtree(left, ignore_errors=True)
    tidy()
    return place


def tidy(*, kept: int = KEPT, now: float | None = None) -> int:
    """Remove the copies that were least recently asked for beyond ``kept``, and what the dead left half made.

    Never one that was asked for within a day. Returns how many copies were removed. Each machine does so for itself,
    whenever it makes a copy. Raises HostFault, OSError.
    """
    root, long_ago = _root(), (time.time() if now is None else now) - IN_USE_SECONDS
    doomed = []
    with _locked(root, fcntl.LOCK_EX):
        copies: list[tuple[float, str]] = []
        remains: list[tuple[float, str]] = []
        with os.scandir(root) as entries:
            for entry in entries:
                if entry.name != _LOCK:
                    used = entry.stat(follow_symlinks=False).st_mtime
                    (remains if entry.name.startswith((_NEW, _OLD)) else copies).append((used, entry.name))
        removed = [name for used, name in sorted(copies, reverse=True)[kept:] if used < long_ago]
        for name in removed:
            (root / name).rename(root / f"{_OLD}{name}")
            doomed.append(f"{_OLD}{name}")
        doomed += [name for used, name in remains if used < long_ago]
    for name in doomed:
        shutil.rmtree(root / name, ignore_errors=True)
    return len(removed)


def _root() -> Path:
    """The folder of all copies, made if need be. Raises HostFault unless it is ours and its way is open."""
    root = Path(settings.CROUPIER_PROGRAMS)
    if not root.is_dir():
        root.parent.mkdir(parents=True, exist_ok=True)
        root.mkdir(exist_ok=True)
    found = root.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise HostFault(f"CROUPIER_PROGRAMS: {root} is no folder of the worker's own user; name another")
    if stat.S_IMODE(found.st_mode) != 0o711:
        root.chmod(0o711)
    if os.geteuid() == 0:  # programs run as another user then
        for folder in root.absolute().parents:
            if not folder.stat().st_mode & stat.S_IXOTH:
                raise HostFault(
                    f"CROUPIER_PROGRAMS: {root} cannot be reached by the user that programs run as, since {folder} is "
                    "closed to others; name a folder that is reached through open ones, such as /var/lib/croupier"
                )
    return root


def _files(version_id: int, digest: str) -> list[ProgramFile]:
    archive = Program.objects.filter(version_id=version_id).values_list("archive", flat=True).first()
    if archive is None:
        raise HostFault(f"the program of version {version_id} is missing")
    try:
        files = contents(bytes(archive))
    except (BadArchive, BadName) as error:
        raise HostFault(f"the program of version {version_id} is damaged: {error}") from None
    if digest_of(files) != digest:
        raise HostFault(f"the program of version {version_id} is damaged: its files are not those of its digest")
    return files


def _write(folder: Path, files: list[ProgramFile]) -> None:
    for file in files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
        path.chmod(file.mode)
    for made, _, _ in os.walk(folder):
        os.chmod(made, 0o755)  # noqa: S103 - the sandbox's user reads it


def _is_whole(folder: Path, digest: str) -> bool:
    """Whether the folder holds exactly the files of the digest, with modes by which they can be read."""
    try:
        return digest_of(_found(folder, folder)) == digest
    except (OSError, UnicodeEncodeError):  # a name that is no text is none of ours
        return False


def _found(folder: Path, top: Path) -> Iterator[ProgramFile]:
    """The files in a folder and below. Raises OSError for whatever else there is, and for modes that are not ours."""
    _require_mode(folder.lstat(), stat.S_IFDIR, {0o755})
    with os.scandir(folder) as entries:
        for entry in entries:
            path = Path(entry.path)
            if entry.is_dir(follow_symlinks=False):
                yield from _found(path, top)
            else:
                seen = entry.stat(follow_symlinks=False)
                _require_mode(seen, stat.S_IFREG, {0o644, 0o755})
                yield ProgramFile(str(path.relative_to(top)), path.read_bytes(), bool(seen.st_mode & stat.S_IXUSR))


def _require_mode(seen: os.stat_result, kind: int, modes: set[int]) -> None:
    if stat.S_IFMT(seen.st_mode) != kind or stat.S_IMODE(seen.st_mode) not in modes:
        raise OSError(f"mode {seen.st_mode:o}")


@contextmanager
def _locked(root: Path, how: int) -> Iterator[None]:
    """Hold the lock of all copies: shared to look at one, alone to put one in place or away."""
    held = os.open(root / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(held, how)
        yield
    finally:
        os.close(held)
