"""Whether a remote bot is there: it has polled within the last 60 seconds, or polls now."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.remote.connection import client, reaching


def present(bot_ids: Sequence[int]) -> set[int]:
    """Those of the bots that are there. Raises Unreachable."""
    if not bot_ids:
        return set()
    with reaching():
        found = client().mget([f"croupier:remote:{{{bot_id}}}:seen" for bot_id in bot_ids])
    return {bot_id for bot_id, mark in zip(bot_ids, found, strict=True) if mark is not None}
