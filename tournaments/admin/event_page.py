"""The page of an event, above its settings: how far it is, what is wrong, how well it is paired, who leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from ratings.models import Pool
from ratings.pools import options_digest
from tournaments import overview, ranking, selectors
from tournaments.admin.links import listing
from tournaments.events.admission import next_round
from tournaments.events.entries import ALIVE
from tournaments.forecast import outlook
from tournaments.models import Barred, ByeRequest, Entry, Match, Tournament
from tournaments.pairing.quality import Quality, Spread

MOST_LINES = 200  # of the standings; the public page has all
MOST_SHOWN = 20  # of anything else that is listed

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Figures:
    """How well an event was paired, with names for the numbers of entrants."""

    figures: Quality
    repeated: Sequence[str]
    rested: Sequence[str]
    mean: float
    greatest: int
    spreads: Sequence[Spread]


def shown(row: Any) -> dict[str, Any]:
    """All of it, for the template; ``row`` is a tournament with ``overview.with_progress``."""
    table = overview.standings(row)
    names = {line.contestant.number: str(line.contestant) for line in table if line.contestant.number}
    return {
        "tournament": row,
        "warning": selectors.warning_of(row, selectors.plans_of([row]).get(row.pk)),
        "notes": _notes(row),
        "faults": row.round_set.exclude(fault="").order_by("number"),
        "void_matches": Match.objects.filter(round__tournament=row, state=Match.State.VOID)
        .select_related("round")
        .order_by("id")[:MOST_SHOWN],
        "outlook": outlook(row),
        "checked_in": _checked_in(row),
        "standings": table[:MOST_LINES],
        "standings_left": max(0, len(table) - MOST_LINES),
        "tie_breaks": ranking.columns(row),
        "strips": overview.strips(row, insider=True),
        "quality": figures(row, names) if row.rounds_closed else None,
        "barred": _first(row.barred.select_related("first__version__bot", "second__version__bot"), _pair),
        "barred_all": listing("barred", f"tournament__id__exact={row.pk}"),
        "invited": _first(row.invitations.select_related("user"), lambda row: row.user.get_username()),
        "invited_all": listing("invitation", f"tournament__id__exact={row.pk}"),
        "requests": _first(_requests(row), lambda asked: f"{asked.entry.version}, round {asked.round}"),
        "requests_all": listing("byerequest", f"entry__tournament__id__exact={row.pk}"),
        "links": links(row),
        "pools": pools(row),
    }


def links(row: Any) -> list[tuple[str, str]]:
    """Where the rows of the event are listed."""
    found = [
        (f"Entries ({row.entries_in})", listing("entry", f"tournament__id__exact={row.pk}")),
        ("Rounds", listing("round", f"tournament__id__exact={row.pk}")),
        (f"Matches ({row.matches_all})", listing("match", f"round__tournament__id__exact={row.pk}")),
        ("Byes", listing("bye", f"round__tournament__id__exact={row.pk}")),
        ("Public page", reverse("pages:tournament", args=[row.pk])),
    ]
    if row.state in ALIVE:
        late = "" if row.state == Tournament.State.OPEN else " late"
        found.insert(1, (f"Enter a bot{late}", f"{reverse('admin:tournaments_entry_add')}?tournament={row.pk}"))
    return found


def figures(row: Tournament, names: Names) -> Figures:
    """The quality figures of the closed rounds."""
    _, found = overview.quality(row)
    pairs = sum(spread.pairs for spread in found.spreads)
    return Figures(
        figures=found,
        repeated=[
            f"{_name(names, repeat.entrants[0])} – {_name(names, repeat.entrants[1])}, {_rounds(repeat.rounds)}"
            for repeat in found.repeated[:MOST_SHOWN]
        ],
        rested=[f"{_name(names, rested.entrant)}, {_rounds(rested.rounds)}" for rested in found.rested[:MOST_SHOWN]],
        mean=sum(spread.total for spread in found.spreads) / pairs if pairs else 0.0,
        greatest=max((spread.greatest for spread in found.spreads), default=0),
        spreads=found.spreads,
    )


def pools(row: Tournament) -> list[Pool]:
    """The pools that the event's boards are rated in."""
    if row.rules_version is None:
        return []
    found = Pool.objects.filter(
        engine=row.engine, options_digest=options_digest(row.options), rules_version=row.rules_version
    )
    return list(found.filter(seats__lte=row.seats).order_by("-seats"))


def _notes(row: Tournament) -> list[tuple[int, str]]:
    """The last of what the pairings of the rounds could not meet, with the number of the round."""
    noted = row.round_set.exclude(notes=[]).order_by("-number").values_list("number", "notes")[:MOST_SHOWN]
    return [(number, note) for number, notes in reversed(noted) for note in notes][-MOST_SHOWN:]


def _checked_in(row: Tournament) -> int | None:
    """How many have checked in, where that is awaited."""
    if row.state != Tournament.State.OPEN or row.check_in_minutes is None:
        return None
    return row.entries.filter(state=Entry.State.IN, checked_in_at__isnull=False).count()


def _requests(row: Tournament) -> Any:
    """The byes asked for in rounds to come."""
    asked = ByeRequest.objects.filter(entry__tournament=row, entry__state=Entry.State.IN, round__gte=next_round(row))
    return asked.select_related("entry__version__bot").order_by("round", "entry_id")


def _first(rows: Any, text: Callable[[Any], str]) -> list[str]:
    """The first of the rows in words, and an ellipsis if there are more."""
    found = list(rows[: MOST_SHOWN + 1])
    return [text(row) for row in found[:MOST_SHOWN]] + ["…"] * (len(found) > MOST_SHOWN)


def _pair(pair: Barred) -> str:
    return f"{pair.first.version} – {pair.second.version}"


def _name(names: Names, entrant: int) -> str:
    return names.get(entrant, f"entry {entrant}")


def _rounds(numbers: Sequence[int]) -> str:
    return f"rounds {', '.join(map(str, numbers))}"
