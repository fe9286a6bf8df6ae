"""How a version qualifies: by a short trial against `random`, which it need not win; see docs/lifecycle.md."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from plugins import registry
from plugins.registry import UnknownEngine
from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict
from tournaments.bots.notices import tell
from tournaments.bots.trials import Sitter, make, require_quota
from tournaments.models import Bot, BotVersion, Match, Notice, SeatReport, Trial
from tournaments.rights import known_version, owned

State = BotVersion.State
OPPONENT = "random"
BOARDS = 1  # played from every seat


def begin(version: BotVersion, *, by: User) -> Trial | None:
    """The qualification of a version that was just added; call it in that transaction.

    None for who needs none (policies), and for a remote version, which has to be there first: see ``arrived``.
    """
    if version.state != State.WAITING or version.kind == BotVersion.Kind.REMOTE:
        return None
    return _make(version, by)


def arrived(*, bot_id: int) -> Trial | None:
    """Begin the first qualification of the bot's newest remote version, if that waits for one.

    To be called when a remote bot comes, and does nothing at any other time.
    """
    remote = BotVersion.objects.filter(bot_id=bot_id, kind=BotVersion.Kind.REMOTE)
    newest = remote.order_by("-number").first()
    if newest is None or newest.state != State.WAITING:
        return None
    with transaction.atomic():
        version = _locked(newest.pk)
        if version.state != State.WAITING or _qualifications(version).exists():
            return None
        return _make(version, version.bot.owner)


def ask(*, actor: Actor, bot_id: int, number: int) -> tuple[Trial, bool]:
    """Another qualification of a version that failed or waits, and whether it is a new one: while one is not over, that
    is the answer.

    Raises NotAllowed, Missing, Conflict (`wrong_state` for a qualified version, `quota`, `engine_gone`).
    """
    bot = owned(actor, bot_id)
    with transaction.atomic():
        version = _locked(known_version(bot, number).pk)
        if version.state == State.QUALIFIED:
            raise Conflict(
                f"qualify: version {number} of bot {bot_id} is qualified; this needs it to be waiting or failed",
                code="wrong_state",
            )
        there = _qualifications(version).filter(state__in=Match.UNFINISHED).first()
        if there is not None:
            return there, False
        require_quota(actor.user, Trial.Purpose.QUALIFICATION, per_day=settings.CROUPIER_QUALIFICATIONS_PER_DAY)
        version.state = State.WAITING
        version.save(update_fields=["state"])
        trial = _make(version, actor.user)
        audit.record(actor=actor, verb="version.qualify", target=version, details={"trial": trial.pk})
        return trial, True


def conclude(trial_id: int) -> None:
    """What follows for a version from its qualification, which is over; call it in the transaction in which it ends.

    Does nothing for another trial.
    """
    trial = Trial.objects.defer("secret").get(id=trial_id)
    if trial.purpose != Trial.Purpose.QUALIFICATION:
        return
    seat = trial.seats.get(version__isnull=False)
    assert seat.version_id is not None
    version = _locked(seat.version_id)
    if version.state != State.WAITING:
        return
    named = f"version {version.number} of {version.bot.name}"
    again = f"POST bots/{version.bot_id}/versions/{version.number}/qualify/ asks for another qualification."
    if trial.state == Match.State.VOID:
        text = (
            f"The qualification of {named} could not be played, by a fault of this server and not of the bot. {again}"
        )
        tell(version, Notice.Kind.FAILED, text)
        return
    reports = SeatReport.objects.filter(trial_game__trial=trial, seat=seat.seat)
    wrong = dict(reports.values_list("trial_game_id", "failure"))
    # Also what was wrong without a cost, since the bot was not asked again, would fail it in another game.
    failed = next(
        (game for game in trial.games.all() if game.verdicts[seat.seat] != "played" or wrong.get(game.pk)), None
    )
    if failed is None:
        _qualify(version, named)
        return
    version.state = State.FAILED
    version.save(update_fields=["state"])
    verdict = failed.verdicts[seat.seat]
    why = f"{verdict}: {wrong[failed.pk]}" if wrong.get(failed.pk) else verdict
    audit.record(actor=None, verb="version.fail", target=version, details={"trial": trial.pk, "verdict": verdict})
    text = (
        f"Has failed to qualify: {named}. In game {failed.board}.{failed.rotation} of trial {trial.pk}: {why}. {again}"
    )
    tell(version, Notice.Kind.FAILED, text)


def _qualify(version: BotVersion, named: str) -> None:
    version.state = State.QUALIFIED
    version.qualified_at = timezone.now()
    version.save(update_fields=["state", "qualified_at"])
    first = Bot.objects.filter(id=version.bot_id, active=None).update(active=version)
    audit.record(actor=None, verb="version.pass", target=version)
    now = " It is the bot's active version now." if first else ""
    tell(version, Notice.Kind.QUALIFIED, f"Has qualified: {named}.{now}")


def _make(version: BotVersion, by: User) -> Trial:
    """Raises Conflict (`engine_gone`)."""
    engine = version.bot.engine
    try:
        info = registry.info(engine)
    except UnknownEngine as error:
        raise Conflict(str(error), code="engine_gone") from None
    others = [Sitter(policy=OPPONENT)] * (min(info.seats) - 1)
    return make(
        purpose=Trial.Purpose.QUALIFICATION,
        by=by,
        engine=engine,
        rules_version=info.rules_version,
        options=registry.complete_options(info, {}),
        boards=BOARDS,
        sitters=[Sitter(version), *others],
    )


def _qualifications(version: BotVersion) -> QuerySet[Trial]:
    return Trial.objects.filter(purpose=Trial.Purpose.QUALIFICATION, seats__version=version).order_by("-id")


def _locked(version_id: int) -> BotVersion:
    rows = BotVersion.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("bot__owner").get(pk=version_id)
