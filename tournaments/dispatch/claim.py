"""Claiming a match: one conditional UPDATE makes it this worker's for the time of a lease.

Claiming and recording are the inner loop of every worker. Their statements are written out in SQL that SQLite and
PostgreSQL share: building them anew for every match costs more than running them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import product
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from plugins.protocol import Limits
from tournaments.dispatch.contestants import COLUMNS, Contestant, Kind
from tournaments.history import basis
from tournaments.models import Entry, Game, Round, Tournament
from tournaments.play import deal
from tournaments.standings.scoring import Basis

_TAKE = """
    UPDATE tournaments_match
    SET state = 'running', attempt = attempt + 1, lease_until = %s, started_at = COALESCE(started_at, %s)
    WHERE id = %s AND state = 'pending' AND EXISTS (
        SELECT 1 FROM tournaments_round JOIN tournaments_tournament ON tournaments_tournament.id = tournament_id
        WHERE tournaments_round.id = round_id
        AND tournaments_round.state = 'paired' AND tournaments_tournament.state = 'running'
    )
    RETURNING attempt, round_id, "table"
"""
RENEW = """
    UPDATE tournaments_match SET lease_until = %s WHERE id = %s AND attempt = %s AND state = 'running'
"""
_VERSION = [f"version__{column}" for column in COLUMNS]
_SEATED = "SELECT entry_id FROM tournaments_seat WHERE match_id = %s ORDER BY seat"


READY_MS = 30_000  # within which a remote bot must be there


@dataclass(frozen=True, slots=True)
class Event:
    """What all matches of a round share, and nothing changes once the event has started.

    duplicate:   whether all tables play the same deals.
    contestants: by id of the entry.
    """

    round_number: int
    engine: str
    rules_version: int | None
    options: dict[str, Any]
    boards: int
    rotate: bool
    result: Basis
    duplicate: bool
    limits: Limits
    contestants: Mapping[int, Contestant]
    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """What a worker has in hand, a match or a trial, and the attempt by which it is known.

    contestants: by seat. missing: (board, rotation) of the games yet to be played, in order.
    lease: seconds, from the claim or a recording on; longer than any game of theirs may take.
    """

    attempt: int
    contestants: tuple[Contestant, ...]
    missing: tuple[tuple[int, int], ...]
    lease: float

    @property
    def has_remote(self) -> bool:
        """Whether a seat is played from elsewhere, so that most of the time is waiting."""
        return has_remote(self.contestants)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Hold):
    """What a worker needs to play a match."""

    match_id: int
    round_id: int
    table: int
    event: Event

    def seed(self, board: int, rotation: int) -> bytes:
        """What the game is dealt from."""
        return deal.game_seed(
            self.event.seed,
            round_number=self.event.round_number,
            table=self.table,
            board=board,
            rotation=rotation,
            attempt=self.attempt,
            duplicate=self.event.duplicate,
        )


def claim(match_id: int) -> Claim | None:
    """Make the match this worker's, or None if it is not to be had: taken, done, gone, or its event not running."""
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [stored(lease_end(now, settings.CROUPIER_LEASE_SECONDS)), stored(now), match_id])
        taken = cursor.fetchall()
        if not taken:
            return None
        attempt, round_id, table = taken[0]
        cursor.execute(_SEATED, [match_id])
        entries = [entry for (entry,) in cursor.fetchall()]
    event = _event(round_id)
    # Games can only have been recorded by an earlier attempt, and none of those can record any more.
    played = set(Game.objects.filter(match_id=match_id).values_list("board", "rotation")) if attempt > 1 else set()
    contestants = tuple(event.contestants[entry] for entry in entries)
    lease = lease_seconds(contestants, event.limits)
    claimed = Claim(
        attempt=attempt,
        contestants=contestants,
        missing=unplayed(event.boards, len(entries) if event.rotate else 1, played),
        lease=lease,
        match_id=match_id,
        round_id=round_id,
        table=table,
        event=event,
    )
    if lease > settings.CROUPIER_LEASE_SECONDS:
        # Who was claimed is known only now. A claim that is lost meanwhile is seen at the first recording.
        with connection.cursor() as cursor:
            cursor.execute(RENEW, [stored(lease_end(now, lease)), match_id, attempt])
    return claimed


def unplayed(boards: int, rotations: int, played: Collection[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """(board, rotation) of the games of so many boards that are not among the played ones, in order."""
    games = product(range(1, boards + 1), range(rotations))
    return tuple(game for game in games if game not in played)


def has_remote(contestants: Iterable[Contestant]) -> bool:
    """Whether one of them plays from elsewhere."""
    return any(contestant.kind == Kind.REMOTE for contestant in contestants)


def lease_seconds(contestants: Iterable[Contestant], limits: Limits) -> float:
    """For how long a match of theirs is a worker's without a recording.

    That covers a game of policies; a bot's time to get ready and for all its moves is added for each seat that may
    take it. Who has failed is played on for by a policy.
    """
    slow = sum(contestant.kind != Kind.POLICY for contestant in contestants)
    ready = max(limits.startup_ms, READY_MS)
    return float(settings.CROUPIER_LEASE_SECONDS) + slow * (ready + limits.game_ms) / 1000


def lease_end(now: datetime, seconds: float) -> datetime:
    """When a lease taken or renewed now is over."""
    return now + timedelta(seconds=seconds)


def limits_of(tournament: Tournament) -> Limits:
    """The time of the event's bots."""
    return Limits(move_ms=tournament.move_ms, bank_ms=tournament.bank_ms, game_ms=tournament.game_ms)


def stored(moment: datetime) -> Any:
    """A time as the database's driver takes it."""
    return connection.ops.adapt_datetimefield_value(moment)


@lru_cache(maxsize=64)
def _event(round_id: int) -> Event:
    turn = Round.objects.select_related("tournament").get(id=round_id)
    tournament = turn.tournament
    pinned = Entry.objects.filter(tournament=tournament, number__isnull=False)
    return Event(
        round_number=turn.number,
        engine=tournament.engine,
        rules_version=tournament.rules_version,
        options=tournament.options,
        boards=tournament.boards,
        rotate=tournament.rotate,
        result=basis(tournament),
        duplicate=tournament.deals == Tournament.Deals.DUPLICATE,
        limits=limits_of(tournament),
        contestants={entry: Contestant(*version) for entry, *version in pinned.values_list("id", *_VERSION)},
        seed=bytes(tournament.seed or b""),
    )


def forget() -> None:
    """Forget what is known of events: for tests, whose ids come again."""
    _event.cache_clear()
