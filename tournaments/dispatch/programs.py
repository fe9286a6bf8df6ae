"""The unpacked programs of a worker."""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
from pathlib import Path

from tournaments.models import Program

_COMMANDS = {"python": ["python3", "-s"], "node": ["node"], "executable": []}


def command(runtime: str, main: str) -> list[str]:
    """What runs the program, in its folder."""
    return [*_COMMANDS[runtime], main if runtime != "executable" else f"./{main}"]


def unpacked(version: int, digest: str) -> Path:
    """Its folder."""
    parent = Path(tempfile.gettempdir()) / f"croupier-programs-{os.getuid()}"
    folder = parent / digest
    if not folder.exists():
        parent.mkdir(mode=0o711, exist_ok=True)
        archive = bytes(Program.objects.values_list("archive", flat=True).get(version_id=version))
        making = Path(tempfile.mkdtemp(dir=parent))
        making.chmod(0o755)
        zipfile.ZipFile(io.BytesIO(archive)).extractall(making)
        making.rename(folder)
    return folder
