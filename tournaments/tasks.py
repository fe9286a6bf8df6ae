"""The Celery tasks: each carries ids only and calls one function."""

from __future__ import annotations

from celery import shared_task

from tournaments.access import idempotency
from tournaments.bots import notices
from tournaments.bots.qualification import conclude
from tournaments.dispatch.sweep import sweep as sweep_all
from tournaments.dispatch.sweep import sweep_trials
from tournaments.dispatch.trial_turn import take_trial
from tournaments.dispatch.turn import take_turn
from tournaments.events.rounds import close
from tournaments.events.schedule import start_due


@shared_task(name="tournaments.play_match")  # type: ignore[untyped-decorator]
def play_match(match_id: int) -> None:
    take_turn(match_id)


@shared_task(name="tournaments.play_trial")  # type: ignore[untyped-decorator]
def play_trial(trial_id: int) -> None:
    take_trial(trial_id, over=conclude)


@shared_task(name="tournaments.close_round", time_limit=3600)  # type: ignore[untyped-decorator]
def close_round(round_id: int) -> None:
    close(round_id)


@shared_task(name="tournaments.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    sweep_all()
    sweep_trials(conclude)
    start_due()


@shared_task(name="tournaments.tidy")  # type: ignore[untyped-decorator]
def tidy() -> None:
    idempotency.forget_expired()


@shared_task(name="tournaments.mail_notice")  # type: ignore[untyped-decorator]
def mail_notice(notice_id: int) -> None:
    notices.mail(notice_id)


@shared_task(name="tournaments.mail_due")  # type: ignore[untyped-decorator]
def mail_due() -> None:
    notices.mail_due()
