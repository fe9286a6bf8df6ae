"""How well an event was paired: repeat meetings, byes, score spread, seat imbalance, from what was played alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.base import Bye, Meeting, Missed, tally


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two entrants (the smaller number first) who met more than once, and the rounds in which they did."""

    entrants: tuple[int, int]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rested:
    """An entrant whom the pairing gave more than one bye, and the rounds in which it did."""

    entrant: int
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """Of a round, the differences of score, before it, of every two who met: how many, their sum and the greatest."""

    round: int
    pairs: int
    total: int
    greatest: int

    @property
    def mean(self) -> Fraction:
        """The mean difference, exact; 0 where nobody met."""
        return Fraction(self.total, self.pairs) if self.pairs else Fraction(0)


@dataclass(frozen=True, slots=True)
class Quality:
    """Figures of an event up to its last closed round.

    repeats         meetings of two who had met before: one who met three times counts two
    repeated        which these are, by entrants
    most_byes       the most byes that the pairing gave one entrant
    rested          those it gave more than one, by entrant
    spreads         score spread by round, of the rounds in which somebody met
    imbalance       the greatest difference of any entrant between how often it had one seat and how often another
    out_of_balance  how many entrants have a difference above 1, the least that every number of rounds allows
    """

    repeats: int
    repeated: tuple[Repeat, ...]
    most_byes: int
    rested: tuple[Rested, ...]
    spreads: tuple[Spread, ...]
    imbalance: int
    out_of_balance: int


def quality(entrants: Iterable[int], seats: int, meetings: Sequence[Meeting], byes: Sequence[Bye]) -> Quality:
    """The figures of these rounds, at full tables of `seats`, in whatever order meetings and byes stand.

    A forfeit is no meeting and nobody had a seat there; only byes of the kind PAIRING are byes that the pairing gave.
    Scores are true ones, without the bonus of accelerated rounds. Raises ValueError as `base.tally` does, and for a
    meeting of more than `seats`.
    """
    numbers = sorted(set(entrants))
    tally(numbers, meetings, byes)
    if large := next((meeting for meeting in meetings if len(meeting.entrants) > seats), None):
        raise ValueError(f"{large.name}: {len(large.entrants)} entrants, not at most {seats}")
    played = sorted((m for m in meetings if not m.forfeit), key=lambda meeting: (meeting.round, meeting.table))
    repeated = _repeated(played)
    given = _byes_given(byes)
    differences = _seat_differences(seats, played)
    return Quality(
        repeats=sum(len(repeat.rounds) - 1 for repeat in repeated),
        repeated=repeated,
        most_byes=max(map(len, given.values()), default=0),
        rested=tuple(Rested(entrant, tuple(rounds)) for entrant, rounds in sorted(given.items()) if len(rounds) > 1),
        spreads=_spreads(numbers, played, meetings, byes),
        imbalance=max(differences, default=0),
        out_of_balance=sum(difference > 1 for difference in differences),
    )


def _repeated(played: Sequence[Meeting]) -> tuple[Repeat, ...]:
    rounds: dict[tuple[int, int], list[int]] = {}
    for meeting in played:
        for a, b in combinations(sorted(meeting.entrants), 2):
            rounds.setdefault((a, b), []).append(meeting.round)
    return tuple(Repeat(pair, tuple(met)) for pair, met in sorted(rounds.items()) if len(met) > 1)


def _byes_given(byes: Sequence[Bye]) -> dict[int, list[int]]:
    given: dict[int, list[int]] = {}
    for bye in sorted(byes, key=lambda bye: bye.round):
        if bye.kind is Missed.PAIRING:
            given.setdefault(bye.entrant, []).append(bye.round)
    return given


def _spreads(
    numbers: Sequence[int], played: Sequence[Meeting], meetings: Sequence[Meeting], byes: Sequence[Bye]
) -> tuple[Spread, ...]:
    gains: dict[int, Counter[int]] = {}
    for meeting in meetings:
        gains.setdefault(meeting.round, Counter()).update(dict(zip(meeting.entrants, meeting.points, strict=True)))
    for bye in byes:
        gains.setdefault(bye.round, Counter())[bye.entrant] += bye.points
    tables: dict[int, list[Meeting]] = {}
    for meeting in played:
        tables.setdefault(meeting.round, []).append(meeting)
    scores = dict.fromkeys(numbers, 0)
    spreads: list[Spread] = []
    for round_ in sorted(gains):
        if round_ in tables:
            met = [pair for meeting in tables[round_] for pair in combinations(meeting.entrants, 2)]
            gaps = [abs(scores[a] - scores[b]) for a, b in met]
            spreads.append(Spread(round_, len(gaps), sum(gaps), max(gaps)))
        for entrant, points in gains[round_].items():
            scores[entrant] += points
    return tuple(spreads)


def _seat_differences(seats: int, played: Sequence[Meeting]) -> list[int]:
    """By entrant that has played, how much oftener it had the seat it had most than the one it had least."""
    had: dict[int, list[int]] = {}
    for meeting in played:
        for seat, entrant in enumerate(meeting.entrants):
            had.setdefault(entrant, [0] * seats)[seat] += 1
    return [max(times) - min(times) for times in had.values()]
