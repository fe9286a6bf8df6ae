"""What a verb would do to ratings, for the page that asks before it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ratings.comparison import Comparison
from tournaments.access.actors import Actor
from tournaments.access.errors import Refused
from tournaments.access.verbs import Preview
from tournaments.events.rating import rehearse
from tournaments.models import Match

MOST_LINES = 25


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What would move, by pool; or why that cannot be said here."""

    comparisons: tuple[Comparison, ...] = ()
    refusal: str = ""


def rehearsal(verb: Callable[..., object], **known: Any) -> Preview:
    """The preview of a verb of a match; ``known`` are arguments on which the ratings do not depend."""

    def run(actor: Actor, row: Match, form: object) -> Rehearsal:
        try:
            found = rehearse(verb, actor=actor, match_id=row.pk, **known)
        except Refused as refused:
            return Rehearsal(refusal=refused.message)
        return Rehearsal(tuple(replace(one, lines=one.lines[:MOST_LINES]) for one in found))

    return Preview(run, "croupier/admin/rehearsal.html")
