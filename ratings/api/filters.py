"""What the list of pools and a leaderboard can be filtered by."""

from __future__ import annotations

import django_filters
from django.db.models import Model

from ratings.models import Pool
from tournaments.access.filters import WholeFilter, text


class PoolFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`engine`, `seats`, `rules_version`."""

    engine = text(help_text="Id of the engine.")
    seats = WholeFilter(help_text="Seats at a table.")
    rules_version = WholeFilter(help_text="Version of the engine's rules.")

    class Meta:
        model: type[Model] = Pool
        fields: tuple[str, ...] = ()


class OwnerFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`owner`."""

    owner = text(
        field_name="version__bot__owner__username",
        help_text="Username: the bots of one owner, with their ranks among all.",
    )
