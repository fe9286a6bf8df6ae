"""What was there is out of the collector's sight for as long as it takes, however that ends."""

from __future__ import annotations

import gc
import weakref

import pytest

from ratings.heap import undisturbed_heap


class Cycle:
    def __init__(self) -> None:
        self.itself = self


def test_what_was_there_is_left_alone_and_what_is_made_is_not() -> None:
    gc.collect()
    old = weakref.ref(Cycle())
    with undisturbed_heap():
        new = weakref.ref(Cycle())
        gc.collect()
        assert old() is not None
        assert new() is None
        assert gc.get_freeze_count() > 0
    gc.collect()
    assert old() is None


def test_it_ends_with_what_went_wrong() -> None:
    before = gc.get_freeze_count()
    with pytest.raises(ZeroDivisionError), undisturbed_heap():
        raise ZeroDivisionError
    assert gc.get_freeze_count() == 0 <= before
