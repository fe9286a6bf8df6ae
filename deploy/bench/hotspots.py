"""Where the time of an engine's random games goes: its functions by their own share, as cProfile sees them."""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path
from typing import Any, cast

from deploy.bench.random_games import RandomGames, Setting
from deploy.bench.report import Table
from deploy.bench.stopwatch import play_for
from deploy.process import ROOT
from ratings.management.table import Cell

LARGEST = 12  # functions that are shown
OWN = {Path(__file__).with_name(name).as_posix() for name in ("random_games.py", "stopwatch.py")}


def hotspots(setting: Setting, seconds: float) -> Table:
    """The functions with most time of their own (without what they call), and how often one decision calls them.

    Profiling burdens calls, so what is called often looks dearer than it is. The loop that plays is left out.
    """
    games = RandomGames(setting)
    games.play()
    profile = cProfile.Profile()
    profile.enable()
    lengths, _ = play_for(seconds, games.play)
    profile.disable()
    stats = cast(Any, pstats.Stats(profile)).stats
    # (file, line, function) -> primitive calls, calls, own seconds, seconds with callees, callers
    found = [(own, calls, place) for place, (_, calls, own, _, _) in stats.items() if place[0] not in OWN]
    found.sort(reverse=True)
    whole = sum(own for own, _, _ in found)
    rows: list[list[Cell]] = [
        [_name(place), _where(place), round(100 * own / whole, 1), round(calls / sum(lengths), 2)]
        for own, calls, place in found[:LARGEST]
    ]
    return Table(f"Where time goes: {setting.name}", ["function", "where", "own time, %", "calls a decision"], rows)


def _name(place: tuple[str, int, str]) -> str:
    return place[2].removeprefix("<").removesuffix(">")


def _where(place: tuple[str, int, str]) -> str:
    path, line, _ = place
    if path == "~":
        return ""
    try:
        return f"{Path(path).relative_to(ROOT)}:{line}"
    except ValueError:
        return f"{Path(path).name}:{line}"
