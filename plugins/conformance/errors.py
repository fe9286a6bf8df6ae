"""The failure of a check."""

from __future__ import annotations


class ConformanceError(AssertionError):
    """An engine broke a promise of the contract: where, what happened, and what would be right."""

    def __init__(self, where: str, what: str, right: str) -> None:
        super().__init__(f"{where}: {what}; {right}")
        self.where, self.what, self.right = where, what, right
