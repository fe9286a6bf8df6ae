"""A worker's turn at a trial: claimed, recorded and given up as a match is; see docs/lifecycle.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.dispatch import attempts
from tournaments.dispatch.claim import Hold, lease_end, lease_seconds, unplayed
from tournaments.dispatch.contestants import TRIAL_LIMITS, trial_seats
from tournaments.dispatch.playing import Table
from tournaments.dispatch.record import ranks_of
from tournaments.dispatch.reports import Result, keep
from tournaments.dispatch.send import resend_trials
from tournaments.dispatch.turn import Work, carry_out
from tournaments.models import Match, Trial, TrialGame, TrialSeat
from tournaments.play import deal
from tournaments.play.transcript import pack

State = Match.State
# What follows from a trial that is over, finished or void: called in the transaction in which it ends, given its id.
Over = Callable[[int], None]
ROUND, TABLE = 1, 1  # what stands in the labels of its deals where an event has its round and table


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialClaim(Hold):
    """What a worker needs to play a trial."""

    trial_id: int
    engine: str
    rules_version: int
    options: dict[str, Any]
    secret: bytes = field(repr=False)

    def seed(self, board: int, rotation: int) -> bytes:
        """What the game is dealt from."""
        return seed_of(self.secret, board=board, rotation=rotation, attempt=self.attempt, independent=self.has_remote)

    def table(self, board: int, rotation: int) -> Table:
        """The game to be played."""
        return Table(
            name=f"t{self.trial_id}.{board}.{rotation}.{self.attempt}",
            engine=self.engine,
            rules_version=self.rules_version,
            options=self.options,
            contestants=self.contestants,
            limits=TRIAL_LIMITS,
            table=TABLE,
            rotation=rotation,
        )


def seed_of(secret: bytes, *, board: int, rotation: int, attempt: int, independent: bool) -> bytes:
    """32 bytes, from which a game is dealt: that of its board, or its own if the trial has a remote seat.

    A program has forgotten the deal when it plays it from another seat; who plays from elsewhere has not.
    """
    return deal.game_seed(
        secret,
        round_number=ROUND,
        table=TABLE,
        board=board,
        rotation=rotation,
        attempt=attempt,
        duplicate=not independent,
    )


def take_trial(trial_id: int, *, over: Over) -> None:
    """Claim the trial, and play it as a match is; if it is not to be had, there is nothing to do."""
    claimed = claim_trial(trial_id)
    if claimed is None:
        return
    carry_out(
        Work(
            name=f"trial {trial_id}",
            held=claimed,
            engine=claimed.engine,
            rules_version=claimed.rules_version,
            table=claimed.table,
            seed=claimed.seed,
            record=partial(record_trial, claimed, over=over),
            hand_back=partial(hand_back_trial, claimed),
            give_up=partial(give_up_trial, claimed, over=over),
        )
    )


def claim_trial(trial_id: int) -> TrialClaim | None:
    """Make the trial this worker's, or None if it is not to be had: taken, over, gone."""
    now = timezone.now()
    with transaction.atomic():
        contestants = tuple(who for _, who in trial_seats(TrialSeat.objects.filter(trial_id=trial_id)))
        lease = lease_seconds(contestants, TRIAL_LIMITS)
        taken = Trial.objects.filter(id=trial_id, state=State.PENDING).update(
            state=State.RUNNING,
            attempt=F("attempt") + 1,
            lease_until=lease_end(now, lease),
            started_at=Coalesce("started_at", now),
        )
        if not taken:
            return None
        trial = Trial.objects.get(id=trial_id)
        played = set(trial.games.values_list("board", "rotation"))
    return TrialClaim(
        attempt=trial.attempt,
        contestants=contestants,
        missing=unplayed(trial.boards, len(contestants), played),
        lease=lease,
        trial_id=trial_id,
        engine=trial.engine,
        rules_version=trial.rules_version,
        options=trial.options,
        secret=bytes(trial.secret),
    )


def record_trial(claim: TrialClaim, results: Sequence[Result], *, last: bool, over: Over) -> None:
    """Record games of a running trial and renew its lease; with ``last`` it is finished.

    Raises Outdated, having changed nothing, unless the claim is still the trial's current attempt.
    """
    now = timezone.now()
    games = TrialGame.objects.filter(trial_id=claim.trial_id)
    with transaction.atomic():
        changes: dict[str, Any] = {"lease_until": lease_end(now, claim.lease)}
        if last:
            ranks = ranks_of(claim, results, games, "ranks")
            changes = {"state": State.FINISHED, "lease_until": None, "fault": "", "ended_at": now, "ranks": ranks}
        if not _mine(claim).filter(state=State.RUNNING).update(**changes):
            raise attempts.Outdated(f"attempt {claim.attempt} at trial {claim.trial_id} is outdated")
        TrialGame.objects.bulk_create(_row(claim, result) for result in results)
        if any(any(result.reports) for result in results):
            keep(results, games.values_list("id", "board", "rotation"), "trial_game_id")
        if last:
            over(claim.trial_id)


def hand_back_trial(claim: TrialClaim) -> None:
    """Give a trial that needs more than one turn back to the queue; no attempt is lost by it."""
    with transaction.atomic():
        if attempts.hand_back(_mine(claim)):
            resend_trials([claim.trial_id], now=timezone.now())


def give_up_trial(claim: TrialClaim, fault: str, *, over: Over) -> None:
    """The attempt failed through engine or worker: the trial is pending again, or void after the last try."""
    lose_trial(trial_id=claim.trial_id, attempt=claim.attempt, fault=fault, now=timezone.now(), over=over)


def lose_trial(*, trial_id: int, attempt: int, fault: str, now: datetime, over: Over, overdue: bool = False) -> None:
    """Count an attempt as lost, if it is still the current one, and send the trial again or make it void.

    With ``overdue`` only if its lease is over too: it may have been renewed since somebody looked.
    """
    with transaction.atomic():
        mine = Trial.objects.filter(id=trial_id, attempt=attempt)
        state = attempts.lose(mine, fault=fault, now=now, overdue=overdue)
        if state == State.PENDING:
            resend_trials([trial_id], now=now)
        elif state == State.VOID:
            over(trial_id)


def _mine(claim: TrialClaim) -> Any:
    return Trial.objects.filter(id=claim.trial_id, attempt=claim.attempt)


def _row(claim: TrialClaim, result: Result) -> TrialGame:
    played = result.played
    return TrialGame(
        trial_id=claim.trial_id,
        board=result.board,
        rotation=result.rotation,
        attempt=claim.attempt,
        ranks=played.ranks,
        scores=played.scores,
        verdicts=played.verdicts,
        decisions=len(played.moves),
        transcript=pack(played.moves),
    )
