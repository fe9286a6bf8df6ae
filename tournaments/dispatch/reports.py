"""What is kept of programs and remote bots for their owners, a row for each seat of a game."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.models import SeatReport
from tournaments.play.players.reported import Report
from tournaments.play.referee import Played


@dataclass(frozen=True, slots=True)
class Result:
    """A played game on its way into a row."""

    board: int
    rotation: int
    played: Played
    reports: tuple[Report | None, ...] = ()


def keep(results: Sequence[Result], games: Iterable[tuple[int, int, int]], column: str) -> None:
    """Insert the rows of games just recorded.

    games: (id, board, rotation) of their rows, among others. column: what names them in a report: `game_id` of a
    match, `trial_game_id`.
    """
    ids = {(board, rotation): pk for pk, board, rotation in games}
    SeatReport.objects.bulk_create(
        row
        for result in results
        for row in rows(result.reports, result.played.verdicts, **{column: ids[result.board, result.rotation]})
    )


def rows(
    reports: Sequence[Report | None],
    verdicts: Sequence[str],
    *,
    game_id: int | None = None,
    trial_game_id: int | None = None,
) -> Iterator[SeatReport]:
    """The rows of a game of a match, or of a trial; by seat of it, none for a policy."""
    for seat, report in enumerate(reports):
        if report is not None:
            yield SeatReport(
                game_id=game_id,
                trial_game_id=trial_game_id,
                seat=seat,
                version_id=report.version,
                verdict=verdicts[seat],
                failure=report.failure,
                ending=report.ending,
                moves=len(report.times),
                times=packed(json.dumps(report.times, separators=(",", ":")).encode()),
                printed=packed(report.printed),
                last_request=packed(report.last_request),
                notes=[list(note) for note in report.notes],
            )


def packed(data: bytes) -> bytes:
    """As it lies in a row; nothing stays nothing."""
    return zlib.compress(data) if data else b""


def unpacked(data: bytes | memoryview) -> bytes:
    """What was ``packed``."""
    return zlib.decompress(data) if data else b""


def times(report: SeatReport) -> list[int]:
    """What each of the bot's moves took, in ms."""
    found: list[int] = json.loads(unpacked(report.times) or b"[]")
    return found
