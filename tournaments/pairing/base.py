"""What a pairing is made from and what it is: the values shared by all formats, and the format itself."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar

from plugins.contract import JSON
from plugins.options import filled_in

NONE: Mapping[str, Any] = MappingProxyType({})
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({"type": "object", "properties": {}, "additionalProperties": False})


class CannotPair(ValueError):
    """This round cannot be paired; the message says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table of a closed round.

    `entrants` are seed numbers in seat order, `points` the standing points each got, in the same order. `ranks` are the
    ranks of the match (0 is best, ties share the better rank); without them the points decide who was above whom.
    `forfeit`: it was not played; who did not come lost, both if nobody did (then the points, not the ranks, say so).
    """

    round: int
    table: int
    entrants: tuple[int, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...] = ()
    forfeit: bool = False

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


class Missed(StrEnum):
    """Why an entrant was at no table in a round."""

    PAIRING = "pairing"
    """The pairing left it over: a bye."""
    REQUESTED = "requested"
    """It had asked not to be paired, while that was worth something."""
    GRANTED = "granted"
    """The organiser let it rest, for the points of a win."""
    ABSENT = "absent"
    """It was not there, for nothing: by its own wish, withdrawn or disqualified."""
    LATE = "late"
    """It had not entered yet; the event says what such rounds are worth."""


@dataclass(frozen=True, slots=True)
class Bye:
    """A round an entrant did not play, the points it got for it, and why it did not."""

    round: int
    entrant: int
    points: int
    kind: Missed = Missed.PAIRING


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
    options   those of the format, complete (see `Format.complete`); a format takes its defaults for what is missing
    barred    pairs (a, b), a < b, who must not meet in this round: bots of one owner, an organiser's list
    bonus     standing points counted for the pairing of this round alone (accelerated rounds), by entrant; none: 0
    bonuses   the bonus that the rounds before were paired with, by round: who floated then follows from it

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
    options: Mapping[str, Any] = field(default_factory=dict)
    barred: frozenset[tuple[int, int]] = frozenset()
    bonus: Mapping[int, int] = field(default_factory=dict)
    bonuses: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
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
        numbers = set(self.entrants)
        if wrong_pairs := sorted(pair for pair in self.barred if pair[0] >= pair[1] or not numbers.issuperset(pair)):
            raise ValueError(f"field.barred: {wrong_pairs[0]} is no pair of two entrants, the smaller number first")
        earlier = [(f"bonuses[{round_}]", bonus) for round_, bonus in sorted(self.bonuses.items())]
        for where, bonus in [("bonus", self.bonus), *earlier]:
            if strangers := sorted(set(bonus) - numbers):
                raise ValueError(f"field.{where}: {strangers} are not in field.entrants")
        object.__setattr__(self, "scores", MappingProxyType(tally(self.entrants, self.meetings, self.byes)))

    def score(self, entrant: int) -> int:
        """The sum of the entrant's standing points, byes included."""
        return self.scores[entrant]

    def pairing_score(self, entrant: int) -> int:
        """The score with the bonus of accelerated rounds: what score groups are made by."""
        return self.scores[entrant] + self.bonus.get(entrant, 0)

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
    kind: Missed = Missed.PAIRING


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A table that is not played, since of the two who were drawn for it only `winner` is there; in seat order."""

    entrants: tuple[int, int]
    winner: int
    why: str


@dataclass(frozen=True, slots=True)
class Pairings:
    """A paired round. Tables are numbered from 1 in this order. `notes` tell people what could not be met, and why."""

    tables: tuple[Table, ...]
    byes: tuple[Rest, ...] = ()
    notes: tuple[str, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """How many rounds suit: `rounds` is suggested, `most` can certainly be paired without two meeting twice."""

    rounds: int
    most: int
    note: str

    def warning(self, rounds: int) -> str | None:
        """What to tell an organiser who wants so many rounds, if two may then have to meet twice."""
        if rounds <= self.most:
            return None
        return f"rounds: {rounds} are more than the {self.most} that are certain without a repeat; {self.note}"


class Format(ABC):
    """A way to pair rounds. `seats` are the table sizes it can serve; `fixed_rounds`: entrants determine the rounds;
    `predetermined`: all pairings are fixed at the start; `by_score`: scores and barred pairs have a say in who meets
    whom; `options`: the JSON Schema of what an organiser may choose, a default for everything.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    fixed_rounds: ClassVar[bool]
    predetermined: ClassVar[bool] = False
    by_score: ClassVar[bool] = True
    options: ClassVar[Mapping[str, Any]] = NO_OPTIONS

    def complete(self, options: Mapping[str, Any]) -> dict[str, JSON]:
        """All options of the format, the defaults for what is missing. Raises InvalidOptions."""
        return filled_in(self.options, options)

    def check(self, *, seats: int, boards: int = 1, rotate: bool = True, options: Mapping[str, Any] = NONE) -> None:
        """Raises CannotPair if the format is not for matches of this kind, InvalidOptions for wrong options."""
        self.check_seats(seats)
        self.complete(options)

    def plan(self, entrants: int, seats: int, options: Mapping[str, Any] = NONE) -> Plan:
        """Rounds for so many entrants. Raises CannotPair if the format cannot serve them."""
        self.check_seats(seats)
        if entrants < self.seats.start:
            raise CannotPair(f"{self.title} needs at least {self.seats.start} entrants, not {entrants}")
        return self._plan(entrants, seats, self.complete(options))

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
    def _plan(self, entrants: int, seats: int, options: Mapping[str, Any]) -> Plan: ...

    @abstractmethod
    def _pair(self, field: Field) -> Pairings: ...


def validate(field: Field, pairings: Pairings) -> None:
    """Checks that everyone present sits at one table, rests or wins by forfeit, once, and that table sizes are legal.

    A table is full, or short with at least three seats (two where two are full). Raises AssertionError: a pairing that
    fails here is a fault of the format, never of the event.
    """
    placed = [entrant for table in pairings.tables for entrant in table.entrants]
    placed += [rest.entrant for rest in pairings.byes]
    placed += [forfeit.winner for forfeit in pairings.forfeits]
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
