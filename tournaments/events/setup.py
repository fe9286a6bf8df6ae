"""Setting up an event: creating and editing drafts, and what makes one valid."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from plugins.registry import InvalidOptions
from plugins.wording import shown
from tournaments.access import audit
from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Conflict, FieldError, Invalid, pointer
from tournaments.access.names import checked_name
from tournaments.history import win
from tournaments.models import Invitation, Tournament
from tournaments.pairing import registry as pairing
from tournaments.pairing.base import CannotPair
from tournaments.play import deal
from tournaments.rights import organised, require_state
from tournaments.standings.places import check_points
from tournaments.standings.tiebreaks import check_order
from tournaments.variants import checked_game, engine_info

State = Tournament.State
NAME_LENGTH = 100  # of an event
COPY = " (copy)"
MOST_ROUNDS = 200
MOST_BOARDS = 1000
MOST_ENTRIES = 100_000
LEAST_MOVE_MS = 10
LEAST_GAME_MS = 1_000
MOST_MS = 3_600_000  # of any time of a bot: a match may be a worker's for so long
MOST_MINUTES = 7 * 24 * 60
YEARS = range(2000, 2200)  # of the times of an event: what is counted back from them stays a date
# What has no effect before the start may still be changed while bots are entered.
SETTABLE_OPEN = (
    "name",
    "description",
    "entries_from",
    "entries_until",
    "starts_at",
    "check_in_minutes",
    "capacity",
    "per_owner",
    "same_owner_rounds",
)
SETTABLE = (
    "name",
    "description",
    "engine",
    "variant",
    "options",
    "format",
    "format_options",
    "seats",
    "rounds",
    "boards",
    "rotate",
    "admits_remote",
    "deals",
    "move_ms",
    "bank_ms",
    "game_ms",
    "result",
    "scoring",
    "points",
    "tie_breaks",
    "edition",
    "on_void",
    "rated",
    "hidden",
    "admission",
    "entries_from",
    "entries_until",
    "starts_at",
    "check_in_minutes",
    "capacity",
    "per_owner",
    "late_until",
    "late_points",
    "requested_byes",
    "same_owner_rounds",
    "acceleration",
)
# A copy of an event is for another day.
NOT_CLONED = ("name", "entries_from", "entries_until", "starts_at", "check_in_minutes")
# Least and greatest of what is a number; None may stand for "no limit" where the model lets it.
BOUNDS = (
    ("boards", 1, MOST_BOARDS),
    ("move_ms", LEAST_MOVE_MS, MOST_MS),
    ("bank_ms", 0, MOST_MS),
    ("game_ms", LEAST_GAME_MS, MOST_MS),
    ("rounds", 1, MOST_ROUNDS),
    ("check_in_minutes", 1, MOST_MINUTES),
    ("capacity", 2, MOST_ENTRIES),
    ("per_owner", 1, MOST_ENTRIES),
    ("late_until", 0, MOST_ROUNDS),
    ("requested_byes", 0, MOST_ROUNDS),
    ("same_owner_rounds", 0, MOST_ROUNDS),
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
    """Change a draft, or of an open tournament what has had no effect yet (``SETTABLE_OPEN``).

    Raises NotAllowed, Missing, Conflict when it is too late for one of the values, Invalid as ``create``.
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        require_state(tournament, "edit", [State.DRAFT, State.OPEN])
        if tournament.state == State.OPEN and (late := sorted(set(values).difference(SETTABLE_OPEN))):
            raise Conflict(
                f"edit: {', '.join(late)} can be changed in a draft only; tournament {tournament_id} is open, and "
                f"lets you change {', '.join(SETTABLE_OPEN)}",
                code="wrong_state",
            )
        _assign(tournament, values)
        tournament.fault = ""
        tournament.save()
        audit.record(actor=actor, verb="tournament.edit", target=tournament, details={"fields": sorted(values)})
        return tournament


def clone(*, actor: Actor, tournament_id: int) -> Tournament:
    """A new draft set up like this tournament, with its invitations, and without its entries and times.

    Raises NotAllowed, Missing, Invalid where the engine has changed so that the settings do not fit any more.
    """
    with transaction.atomic():
        pattern = organised(actor, tournament_id)
        values = {name: getattr(pattern, name) for name in SETTABLE if name not in NOT_CLONED}
        values["name"] = f"{pattern.name[: NAME_LENGTH - len(COPY)]}{COPY}"
        if pairing.get(pattern.format).fixed_rounds:
            values["rounds"] = None
        tournament = create(actor=actor, values=values)
        Invitation.objects.bulk_create(
            Invitation(tournament=tournament, user_id=user_id)
            for user_id in pattern.invitations.order_by("id").values_list("user_id", flat=True)
        )
        audit.record(actor=actor, verb="tournament.clone", target=pattern, details={"copy": tournament.pk})
        return tournament


def _assign(tournament: Tournament, values: Mapping[str, Any]) -> None:
    """Set the values and check the whole. Options are what is asked for now, or else what was asked before."""
    asked = values.get("options")
    if asked is None:
        same_game = {"engine", "variant"}.isdisjoint(values)
        asked = tournament.options if same_game else {}
    if values.get("admits_remote") and "deals" not in values:
        values = {**values, "deals": Tournament.Deals.INDEPENDENT}
    for name in SETTABLE:
        if name in values and name not in ("options", "format_options"):
            setattr(tournament, name, values[name])
    format_options = values.get("format_options")
    if format_options is None:
        format_options = {} if "format" in values else tournament.format_options
    tournament.name = checked_name(tournament.name, longest=NAME_LENGTH)
    _check_game(tournament, asked)
    _check_format(tournament, format_options)
    for name, least, most in BOUNDS:
        number = getattr(tournament, name)
        if number is not None and not least <= number <= most:
            raise Invalid(f"{name}: {number} is not between {least} and {most}", field=name)
    for name, choices in (
        ("deals", Tournament.Deals),
        ("result", Tournament.ResultBy),
        ("scoring", Tournament.Scoring),
        ("edition", Tournament.Edition),
        ("on_void", Tournament.OnVoid),
        ("admission", Tournament.Admission),
        ("acceleration", Tournament.Acceleration),
    ):
        known = choices.values
        if getattr(tournament, name) not in known:
            raise Invalid(f"{name}: {shown(getattr(tournament, name))} is not one of {', '.join(known)}", field=name)
    _check_deals(tournament)
    _check_scoring(tournament)
    _check_entries(tournament)


def _check_deals(tournament: Tournament) -> None:
    """Who plays from elsewhere remembers what he saw: the same deal must not be played with him twice."""
    if tournament.admits_remote and tournament.deals != Tournament.Deals.INDEPENDENT:
        raise Invalid(
            f"deals: {shown(tournament.deals)} cannot be with remote bots, which could play a deal that they have "
            'seen; set "independent", or admits_remote to false',
            field="deals",
        )


def _check_game(tournament: Tournament, asked: Mapping[str, Any]) -> None:
    info = engine_info(tournament.engine)
    tournament.variant = tournament.variant or next(iter(info.variants))
    tournament.options = checked_game(info, variant=tournament.variant, asked=asked, seats=tournament.seats)


def _check_format(tournament: Tournament, options: Mapping[str, Any]) -> None:
    try:
        chosen = pairing.get(tournament.format)
    except pairing.UnknownFormat as error:
        raise Invalid(str(error), field="format") from None
    try:
        chosen.check_seats(tournament.seats)
    except CannotPair as error:
        raise Invalid(str(error), field="seats") from None
    try:
        tournament.format_options = chosen.complete(options)
        chosen.check(seats=tournament.seats, boards=tournament.boards, rotate=tournament.rotate, options=options)
    except InvalidOptions as error:
        problems = [f"format_{problem}" for problem in error.problems]
        places = [FieldError(pointer(problem.partition(":")[0]), problem) for problem in problems]
        raise Invalid("; ".join(problems), errors=places) from None
    except CannotPair as error:
        # Of options a format speaks as engines do; these are those of the format.
        of_options = str(error).startswith("options.")
        raise Invalid(
            f"format_{error}" if of_options else str(error), field="format_options" if of_options else "format"
        ) from None
    if chosen.fixed_rounds:
        why = f"the entries determine the rounds of {chosen.title}"
        _require_unset(tournament, {"rounds": None, "late_until": 0, "requested_byes": 0}, why)
    if not chosen.by_score:
        why = f"in a {chosen.title.lower()} everyone meets everyone"
        _require_unset(tournament, {"acceleration": "none", "same_owner_rounds": 0}, why)


def _require_unset(tournament: Tournament, unset: Mapping[str, object], why: str) -> None:
    """Raise Invalid for a setting that would do nothing."""
    for name, nothing in unset.items():
        if (value := getattr(tournament, name)) != nothing:
            raise Invalid(f"{name}: {shown(value)}; leave it out, since {why}", field=name)


def _check_scoring(tournament: Tournament) -> None:
    if tournament.points is not None:
        if tournament.scoring != Tournament.Scoring.MATCH:
            raise Invalid("points: those of places are for scoring: match; leave them out", field="points")
        if tournament.seats < 3:
            raise Invalid(f"points: they are for three to six seats, not {tournament.seats}", field="points")
        try:
            tournament.points = list(check_points(tournament.points, tournament.seats))
        except ValueError as error:
            raise Invalid(str(error), field="points") from None
    fixed = pairing.get(tournament.format).predetermined
    try:
        check_order(tournament.tie_breaks, tournament.seats, predetermined=fixed, given=("ratings", "board_points"))
    except ValueError as error:
        message = str(error).replace("order:", "tie_breaks:", 1)
        raise Invalid(message, field="tie_breaks") from None


def _check_entries(tournament: Tournament) -> None:
    """What is said of entering must fit together."""
    begins, ends, start = tournament.entries_from, tournament.entries_until, tournament.starts_at
    for name, time in (("entries_from", begins), ("entries_until", ends), ("starts_at", start)):
        if time is not None and time.year not in YEARS:
            raise Invalid(f"{name}: the year {time.year} is not between {YEARS[0]} and {YEARS[-1]}", field=name)
    if begins is not None and ends is not None and ends <= begins:
        raise Invalid(
            f"entries_until: {ends.isoformat()} is not after entries_from, {begins.isoformat()}", field="entries_until"
        )
    if begins is not None and start is not None and start <= begins:
        raise Invalid(
            f"starts_at: {start.isoformat()} is not after entries_from, {begins.isoformat()}", field="starts_at"
        )
    if tournament.check_in_minutes is not None and start is None:
        raise Invalid(
            "check_in_minutes: they count back from starts_at; give that too, or neither", field="check_in_minutes"
        )
    most = win(tournament)
    if not 0 <= tournament.late_points <= most:
        raise Invalid(
            f"late_points: {tournament.late_points} is not between 0 and {most}, what a win is worth",
            field="late_points",
        )
    if tournament.late_points and not tournament.late_until:
        raise Invalid("late_points: without late_until nobody enters late; give both, or neither", field="late_points")
    if tournament.rounds is not None and tournament.late_until > tournament.rounds:
        raise Invalid(
            f"late_until: round {tournament.late_until} is not one of the {tournament.rounds} planned",
            field="late_until",
        )
