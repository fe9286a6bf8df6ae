"""The processes that descend from one: found, weighed, stopped, and let go on."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

_PAGE = resource.getpagesize()
_PASSES = 50
_PASS_SECONDS = 0.0002


def is_told() -> bool:
    """Whether this kernel says which processes have come of one: without that, nothing here can be done."""
    return os.path.exists(f"/proc/self/task/{threading.get_native_id()}/children")


def descendants(root: int) -> list[int]:
    """The process and all that descend from it, each after its parent; what is gone meanwhile is left out."""
    found = []
    pending = [root]
    while pending:
        process = pending.pop()
        try:
            for task in os.listdir(f"/proc/{process}/task"):
                pending += map(int, Path(f"/proc/{process}/task/{task}/children").read_bytes().split())
        except OSError:
            continue
        found.append(process)
    return found


def resident_bytes(root: int) -> int:
    """The resident memory of a process and all that descend from it; what is gone meanwhile counts nothing."""
    total = 0
    for process in descendants(root):
        try:
            total += int(Path(f"/proc/{process}/statm").read_bytes().split()[1]) * _PAGE
        except OSError:
            continue
    return total


def computes(root: int) -> bool:
    """Whether any thread of those that descend from ``root``, itself not counted, runs or wants to."""
    return any(state == "R" for process in descendants(root)[1:] for state in _states(process))


def stop(root: int) -> bool:
    """Stop all that descend from ``root``, but not itself; whether at last all of them stood.

    They may start others, or wake each other, until they are stopped: it is done when none is seen to go on.
    """
    for _ in range(_PASSES):
        family = descendants(root)
        going_on = [process for process in family[1:] if not all(state in "TtZX" for state in _states(process))]
        if not going_on:
            return True
        _signal(signal.SIGSTOP, going_on, family)
        time.sleep(_PASS_SECONDS)
    return False


def resume(root: int) -> None:
    """Let all that descend from ``root`` go on."""
    family = descendants(root)
    _signal(signal.SIGCONT, family[1:], family)


def _states(process: int) -> Iterator[str]:
    """The state of each of its threads, a letter as in proc(5), ``stat``."""
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            yield _stat(f"{process}/task/{task}")[0]
    except (OSError, IndexError):
        return


def _stat(process: int | str) -> list[str]:
    """The fields from the state on; the name before them, in parentheses, may hold anything."""
    return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].decode().split()


def _signal(number: signal.Signals, processes: list[int], family: list[int]) -> None:
    known = set(family)
    for process in processes:
        try:
            handle = os.pidfd_open(process)
        except OSError:
            continue
        try:
            # The number may have become another's since it was found; who has a parent here is of the family.
            if int(_stat(process)[1]) in known:
                signal.pidfd_send_signal(handle, number)
        except (OSError, IndexError):
            continue
        finally:
            os.close(handle)
