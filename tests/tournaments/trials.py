"""Trials made as a test needs them, and played in this process."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from tests.tournaments import arena
from tests.tournaments.qualified import give_program, give_remote
from tournaments.bots import challenges, qualification
from tournaments.bots.qualification import conclude
from tournaments.dispatch.trial_turn import take_trial
from tournaments.models import Bot, BotVersion, Trial

SMALL = {"start_size": 1}


def challenge(*policies: str, by: str = "ada", **values: Any) -> Trial:
    """Asked for by an owner with a bot `greedy`, against such policies of the engine, of short trash unless told."""
    actor = arena.owner(by)
    bot = Bot.objects.filter(owner=actor.user).first() or arena.bot("Gin", by=actor)
    opponents = [{"policy": policy} for policy in policies or ("random",)]
    asked = {"bot": bot.pk, "opponents": opponents, "options": SMALL, **values}
    return challenges.challenge(actor=actor, **asked)


def waiting(kind: str = "program", name: str = "honest.py", *, by: str = "ada") -> BotVersion:
    """The first version of a new bot, as it is added: not qualified, not active, its qualification not begun."""
    bot = Bot.objects.create(owner=arena.owner(by).user, name=f"{name} of {by}", engine="trash")
    version = give_program(bot, name) if kind == "program" else give_remote(bot)
    bot.active = None
    bot.save()
    version.state, version.qualified_at = BotVersion.State.WAITING, None
    version.save()
    return version


def begun(version: BotVersion) -> Trial:
    """The qualification of a version that was just added."""
    with transaction.atomic():
        trial = qualification.begin(version, by=version.bot.owner)
    assert trial is not None
    return trial


def play(trial: Trial) -> Trial:
    """As a worker plays it."""
    take_trial(trial.pk, over=conclude)
    trial.refresh_from_db()
    return trial
