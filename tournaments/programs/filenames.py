"""The names of a program's files: such as mean one file, the same one, on every system."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from plugins.wording import shown

LONGEST = 200  # characters of a whole name
LONGEST_PART = 100  # bytes of a file or folder, in UTF-8: file systems take 255
DEEPEST = 16  # folders within folders
LEFT_BY_TOOLS = frozenset(
    {
        "__MACOSX",
        ".DS_Store",
        "Thumbs.db",
        "desktop.ini",
        "__pycache__",
        ".git",
        ".hg",
        ".svn",
        ".idea",
        ".vscode",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
    }
)


class BadName(Exception):
    """What is wrong with a name, and what would be right; the name itself is in the message."""


def checked(name: str) -> str:
    """The name of a file, ``rules/table.json``. Raises BadName."""
    if len(name) > LONGEST:
        raise BadName(f"{shown(name)}: {len(name)} characters; a name has at most {LONGEST}")
    for place, character in enumerate(name, start=1):
        if not character.isprintable():
            raise BadName(f"{shown(name)}: character {place} is U+{ord(character):04X}, which cannot be seen")
    if "\\" in name:
        raise BadName(f"{shown(name)}: holds a backslash; folders are separated by /")
    if name.startswith("/") or re.match("[A-Za-z]:", name):
        raise BadName(f"{shown(name)}: is absolute; names begin at the top of the archive")
    parts = name.split("/")
    for part in parts:
        if part in {"", ".", ".."}:
            raise BadName(f'{shown(name)}: {shown(part)} names no file or folder; leave out "", "." and ".."')
        if len(part.encode()) > LONGEST_PART:
            raise BadName(f"{shown(name)}: {shown(part)} has more than {LONGEST_PART} bytes")
    if len(parts) > DEEPEST:
        raise BadName(f"{shown(name)}: {len(parts) - 1} folders deep; at most {DEEPEST - 1} are taken")
    return name


def require_distinct(files: Iterable[str], folders: Iterable[str] = ()) -> None:
    """Raise BadName for a name that stands twice, a file that is a folder too, and names that are one elsewhere.

    Names are one where a system does not tell case or Unicode forms apart: folded as Unicode's "compatibility caseless
    match" says (The Unicode Standard, definition D146). Each of ``files`` and ``folders`` has passed ``checked``.
    """
    seen: set[str] = set()
    kinds: dict[str, bool] = {}
    spelt: dict[str, str] = {}
    for name, is_folder in [*((name, False) for name in files), *((name, True) for name in folders)]:
        parts = name.split("/")
        for depth in range(1, len(parts) + 1):
            path = "/".join(parts[:depth])
            a_folder = is_folder or depth < len(parts)
            if kinds.setdefault(path, a_folder) != a_folder:
                raise BadName(f"{shown(path)}: is a file and a folder")
            other = spelt.setdefault(_folded(path), path)
            if other != path:
                raise BadName(
                    f"{shown(path)}: is {shown(other)} where case or forms of Unicode are not told apart; rename one"
                )
        if name in seen:
            raise BadName(f"{shown(name)}: stands twice")
        seen.add(name)


def is_left_by_tools(name: str) -> bool:
    """Whether it is what a file manager, version control or a cache left there: no part of a program."""
    return any(part in LEFT_BY_TOOLS or part.startswith("._") for part in name.split("/"))


def without_common_folder(names: Iterable[str]) -> str:
    """The one folder at the top that holds everything, with its slash; "" if there is none."""
    tops = {name.partition("/")[::2] for name in names}
    first = {top for top, _ in tops}
    return f"{first.pop()}/" if len(first) == 1 and all(rest for _, rest in tops) else ""


def _folded(name: str) -> str:
    once = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).casefold())
    return unicodedata.normalize("NFKC", once.casefold())
