"""Python's search for garbage during long computations: only among what they make themselves."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undisturbed_heap() -> Iterator[None]:
    """What is there is not looked through again and again while millions of objects are made.

    A replay makes no cycles, but so many objects that the collector would spend as long on the whole heap as the replay
    takes. Garbage that is made meanwhile is found as ever; that from before is found afterwards.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
