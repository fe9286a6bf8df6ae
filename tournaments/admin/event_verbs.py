"""What staff do to an event."""

from __future__ import annotations

from typing import Any

from tournaments.access.actors import Actor
from tournaments.access.verbs import Verb
from tournaments.admin.verb_forms import BarredForm, PairForm, RoundsForm, UsernamesForm
from tournaments.events import admission, barring, lifecycle, setup
from tournaments.models import Barred, Entry, Tournament
from tournaments.pairing import registry as pairing

State = Tournament.State


def _when(*states: str) -> Any:
    return lambda row: row.state in states


def _chooses_rounds(row: Tournament) -> bool:
    """Whether it is under way, and its entries do not determine its rounds."""
    chosen = pairing.formats().get(row.format)
    return row.state in (State.RUNNING, State.PAUSED) and chosen is not None and not chosen.fixed_rounds


def _may_be_released(row: Tournament) -> bool:
    return row.is_concealed and row.state in (State.RUNNING, State.PAUSED, State.FINISHED, State.CANCELLED)


def _may_invite(row: Tournament) -> bool:
    """Whether it matters who is invited: everyone may enter a public event."""
    return row.state in admission.INVITING and row.admission != Tournament.Admission.PUBLIC


def _may_uninvite(row: Tournament) -> bool:
    return row.state in admission.INVITING and row.invitations.exists()


def _may_bar(row: Tournament) -> bool:
    return row.state in barring.ALIVE and row.entries.count() > 1


def _may_unbar(row: Tournament) -> bool:
    return row.state in barring.ALIVE and row.barred.exists()


def _bar(actor: Actor, row: Tournament, *, first: Entry, second: Entry) -> Tournament:
    return barring.bar(actor=actor, tournament_id=row.pk, bot_ids=(first.bot_id, second.bot_id))


def _unbar(actor: Actor, row: Tournament, *, pair: Barred) -> Tournament:
    return barring.unbar(actor=actor, tournament_id=row.pk, bot_ids=(pair.first.bot_id, pair.second.bot_id))


VERBS = (
    Verb(
        "open", "Open", "open for entries",
        lambda actor, row: lifecycle.open_(actor=actor, tournament_id=row.pk), _when(State.DRAFT),
    ),
    Verb(
        "start", "Start", "started",
        lambda actor, row: lifecycle.start(actor=actor, tournament_id=row.pk), _when(State.OPEN),
    ),
    Verb(
        "pause", "Pause", "paused",
        lambda actor, row: lifecycle.pause(actor=actor, tournament_id=row.pk), _when(State.RUNNING),
    ),
    Verb(
        "resume", "Resume", "resumed",
        lambda actor, row: lifecycle.resume(actor=actor, tournament_id=row.pk), _when(State.PAUSED),
    ),
    Verb(
        "release", "Release the results", "its results are released",
        lambda actor, row: lifecycle.release(actor=actor, tournament_id=row.pk), _may_be_released,
        asks="Everyone who may see the event sees its results, and its closed rounds are rated. "
        "This cannot be undone.",
    ),
    Verb(
        "extend", "Change the rounds", "has another number of rounds",
        lambda actor, row, rounds: lifecycle.extend(actor=actor, tournament_id=row.pk, planned=rounds),
        _chooses_rounds, form=RoundsForm,
    ),
    Verb(
        "invite", "Invite", "they are invited",
        lambda actor, row, usernames: admission.invite(actor=actor, tournament_id=row.pk, usernames=usernames),
        _may_invite, form=UsernamesForm,
        asks="These accounts may enter, and see the event if it is private.",
    ),
    Verb(
        "uninvite", "Uninvite", "they are invited no more",
        lambda actor, row, usernames: admission.uninvite(actor=actor, tournament_id=row.pk, usernames=usernames),
        _may_uninvite, form=UsernamesForm,
        asks="These accounts may enter no more. Entries that are in stay.",
    ),
    Verb(
        "bar", "Bar a pair", "these two are kept apart", _bar, _may_bar, form=PairForm,
        asks="These two do not meet from the next pairing on, as long as any complete pairing without it exists.",
    ),
    Verb("unbar", "Unbar a pair", "these two may meet", _unbar, _may_unbar, form=BarredForm),
    Verb(
        "clone", "Clone", "cloned",
        lambda actor, row: setup.clone(actor=actor, tournament_id=row.pk), lambda row: True,
        bulk=False, opens=True,
    ),
    Verb(
        "cancel", "Cancel", "cancelled",
        lambda actor, row: lifecycle.cancel(actor=actor, tournament_id=row.pk),
        _when(State.DRAFT, State.OPEN, State.RUNNING, State.PAUSED),
        asks="Unfinished matches are cancelled and an open round never counts. Closed rounds, their standings and "
        "ratings stay. This cannot be undone.",
    ),
)  # fmt: skip
