"""Setting up an event: creating and editing drafts, and what makes one valid."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from plugins import registry
from plugins.registry import InvalidOptions, InvalidSeats, UnknownEngine
from plugins.wording import shown
from tournaments.access import audit
from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import FieldError, Invalid, pointer
from tournaments.access.names import checked_name
from tournaments.models import Tournament
from tournaments.pairing import registry as pairing
from tournaments.pairing.base import CannotPair
from tournaments.play import deal
from tournaments.rights import organised, require_state

NAME_LENGTH = 100  # of an event
MOST_ROUNDS = 200
MOST_BOARDS = 1000
SETTABLE = (
    "name",
    "description",
    "engine",
    "variant",
    "options",
    "format",
    "seats",
    "rounds",
    "boards",
    "rotate",
    "result",
    "scoring",
    "on_void",
    "rated",
)


def create(*, actor: Actor, values: Mapping[str, Any]) -> Tournament:
    """A draft of the actor's with the ``SETTABLE`` values given, the rest by default.

    Raises NotAllowed without the scope, Invalid for values that do not fit together.
    """
    actor.require(Scope.ORGANISE)
    secret = secrets.token_bytes(32)
    tournament = Tournament(organiser=actor.user, secret=secret, commitment=deal.commitment(secret))
    _assign(tournament, values)
    with transaction.atomic():
        tournament.save()
        audit.record(actor=actor, verb="tournament.create", target=tournament)
    return tournament


def edit(*, actor: Actor, tournament_id: int, values: Mapping[str, Any]) -> Tournament:
    """Change a draft. Raises NotAllowed, Missing, Conflict when it is no draft any more, Invalid as ``create``."""
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        require_state(tournament, "edit", [Tournament.State.DRAFT])
        _assign(tournament, values)
        tournament.save()
        audit.record(actor=actor, verb="tournament.edit", target=tournament, details={"fields": sorted(values)})
    return tournament


def _assign(tournament: Tournament, values: Mapping[str, Any]) -> None:
    """Set the values and check the whole. Options are what is asked for now, or else what was asked before."""
    asked = values.get("options")
    if asked is None:
        same_game = {"engine", "variant"}.isdisjoint(values)
        asked = tournament.options if same_game else {}
    for name in SETTABLE:
        if name in values and name != "options":
            setattr(tournament, name, values[name])
    tournament.name = checked_name(tournament.name, longest=NAME_LENGTH)
    _check_game(tournament, asked)
    _check_format(tournament)
    for name, most in (("boards", MOST_BOARDS), ("rounds", MOST_ROUNDS)):
        number = getattr(tournament, name)
        if number is not None and not 1 <= number <= most:
            raise Invalid(f"{name}: {number} is not between 1 and {most}", field=name)
    for name, choices in (
        ("result", Tournament.ResultBy),
        ("scoring", Tournament.Scoring),
        ("on_void", Tournament.OnVoid),
    ):
        known = choices.values
        if getattr(tournament, name) not in known:
            raise Invalid(f"{name}: {shown(getattr(tournament, name))} is not one of {', '.join(known)}", field=name)


def _check_game(tournament: Tournament, asked: Mapping[str, Any]) -> None:
    try:
        info = registry.info(tournament.engine)
    except UnknownEngine as error:
        raise Invalid(str(error), field="engine") from None
    tournament.variant = tournament.variant or next(iter(info.variants))
    try:
        tournament.options = registry.complete_options(info, asked, tournament.variant)
        registry.check_seats(info, tournament.seats)
        registry.check_deal(info.id, tournament.options, tournament.seats)
    except InvalidOptions as error:
        places = [FieldError(pointer(problem.partition(":")[0]), problem) for problem in error.problems]
        raise Invalid(str(error), errors=places) from None
    except InvalidSeats as error:
        raise Invalid(str(error), field="seats") from None


def _check_format(tournament: Tournament) -> None:
    try:
        chosen = pairing.get(tournament.format)
    except pairing.UnknownFormat as error:
        raise Invalid(str(error), field="format") from None
    try:
        chosen.check_seats(tournament.seats)
    except CannotPair as error:
        raise Invalid(str(error), field="seats") from None
    if chosen.fixed_rounds and tournament.rounds is not None:
        raise Invalid(
            f"rounds: {tournament.rounds}; leave it out, since the entries determine the rounds of {chosen.title}",
            field="rounds",
        )
