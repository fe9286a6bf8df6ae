"""How the tables of a tournament look in the API: standings, why a tie-break has its value, the crosstable."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.bots import NamedBotSerializer
from tournaments.interchange.crosstable import NamedCrosstable
from tournaments.models import Entry
from tournaments.overview import Contestant, Line
from tournaments.standings.crosstable import OUTCOMES, CrossCell
from tournaments.standings.explain import Explanation
from tournaments.standings.measure import Line as Term
from tournaments.standings.tiebreaks import TieBreak


class TieBreakSerializer(serializers.Serializer[TieBreak]):
    """A tie-break of the event's order."""

    id = serializers.CharField(read_only=True)
    title = serializers.CharField(read_only=True)
    unit = serializers.CharField(read_only=True, help_text="Of its values.")
    explanation = serializers.CharField(read_only=True)


class ContestantSerializer(serializers.Serializer[Contestant]):
    """An entry with its names."""

    entry = serializers.IntegerField(read_only=True, help_text="Id of the entry.")
    number = serializers.IntegerField(read_only=True, help_text="Seed number.")
    bot = serializers.SerializerMethodField()
    owner = serializers.CharField(read_only=True, help_text="Username.")
    version = serializers.IntegerField(read_only=True, help_text="Number of the version.")

    @extend_schema_field(NamedBotSerializer)
    def get_bot(self, contestant: Contestant) -> dict[str, Any]:
        return {"id": contestant.bot, "name": contestant.name}


class LineSerializer(serializers.Serializer[Line]):
    """One entry's line. All numbers are whole; points are standing points: 2 for a seat above another, 1 for a tie."""

    place = serializers.IntegerField(
        source="row.place", read_only=True, help_text="From 1; those equal in everything share the better."
    )
    entry = serializers.IntegerField(source="contestant.entry", read_only=True, help_text="Id of the entry.")
    number = serializers.IntegerField(source="contestant.number", read_only=True, help_text="Seed number.")
    bot = serializers.SerializerMethodField()
    owner = serializers.CharField(source="contestant.owner", read_only=True, help_text="Username.")
    version = serializers.IntegerField(source="contestant.version", read_only=True, help_text="Number of the version.")
    state = serializers.ChoiceField(source="contestant.state", choices=Entry.State.choices, read_only=True)
    points = serializers.IntegerField(source="row.points", read_only=True, help_text="Byes included.")
    played = serializers.IntegerField(source="row.played", read_only=True, help_text="Matches at a table.")
    won = serializers.IntegerField(source="row.won", read_only=True, help_text="Of these, those won alone.")
    tie_breaks = serializers.DictField(
        source="row.tie_breaks",
        child=serializers.IntegerField(),
        read_only=True,
        help_text="By id, in the event's order; more is better. Of one that stands there twice the first value.",
    )

    @extend_schema_field(NamedBotSerializer)
    def get_bot(self, line: Line) -> dict[str, Any]:
        return {"id": line.contestant.bot, "name": line.contestant.name}


class StandingsSerializer(serializers.Serializer[Any]):
    """The table after a closed round, best first, in one page."""

    next = serializers.URLField(read_only=True, allow_null=True, help_text="Always null: there is one page.")
    round = serializers.IntegerField(read_only=True, help_text="The closed round; 0 before the first.")
    order = TieBreakSerializer(many=True, read_only=True, help_text="The event's tie-breaks, in their order.")
    results = LineSerializer(many=True, read_only=True)


class TermSerializer(serializers.Serializer[Term]):
    """One term of a tie-break."""

    # The context holds `by_number`: seed number -> Contestant.

    round = serializers.IntegerField(read_only=True, allow_null=True, help_text="Null where it is not of one round.")
    opponent = serializers.SerializerMethodField(help_text="Null for a dummy, and where no opponent is meant.")
    value = serializers.IntegerField(read_only=True)
    counted = serializers.BooleanField(read_only=True, help_text="False: cut, or short of a limit; not in the value.")
    why = serializers.CharField(read_only=True, help_text="Where it comes from; entrants by seed number.")

    @extend_schema_field(ContestantSerializer(allow_null=True))
    def get_opponent(self, term: Term) -> Any:
        if term.opponent is None:
            return None
        return ContestantSerializer(self.context["by_number"][term.opponent]).data


class ExplanationSerializer(serializers.Serializer[Explanation]):
    """Why a tie-break of an entry has its value."""

    # The context holds `by_number`, `round` and `tie_break`.

    round = serializers.SerializerMethodField(help_text="The closed round after which it has the value.")
    contestant = serializers.SerializerMethodField()
    tie_break = serializers.SerializerMethodField()
    value = serializers.IntegerField(read_only=True, help_text="The sum of the lines that count, or their mean.")
    mean = serializers.BooleanField(read_only=True, help_text="The mean, rounded to the nearest, halves up.")
    lines = TermSerializer(many=True, read_only=True)

    def get_round(self, _: Explanation) -> int:
        return int(self.context["round"])

    @extend_schema_field(ContestantSerializer)
    def get_contestant(self, explanation: Explanation) -> Any:
        return ContestantSerializer(self.context["by_number"][explanation.entrant]).data

    @extend_schema_field(TieBreakSerializer)
    def get_tie_break(self, _: Explanation) -> Any:
        return TieBreakSerializer(self.context["tie_break"]).data


class CrossCellSerializer(serializers.Serializer[CrossCell]):
    """A round of an entry."""

    round = serializers.IntegerField(read_only=True)
    kind = serializers.CharField(
        read_only=True,
        help_text="`played`, `forfeit_win`, `forfeit_loss`, or why it was at no table: `pairing` (a bye), `requested`, "
        "`granted`, `absent`, `late`.",
    )
    points = serializers.IntegerField(read_only=True, help_text="Standing points.")
    opponents = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="Seed numbers of the others, in seat order."
    )
    results = serializers.ListField(
        child=serializers.ChoiceField(choices=list(OUTCOMES.values())),
        read_only=True,
        help_text="Against each opponent, by the ranks; none where it was not played.",
    )
    table = serializers.IntegerField(read_only=True, allow_null=True, help_text="From 1; null for a bye.")
    seat = serializers.IntegerField(read_only=True, allow_null=True, help_text="From 1; null for a bye.")


class CrossLineSerializer(LineSerializer):
    """One entry's line of the crosstable."""

    rounds = CrossCellSerializer(source="row.rounds", many=True, read_only=True)


class CrosstableSerializer(serializers.Serializer[NamedCrosstable]):
    """The standings with every round of everyone, best first."""

    round = serializers.IntegerField(read_only=True, help_text="The closed round; 0 before the first.")
    seats = serializers.IntegerField(read_only=True, help_text="Of a full table.")
    edition = serializers.CharField(read_only=True, help_text="Of the rules of tie-breaks.")
    order = TieBreakSerializer(many=True, read_only=True, help_text="The event's tie-breaks, in their order.")
    results = CrossLineSerializer(source="lines", many=True, read_only=True)
