"""How what a remote bot hears looks in the API, and what it answers with."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.access.fields import Ask

MOST_MESSAGES = 100


@extend_schema_field({"type": "object", "description": "A message of protocol 1.", "additionalProperties": True})
class MessageField(serializers.JSONField):
    """A message of protocol 1, an object whose unknown fields are ignored."""

    default_error_messages = {"not_object": "not an object, which messages are"}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            self.fail("not_object")
        return data


class DeliverySerializer(serializers.Serializer[Any]):
    """What waits for the bot."""

    after = serializers.IntegerField(help_text="The cursor to ask the next time with.")
    messages = serializers.ListField(child=MessageField(), help_text="Messages of the referee, oldest first.")


class MovesSerializer(Ask):
    """Answers of a remote bot."""

    messages = serializers.ListField(
        child=MessageField(), min_length=1, max_length=MOST_MESSAGES, help_text="Messages `ready` and `move`."
    )


class PendingSerializer(serializers.Serializer[Any]):
    """The question that waits for an answer."""

    game = serializers.CharField()
    seq = serializers.IntegerField(help_text="0 for `hello`, which `ready` answers.")


class AnswerSerializer(serializers.Serializer[Any]):
    """What became of one answer."""

    game = serializers.CharField(allow_null=True, help_text="As the answer says; null if it says none.")
    seq = serializers.IntegerField(allow_null=True, help_text="As the answer says; 0 for `ready`.")
    status = serializers.IntegerField(help_text="As of a request with this answer alone.")
    code = serializers.CharField(help_text="`taken`, `same`, or the code of the refusal.")
    detail = serializers.CharField(help_text="Why it was refused; empty if it was not.")
    pending = PendingSerializer(allow_null=True, help_text="What waits for an answer in this game now.")


class AnswersSerializer(serializers.Serializer[Any]):
    """What became of each answer."""

    results = AnswerSerializer(many=True, help_text="In the order of the messages.")
