"""The terms of an event in words: who may enter and until when, when it starts, what is worth what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.template.defaultfilters import pluralize

from tournaments import history, ranking
from tournaments.events.entries import check_in_opens
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Term:
    """One of them: a name and either words or a time."""

    name: str
    text: str = ""
    moment: datetime | None = None


def terms(event: Tournament, *, entries: int) -> list[Term]:
    """Those of this event that say more than nothing. `entries` are in."""
    return [*_entering(event, entries), *_starting(event), *_playing(event)]


def _entering(event: Tournament, entries: int) -> Iterator[Term]:
    yield Term("Admission", event.get_admission_display())
    if event.entries_from is not None:
        yield Term("Entries from", moment=event.entries_from)
    if event.entries_until is not None:
        yield Term("Entries until", moment=event.entries_until)
    if event.capacity is not None:
        yield Term("Places", f"{entries} of {event.capacity} taken")
    if event.per_owner is not None:
        yield Term("Each owner", f"at most {_count(event.per_owner, 'bot')}")
    if event.late_until:
        text = f"until round {event.late_until} is paired"
        if event.late_points:
            text += f"; {_count(event.late_points, 'point')} for each round missed"
        yield Term("Late entry", text)


def _starting(event: Tournament) -> Iterator[Term]:
    if event.starts_at is not None and event.started_at is None:
        yield Term("Starts", moment=event.starts_at)
        if (opens := check_in_opens(event)) is not None:
            yield Term("Check-in from", moment=opens)
    elif event.check_in_minutes is not None:
        yield Term("Check-in", f"{_count(event.check_in_minutes, 'minute')} before the start")


def _playing(event: Tournament) -> Iterator[Term]:
    if event.rounds is not None:
        yield Term("Rounds", f"{event.rounds} planned")
    if event.requested_byes:
        worth = _count(history.tie(event), "point")
        yield Term("Byes on request", f"at most {event.requested_byes} for each bot, worth {worth}")
    if event.same_owner_rounds:
        first = f"the first {event.same_owner_rounds} rounds" if event.same_owner_rounds > 1 else "the first round"
        yield Term("Bots of one owner", f"do not meet in {first}, where that can be")
    if event.admits_remote:
        yield Term("Remote bots", "may enter; every game has its own deal")
    elif event.deals == Tournament.Deals.INDEPENDENT:
        yield Term("Deals", "every game has its own")
    move, bank, game = (_seconds(time) for time in (event.move_ms, event.bank_ms, event.game_ms))
    yield Term("Time", f"{move} for a move, {bank} in a game beyond that, {game} in a game for all moves")
    if event.acceleration != Tournament.Acceleration.NONE:
        yield Term("Acceleration", event.get_acceleration_display())
    if event.points is not None:
        yield Term("Points by place", ", ".join(map(str, event.points)))
    if event.tie_breaks:
        yield Term("Tie-breaks", ", ".join(column.title for column in ranking.columns(event)))
    if event.hidden:
        yield Term("Results released", moment=event.released_at) if event.released_at else Term("Results", "hidden")


def _seconds(time_ms: int) -> str:
    """``90000`` is ``90 s``, ``1500`` is ``1.5 s``."""
    return f"{time_ms / 1000:g} s"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{pluralize(number)}"
