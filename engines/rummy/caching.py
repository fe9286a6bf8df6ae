"""Bounded caches of what follows from a few cards and jokers: more jokers, longer answers, fewer of them kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

Kept = tuple[Callable[..., T], Callable[..., T], Callable[..., T]]


def kept(none: int, one: int, more: int) -> Callable[[Callable[..., T]], Kept[T]]:
    """Keep so many answers of a function whose first argument is a number of jokers: for none, one, and more.

    Gives three functions, each with a cache: call the one at the place ``min(jokers, 2)``.
    """

    def keeper(function: Callable[..., T]) -> Kept[T]:
        return lru_cache(maxsize=none)(function), lru_cache(maxsize=one)(function), lru_cache(maxsize=more)(function)

    return keeper
