"""Whether a round of a report is paired as a format pairs it from the history before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing.base import CannotPair, Field, Format, Pairings
from tournaments.trf.values import Report, Result

Pair = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What a round has and the format does not, and the other way round: pairs, first seat first, or (number,) for a
    bye. `failed`: why the format cannot pair the round at all.
    """

    reported: tuple[Pair, ...]
    expected: tuple[Pair, ...]
    failed: str = ""

    def __str__(self) -> str:
        if self.failed:
            return self.failed
        return f"the file has {_shown(self.reported)}; expected {_shown(self.expected)}"

    def data(self) -> dict[str, object]:
        """The same for JSON."""
        return {
            "reported": [list(pair) for pair in self.reported],
            "expected": [list(pair) for pair in self.expected],
            "failed": self.failed or None,
        }


def differences(report: Report, format_: Format, field: Field) -> Difference | None:
    """How the report's round `field.round` differs from what the format makes of its field; None: not at all."""
    reported = set(_reported(report, field.round))
    try:
        expected = set(_pairs(format_.pair(field)))
    except CannotPair as exc:
        return Difference(tuple(sorted(reported)), (), str(exc))
    if reported == expected:
        return None
    return Difference(tuple(sorted(reported - expected)), tuple(sorted(expected - reported)))


def paired(pairings: Pairings) -> Iterator[int]:
    """Everyone at a table or with a bye, and those drawn against who is absent."""
    return (number for pair in _pairs(pairings) for number in pair)


def _pairs(pairings: Pairings) -> Iterator[Pair]:
    yield from (table.entrants for table in pairings.tables)
    yield from (forfeit.entrants for forfeit in pairings.forfeits)
    yield from ((rest.entrant,) for rest in pairings.byes)


def _reported(report: Report, round_: int) -> Iterator[Pair]:
    for player in report.players:
        cell = player.cell(round_)
        if cell is not None and cell.colour == "w":
            yield (player.number, cell.opponent)
        elif cell is not None and cell.result is Result.PAIRING:
            yield (player.number,)


def _shown(pairs: tuple[Pair, ...]) -> str:
    names = (" v ".join(map(str, pair)) if len(pair) > 1 else f"a bye for {pair[0]}" for pair in pairs)
    return ", ".join(names) or "none"
