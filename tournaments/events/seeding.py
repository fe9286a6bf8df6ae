"""Seed numbers and ratings of entries, and the seed of an event."""

from __future__ import annotations

from collections.abc import Sequence

from ratings.ledger import expected
from ratings.pools import ensure_pool
from tournaments.models import Entry, Tournament
from tournaments.play import deal


def seed(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Number the entries by rating, then by time of entry, and derive the event's seed from them and the secret."""
    skills = _skills(tournament, entries)
    ordered = sorted(entries, key=lambda entry: (-skills[entry.version_id], entry.pk))
    for number, entry in enumerate(ordered, start=1):
        entry.number = number
        entry.rating = rating(skills[entry.version_id])
    Entry.objects.bulk_update(ordered, ["number", "rating"], batch_size=200)
    pin(tournament)


def pin(tournament: Tournament) -> None:
    """Derive the event's seed from its secret and the entries that are numbered."""
    pinned = [
        deal.PinnedEntry(number or 0, owner, bot, version)
        for number, owner, bot, version in tournament.entries.filter(number__isnull=False).values_list(
            "number", "bot__owner__username", "bot__name", "version__number"
        )
    ]
    tournament.seed = deal.event_seed(bytes(tournament.secret), pinned)


def append(tournament: Tournament, entry: Entry) -> None:
    """Give an entry that comes after the start the next number, and the rating it has now. The seed stays."""
    highest = tournament.entries.order_by("-number").exclude(number=None).values_list("number", flat=True).first()
    entry.number = (highest or 0) + 1
    entry.rating = rating(_skills(tournament, [entry])[entry.version_id])


def rating(mu: float) -> int:
    """A mean skill as tie-breaks take it: in hundredths, and never below 0."""
    return max(0, round(100 * mu))


def _skills(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, float]:
    """Mean skill in the event's pool by version: what each would play its first board from."""
    assert tournament.rules_version is not None
    pool = ensure_pool(
        engine=tournament.engine,
        options=tournament.options,
        rules_version=tournament.rules_version,
        seats=tournament.seats,
    )
    return {version: belief.mu for version, belief in expected(pool, (entry.version_id for entry in entries)).items()}
