"""What a pairing is made from and what it is: the values shared by all formats, and the format itself."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import ClassVar


class CannotPair(ValueError):
    """This round cannot be paired; the message says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table of a closed round.

    `entrants` are seed numbers in seat order, `points` the standing points each got, in the same order. `ranks` are the
    ranks of the match (0 is best, ties share the better rank); without them the points decide who was above whom.
    """

    round: int
    table: int
    entrants: tuple[int, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        seats = len(self.entrants)
        if len(self.points) != seats:
            raise ValueError(f"meeting.points: {len(self.points)} values for {seats} entrants of {self.name}")
        if self.ranks and len(self.ranks) != seats:
            raise ValueError(
                f"meeting.ranks: {len(self.ranks)} values for {seats} entrants of {self.name}; give all or none"
            )
        if len(set(self.entrants)) != seats:
            raise ValueError(f"meeting.entrants: {self.entrants} of {self.name} names an entrant twice")

    @property
    def name(self) -> str:
        return f"round {self.round} table {self.table}"

    @property
    def better(self) -> tuple[int, ...]:
        """A number by seat, greater for who was above: from the ranks, or without them from the points."""
        return tuple(-rank for rank in self.ranks) if self.ranks else self.points


@dataclass(frozen=True, slots=True)
class Bye:
    """A round an entrant did not play and the points it got for it; `paired` is False for an absence by own wish."""

    round: int
    entrant: int
    points: int
    paired: bool = True


def tally(entrants: Iterable[int], meetings: Iterable[Meeting], byes: Iterable[Bye]) -> dict[int, int]:
    """Standing points by entrant. Raises ValueError for one who is no entrant, or stands twice in a round."""
    scores = dict.fromkeys(entrants, 0)
    seen: set[tuple[int, int]] = set()
    gains = ((m.round, *gain) for m in meetings for gain in zip(m.entrants, m.points, strict=True))
    for round_, entrant, points in chain(gains, ((b.round, b.entrant, b.points) for b in byes)):
        if entrant not in scores:
            raise ValueError(f"round {round_}: {entrant} is not one of the entrants")
        if (round_, entrant) in seen:
            raise ValueError(f"round {round_}: {entrant} is there twice; everyone has one table or one bye in a round")
        seen.add((round_, entrant))
        scores[entrant] += points
    return scores


@dataclass(frozen=True, slots=True)
class Field:
    """All that the pairing of a round follows from.

    entrants  all seed numbers ever in the event, ascending; 1 is the top seed
    present   those to be paired in this round
    seats     seats of a full table
    round     the round to pair, from 1
    rounds    rounds planned
    meetings  every table of the rounds before, in any order
    byes      every round that an entrant did not play, in any order
    win       standing points for winning a whole match at a full table; None: 2 * (seats - 1), match points

    Raises ValueError where these do not fit together.
    """

    entrants: tuple[int, ...]
    present: frozenset[int]
    seats: int
    round: int
    rounds: int
    meetings: tuple[Meeting, ...] = ()
    byes: tuple[Bye, ...] = ()
    win: int | None = None
    scores: Mapping[int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if list(self.entrants) != sorted(set(self.entrants)):
            raise ValueError("field.entrants: seed numbers must ascend and be distinct")
        if strangers := sorted(self.present.difference(self.entrants)):
            raise ValueError(f"field.present: {strangers} are not in field.entrants")
        for where, rounds in (("meetings", [m.round for m in self.meetings]), ("byes", [b.round for b in self.byes])):
            if rounds and not 1 <= min(rounds) <= max(rounds) < self.round:
                wrong = min(rounds) if min(rounds) < 1 else max(rounds)
                raise ValueError(f"field.{where}: round {wrong} is not one of those before round {self.round}")
        object.__setattr__(self, "scores", MappingProxyType(tally(self.entrants, self.meetings, self.byes)))

    def score(self, entrant: int) -> int:
        """The sum of the entrant's standing points, byes included."""
        return self.scores[entrant]

    @property
    def win_points(self) -> int:
        """Standing points of a win, which is what a bye is worth."""
        return 2 * (self.seats - 1) if self.win is None else self.win


@dataclass(frozen=True, slots=True)
class Table:
    """A table to be played: seed numbers in seat order, and why these meet, for people to read."""

    entrants: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Rest:
    """A bye in the round that is paired, what it is worth, and why."""

    entrant: int
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Pairings:
    """A paired round. Tables are numbered from 1 in this order."""

    tables: tuple[Table, ...]
    byes: tuple[Rest, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """How many rounds suit: `rounds` is suggested, `most` can certainly be paired without two meeting twice."""

    rounds: int
    most: int
    note: str


class Format(ABC):
    """A way to pair rounds. `seats` are the table sizes it can serve; `fixed_rounds`: entrants determine the rounds."""

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    fixed_rounds: ClassVar[bool]

    def plan(self, entrants: int, seats: int) -> Plan:
        """Rounds for so many entrants. Raises CannotPair if the format cannot serve them."""
        self.check_seats(seats)
        if entrants < self.seats.start:
            raise CannotPair(f"{self.title} needs at least {self.seats.start} entrants, not {entrants}")
        return self._plan(entrants, seats)

    def pair(self, field: Field) -> Pairings:
        """The tables and byes of `field.round`, checked. The same field gives the same pairings, in whatever order its
        meetings and byes stand. Raises CannotPair.
        """
        self.check_seats(field.seats)
        if len(field.present) < self.seats.start:
            raise CannotPair(
                f"round {field.round}: {len(field.present)} present, {self.title} needs at least {self.seats.start}"
            )
        pairings = self._pair(field)
        validate(field, pairings)
        return pairings

    def check_seats(self, seats: int) -> None:
        """Raises CannotPair if the format has no tables of this size."""
        if seats not in self.seats:
            sizes = ", ".join(map(str, self.seats))
            raise CannotPair(f"seats: {seats} is not one of {sizes}, the table sizes of {self.title}")

    @abstractmethod
    def _plan(self, entrants: int, seats: int) -> Plan: ...

    @abstractmethod
    def _pair(self, field: Field) -> Pairings: ...


def validate(field: Field, pairings: Pairings) -> None:
    """Checks that everyone present sits at one table or rests, once, and that table sizes are legal.

    A table is full, or short with at least three seats (two where two are full). Raises AssertionError: a pairing that
    fails here is a fault of the format, never of the event.
    """
    placed = [entrant for table in pairings.tables for entrant in table.entrants]
    placed += [rest.entrant for rest in pairings.byes]
    if len(placed) != len(set(placed)):
        twice = sorted(entrant for entrant in set(placed) if placed.count(entrant) > 1)
        raise AssertionError(f"round {field.round}: {twice} placed twice")
    if set(placed) != field.present:
        wrong = sorted(field.present.symmetric_difference(placed))
        raise AssertionError(f"round {field.round}: {wrong} left out, or placed without being present")
    least = min(3, field.seats)
    for number, table in enumerate(pairings.tables, 1):
        if not least <= len(table.entrants) <= field.seats:
            raise AssertionError(
                f"round {field.round} table {number}: {len(table.entrants)} seats, not {least} to {field.seats}"
            )
