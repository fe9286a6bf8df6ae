"""The spectator's part: final standings, leaderboards, and where to look."""

from __future__ import annotations

from collections.abc import Sequence

from deploy.demo.cast import ADMIN, Cast
from deploy.demo.client import Client
from deploy.demo.events import Event
from ratings.management.table import table


def standings(client: Client, event: Event) -> str:
    """The final standings of an event as a table. Raises ServiceError."""
    shown = client.get(f"/tournaments/{event.id}/standings/")
    # A tie-break may stand in the order twice; its column is wanted once.
    order = {tie_break["id"]: tie_break["title"] for tie_break in shown["order"]}
    rows = [
        [line["place"], line["bot"]["name"], line["owner"], line["points"], *(line["tie_breaks"][id_] for id_ in order)]
        for line in shown["results"]
    ]
    return table(["place", "bot", "owner", "points", *order.values()], rows)


def leaderboards(client: Client) -> list[tuple[str, str]]:
    """Title and table of every pool that has a rating. Raises ServiceError."""
    found = []
    for pool in client.pages("/pools/"):
        rows = [
            [line["rank"], line["name"], line["owner"], line["mu"], line["sigma"], line["score"], line["boards"]]
            for line in client.pages(f"/pools/{pool['id']}/leaderboard/")
        ]
        if rows:
            columns = ["rank", "bot", "owner", "mu", "sigma", "score", "boards"]
            found.append((pool["title"], table(columns, rows)))
    return found


def places_to_look(base: str, cast: Cast, events: Sequence[Event]) -> str:
    """Addresses, and the login for the admin."""
    lines = [
        ("pages", f"{base}/"),
        *((event.name, f"{base}/tournaments/{event.id}/") for event in events),
        ("admin", f"{base}/admin/  (user {ADMIN}, password {cast.password})"),
        ("API", f"{base}/api/v1/"),
        ("API docs", f"{base}/api/docs/"),
    ]
    width = max(len(name) for name, _ in lines)
    return "\n".join(f"{name:<{width}}  {address}" for name, address in lines)
