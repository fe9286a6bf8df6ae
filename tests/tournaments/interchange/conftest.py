"""Reports cut after a round, and events made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments import arena
from tournaments.interchange.imports import Wanted, import_report
from tournaments.models import Tournament
from tournaments.trf.read import read
from tournaments.trf.values import ByeAhead, Cell, Player, Report, Result

DATA = Path(__file__).parents[2] / "data" / "dutch"


@pytest.fixture(autouse=True)
def _messages(messages: Any) -> None:
    """No test here needs a broker."""


def file(number: int) -> Report:
    """One of the tournaments in tests/data/dutch."""
    return read((DATA / f"t{number:03}.trf").read_bytes())


def cut(report: Report, played: int) -> Report:
    """The report as it was before round ``played + 1`` was paired, with who was known not to play in it."""
    ahead: dict[Result, list[int]] = {}
    for player in report.players:
        cell = player.cell(played + 1)
        if cell is None or not (cell.opponent or cell.result is Result.PAIRING):
            ahead.setdefault(Result.ZERO if cell is None else cell.result, []).append(player.number)
    return replace(
        report,
        players=tuple(_cut(player, played) for player in report.players),
        rounds=report.played,
        byes=tuple(ByeAhead(kind, played + 1, tuple(numbers)) for kind, numbers in ahead.items()),
    )


def _cut(player: Player, played: int) -> Player:
    cells = list(player.cells[:played])
    while cells and cells[-1] is None:
        cells.pop()
    return replace(player, cells=tuple(cells), points=None, rank=None)


def event(report: Report, **wanted: Any) -> Tournament:
    """The event of olga's that the report becomes, its bots made."""
    given = Wanted(**{"engine": "trash", "policy": "greedy", **wanted})
    return import_report(actor=arena.organiser(), report=report, wanted=given)


def lines(players: Iterable[Player]) -> list[tuple[object, ...]]:
    """What is kept of players: numbers, names, ratings, points and rounds. A blank is as good as a zero-point bye."""
    return [
        (
            player.number,
            player.name.removesuffix(" v1"),
            player.rating,
            player.points,
            [Cell(0, "-", Result.ZERO) if cell is None else cell for cell in player.cells],
        )
        for player in players
    ]
