"""How bots and their versions look in the API, and what they are asked for with."""

from __future__ import annotations

from typing import Any, cast

from rest_framework import serializers

from tournaments.access.fields import Ask
from tournaments.access.multipart import FileField
from tournaments.api.fields import OneOf, Text, Whole
from tournaments.models import Bot, BotVersion
from tournaments.remote.connection import Unreachable
from tournaments.remote.presence import present


class BotSerializer(serializers.ModelSerializer[Bot]):
    """A contestant of one owner for one engine."""

    owner = serializers.CharField(source="owner.username", read_only=True, help_text="Username.")
    active = serializers.IntegerField(
        source="active.number",
        read_only=True,
        allow_null=True,
        help_text="Number of the version that enters tournaments; null while there is none.",
    )

    present = serializers.SerializerMethodField(
        help_text="Whether it has polled within 60 seconds, if its active version is remote; else null, and while that "
        "cannot be told."
    )

    class Meta:
        model = Bot
        fields = ("id", "name", "engine", "owner", "active", "present", "created_at")
        read_only_fields = fields

    def get_present(self, bot: Bot) -> bool | None:
        if not _plays_remotely(bot):
            return None
        root, context = cast(Any, self.root), cast(dict[str, Any], self.context)
        if "present" not in context:  # asked once for all bots of an answer
            shown = root.instance if getattr(root, "many", False) else [bot]
            context["present"] = _present([one.pk for one in shown if _plays_remotely(one)])
        there: set[int] | None = context["present"]
        return None if there is None else bot.pk in there


def _plays_remotely(bot: Bot) -> bool:
    return bot.active is not None and bot.active.kind == BotVersion.Kind.REMOTE


def _present(bot_ids: list[int]) -> set[int] | None:
    """Those that are there; None while the broker is away."""
    try:
        return present(bot_ids)
    except Unreachable:
        return None


class NamedBotSerializer(serializers.Serializer[Bot]):
    """A bot where it is mentioned."""

    id = serializers.IntegerField(read_only=True)
    name = serializers.CharField(read_only=True)


class VersionSerializer(serializers.ModelSerializer[BotVersion]):
    """One numbered version of a bot; what it plays never changes, but of a remote one nobody can promise that."""

    policy = serializers.CharField(read_only=True, help_text="Of the engine's; empty unless it is a policy.")
    runtime = serializers.CharField(
        read_only=True, help_text="`python`, `node` or `executable`; empty unless it is a program."
    )
    main = serializers.CharField(read_only=True, help_text="The file that is run; empty unless it is a program.")
    digest = serializers.CharField(
        read_only=True, help_text="SHA-256 of its files, in hex; empty unless it is a program."
    )
    files = serializers.IntegerField(read_only=True, help_text="How many files it has.")
    size = serializers.IntegerField(read_only=True, help_text="Bytes of its files, unpacked.")
    active = serializers.SerializerMethodField(help_text="Whether it is the version that enters tournaments.")

    class Meta:
        model = BotVersion
        fields = (
            "id",
            "number",
            "kind",
            "policy",
            "runtime",
            "main",
            "digest",
            "files",
            "size",
            "state",
            "qualified_at",
            "suspended_at",
            "suspension",
            "active",
            "created_at",
        )
        read_only_fields = fields

    def get_active(self, version: BotVersion) -> bool:
        return version.bot.active_id == version.pk


class NewBotSerializer(Ask):
    """What a bot is asked for with."""

    name = Text(max_length=64, help_text="Yours alone among your bots.")
    engine = Text(max_length=32, help_text="Id of an engine.")


class NewVersionSerializer(Ask):
    """What a version is asked for with that has no file: a policy, or a remote one."""

    kind = OneOf(choices=BotVersion.Kind.choices, help_text="`program` is sent as a form with a file.")
    policy = Text(max_length=64, required=False, help_text="One of the engine's policies, for the kind `policy` alone.")


class NewProgramSerializer(Ask):
    """What a version is asked for with that is a program."""

    kind = OneOf(choices=[("program", "program")])
    runtime = OneOf(choices=BotVersion.Runtime.choices, help_text="What runs it.")
    main = Text(
        max_length=200,
        required=False,
        help_text="The file that is run; if left out, `main.py`, `main.js` or `index.js`, `main`, or the only one that "
        "it could be.",
    )
    program = FileField(help_text="One file, or a zip.")


class AskActivateSerializer(Ask):
    """Which version is to be the active one."""

    version = Whole(min_value=1, max_value=2**31 - 1, help_text="Number of the version.")
