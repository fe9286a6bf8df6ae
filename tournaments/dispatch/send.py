"""Messages to the workers: hints that a row wants attention. A lost one loses nothing, so not sending is no error."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments.dispatch.routes import MATCHES, Route, routes, trial_routes
from tournaments.models import Match, Trial

logger = logging.getLogger(__name__)

PLAY = "tournaments.play_match"
PLAY_TRIAL = "tournaments.play_trial"
CLOSE = "tournaments.close_round"
MAIL = "tournaments.mail_notice"
EVERYWHERE: Mapping[int, Route] = {}


def send_matches(match_ids: Iterable[int]) -> None:
    """Ask for matches to be played, each where it can be, once the transaction is committed."""
    ids = list(match_ids)
    if ids:
        transaction.on_commit(lambda: _send(PLAY, ids, routes(ids)))


def send_trials(trial_ids: Iterable[int]) -> None:
    """Ask for trials to be played, each where it can be, once the transaction is committed."""
    ids = list(trial_ids)
    if ids:
        transaction.on_commit(lambda: _send(PLAY_TRIAL, ids, trial_routes(ids)))


def send_close(round_id: int) -> None:
    """Ask for a round to be closed, once the transaction is committed."""
    transaction.on_commit(lambda: _send(CLOSE, [round_id]))


def send_notice(notice_id: int) -> None:
    """Ask for a notice to be mailed, once the transaction is committed."""
    transaction.on_commit(lambda: _send(MAIL, [notice_id]))


def resend_matches(match_ids: list[int], *, now: datetime) -> None:
    """Send again for pending matches and note when."""
    Match.objects.filter(id__in=match_ids).update(queued_at=now)
    send_matches(match_ids)


def resend_trials(trial_ids: list[int], *, now: datetime) -> None:
    """Send again for pending trials and note when."""
    Trial.objects.filter(id__in=trial_ids).update(queued_at=now)
    send_trials(trial_ids)


def waiting_messages(queue: str = MATCHES) -> int | None:
    """Messages in a queue that no worker has taken yet; None if the broker does not answer."""
    with current_app.connection_for_read() as connection:
        try:
            connection.ensure_connection(max_retries=1, interval_start=0.1, interval_step=0.1)
            declared = connection.default_channel.queue_declare(queue=queue)
        except (OperationalError, *connection.connection_errors, *connection.channel_errors) as error:
            logger.warning("the broker does not answer: %s", error)
            return None
        return int(declared.message_count)


def _send(name: str, ids: list[int], routes: Mapping[int, Route] = EVERYWHERE) -> None:
    task = current_app.tasks[name]
    try:
        with current_app.producer_or_acquire() as producer:
            for row_id in ids:
                to = routes.get(row_id)
                where = {} if to is None else {"queue": to.queue, "time_limit": to.time_limit}
                task.apply_async((row_id,), producer=producer, **where)
    except (OperationalError, OSError) as error:
        logger.warning(
            "%d messages of %s are left to the sweeper, as the broker does not answer: %s", len(ids), name, error
        )
