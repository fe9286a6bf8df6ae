"""How long something takes, in processor seconds: one clock and one way for our games and for those of the peers.

The standard library alone, for the scratch environment of the peers imports it too.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Sequence
from hashlib import shake_256
from itertools import cycle

_DRAWS = 65_521


def draws() -> Callable[[], int]:
    """Gives one of 65,521 fixed 30-bit integers a call, over and over: a choice that costs next to nothing.

    Modulo a few actions it is uniform enough to measure with; games that count take ``plugins.chance``.
    """
    words = struct.unpack(f"<{_DRAWS}I", shake_256(b"croupier bench").digest(4 * _DRAWS))
    return cycle([word >> 2 for word in words]).__next__  # CPython computes fastest with up to 30 bits


def play_for(seconds: float, play: Callable[[], int]) -> tuple[list[int], float]:
    """Play whole games until the time is over, at least one: what each ``play()`` returned, and the seconds taken."""
    found = []
    begun = time.process_time()
    while True:
        found.append(play())
        taken = time.process_time() - begun
        if taken >= seconds:
            return found, taken


def microseconds(seconds: float, calls: Sequence[Callable[[], object]]) -> float:
    """What one of the calls takes on average, when all are called again and again until the time is over."""
    rounds = 0
    begun = time.process_time()
    while True:
        for call in calls:
            call()
        rounds += 1
        taken = time.process_time() - begun
        if taken >= seconds:
            return 1_000_000 * taken / (rounds * len(calls))
