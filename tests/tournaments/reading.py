"""Every address at which something of an event can be read: those of the API from its schema, and the pages."""

from __future__ import annotations

from drf_spectacular.generators import SchemaGenerator

from tournaments.models import Match

OPERATIONS = [
    (method, path)
    for path, operations in SchemaGenerator().get_schema(request=None, public=True)["paths"].items()
    for method in operations
    if path.startswith(("/api/v1/tournaments/{", "/api/v1/matches/{"))
]
# Lists that only organiser and staff see.
ORGANISERS = ("/invitations/", "/barred/")


# What follows from the results of an event.
TABLES = ("/standings/", "/standings/explain/", "/crosstable/", "/export/", "/quality/")
# What is asked for where nothing is read without a question; all forms of what has several.
QUERIES = {
    "/standings/explain/": ("?entry={entry}&tie_break=buchholz", "?entry={entry}&tie_break=direct_encounter&round=1"),
    "/crosstable/": ("", "?as=csv"),
    "/export/": ("?as=json", "?as=csv", "?as=trf16", "?as=trf26"),
}


def filled(path: str, match: Match) -> str:
    """The address with the numbers of this match, of its event and of its round, and of the match's first game."""
    event = match.round.tournament_id
    values = {"tournament_id": event, "match_id": match.pk, "number": match.round.number, "game": "1.0"}
    values["id"] = event if path.startswith("/api/v1/tournaments/") else match.pk
    return path.format(**values)


def of_the_api(match: Match) -> list[str]:
    """Where the API tells of this match, its round and its event."""
    entry = match.seats.order_by("seat").values_list("entry_id", flat=True)[0]
    return [
        filled(path, match) + query.format(entry=entry)
        for method, path in OPERATIONS
        if method == "get"
        for query in next((queries for end, queries in QUERIES.items() if path.endswith(end)), ("",))
    ]


def pages(match: Match) -> list[str]:
    """Where the pages do."""
    found = [f"/tournaments/{match.round.tournament_id}/", f"/matches/{match.pk}/"]
    if match.games.exists():
        found.append(f"/matches/{match.pk}/games/1-0/")
    return found


def lists(match: Match) -> list[str]:
    """Where it may be told of among others."""
    bots = match.seats.order_by("seat").values_list("entry__bot_id", flat=True)
    return [
        *("/api/v1/tournaments/", "/api/v1/matches/", f"/api/v1/matches/?tournament={match.round.tournament_id}"),
        *(f"/api/v1/matches/?bot={bot}" for bot in bots),
        *("/", "/tournaments/?state=running", "/tournaments/?state=open", "/tournaments/?state=finished"),
        *(f"/bots/{bot}/" for bot in bots),
    ]
