"""Where randomness comes from: the secrets and seeds of an event, a board, a policy's seat.

Every derivation is HMAC-SHA-256 keyed with the seed above it, over an ASCII label, so that anyone can check a deal
in any language once the event's secret is public.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass


@dataclass(frozen=True, slots=True)
class PinnedEntry:
    """What of an entry goes into the event's seed."""

    number: int
    owner: str
    bot: str
    version: int


def commitment(secret: bytes) -> str:
    """What is published of the secret when entries open: its SHA-256, in hex."""
    return hashlib.sha256(secret).hexdigest()


def event_seed(secret: bytes, entries: Sequence[PinnedEntry]) -> bytes:
    """32 bytes: HMAC(secret, JSON of the entries by number), the JSON being compact, ASCII, a list of lists."""
    pinned = [list(astuple(entry)) for entry in sorted(entries, key=lambda entry: entry.number)]
    return _derive(secret, json.dumps(pinned, separators=(",", ":"), ensure_ascii=True))


def board_seed(seed: bytes, *, round_number: int, table: int | None, board: int) -> bytes:
    """32 bytes: HMAC(event seed, "round:table:board"), where a deal that all tables play says "all" for its table."""
    return _derive(seed, f"{round_number}:{'all' if table is None else table}:{board}")


def game_seed(
    seed: bytes, *, round_number: int, table: int, board: int, rotation: int, attempt: int, duplicate: bool
) -> bytes:
    """32 bytes, from which a game is dealt.

    In a ``duplicate`` event that is the board's, the same at all tables and in all rotations. Else every game has its
    own: HMAC(event seed, "round:table:board:rotation:attempt").
    """
    if duplicate:
        return board_seed(seed, round_number=round_number, table=None, board=board)
    return _derive(seed, f"{round_number}:{table}:{board}:{rotation}:{attempt}")


def policy_seed(seed: bytes, *, table: int, rotation: int, seat: int) -> bytes:
    """32 bytes for the policy at one seat of the match: HMAC(game seed, "policy:table:rotation:seat")."""
    return _derive(seed, f"policy:{table}:{rotation}:{seat}")


def bot_seed(seed: bytes, *, table: int, rotation: int, seat: int) -> str:
    """16 bytes in hex that a program or remote bot is told in ``hello``: HMAC(game seed, "bot:table:rotation:seat")."""
    return _derive(seed, f"bot:{table}:{rotation}:{seat}")[:16].hex()


def tie_seed(seed: bytes, *, table: int) -> bytes:
    """32 bytes for the order in which tied sides of a board enter the rating: HMAC(board seed, "ties:table")."""
    return _derive(seed, f"ties:{table}")


def _derive(key: bytes, label: str) -> bytes:
    return hmac.digest(key, label.encode("ascii"), "sha256")
