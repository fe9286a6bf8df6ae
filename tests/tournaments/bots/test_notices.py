"""Notices: a row in the transaction, one mail after it, and another try where the server did not take it."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from tests.tournaments import arena, reporting
from tournaments.access.errors import Missing
from tournaments.bots import notices
from tournaments.dispatch import send
from tournaments.models import BotVersion, Notice
from tournaments.tasks import mail_due, mail_notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(db: None) -> BotVersion:
    ada = arena.owner("ada")
    ada.user.email = "ada@example.org"
    ada.user.save()
    made = reporting.program("Gin", ada).active
    assert made is not None
    return made


def told(version: BotVersion, text: str = "It is so.") -> Notice:
    notices.tell(version, Notice.Kind.SUSPENDED, text)
    return Notice.objects.get()


def test_it_is_mailed_once_to_its_owner(version, messages, settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://cards.example.org"]
    notice = told(version)
    assert messages == [("mail", notice.pk)]
    assert (notice.owner, notice.mailed_at, notice.read_at) == (version.bot.owner, None, None)
    mail_notice(notice.pk)
    mail_notice(notice.pk)
    mail_due()
    (sent,) = mail.outbox
    assert (sent.subject, sent.to, sent.from_email) == (
        "Gin v1: a version was suspended", ["ada@example.org"], settings.DEFAULT_FROM_EMAIL
    )  # fmt: skip
    assert sent.body == f"It is so.\n\nhttps://cards.example.org/bots/{version.bot_id}/versions/1/\n"
    notice.refresh_from_db()
    assert notice.mailed_at is not None
    assert notice.mail_tries == 1


def test_a_rollback_tells_nobody(version, messages) -> None:
    with transaction.atomic():
        told(version)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


@pytest.mark.parametrize("address", ["", "no address", "a@b.org\nBcc: everyone@example.org"])
def test_without_an_address_there_is_no_mail(version, messages, address: str) -> None:
    version.bot.owner.email = address
    version.bot.owner.save()
    notice = told(version)
    mail_notice(notice.pk)
    notice.refresh_from_db()
    assert mail.outbox == []
    assert notice.mailed_at is not None


def test_who_has_read_it_or_is_gone_needs_no_mail(version, messages) -> None:
    for change in ({"read_at": timezone.now()}, {}):
        notice = told(version)
        Notice.objects.filter(pk=notice.pk).update(**change)
        version.bot.owner.is_active = bool(change)
        version.bot.owner.save()
        mail_notice(notice.pk)
        assert mail.outbox == []
        notice.refresh_from_db()
        assert notice.mailed_at is not None
        notice.delete()


def test_no_name_of_a_bot_becomes_a_header(version, messages) -> None:
    version.bot.name = "Gin\r\nBcc: everyone@example.org"
    version.bot.save()
    mail_notice(told(version).pk)
    (sent,) = mail.outbox
    assert sent.to == ["ada@example.org"]
    assert sent.subject == "Gin Bcc: everyone@example.org v1: a version was suspended"
    assert sent.message()["Bcc"] is None


def test_what_fails_is_tried_again_later_and_later(version, messages, monkeypatch) -> None:
    tried: list[int] = []

    def refuse(self: object) -> None:
        tried.append(1)
        raise smtplib.SMTPServerDisconnected("gone")

    notice = told(version)
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        before = timezone.now()
        for number in (1, 2, 3):
            assert notices.mail(notice.pk) is False
            notice.refresh_from_db()
            assert (notice.mail_tries, notice.mailed_at) == (number, None)
            wait = timedelta(minutes=5) * 2 ** (number - 1)
            assert before + wait <= notice.mail_at <= timezone.now() + wait
            mail_due()  # not yet
            assert len(tried) == number
            Notice.objects.update(mail_at=timezone.now())
    mail_due()
    notice.refresh_from_db()
    assert notice.mailed_at is not None
    assert len(mail.outbox) == 1


def test_a_server_that_is_away_is_asked_once_in_a_run(version, messages, monkeypatch) -> None:
    tried: list[int] = []

    def refuse(self: object) -> None:
        tried.append(1)
        raise TimeoutError("timed out")

    for number in range(3):
        notices.tell(version, Notice.Kind.LIFTED, f"{number}")
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        mail_due()
        assert len(tried) == 1
    mail_due()
    assert [sent.body for sent in mail.outbox] == ["1\n", "2\n"]


def test_no_wait_is_longer_than_a_day() -> None:
    waits = [notices.wait_after(tries) for tries in (1, 2, 3, 9, 10, 1000)]
    assert waits[:3] == [timedelta(minutes=5), timedelta(minutes=10), timedelta(minutes=20)]
    assert waits[3:] == [timedelta(minutes=1280), timedelta(days=1), timedelta(days=1)]


def test_a_worker_that_dies_while_sending_sends_twice_rather_than_never(version, messages, monkeypatch) -> None:
    notice = told(version)

    class Killed(BaseException):
        pass

    def sent_and_killed(self: object) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr("django.core.mail.EmailMessage.send", sent_and_killed)
        with pytest.raises(Killed):
            notices.mail(notice.pk)
    mail_due()
    assert mail.outbox == []  # somebody may still be at it
    Notice.objects.update(mail_at=timezone.now() - timedelta(seconds=1))
    mail_due()
    assert len(mail.outbox) == 1


def test_who_comes_second_sends_nothing(version, messages, monkeypatch) -> None:
    notice = told(version)
    message = notices._message

    def meanwhile(row: Notice) -> object:
        assert notices.mail(notice.pk) is None
        return message(row)

    monkeypatch.setattr(notices, "_message", meanwhile)
    assert notices.mail(notice.pk) is True
    assert len(mail.outbox) == 1


def test_marking_as_read(version, messages) -> None:
    notice = told(version)
    ada, bob = arena.owner("ada"), arena.owner("bob")
    with pytest.raises(Missing, match=f"no notice {notice.pk} of yours"):
        notices.mark_read(actor=bob, notice_id=notice.pk)
    assert notices.mark_all_read(actor=bob, until=notice.pk) == 0
    first = notices.mark_read(actor=ada, notice_id=notice.pk)
    assert first.read_at is not None
    assert notices.mark_read(actor=ada, notice_id=notice.pk).read_at == first.read_at
    later = Notice.objects.create(owner=ada.user, version=version, kind="lifted", text="Later.")
    assert notices.mark_all_read(actor=ada, until=later.pk - 1) == 0
    assert notices.mark_all_read(actor=ada, until=later.pk) == 1


def test_the_message_names_the_task() -> None:
    assert (send.MAIL, mail_notice.name) == ("tournaments.mail_notice", "tournaments.mail_notice")
