"""What is kept of programs and remote bots for their owners, a row for each seat of a game."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence

from tournaments.models import SeatReport
from tournaments.play.players.reported import Report


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
