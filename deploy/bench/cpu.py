"""Processor time of processes that run: what the kernel has charged to them (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def seconds(pids: Iterable[int]) -> float:
    """User and system seconds of these processes so far, without their children; to a hundredth. See proc(5), stat."""
    ticks = 0
    for pid in pids:
        # The name, in parentheses, may hold anything; utime and stime are the 12th and 13th field after it.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / _TICKS_PER_SECOND
