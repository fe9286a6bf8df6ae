"""What an organiser decides about a match: have it played again, rule or correct how it ended, leave it unrated."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid, Missing
from tournaments.dispatch.send import resend_matches, send_close
from tournaments.events.rating import Follow, follow, followed
from tournaments.history import basis
from tournaments.models import Match, Round, Tournament
from tournaments.rights import organised, require_state
from tournaments.standings.scoring import GameResult, match_ranks, ranks_by_sum

REASON_LENGTH = 500
ALIVE = [Tournament.State.RUNNING, Tournament.State.PAUSED]
STARTED = [*ALIVE, Tournament.State.FINISHED, Tournament.State.CANCELLED]


def requeue(*, actor: Actor, match_id: int) -> Match:
    """Have a void match played again. Raises NotAllowed, Missing, Conflict unless void and its round not closed."""
    with transaction.atomic():
        match = _match(actor, match_id, "requeue")
        if match.state == Match.State.PENDING:
            return match
        _require_void(match, "requeue")
        match.state = Match.State.PENDING
        match.failures = 0
        match.ended_at = None
        match.save()
        audit.record(actor=actor, verb="match.requeue", target=match)
        resend_matches([match_id], now=timezone.now())
        return match


def rule(*, actor: Actor, match_id: int, ranks: Sequence[int], forfeit: bool = False) -> Match:
    """Decide a void match: ``ranks`` by seat, all 0 for a tie. It counts in the standings and is not rated.

    forfeit   with two seats: won because the other did not play; with equal ranks both have lost
    Raises NotAllowed, Missing, Invalid for ranks that are none, Conflict unless it is void and its round not closed.
    """
    with transaction.atomic():
        match = _match(actor, match_id, "rule")
        _check_ranks(match, ranks, forfeit=forfeit)
        if match.ruled and match.ranks == list(ranks) and match.forfeit == forfeit:
            return match
        _require_void(match, "rule")
        _decide(match, ranks, forfeit=forfeit)
        audit.record(actor=actor, verb="match.rule", target=match, details={"ranks": list(ranks), "forfeit": forfeit})
        send_close(match.round_id)
        return match


def correct(
    *,
    actor: Actor,
    match_id: int,
    ranks: Sequence[int] | None,
    forfeit: bool = False,
    reason: str,
    follow: Follow = follow,
) -> Match:
    """Let a match that is over count as something else, in whatever round: every later standing follows from it.

    ranks   by seat, or None: as it was played
    reason  for everyone to read, up to 500 characters
    Pairings that were made stay. Boards of a match that counts as something else are not for ratings, not even for
    those of what came after them. Raises NotAllowed, Missing, Invalid for ranks that are none and for want of a reason,
    Conflict for a match that is not over or was never played out, and for a cancelled event.
    """
    reason = _checked(reason)
    with transaction.atomic():
        match = _locked(actor, match_id, "correct", [*ALIVE, Tournament.State.FINISHED])
        if match.state not in (Match.State.FINISHED, Match.State.VOID):
            raise Conflict(
                f"correct: match {match_id} is {match.state}; this needs it to be finished or void", code="wrong_state"
            )
        if ranks is None:
            decided, ruled, forfeit = _as_played(match), False, False
        else:
            _check_ranks(match, ranks, forfeit=forfeit)
            decided, ruled = tuple(ranks), True
        before = (match.state, match.ranks, match.ruled, match.forfeit)
        if before == (Match.State.FINISHED, list(decided), ruled, forfeit):
            return match
        with followed(match.round.tournament, [match_id], reason=reason, by=actor.user, follow=follow):
            _decide(match, decided, forfeit=forfeit, ruled=ruled, reason=reason)
        details = {"was": before[1], "ranks": list(decided), "ruled": ruled, "forfeit": forfeit}
        audit.record(actor=actor, verb="match.correct", target=match, details=details)
        if match.round.state == Round.State.PAIRED:
            send_close(match.round_id)
        return match


def unrate(*, actor: Actor, match_id: int, reason: str, follow: Follow = follow) -> Match:
    """Take the boards of a match out of the ratings, those of what came after them too; standings stay.

    reason  for everyone to read, up to 500 characters
    Raises NotAllowed, Missing, Invalid for want of a reason, Conflict before the start, in an event that is not rated
    and unless its round is closed.
    """
    reason = _checked(reason)
    return _set_unrated(actor, match_id, "unrate", why=reason, reason=reason, follow=follow)


def rate(*, actor: Actor, match_id: int, follow: Follow = follow) -> Match:
    """Let a match that was taken out of the ratings count for them again, unless something else forbids it.

    Raises NotAllowed, Missing, Conflict as `unrate`.
    """
    return _set_unrated(actor, match_id, "rate", why="", reason="counts for ratings again", follow=follow)


def _set_unrated(actor: Actor, match_id: int, verb: str, *, why: str, reason: str, follow: Follow) -> Match:
    with transaction.atomic():
        match = _locked(actor, match_id, verb, STARTED)
        tournament = match.round.tournament
        if not tournament.rated:
            raise Conflict(f"{verb}: tournament {tournament.pk} is not rated", code="not_rated")
        if match.round.state != Round.State.CLOSED:
            raise Conflict(f"{verb}: the round of match {match_id} is not closed yet", code="round_not_closed")
        if match.unrated == why:
            return match
        with followed(tournament, [match_id], reason=reason, by=actor.user, follow=follow):
            match.unrated = why
            match.save(update_fields=["unrated"])
        audit.record(actor=actor, verb=f"match.{verb}", target=match, details={"reason": why} if why else {})
        return match


def _checked(reason: str) -> str:
    reason = reason.strip()
    if not 1 <= len(reason) <= REASON_LENGTH:
        raise Invalid(f"reason: say in 1 to {REASON_LENGTH} characters why", field="reason")
    return reason


def _decide(match: Match, ranks: Sequence[int], *, forfeit: bool, ruled: bool = True, reason: str = "") -> None:
    match.state = Match.State.FINISHED
    match.ranks, match.ruled, match.forfeit, match.ruling = list(ranks), ruled, forfeit, reason
    match.save()


def _check_ranks(match: Match, ranks: Sequence[int], *, forfeit: bool) -> None:
    seats = match.seats.count()
    if len(ranks) != seats or tuple(ranks) != ranks_by_sum([-rank for rank in ranks]):
        raise Invalid(
            f"ranks: {list(ranks)} is no ranking of {seats} seats; a rank is the number of seats that are better",
            field="ranks",
        )
    if forfeit and seats != 2:
        raise Invalid(f"forfeit: match {match.pk} has {seats} seats; a forfeit needs two", field="forfeit")


def _as_played(match: Match) -> tuple[int, ...]:
    """The ranks of its games. Raises Conflict unless all of them were recorded."""
    tournament = match.round.tournament
    games = [
        GameResult(board, rotation, tuple(ranks), tuple(scores))
        for board, rotation, ranks, scores in match.games.values_list("board", "rotation", "ranks", "scores")
    ]
    whole = tournament.boards * (match.seats.count() if tournament.rotate else 1)
    if len(games) < whole:
        raise Conflict(
            f"correct: of the {whole} games of match {match.pk} only {len(games)} were played; say its ranks",
            code="not_played",
        )
    return match_ranks(games, basis(tournament))


def _match(actor: Actor, match_id: int, verb: str) -> Match:
    """The match of an open round of a running or paused tournament, both locked."""
    match = _locked(actor, match_id, verb, ALIVE)
    if match.round.state == Round.State.CLOSED:
        raise Conflict(f"{verb}: the round of match {match_id} is closed", code="wrong_state")
    return match


def _locked(actor: Actor, match_id: int, verb: str, states: Sequence[str]) -> Match:
    """The match, locked, and its tournament before it, which must be in one of the states."""
    tournament_id = Match.objects.filter(id=match_id).values_list("round__tournament_id", flat=True).first()
    if tournament_id is None:
        raise Missing(f"there is no match {match_id}")
    try:
        tournament = organised(actor, tournament_id)
    except Missing:
        # To who may not know of the event there is no such match either, and it is said in the same words.
        raise Missing(f"there is no match {match_id}") from None
    require_state(tournament, verb, states)
    return Match.objects.select_for_update().get(id=match_id)


def _require_void(match: Match, verb: str) -> None:
    if match.state != Match.State.VOID:
        raise Conflict(f"{verb}: match {match.pk} is {match.state}; this needs it to be void", code="wrong_state")
