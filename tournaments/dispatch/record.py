"""Recording what was played: accepted from the current attempt alone, each game once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.dispatch import attempts
from tournaments.dispatch.claim import RENEW, Claim, Hold, lease_end, stored
from tournaments.dispatch.reports import Result, keep
from tournaments.dispatch.send import resend_matches, send_close
from tournaments.models import Game, Match
from tournaments.play.transcript import pack
from tournaments.standings.scoring import Basis, GameResult, match_ranks

_FINISH = """
    UPDATE tournaments_match
    SET state = 'finished', lease_until = NULL, fault = '', ended_at = %s, ranks = %s
    WHERE id = %s AND attempt = %s AND state = 'running'
"""
_KEEP = """
    INSERT INTO tournaments_game
    (match_id, board, rotation, attempt, ranks, scores, verdicts, decisions, transcript, recorded_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_WAITING = "SELECT 1 FROM tournaments_match WHERE round_id = %s AND state IN ('pending', 'running') LIMIT 1"


def record(claim: Claim, results: Sequence[Result], *, last: bool) -> None:
    """Record games of a running match and renew its lease; with ``last`` the match is finished.

    Raises ``attempts.Outdated``, having changed nothing, unless the claim is still the match's current attempt.
    """
    now = stored(timezone.now())
    with transaction.atomic(), connection.cursor() as cursor:
        if last:
            ranks = json.dumps(
                ranks_of(claim, results, Game.objects.filter(match_id=claim.match_id), claim.event.result)
            )
            cursor.execute(_FINISH, [now, ranks, claim.match_id, claim.attempt])
        else:
            cursor.execute(RENEW, [stored(lease_end(timezone.now(), claim.lease)), claim.match_id, claim.attempt])
        if cursor.rowcount != 1:
            raise attempts.Outdated(f"attempt {claim.attempt} at match {claim.match_id} is outdated")
        cursor.executemany(
            _KEEP,
            [
                (
                    claim.match_id,
                    result.board,
                    result.rotation,
                    claim.attempt,
                    json.dumps(result.played.ranks),
                    json.dumps(result.played.scores),
                    json.dumps(result.played.verdicts),
                    len(result.played.moves),
                    pack(result.played.moves),
                    now,
                )
                for result in results
            ],
        )
        if any(any(result.reports) for result in results):
            games_now = Game.objects.filter(match_id=claim.match_id, attempt=claim.attempt)
            keep(results, games_now.values_list("id", "board", "rotation"), "game_id")
    if last:
        with connection.cursor() as cursor:
            cursor.execute(_WAITING, [claim.round_id])
            if not cursor.fetchall():
                send_close(claim.round_id)


def hand_back(claim: Claim) -> None:
    """Give a match that needs more than one turn back to the queue; no attempt is lost by it."""
    with transaction.atomic():
        if attempts.hand_back(Match.objects.filter(id=claim.match_id, attempt=claim.attempt)):
            resend_matches([claim.match_id], now=timezone.now())


def give_up(claim: Claim, fault: str) -> None:
    """The attempt failed through engine or worker: the match is pending again, or void after the last try."""
    lose_attempt(match_id=claim.match_id, attempt=claim.attempt, fault=fault, now=timezone.now())


def lose_attempt(*, match_id: int, attempt: int, fault: str, now: datetime, overdue: bool = False) -> None:
    """Count an attempt as lost, if it is still the current one, and send the match again or make it void.

    With ``overdue`` only if its lease is over too: it may have been renewed since somebody looked.
    """
    with transaction.atomic():
        mine = Match.objects.filter(id=match_id, attempt=attempt)
        state = attempts.lose(mine, fault=fault, now=now, overdue=overdue)
        if state == Match.State.PENDING:
            resend_matches([match_id], now=now)
        elif state == Match.State.VOID:
            send_close(Match.objects.values_list("round_id", flat=True).get(id=match_id))


def unfinished(round_id: int) -> QuerySet[Match]:
    """The matches that a round still waits for, whatever the event does with void ones."""
    return Match.objects.filter(round_id=round_id, state__in=Match.UNFINISHED)


def ranks_of(held: Hold, results: Sequence[Result], recorded: QuerySet[Any], by: Basis) -> tuple[int, ...]:
    """Ranks by seat of the match or trial that the last results finish; ``recorded`` are its games so far."""
    games = [GameResult(r.board, r.rotation, r.played.ranks, r.played.scores) for r in results]
    if held.attempt > 1 or len(games) < len(held.missing):
        rows = recorded.values_list("board", "rotation", "ranks", "scores")
        games.extend(GameResult(board, turn, tuple(ranks), tuple(scores)) for board, turn, ranks, scores in rows)
    return match_ranks(games, by)
