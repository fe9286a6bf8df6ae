"""Names of a program's files: which are taken, and which are one name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.programs.filenames import (
    BadName,
    checked,
    is_left_by_tools,
    require_distinct,
    without_common_folder,
)


@pytest.mark.parametrize(
    "name", ["main.py", "a/b/c.txt", "größe.py", "with blank.txt", ".hidden", "a" * 100, "..a", "-x"]
)
def test_it_takes(name: str) -> None:
    assert checked(name) == name


@pytest.mark.parametrize(
    ("name", "saying"),
    [
        ("/etc/passwd", "is absolute"),
        ("C:/main.py", "is absolute"),
        ("c:main.py", "is absolute"),
        ("../main.py", r'"\.\." names no file or folder'),
        ("a/../main.py", r'"\.\." names no file'),
        ("a/./main.py", r'"\." names no file'),
        ("a//main.py", '"" names no file'),
        ("a/", '"" names no file'),
        ("", '"" names no file'),
        ("a\\main.py", "holds a backslash; folders are separated by /"),
        ("a\0.py", r"character 2 is U\+0000"),
        ("a\n.py", r"character 2 is U\+000A"),
        ("a\u202e.py", r"character 2 is U\+202E"),
        ("a\u200b.py", r"character 2 is U\+200B"),
        ("\ud800", r"character 1 is U\+D800"),
        ("a/" * 100 + "b", "201 characters; a name has at most 200"),
        ("a" * 101, "more than 100 bytes"),
        ("ü" * 51, "more than 100 bytes"),
        ("a/" * 16 + "b", "16 folders deep; at most 15"),
    ],
)
def test_it_refuses(name: str, saying: str) -> None:
    with pytest.raises(BadName, match=saying):
        checked(name)


@given(st.text(max_size=30))
def test_what_is_taken_stays_within_its_folder(name: str) -> None:
    try:
        checked(name)
    except BadName:
        return
    parts = name.split("/")
    assert all(part not in {"", ".", ".."} for part in parts)
    assert name.isprintable()
    assert "\\" not in name


@pytest.mark.parametrize(
    ("files", "folders", "saying"),
    [
        (["a.py", "a.py"], [], '"a.py": stands twice'),
        (["b.py"], ["a", "a"], '"a": stands twice'),
        (["a", "a/b.py"], [], '"a": is a file and a folder'),
        (["a/b.py", "a"], [], '"a": is a file and a folder'),
        (["a"], ["a"], '"a": is a file and a folder'),
        (["a"], ["a/b"], '"a": is a file and a folder'),
        (["a.py", "A.py"], [], '"A.py": is "a.py" where case'),
        (["lib/a.py", "Lib/b.py"], [], '"Lib": is "lib" where case'),
        (["b/a.py"], ["B"], '"B": is "b" where case'),
        (["\u00e9.py", "e\u0301.py"], [], "forms of Unicode"),
        (["stra\u00dfe", "STRASSE"], [], "where case"),
        (["\ufb01le", "file"], [], "forms of Unicode"),
        (["\u212a", "k"], [], "where case"),
    ],
)
def test_names_that_are_one(files: list[str], folders: list[str], saying: str) -> None:
    with pytest.raises(BadName, match=saying):
        require_distinct(files, folders)


def test_names_that_are_not() -> None:
    require_distinct(["a/b.py", "a/c.py", "b.py", "ab.py"], ["a", "c/d"])


@pytest.mark.parametrize("name", ["__MACOSX/._main.py", "a/.DS_Store", ".git/config", "a/__pycache__/b.pyc", "._x"])
def test_what_tools_leave(name: str) -> None:
    assert is_left_by_tools(name)
    assert not is_left_by_tools("main.py")
    assert not is_left_by_tools("node_modules/x/index.js")


@pytest.mark.parametrize(
    ("names", "folder"),
    [
        (["bot/main.py", "bot/a/b.txt"], "bot/"),
        (["bot/main.py", "main.py"], ""),
        (["a/main.py", "b/main.py"], ""),
        (["bot"], ""),
        ([], ""),
    ],
)
def test_a_common_folder(names: list[str], folder: str) -> None:
    assert without_common_folder(names) == folder
