"""What tie-breaks follow from: every round of every entrant, one by one, and the scores they add up to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Required, TypedDict

from tournaments.pairing.base import Bye, Meeting, tally
from tournaments.standings.cells import Cell, missed, rested, seated
from tournaments.standings.places import mean_points
from tournaments.standings.unplayed import Contribution, contributions

Edition = Literal["2026", "2024"]
EDITIONS: tuple[Edition, ...] = ("2026", "2024")


class Given(TypedDict, total=False):
    """The arguments of `Results`."""

    entrants: Required[Sequence[int]]
    meetings: Required[Sequence[Meeting]]
    byes: Required[Sequence[Bye]]
    seats: Required[int]
    win: int | None
    points: Sequence[int] | None
    rounds: int | None
    edition: Edition
    predetermined: bool
    ratings: Mapping[int, int] | None
    board_points: Mapping[tuple[int, int], int] | None


@dataclass(frozen=True, kw_only=True)
class Results:
    """All that the standings of an event follow from. The order of entrants, meetings and byes is of no matter.

    entrants, meetings, byes   as in `pairing.base.Field`; a round without meeting or bye was missed by own wish
    seats           of a full table
    win             standing points of a won match; None: the first of `points`, or 2 * (seats - 1)
    points          of the places of a full table, where the event states them
    rounds          the table is for so many; None: the last there is
    edition         of FIDE C.07: 2026 (of 1 March) or 2024 (of 1 August)
    predetermined   all pairings were fixed at the start (round robin): C.07, article 15.2, holds instead of 16
    ratings         by entrant, whole numbers from 0 as they were at the start; only `average_rating` asks for them
    board_points    game points by round and entrant, byes included; only `board_points` asks for them

    Raises ValueError for one who is no entrant or stands twice in a round, a table of more than `seats`, a round that
    is not one of `rounds`, an unknown edition, and a rating below 0.
    """

    entrants: Sequence[int]
    meetings: Sequence[Meeting]
    byes: Sequence[Bye]
    seats: int
    win: int | None = None
    points: Sequence[int] | None = None
    rounds: int | None = None
    edition: Edition = "2026"
    predetermined: bool = False
    ratings: Mapping[int, int] | None = None
    board_points: Mapping[tuple[int, int], int] | None = None

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise ValueError(f"edition: {self.edition!r} is not one of {', '.join(EDITIONS)}")
        for meeting in self.meetings:
            if len(meeting.entrants) > self.seats:
                raise ValueError(f"{meeting.name}: {len(meeting.entrants)} entrants at a table of {self.seats} seats")
            if not 1 <= meeting.round <= self.last:
                raise ValueError(f"{meeting.name}: not one of rounds 1 to {self.last}")
        for bye in self.byes:
            if not 1 <= bye.round <= self.last:
                raise ValueError(f"round {bye.round}: a bye of {bye.entrant}, not in one of rounds 1 to {self.last}")
        for entrant, rating in (self.ratings or {}).items():
            if rating < 0:
                raise ValueError(f"ratings: {rating} of {entrant} is below 0")

    @cached_property
    def last(self) -> int:
        """The number of rounds the table is for."""
        if self.rounds is not None:
            return self.rounds
        return max([*(meeting.round for meeting in self.meetings), *(bye.round for bye in self.byes)], default=0)

    @cached_property
    def win_points(self) -> int:
        if self.win is not None:
            return self.win
        return self.points[0] if self.points else 2 * (self.seats - 1)

    @cached_property
    def tie_points(self) -> int:
        """Standing points of a table where all are tied."""
        return mean_points(self.points) if self.points else self.win_points // 2

    @property
    def regular(self) -> bool:
        """Whether forfeits are regular games, and rounds without an opponent are none (C.07, 15.2)."""
        return self.predetermined and self.seats == 2

    @cached_property
    def scores(self) -> dict[int, int]:
        """The sum of standing points by entrant, byes included."""
        return tally(self.entrants, self.meetings, self.byes)

    @cached_property
    def cells(self) -> dict[int, list[Cell]]:
        """Every round of every entrant, from 1 to `last`, by entrant ascending."""
        found: dict[int, list[Cell | None]] = {entrant: [None] * self.last for entrant in sorted(self.scores)}
        for meeting in self.meetings:
            table = seated(meeting, seats=self.seats, tie=self.tie_points)
            for entrant, cell in zip(meeting.entrants, table, strict=True):
                found[entrant][meeting.round - 1] = cell
        for bye in self.byes:
            found[bye.entrant][bye.round - 1] = rested(bye, win=self.win_points)
        return {
            entrant: [cell or missed(number) for number, cell in enumerate(cells, 1)]
            for entrant, cells in found.items()
        }

    @cached_property
    def contributions(self) -> dict[int, list[Contribution]]:
        """What the opponents and dummies of everyone count for, by round."""
        return contributions(self)
