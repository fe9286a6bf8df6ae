"""The records that pairing programs added to the format of 2016 (JaVaFo's advanced user manual): XXC, XXP, XXS, ..."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from plugins.wording import shown
from tournaments.trf.lines import Line, tenths, whole
from tournaments.trf.values import ALWAYS, Acceleration, Barred, Points

# What the codes of XXS are in the six of 162; a shortcut sets several.
_CODES = {
    "W": ("win",),
    "WW": ("win",),
    "BW": ("win",),
    "FW": ("win",),
    "FPB": ("win",),
    "D": ("draw", "unknown"),
    "WD": ("draw", "unknown"),
    "BD": ("draw", "unknown"),
    "HPB": ("draw", "unknown"),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("absence",),
    "FL": ("absence",),
    "PAB": ("pairing",),
}


def numbers(line: Line) -> tuple[int, ...]:
    """The players of XXZ or XXP, however they are parted."""
    words = line.rest.replace(",", " ").replace("/", " ").split()
    return tuple(whole(line, word, 5, "the player") for word in words)


def barred(line: Line) -> Barred:
    """XXP: none of these meet, in any round."""
    return Barred(1, ALWAYS, numbers(line))


def initial(line: Line) -> str:
    """XXC: the initial colour, `w` or `b`, or empty if it says nothing about it."""
    colour = ""
    for word in line.rest.lower().split():
        if word not in ("white1", "black1"):
            raise line.error(f"{shown(word)} is not one of white1, black1; players are paired by their numbers", 5)
        colour = word[0]
    return colour


def points(line: Line, before: Points) -> Points:
    """XXS: `before` with what this line changes. Raises TrfError for systems in which the colour changes the points."""
    changed: dict[str, int] = {}
    for word in line.rest.upper().split():
        code, _, value = word.partition("=")
        if code not in _CODES:
            raise line.error(f"{shown(code)} is not one of {', '.join(_CODES)}", 5)
        for name in _CODES[code]:
            amount = tenths(line, value, 5, f"the points of {code}")
            if changed.setdefault(name, amount) != amount:
                raise line.error(f"{code}={value} differs from what was said of another {name}", 5)
    return replace(before, **changed)


def accelerations(line: Line) -> Iterator[Acceleration]:
    """XXA: a player's fictitious points round by round."""
    player = line.needed(5, 8, "the player")
    columns = range(10, len(line.text) + 1, 5)
    by_round = [line.tenths_at(column, column + 3, "the points") or 0 for column in columns]
    for amount, run in groupby(enumerate(by_round, 1), key=lambda pair: pair[1]):
        rounds = [round_ for round_, _ in run]
        if amount:
            yield Acceleration(amount, rounds[0], rounds[-1], player, player)
