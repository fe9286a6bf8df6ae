"""What staff do to a pool."""

from __future__ import annotations

from typing import Any

from ratings import changes
from ratings.admin.pool_forms import DismissForm, ParametersForm, ReasonForm, ReferenceForm
from ratings.comparison import Comparison
from ratings.dry_runs import try_parameters, try_rerate
from ratings.models import Pool, Rating
from tournaments.access.actors import Actor
from tournaments.access.verbs import Preview, Verb

TEMPLATE = "ratings/rerating.html"


def _preview_parameters(actor: Actor, row: Pool, form: ParametersForm) -> Comparison | None:
    return try_parameters(actor=actor, pool_id=row.pk, values=form.values) if form.is_bound else None


def _preview_rerate(actor: Actor, row: Pool, form: ReasonForm) -> Comparison:
    return try_rerate(actor=actor, pool_id=row.pk)


def _change_parameters(actor: Actor, row: Pool, *, reason: str, **values: float) -> Pool:
    return changes.change_parameters(actor=actor, pool_id=row.pk, values=values, reason=reason)


def _set_reference(actor: Actor, row: Pool, *, version: Any, fixed: Any, reason: str) -> Rating:
    return changes.set_reference(actor=actor, pool_id=row.pk, version=version.pk, fixed=fixed, reason=reason)


def _dismiss(actor: Actor, row: Pool, *, version: Any, reason: str) -> Rating:
    return changes.dismiss_reference(actor=actor, pool_id=row.pk, version=version.pk, reason=reason)


def _has_references(row: Pool) -> bool:
    return Rating.objects.filter(build=row.build_id, reference=True).exists()


VERBS = (
    Verb(
        "change_parameters", "Change the parameters", "its parameters are these", _change_parameters, lambda row: True,
        form=ParametersForm,
        preview=Preview(_preview_parameters, TEMPLATE, "Show what a rerating would move"),
        asks="They hold for boards to come. What was rated before stays as it was, unless the pool is rerated.",
    ),
    Verb(
        "rerate", "Rerate", "all boards so far are rated under its parameters; the new ratings are shown when they "
        "are built",
        lambda actor, row, reason: changes.rerate(actor=actor, pool_id=row.pk, reason=reason), changes.needs_rerating,
        form=ReasonForm,
        preview=Preview(_preview_rerate, TEMPLATE),
        asks="Every board so far counts as if it had been played under the current parameters.",
    ),
    Verb(
        "rate_same_owner", "Rate boards of one owner", "boards to come are rated whoever owns the bots",
        lambda actor, row: changes.set_same_owner(actor=actor, pool_id=row.pk, rated=True),
        lambda row: not row.same_owner,
        asks="Boards to come on which one owner has more than one bot are rated: an owner could lift one bot with "
        "another.",
    ),
    Verb(
        "skip_same_owner", "Do not rate boards of one owner", "boards to come of bots of one owner are not rated",
        lambda actor, row: changes.set_same_owner(actor=actor, pool_id=row.pk, rated=False),
        lambda row: row.same_owner,
    ),
    Verb(
        "set_reference", "Set a reference bot", "it has this reference bot", _set_reference, lambda row: True,
        form=ReferenceForm,
        asks="A reference bot anchors the pool: boards on which other bots of its owner sit are rated.",
    ),
    Verb(
        "dismiss_reference", "Dismiss a reference bot", "it is a bot like others again", _dismiss, _has_references,
        form=DismissForm,
        asks="Its rating goes on from where it is.",
    ),
)  # fmt: skip
