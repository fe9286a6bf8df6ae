"""How pools, their events and the places of a leaderboard look in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ratings.condition import under_way
from ratings.leaderboard import shown_build
from ratings.models import BatchRating, Build, LedgerEvent, Pool
from ratings.skill import Parameters

Kind = LedgerEvent.Kind


class ConstantsSerializer(serializers.Serializer[Parameters]):
    """The constants of a pool, in its skill units."""

    mu0 = serializers.FloatField(help_text="mu of a newcomer")
    sigma0 = serializers.FloatField(help_text="sigma of a newcomer")
    beta = serializers.FloatField(help_text="standard deviation of one performance around the skill")
    tau = serializers.FloatField(help_text="standard deviation of the drift of a skill from board to board")
    draw_probability = serializers.FloatField(help_text="chance that two equal neighbours in a ranking tie")
    delta = serializers.FloatField(help_text="standard deviation of what a bot's new version changes in its skill")


class ParametersSerializer(ConstantsSerializer):
    """An edition of the constants of a pool, in its skill units."""

    version = serializers.IntegerField(source="parameters_version", help_text="Counts the editions of the constants.")


class BuildSerializer(serializers.Serializer[Build]):
    """A new computation of a pool's ratings that is under way."""

    started_at = serializers.DateTimeField()
    boards = serializers.IntegerField(help_text="Boards of the ledger that are in it.")
    total = serializers.IntegerField(help_text="Boards that there were when it was begun.")


class OpinionSerializer(serializers.Serializer[Build]):
    """The second opinion of a pool: from all its boards at once, in no order."""

    boards = serializers.IntegerField(help_text="Boards of the ledger that are in it.")
    finished_at = serializers.DateTimeField()


class PoolSerializer(serializers.ModelSerializer[Pool]):
    """What is rated together."""

    options = serializers.DictField(help_text="Complete options of the engine.")
    parameters = ParametersSerializer(source="*")
    same_owner = serializers.BooleanField(help_text="Whether boards on which one owner has several bots are rated.")
    bots = serializers.IntegerField(help_text="Bots on the leaderboard.")
    boards = serializers.SerializerMethodField(help_text="Rated boards that the leaderboard follows from.")
    stale = serializers.BooleanField(
        source="is_stale",
        help_text="Whether boards were voided or rated anew and the leaderboard does not show it yet.",
    )
    rebuild = serializers.SerializerMethodField(help_text="The new computation under way; null if there is none.")
    second_opinion = OpinionSerializer(source="batch", allow_null=True, help_text="Null where none was made yet.")

    class Meta:
        model = Pool
        fields = (
            "id", "title", "engine", "options", "rules_version", "seats", "parameters", "same_owner", "bots", "boards",
            "stale", "rebuild", "second_opinion", "created_at",
        )  # fmt: skip
        read_only_fields = fields

    def get_boards(self, pool: Pool) -> int:
        return shown_build(pool).boards

    @extend_schema_field(BuildSerializer(allow_null=True))
    def get_rebuild(self, pool: Pool) -> Any:
        build = under_way(pool)
        return None if build is None else BuildSerializer(build).data


class SecondOpinionSerializer(serializers.Serializer[BatchRating]):
    """What all boards of the pool at once, in no order, say of a version."""

    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    order_luck = serializers.FloatField(help_text="By how much the order of its boards has lifted the live mu.")


class PlaceSerializer(serializers.Serializer[Any]):
    """A line of the leaderboard: a `ratings.leaderboard.Place`."""

    rank = serializers.IntegerField(help_text="1 + the number of greater scores; equal scores share it.")
    best_rank = serializers.IntegerField(
        source="best", help_text="1 + the number of bots whose 95% interval lies wholly above its own."
    )
    worst_rank = serializers.IntegerField(
        source="worst", help_text="The number of bots whose 95% interval does not lie wholly below its own."
    )
    provisional = serializers.BooleanField(help_text="Too little is known of it yet: sigma > sigma0 / 2.")
    bot = serializers.IntegerField(source="rating.version.bot_id", help_text="Id of the bot.")
    name = serializers.CharField(source="rating.version.bot.name", help_text="Name of the bot.")
    owner = serializers.CharField(help_text="Username of the bot's owner.")
    version = serializers.IntegerField(source="rating.version_id", help_text="Id of the version.")
    number = serializers.IntegerField(help_text="Number of the version within the bot.")
    mu = serializers.FloatField(source="rating.mu")
    sigma = serializers.FloatField(source="rating.sigma")
    score = serializers.FloatField(source="rating.score", help_text="mu - 3 sigma")
    low = serializers.FloatField(source="rating.low", help_text="Lower end of the 95% interval.")
    high = serializers.FloatField(source="rating.high", help_text="Upper end of the 95% interval.")
    boards = serializers.IntegerField(source="rating.boards", help_text="Rated boards of the version.")
    games = serializers.IntegerField(source="rating.games", help_text="Games played on them.")
    wins = serializers.IntegerField(source="rating.wins", help_text="Opponents beaten on these boards.")
    draws = serializers.IntegerField(source="rating.draws", help_text="Opponents tied with.")
    losses = serializers.IntegerField(source="rating.losses", help_text="Opponents lost to.")
    reference = serializers.BooleanField(source="rating.reference", help_text="It anchors the pool.")
    fixed = serializers.BooleanField(source="rating.fixed", help_text="Its rating never moves.")
    last_played_at = serializers.DateTimeField(
        source="rating.last_played_at", allow_null=True, help_text="When its last rated round was closed."
    )
    second_opinion = SecondOpinionSerializer(source="second", allow_null=True)


class LedgerEventSerializer(serializers.Serializer[LedgerEvent]):
    """What bears on a pool's ratings besides its boards. What a kind does not have is null."""

    number = serializers.IntegerField(help_text="Counts the events of the pool.")
    after = serializers.IntegerField(help_text="Boards of the ledger before it.")
    kind = serializers.ChoiceField(Kind.choices)
    at = serializers.DateTimeField(source="created_at")
    edition = serializers.SerializerMethodField(help_text="`parameters`, `rerate`: the edition of the constants.")
    parameters = serializers.SerializerMethodField(help_text="`parameters`: the constants for boards to come.")
    version = serializers.SerializerMethodField(help_text="`reference`, `dismiss`: id of the version.")
    belief = serializers.SerializerMethodField(help_text="`reference`: where its rating stays, if it was fixed.")
    versions = serializers.SerializerMethodField(help_text="`join`: how many versions came in or became public.")
    matches = serializers.SerializerMethodField(help_text="`void`, `restore`: how many matches.")
    reason = serializers.SerializerMethodField(help_text="Null for `void` and `restore`: the event may be private.")

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_edition(self, event: LedgerEvent) -> Any:
        return event.data["version"] if event.kind in (Kind.PARAMETERS, Kind.RERATE) else None

    @extend_schema_field(ConstantsSerializer(allow_null=True))
    def get_parameters(self, event: LedgerEvent) -> Any:
        if event.kind != Kind.PARAMETERS:
            return None
        return {name: value for name, value in event.data.items() if name != "version"}

    @extend_schema_field({"type": "integer", "format": "int64", "nullable": True})
    def get_version(self, event: LedgerEvent) -> Any:
        return event.data["version"] if event.kind in (Kind.REFERENCE, Kind.DISMISS) else None

    @extend_schema_field(
        {
            "type": "object",
            "nullable": True,
            "required": ["mu", "sigma"],
            "properties": {"mu": {"type": "number"}, "sigma": {"type": "number"}},
        }
    )
    def get_belief(self, event: LedgerEvent) -> Any:
        if event.kind != Kind.REFERENCE or event.data["mu"] is None:
            return None
        return {"mu": event.data["mu"], "sigma": event.data["sigma"]}

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_versions(self, event: LedgerEvent) -> Any:
        return len(event.data["versions"]) if event.kind == Kind.JOIN else None

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_matches(self, event: LedgerEvent) -> Any:
        return len(event.data["matches"]) if event.kind in (Kind.VOID, Kind.RESTORE) else None

    @extend_schema_field({"type": "string", "nullable": True})
    def get_reason(self, event: LedgerEvent) -> Any:
        return None if event.kind in (Kind.VOID, Kind.RESTORE) else event.reason
