"""A row of every model, with secrets that can be recognised wherever they come out."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.trials import challenge, play
from tournaments.access.models import IdempotencyKey, Token
from tournaments.access.tokens import create_token
from tournaments.events import admission, barring, byes, setup
from tournaments.models import Game, Match, Tournament, Trial, WorkerHost

SECRET = b"PLANTED-secret-of-the-event-1234"
SEED = b"PLANTED-seed-of-the-event-567890"
TRANSCRIPT = b"PLANTED-transcript-of-a-game-abc"
DIGEST = "d1" * 32
BODY = "PLANTED-body-of-an-answer"
FINGERPRINT = "f1" * 32
LOCATION = "/PLANTED-location"
SALT, HASH = "PLANTEDsaltOfAda", "e1" * 16


def spellings() -> Iterator[str]:
    """What a planted value may look like on a page."""
    for value in (SECRET, SEED, TRANSCRIPT):
        yield value.decode()
        yield value.hex()
        yield base64.b64encode(value).decode().rstrip("=")
        yield base64.urlsafe_b64encode(value).decode().rstrip("=")
    yield from (DIGEST, BODY, FINGERPRINT, LOCATION, SALT, HASH)


class World:
    """An event that is over, one with a void match and a bye, an open one, a draft, a token, and the rest.

    Each is made when a test first asks for it; ``complete`` makes all.
    """

    token_text = ""

    def complete(self) -> World:
        """Make everything there is."""
        _ = (self.over, self.live, self.open, self.draft, self.private, self.token, self.trial)
        user = arena.owner().user
        key = IdempotencyKey(user=user, key="key-1", fingerprint=FINGERPRINT, status=201, body=BODY, location=LOCATION)
        key.save()
        Group.objects.create(name="Referees")
        WorkerHost.objects.create(host="blade7", sandbox=False, lacks="bwrap: install it", checked_at=timezone.now())
        User.objects.update(password=f"md5${SALT}${HASH}")
        return self

    @cached_property
    def over(self) -> Tournament:
        return _planted(arena.play_out(arena.event(3, name="Over")))

    @cached_property
    def live(self) -> Tournament:
        event = arena.event(3, name="Live", on_void="hold")
        Match.objects.filter(round__tournament=event).update(
            state=Match.State.VOID, failures=3, fault="HostFault: it broke"
        )
        return _planted(event)

    @cached_property
    def void(self) -> Match:
        """The one match of the round of ``live``."""
        return Match.objects.get(round__tournament=self.live)

    @cached_property
    def open(self) -> Tournament:
        return _planted(arena.event(2, name="Open", start=False))

    @cached_property
    def private(self) -> Tournament:
        """Running, with an invitation, a barred pair and a bye asked for."""
        event = arena.event(4, name="Private", format="swiss", rounds=3, hidden=True, requested_byes=1)
        one, two, *_ = event.entries.order_by("id")
        actor = arena.organiser()
        barring.bar(actor=actor, tournament_id=event.pk, bot_ids=(one.bot_id, two.bot_id))
        byes.request_bye(actor=actor, tournament_id=event.pk, bot_id=one.bot_id, number=2)
        Tournament.objects.filter(pk=event.pk).update(admission="private")
        admission.invite(actor=actor, tournament_id=event.pk, usernames=["owner0"])
        event.refresh_from_db()
        return _planted(event)

    @cached_property
    def draft(self) -> Tournament:
        values = {"name": "Draft", "engine": "trash", "format": "swiss", "rounds": 3}
        return _planted(setup.create(actor=arena.organiser(), values=values))

    @cached_property
    def trial(self) -> Trial:
        """Over, and one that waits after a lost attempt."""
        over, waits = play(challenge()), challenge()
        Trial.objects.filter(pk=waits.pk).update(failures=1, fault="HostFault: it broke")
        Trial.objects.update(secret=SECRET)
        return over

    @cached_property
    def token(self) -> Token:
        token, self.token_text = create_token(owner=arena.owner().user, name="laptop", scopes=["read"])
        Token.objects.filter(pk=token.pk).update(digest=DIGEST)
        return token

    def leaks(self, page: str) -> list[str]:
        """The planted values that stand on the page, in whatever spelling and case."""
        lowered = page.lower()
        return [value for value in (*spellings(), *filter(None, [self.token_text])) if value.lower() in lowered]


def _planted(event: Tournament) -> Tournament:
    Tournament.objects.filter(pk=event.pk).update(secret=SECRET, seed=SEED)
    Game.objects.filter(match__round__tournament=event).update(transcript=TRANSCRIPT)
    return event


def some(rows: QuerySet[Any], most: int = 1) -> list[Any]:
    """The first row, and the last: where their states differ, both are seen."""
    return list({row.pk: row for row in [*rows.order_by("pk")[:most], *rows.order_by("-pk")[:1]]}.values())
