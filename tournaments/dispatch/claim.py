"""Claiming a match: one conditional UPDATE makes it this worker's for the time of a lease."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import Game, Match, Round, Seat, Tournament
from tournaments.play import deal


@dataclass(frozen=True, slots=True)
class Claim:
    """What a worker needs to play a match, and the attempt by which it is known.

    policies: by seat. missing: (board, rotation) of the games yet to be played, in order.
    """

    match_id: int
    attempt: int
    round_id: int
    round_number: int
    table: int
    engine: str
    options: dict[str, Any]
    result: str
    policies: tuple[str, ...]
    missing: tuple[tuple[int, int], ...]
    seed: bytes = field(repr=False)

    def board_seed(self, board: int) -> bytes:
        return deal.board_seed(self.seed, round_number=self.round_number, table=None, board=board)


def lease_end() -> Any:
    """When a lease taken or renewed now is over."""
    return timezone.now() + timedelta(seconds=settings.CROUPIER_LEASE_SECONDS)


def claim(match_id: int) -> Claim | None:
    """Make the match this worker's, or None if it is not to be had: taken, done, gone, or its event not running."""
    row = (
        Match.objects.filter(id=match_id, state=Match.State.PENDING)
        .values_list(
            "attempt",
            "table",
            "round_id",
            "round__number",
            "round__tournament__engine",
            "round__tournament__options",
            "round__tournament__boards",
            "round__tournament__rotate",
            "round__tournament__result",
            "round__tournament__seed",
        )
        .first()
    )
    if row is None:
        return None
    attempt, table, round_id, number, engine, options, boards, rotate, result, seed = row
    running = Round.objects.filter(
        id=OuterRef("round_id"), state=Round.State.PAIRED, tournament__state=Tournament.State.RUNNING
    )
    taken = Match.objects.filter(Exists(running), id=match_id, attempt=attempt, state=Match.State.PENDING).update(
        state=Match.State.RUNNING,
        attempt=attempt + 1,
        lease_until=lease_end(),
        started_at=Coalesce("started_at", timezone.now()),
    )
    if not taken:
        return None
    policies = tuple(
        Seat.objects.filter(match_id=match_id).order_by("seat").values_list("entry__version__policy", flat=True)
    )
    # Games can only have been recorded by an earlier attempt, and none of those can record any more.
    played = set(Game.objects.filter(match_id=match_id).values_list("board", "rotation")) if attempt else set()
    rotations = len(policies) if rotate else 1
    missing = tuple(
        (board, rotation)
        for board in range(1, boards + 1)
        for rotation in range(rotations)
        if (board, rotation) not in played
    )
    return Claim(
        match_id=match_id,
        attempt=attempt + 1,
        round_id=round_id,
        round_number=number,
        table=table,
        engine=engine,
        options=options,
        result=result,
        policies=policies,
        missing=missing,
        seed=bytes(seed),
    )
