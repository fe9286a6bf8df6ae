"""What the lists of events and bots can be filtered by."""

from __future__ import annotations

import django_filters
from django.db.models import Model

from tournaments.access.filters import WholeFilter, one_of, text
from tournaments.models import Bot, BotVersion, Match, Tournament, Trial
from tournaments.pairing.registry import formats


class BotFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`engine` and `owner` (a username), exactly; `kind` of the active version."""

    engine = text(help_text="Id of the engine.")
    owner = text(field_name="owner__username", help_text="Username of the owner.")
    kind = one_of(BotVersion.Kind.values, field_name="active__kind", help_text="Kind of the active version.")

    class Meta:
        model: type[Model] = Bot
        fields: tuple[str, ...] = ()


class VersionFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`kind`, `state`."""

    kind = one_of(BotVersion.Kind.values)
    state = one_of(BotVersion.State.values)

    class Meta:
        model: type[Model] = BotVersion
        fields: tuple[str, ...] = ()


class TournamentFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`state`, `engine`, `format`."""

    state = one_of(Tournament.State.values)
    engine = text(help_text="Id of the engine.")
    format = one_of(formats())

    class Meta:
        model: type[Model] = Tournament
        fields: tuple[str, ...] = ()


class MatchFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`tournament`, `round`, `state`, `bot`."""

    tournament = WholeFilter(field_name="round__tournament_id", help_text="Id of the tournament.")
    round = WholeFilter(field_name="round__number", help_text="Number of the round.")
    state = one_of(Match.State.values)
    # A bot sits in a match once, so the join doubles no row.
    bot = WholeFilter(field_name="seats__entry__bot_id", help_text="Id of a bot that sits in it.")

    class Meta:
        model: type[Model] = Match
        fields: tuple[str, ...] = ()


class TrialFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`purpose`, `state`, `bot`."""

    purpose = one_of(Trial.Purpose.values)
    state = one_of(Match.State.values)
    # Several versions of a bot may sit in one trial.
    bot = WholeFilter(field_name="seats__version__bot_id", distinct=True, help_text="Id of a bot that sits in it.")

    class Meta:
        model: type[Model] = Trial
        fields: tuple[str, ...] = ()
