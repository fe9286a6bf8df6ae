"""What every tie-break can do: give the values of all, and the lines that one value is the sum of."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from tournaments.standings.results import Results


@dataclass(frozen=True, slots=True)
class Line:
    """One term of a tie-break.

    round      None where a line is not of one round
    opponent   None for a dummy, and where no opponent is meant
    value      what counts, in the unit of the tie-break
    counted    False: cut, or short of a limit; not in the sum
    why        where the value comes from, for people
    """

    round: int | None
    opponent: int | None
    value: int
    counted: bool
    why: str


class Measure(Protocol):
    """A tie-break that gives everyone a number, whoever is tied with whom; more is better."""

    mean: ClassVar[bool]
    """Whether the value is the mean of its lines and not their sum."""

    def values(self, results: Results) -> dict[int, int]:
        """By entrant. Raises ValueError where `results` lack what it needs."""

    def lines(self, results: Results, entrant: int) -> list[Line]:
        """The value of one, term by term."""

    def total(self, lines: list[Line]) -> int:
        """The value that these lines make."""


class Sum:
    """A measure whose value is the sum of the lines that count."""

    mean: ClassVar[bool] = False

    def total(self, lines: list[Line]) -> int:
        return sum(line.value for line in lines if line.counted)
