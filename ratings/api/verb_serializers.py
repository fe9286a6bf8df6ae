"""What is said to change a pool, and what is answered."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ratings.api.serializers import ParametersSerializer
from ratings.changes import LIMITS, REASON_LENGTH
from ratings.models import Rating
from tournaments.access.fields import MAX_ID, Ask, Number, Text, Whole, YesNo

_REASON = "Why; it stands in the ledger."
_DRY_RUN = "Only say what would change in what is shown; then no reason is needed."


def _bounded(name: str, **kwargs: Any) -> Number:
    least, greatest = LIMITS[name]
    return Number(min_value=least, max_value=greatest, **kwargs)


class AskRerate(Ask):
    """How a rerating is asked for."""

    reason = Text(max_length=REASON_LENGTH, required=False, default="", allow_blank=True, help_text=_REASON)
    dry_run = YesNo(required=False, default=False, help_text=_DRY_RUN)


class AskParameters(AskRerate):
    """The constants that are to change; the others stay."""

    mu0 = _bounded("mu0", required=False)
    sigma0 = _bounded("sigma0", required=False)
    beta = _bounded("beta", required=False)
    tau = _bounded("tau", required=False)
    draw_probability = _bounded("draw_probability", required=False)
    delta = _bounded("delta", required=False)


class AskSameOwner(Ask):
    """Whether boards to come on which one owner has more than one bot are rated."""

    rated = YesNo()


class AskReference(Ask):
    """The version that is to anchor the pool; with mu and sigma its belief is these and stays."""

    version = Whole(min_value=1, max_value=MAX_ID, help_text="Id of a version of a staff member's bot.")
    mu = _bounded("mu0", required=False, default=None, allow_null=True)
    sigma = _bounded("sigma0", required=False, default=None, allow_null=True)
    reason = Text(max_length=REASON_LENGTH, help_text=_REASON)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["mu"] is None) is not (attrs["sigma"] is None):
            missing = "mu" if attrs["mu"] is None else "sigma"
            raise serializers.ValidationError({missing: ["mu and sigma are given together, or neither"]})
        return attrs


class AskDismiss(Ask):
    """Why a reference bot is to be one like others again."""

    reason = Text(max_length=REASON_LENGTH, help_text=_REASON)


class StandingSerializer(serializers.Serializer[Any]):
    """A rating; `rank` is null for a version that is not its bot's public one."""

    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    score = serializers.FloatField()
    rank = serializers.IntegerField(allow_null=True)


class MoveSerializer(serializers.Serializer[Any]):
    """What would happen to a version's rating."""

    version = serializers.IntegerField(help_text="Id of the version.")
    number = serializers.IntegerField(help_text="Number of the version within the bot.")
    bot = serializers.IntegerField(help_text="Id of the bot.")
    name = serializers.CharField(help_text="Name of the bot.")
    owner = serializers.CharField(help_text="Username of the bot's owner.")
    before = StandingSerializer(allow_null=True, help_text="As it is shown now; null if it is not.")
    after = StandingSerializer(allow_null=True, help_text="As it would be; null if it would not.")


class ComparisonSerializer(serializers.Serializer[Any]):
    """What would change in what a pool shows."""

    boards = serializers.IntegerField(help_text="Rated boards of the ledger.")
    versions = serializers.IntegerField(help_text="Versions compared.")
    moved = serializers.IntegerField(help_text="Those whose mu moves by more than 1e-9.")
    greatest = serializers.FloatField(help_text="The greatest distance that a mu moves.")
    mean = serializers.FloatField(help_text="The mean distance.")
    lines = MoveSerializer(many=True, help_text="The greatest changes of a score first, at most 100.")


class ChangedPoolSerializer(serializers.Serializer[Any]):
    """What holds in a pool now, and what a dry run says: a `ratings.api.verbs.Changed`."""

    id = serializers.IntegerField(source="pool.pk", help_text="Id of the pool.")
    parameters = ParametersSerializer(source="pool")
    same_owner = serializers.BooleanField(
        source="pool.same_owner", help_text="Whether boards on which one owner has more than one bot are rated."
    )
    is_stale = serializers.BooleanField(source="pool.is_stale", help_text="Whether ratings are about to be built anew.")
    preview = ComparisonSerializer(allow_null=True, help_text="What would change; null if it was no dry run.")


class ReferenceSerializer(serializers.Serializer[Rating]):
    """A version's rating, and whether it anchors the pool."""

    version = serializers.IntegerField(source="version_id", help_text="Id of the version.")
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    reference = serializers.BooleanField(help_text="It anchors the pool.")
    fixed = serializers.BooleanField(help_text="Its rating never moves.")
