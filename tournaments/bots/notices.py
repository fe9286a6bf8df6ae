"""Telling owners of their bots: a row, found on their pages and by the API, and a mail where there is an address.

A mail is sent at least once and in the normal case exactly once. Whoever sends it first moves ``mail_at`` on, by one
conditional UPDATE that only one worker can win, and says ``mailed_at`` once the server has taken it. A worker that dies
in between leaves it due again: such a crash sends a mail twice rather than never.
"""

from __future__ import annotations

import logging
import smtplib
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from tournaments.access.actors import Actor
from tournaments.access.errors import Missing
from tournaments.dispatch.send import send_notice
from tournaments.models import BotVersion, Notice

logger = logging.getLogger(__name__)

# Longer than a mail server that answers at all, within EMAIL_TIMEOUT for each command, can take for one mail.
FIRST_WAIT = timedelta(minutes=5)
LONGEST_WAIT = timedelta(days=1)
BATCH = 100  # of the mails that are due, at a time
SUBJECT_LENGTH = 150


def tell(version: BotVersion, kind: Notice.Kind, text: str) -> None:
    """Let the owner of the version know. Call it inside the transaction of what he is told of."""
    notice = Notice.objects.create(owner_id=version.bot.owner_id, version=version, kind=kind, text=text)
    send_notice(notice.pk)


def mark_read(*, actor: Actor, notice_id: int) -> Notice:
    """Say that a notice of the actor's has been read; again is the same. Raises Missing for another's too."""
    with transaction.atomic():
        own = Notice.objects.filter(owner=actor.user, pk=notice_id)
        own.filter(read_at=None).update(read_at=timezone.now())
        notice = own.select_related("version__bot").first()
    if notice is None:
        raise Missing(f"there is no notice {notice_id} of yours")
    return notice


def mark_all_read(*, actor: Actor, until: int) -> int:
    """Say so of all of the actor's up to the notice of this id, the last that was shown. How many were unread."""
    unread = Notice.objects.filter(owner=actor.user, read_at=None, pk__lte=until)
    return unread.update(read_at=timezone.now())


def mail_due() -> None:
    """Send what is due: what nobody was asked to send, since the broker was away, and what could not be sent before."""
    due = Notice.objects.filter(mailed_at=None, mail_at__lte=timezone.now()).order_by("mail_at", "id")
    for notice_id in list(due.values_list("pk", flat=True)[:BATCH]):
        if mail(notice_id) is False:
            return  # the server may be away; if it was the address, the next run goes on with the others


def mail(notice_id: int) -> bool | None:
    """Send a notice, if it is due and nobody else does. What fails is tried again later.

    True if it was sent now, False if that failed, None if there was nothing to send.
    """
    now = timezone.now()
    notice = _claimed(notice_id, now)
    if notice is None:
        return None
    message = _message(notice)
    if message is not None:
        try:
            message.send()
        except (smtplib.SMTPException, OSError) as error:
            logger.warning("notice %d could not be mailed, try %d: %s", notice_id, notice.mail_tries + 1, error)
            return False
    Notice.objects.filter(pk=notice_id).update(mailed_at=timezone.now())
    return None if message is None else True


def wait_after(tries: int) -> timedelta:
    """How long a mail waits for its next try after so many: 5 minutes, then twice as long each time, at most a day."""
    return min(FIRST_WAIT * (1 << min(tries - 1, 20)), LONGEST_WAIT)


def _claimed(notice_id: int, now: datetime) -> Notice | None:
    """The notice, nobody else's to send until its next try; None where there is nothing to send now."""
    due = Notice.objects.filter(pk=notice_id, mailed_at=None, mail_at__lte=now)
    notice = due.select_related("owner", "version__bot").first()
    if notice is None:
        return None
    mine = due.filter(mail_at=notice.mail_at, mail_tries=notice.mail_tries).update(
        mail_at=now + wait_after(notice.mail_tries + 1), mail_tries=F("mail_tries") + 1
    )
    return notice if mine else None


def _message(notice: Notice) -> EmailMessage | None:
    """None where no mail is needed: it has been read, or its owner has no address, or is no more."""
    address = notice.owner.email
    if notice.read_at is not None or not notice.owner.is_active:
        return None
    try:
        validate_email(address)
    except ValidationError:
        return None
    # A header is one line, whatever anybody has called a bot.
    subject = " ".join(f"{notice.version}: {notice.get_kind_display()}".split())[:SUBJECT_LENGTH]
    return EmailMessage(subject=subject, body=f"{notice.text}\n{_where(notice)}", to=[address])


def _where(notice: Notice) -> str:
    """Where the owner reads on, if Croupier was told how browsers find it."""
    version = notice.version
    if not settings.CSRF_TRUSTED_ORIGINS:
        return ""
    return f"\n{settings.CSRF_TRUSTED_ORIGINS[0]}{reverse('pages:version', args=[version.bot_id, version.number])}\n"
