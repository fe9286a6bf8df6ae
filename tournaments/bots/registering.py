"""Registering bots and their versions."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from plugins import registry
from plugins.registry import UnknownEngine
from plugins.wording import shown
from ratings.changes import make_public
from tournaments.access import audit
from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.access.names import checked_name
from tournaments.bots import qualification, quotas
from tournaments.dispatch.waiting import no_sandbox
from tournaments.models import Bot, BotVersion, Program, WorkerHost
from tournaments.programs.uploads import BadProgram, Upload, read_program
from tournaments.rights import known_version, owned, require_ready

NAME_LENGTH = 64  # of a bot
_FIELDS: dict[str, frozenset[str]] = {
    BotVersion.Kind.POLICY: frozenset({"policy"}),
    BotVersion.Kind.PROGRAM: frozenset({"program", "runtime", "main"}),
    BotVersion.Kind.REMOTE: frozenset(),
}
"""What a version of each kind is asked for with."""


def create_bot(*, actor: Actor, name: str, engine: str, limited: bool = True) -> Bot:
    """A bot of the actor's, without a version yet; ``limited`` by their quota.

    Raises NotAllowed without the scope, Invalid for a name that is none or an unknown engine, Conflict for a name of
    theirs and beyond their quota.
    """
    actor.require(Scope.BOTS)
    name = checked_name(name, longest=NAME_LENGTH)
    try:
        registry.info(engine)
    except UnknownEngine as error:
        raise Invalid(str(error), field="engine") from None
    try:
        with transaction.atomic():
            if limited:
                quotas.lock(actor.user.pk)
                quotas.require_bot(actor)
            bot = Bot.objects.create(owner=actor.user, name=name, engine=engine)
            audit.record(actor=actor, verb="bot.create", target=bot)
    except IntegrityError:
        raise Conflict(f"name: you have a bot called {shown(name)} already", code="name_taken") from None
    return bot


def add_version(*, actor: Actor, bot_id: int, kind: str, **asked: Any) -> BotVersion:
    """The version of ``get_or_add_version``, which says what else may be asked."""
    version, _ = get_or_add_version(actor=actor, bot_id=bot_id, kind=kind, **asked)
    return version


def get_or_add_version(
    *,
    actor: Actor,
    bot_id: int,
    kind: str,
    policy: str = "",
    program: Upload | None = None,
    runtime: str = "",
    main: str | None = None,
    limited: bool = True,
) -> tuple[BotVersion, bool]:
    """The bot's next version, and True; it becomes the active one if it is qualified and the bot has none.

    kind:    ``policy`` plays ``policy`` and is qualified; ``program`` is the ``program`` that ``runtime`` runs from its
             file ``main`` (None: the one that the runtime suggests) and waits for its qualification, and so does
             ``remote``, which is played elsewhere
    limited: by the quota of the bot's owner
    A program that is the bot's last version already is that one, and False: unless that has failed, for then it is
    given another try. Raises NotAllowed for another's bot, Missing, Invalid for what is none of these, Conflict beyond
    a quota (`quota`) and for a program where no worker has a sandbox (`no_sandbox`).
    """
    bot = owned(actor, bot_id)
    _require_fields(kind, policy=policy, program=program, runtime=runtime, main=main)
    values: dict[str, Any] = {"bot": bot, "kind": kind, "state": BotVersion.State.WAITING}
    files, archive = None, b""
    if kind == BotVersion.Kind.POLICY:
        _require_policy(bot, policy)
        values |= {"policy": policy, "state": BotVersion.State.QUALIFIED, "qualified_at": timezone.now()}
    elif program is not None:
        _require_sandbox()
        if limited:
            quotas.require_version(actor, bot, kind=kind)  # before the work; it is what is asked below that counts
        try:
            files = read_program(
                program.data, filename=program.filename, runtime=runtime, main=main, limits=quotas.limits()
            )
        except BadProgram as error:
            raise Invalid(str(error), field=error.field) from None
        archive = files.archive()  # before the lock: it takes its time
        values |= {"runtime": runtime, "main": files.main, "digest": files.digest()}
        values |= {"files": len(files.files), "size": files.size}
    with transaction.atomic():
        quotas.lock(bot.owner_id)
        last = bot.versions.order_by("number").last()
        if files and last and last.state != BotVersion.State.FAILED and _is_same(last, values):
            return last, False
        if limited:
            quotas.require_version(actor, bot, kind=kind, size=files.size if files else 0)
        version = BotVersion.objects.create(number=last.number + 1 if last else 1, **values)
        details = {"kind": kind}
        if files:
            Program.objects.create(version=version, archive=archive)
            details |= {"runtime": runtime, "main": files.main, "sha256": version.digest}
        if version.state == BotVersion.State.QUALIFIED:
            Bot.objects.filter(id=bot_id, active=None).update(active=version)
        audit.record(actor=actor, verb="bot.add_version", target=version, details=details)
        qualification.begin(version, by=actor.user)
    return version, True


def activate(*, actor: Actor, bot_id: int, number: int) -> BotVersion:
    """Make a version the one that enters tournaments; entries that stand keep theirs.

    In the pools that the bot is in, it comes in too, from its predecessor, and is what they show of the bot.
    Raises NotAllowed, Missing, Conflict for a version that is not qualified (`not_qualified`) or is `suspended`.
    """
    bot = owned(actor, bot_id)
    with transaction.atomic():
        version = known_version(bot, number)
        require_ready(version, "activate")
        if Bot.objects.filter(id=bot_id).exclude(active=version).update(active=version):
            audit.record(actor=actor, verb="bot.activate", target=version)
            make_public(bot_id=bot_id, version=version.pk, by=actor.user)
    return version


def own_program(*, actor: Actor, version: BotVersion) -> bytes:
    """A zip of the version's files, for its owner alone: other people's code stays theirs.

    Raises NotAllowed without the scope or for another's, Missing for what is no program.
    """
    actor.require(Scope.READ)
    if version.bot.owner_id != actor.user.pk:
        raise NotAllowed(f"bot {version.bot_id} is another owner's")
    archive = Program.objects.filter(version=version).values_list("archive", flat=True).first()
    if archive is None:
        raise Missing(f"version {version.number} of bot {version.bot_id} is no program, but {version.kind}")
    return bytes(archive)


def _require_fields(kind: str, **given: Any) -> None:
    """Raise Invalid unless just what this kind of version needs is given, its main file apart."""
    if kind not in _FIELDS:
        raise Invalid(f"kind: {shown(kind)} is not one of {', '.join(_FIELDS)}", field="kind")
    for name, value in given.items():
        if value and name not in _FIELDS[kind]:
            raise Invalid(f"{name}: is not for a version of kind {kind}; leave it out", field=name)
    if kind == BotVersion.Kind.PROGRAM and given["program"] is None:
        raise Invalid("program: required: a file, sent as multipart/form-data", field="program")
    if kind == BotVersion.Kind.PROGRAM and not given["runtime"]:
        raise Invalid(f"runtime: required: one of {', '.join(BotVersion.Runtime.values)}", field="runtime")


def _require_policy(bot: Bot, policy: str) -> None:
    try:
        known = ", ".join(sorted(registry.policies(bot.engine)))
    except UnknownEngine as error:
        raise Conflict(str(error), code="engine_gone") from None
    if not policy:
        raise Invalid(f"policy: required: one of {known}", field="policy")
    if policy not in known.split(", "):
        raise Invalid(f"policy: {shown(policy)} is not one of {known}", field="policy")


def _require_sandbox() -> None:
    """Raise Conflict unless some machine's workers run programs: never is one run without a sandbox."""
    if why := no_sandbox():
        lacks = "; ".join(dict.fromkeys(WorkerHost.objects.exclude(lacks="").values_list("lacks", flat=True)))
        raise Conflict(
            f"programs are not taken: {why}{f' ({lacks})' if lacks else ''}; policies and remote versions are",
            code="no_sandbox",
        )


def _is_same(version: BotVersion, values: dict[str, Any]) -> bool:
    return all(getattr(version, name) == values[name] for name in ("kind", "runtime", "main", "digest"))
