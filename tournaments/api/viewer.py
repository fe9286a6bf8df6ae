"""Who looks, and what they may see beyond the public."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from rest_framework.request import Request

from tournaments import selectors
from tournaments.access.actors import Actor, Scope
from tournaments.models import Entry, Match, Tournament
from tournaments.rights import may_organise


@dataclass(frozen=True, slots=True)
class Viewer:
    """The actor of a request as a reader; None sees what is public, and so does a token that is good for bots alone."""

    actor: Actor | None

    @classmethod
    def of(cls, request: Request) -> Viewer:
        actor = Actor.of(request)
        may_look = actor is not None and (actor.may(Scope.READ) or actor.may(Scope.ORGANISE))
        return cls(actor if may_look else None)

    @property
    def staff(self) -> bool:
        return self.actor is not None and self.actor.user.is_staff

    def organises(self, tournament: Tournament) -> bool:
        """Whether they see what is for the organiser and staff alone."""
        return may_organise(self.actor, tournament)

    def owns(self, entry: Entry) -> bool:
        """Whether it is a bot of theirs."""
        return self.actor is not None and entry.bot.owner_id == self.actor.user.pk

    def sees_results(self, tournament: Tournament) -> bool:
        """Whether they see what is hidden until it is released."""
        return selectors.sees_results(tournament, insider=self.organises(tournament))

    def tournaments(self) -> QuerySet[Tournament]:
        """The tournaments that they may know of."""
        return selectors.visible_tournaments(self._user_id, staff=self.staff)

    def matches(self) -> QuerySet[Match]:
        """The matches of these tournaments."""
        return selectors.visible_matches(self._user_id, staff=self.staff)

    @property
    def _user_id(self) -> int | None:
        return None if self.actor is None else self.actor.user.pk
