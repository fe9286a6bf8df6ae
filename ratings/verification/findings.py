"""What a verification found: how much it has looked at, how many differences there are, and the first of them."""

from __future__ import annotations

from dataclasses import dataclass, field


class Unreadable(Exception):
    """The ledger is broken at a place, so that what comes after it cannot be played."""


@dataclass
class Findings:
    """Of one pool.

    most         how many differences are kept for each part
    counts       differences by part: ledger, events, pool, ratings, history, meetings, rank counts
    differences  the first of them, in the order in which they were found
    looked_at    how many boards, events, ratings, ... were compared, by name
    notes        what whoever reads this should know, and is no difference
    """

    pool_id: int
    title: str
    most: int = 20
    counts: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)
    looked_at: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def differs(self, part: str, what: str) -> None:
        """Something is not as it should be."""
        count = self.counts[part] = self.counts.get(part, 0) + 1
        if count <= self.most:
            self.differences.append(f"{part}: {what}")

    @property
    def is_right(self) -> bool:
        return not self.counts

    @property
    def unsaid(self) -> dict[str, int]:
        """By part, how many differences there are beyond those that are kept."""
        return {part: count - self.most for part, count in self.counts.items() if count > self.most}
