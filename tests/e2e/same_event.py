"""Plays events of all games with given secrets on the database and broker of the environment; prints what followed.

``python -m tests.e2e.same_event`` beside a worker. Nothing printed holds an id of a row or a time: two runs of the
same events must print the same bytes.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import django

PATIENCE_SECONDS = 120


def main() -> None:
    django.setup()
    from django.core.management import call_command

    from tests.tournaments import arena
    from tournaments.dispatch.sweep import sweep
    from tournaments.events import lifecycle
    from tournaments.models import Tournament

    call_command("migrate", verbosity=0)
    events = [
        arena.event(9, start=False, name="Swiss", format="swiss", rounds=4, boards=2),
        arena.event(11, start=False, name="Pods", format="pods", seats=4, rounds=3),
        arena.event(4, start=False, name="Rummy", engine="rummy", format="swiss", rounds=2),
        arena.event(3, start=False, name="Rummy table", engine="rummy", variant="b", format="pods", seats=3, rounds=1),
        arena.event(4, start=False, name="Construction", engine="construction", format="swiss", rounds=2),
        arena.event(3, start=False, name="Advantage", engine="advantage", options={"lead": "alternate"}),
    ]
    for number, event in enumerate(events):
        Tournament.objects.filter(pk=event.pk).update(secret=bytes([number]) * 32)
        lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    limit = time.monotonic() + PATIENCE_SECONDS
    while Tournament.objects.exclude(state="finished").exists():
        if time.monotonic() > limit:
            sys.exit(f"the events have not finished within {PATIENCE_SECONDS} s")
        time.sleep(0.5)
        sweep()
    sys.stdout.write(json.dumps([account(event.pk) for event in events] + [ratings()], indent=1))


def account(tournament_id: int) -> dict[str, Any]:
    """Pairings, games and standings of an event."""
    from tournaments import ranking
    from tournaments.models import Bye, Game, Seat, Tournament

    tournament = Tournament.objects.get(pk=tournament_id)
    place = ("match__round__number", "match__table")
    seats = Seat.objects.filter(match__round__tournament=tournament).order_by(*place, "seat")
    byes = Bye.objects.filter(round__tournament=tournament).order_by("round__number", "entry__number")
    games = Game.objects.filter(match__round__tournament=tournament).order_by(*place, "board", "rotation")
    who = ("seat", "entry__number", "entry__bot__name", "match__why")
    return {
        "seed": bytes(tournament.seed or b"").hex(),
        "pairings": [list(row) for row in seats.values_list(*place, *who)],
        "byes": [list(row) for row in byes.values_list("round__number", "entry__number", "points", "why")],
        "ranks": [list(row) for row in seats.filter(seat=0).values_list(*place, "match__state", "match__ranks")],
        "games": [
            [*row[:-1], bytes(row[-1]).hex()]
            for row in games.values_list(*place, "board", "rotation", "ranks", "scores", "verdicts", "transcript")
        ],
        "standings": [
            [row.place, row.entrant, row.points, row.played, row.won, list(row.values)]
            for row in ranking.standings(tournament)
        ],
    }


def ratings() -> dict[str, Any]:
    """The ledger, and what follows from it, to the last bit."""
    from ratings.models import LedgerRow, Rating
    from tournaments.models import BotVersion

    names = dict(BotVersion.objects.values_list("id", "bot__name"))
    pool = ("pool__engine", "pool__seats")
    ledger = LedgerRow.objects.order_by(*pool, "seq")
    ledger_rows = ledger.values_list(*pool, "seq", "match__table", "board", "versions", "ranks", "order")
    current = Rating.objects.order_by(*pool, "version__bot__name").select_related("pool")
    return {
        "ledger": [[*row[:5], [names[version] for version in row[5]], *row[6:]] for row in ledger_rows],
        "ratings": [
            [
                rating.pool.engine,
                rating.pool.seats,
                names[rating.version_id],
                rating.mu.hex(),
                rating.sigma.hex(),
                rating.boards,
            ]
            for rating in current
        ],
    }


if __name__ == "__main__":
    main()
