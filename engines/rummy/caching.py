"""Bounded caches of what follows from a few cards and jokers: more jokers, longer answers, fewer of them kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")


def kept(none: int, one: int, more: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Keep so many answers of a function whose first argument is a number of jokers: for none, one, and more."""

    def keeper(function: Callable[..., T]) -> Callable[..., T]:
        without, single, several = (lru_cache(maxsize=size)(function) for size in (none, one, more))

        def answer(jokers: int, *arguments: object) -> T:
            if not jokers:
                return without(0, *arguments)
            return single(1, *arguments) if jokers == 1 else several(jokers, *arguments)

        return answer

    return keeper
