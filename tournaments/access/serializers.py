"""Accounts and tokens as JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from .actors import Scope
from .fields import Ask, Text
from .models import Token
from .tokens import NAME_LENGTH

SCOPES = [(scope.value, scope.value) for scope in Scope]


class TokenSerializer(serializers.ModelSerializer[Token]):
    """A token as it is listed: everything but its text."""

    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES), read_only=True)

    class Meta:
        model = Token
        fields = ["id", "name", "prefix", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at"]
        read_only_fields = fields


class NewTokenSerializer(Ask):
    """What a token is asked for with."""

    name = Text(max_length=NAME_LENGTH)
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES), min_length=1, max_length=len(SCOPES))
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class MadeTokenSerializer(TokenSerializer):
    """A token as it is answered once, when it is made: with its text."""

    token = serializers.CharField(read_only=True, help_text="The text of the token; it is not shown again.")

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "token"]
        read_only_fields = fields


class NewAccountSerializer(Ask):
    """What an account is asked for with; `accounts.register` checks the rest."""

    username = Text(max_length=150, trim_whitespace=False)
    password = Text(max_length=1000, trim_whitespace=False, write_only=True)


class MadeAccountSerializer(serializers.Serializer[Any]):
    """A new account and its first token (scopes `read` and `bots`)."""

    id = serializers.IntegerField(read_only=True)
    username = serializers.CharField(read_only=True)
    token = serializers.CharField(read_only=True, help_text="The text of the token; it is not shown again.")


class AccountSerializer(serializers.Serializer[Any]):
    """The account that asks, and the scopes it asks with."""

    id = serializers.IntegerField(source="user.pk", read_only=True)
    username = serializers.CharField(source="user.username", read_only=True)
    is_staff = serializers.BooleanField(source="user.is_staff", read_only=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES), read_only=True)
