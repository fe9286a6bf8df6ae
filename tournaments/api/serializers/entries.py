"""How entries and the organiser's lists look in the API, and what verbs about entries are asked for with."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.access.fields import Ask
from tournaments.api.fields import Id, Text, Whole, YesNo
from tournaments.api.rehearsals import AskOrRehearse
from tournaments.api.serializers.bots import NamedBotSerializer
from tournaments.events.setup import MOST_ROUNDS
from tournaments.models import Barred, Entry, Invitation

MOST_NAMED = 200  # accounts in one request


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A bot version in a tournament."""

    # The context holds `viewer`.

    bot = NamedBotSerializer(read_only=True)
    owner = serializers.CharField(source="bot.owner.username", read_only=True, help_text="Username.")
    version = serializers.IntegerField(source="version.number", read_only=True, help_text="Number of the version.")
    bye_requests = serializers.SerializerMethodField(
        help_text="Rounds that it asked to rest in; null for all but its owner, organiser and staff."
    )

    class Meta:
        model = Entry
        fields = (
            "id",
            "number",
            "bot",
            "owner",
            "version",
            "state",
            "joined",
            "annulled",
            "entered_at",
            "checked_in_at",
            "left_at",
            "bye_requests",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(), allow_null=True))
    def get_bye_requests(self, entry: Entry) -> list[int] | None:
        viewer = self.context["viewer"]
        if not (viewer.owns(entry) or viewer.organises(entry.tournament)):
            return None
        return sorted(request.round for request in entry.bye_requests.all())


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An account that is invited."""

    username = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Invitation
        fields = ("username", "invited_at")
        read_only_fields = fields


class InvitedSerializer(serializers.Serializer[Any]):
    """All who are invited now."""

    usernames = serializers.ListField(child=serializers.CharField(), read_only=True, help_text="Sorted.")


class BarredSerializer(serializers.ModelSerializer[Barred]):
    """Two bots that are not to meet."""

    bots = serializers.SerializerMethodField(help_text="The one that entered first comes first.")

    class Meta:
        model = Barred
        fields = ("bots",)
        read_only_fields = fields

    @extend_schema_field(NamedBotSerializer(many=True))
    def get_bots(self, pair: Barred) -> Any:
        return [NamedBotSerializer(entry.bot).data for entry in (pair.first, pair.second)]


class AskBotSerializer(Ask):
    """Which bot."""

    bot = Id(help_text="Id of the bot.")


class AskByeSerializer(AskBotSerializer):
    """Which bot rests, and when."""

    round = Whole(min_value=1, max_value=MOST_ROUNDS, help_text="Number of a round that is not paired yet.")


class AskDisqualifySerializer(AskBotSerializer, AskOrRehearse):
    """Which bot is put out, and what becomes of its results."""

    annul = YesNo(default=False, help_text="Its results do not count: it is last at every table that it sat at.")


class AskPairSerializer(Ask):
    """Which two bots."""

    bots = serializers.ListField(child=Id(), min_length=2, max_length=2, help_text="Ids of two bots.")


class AskAccountsSerializer(Ask):
    """Which accounts."""

    usernames = serializers.ListField(
        child=Text(max_length=150), min_length=1, max_length=MOST_NAMED, help_text="In any case."
    )
