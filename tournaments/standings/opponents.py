"""Tie-breaks that follow from the opponents (FIDE C.07): Buchholz, Sonneborn-Berger, Koya, the average rating."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.standings.cells import Kind
from tournaments.standings.cuts import Cut, cut
from tournaments.standings.measure import Line, Sum
from tournaments.standings.results import Results
from tournaments.standings.unplayed import Contribution, origin


@dataclass(frozen=True)
class Buchholz(Sum):
    """C.07, 8.1: the sum of the scores of the opponents, in standing points. `low` and `high` are cut (article 14)."""

    low: int = 0
    high: int = 0

    def worth(self, part: Contribution) -> int:
        """What an opponent counts for."""
        return part.score

    def values(self, results: Results) -> dict[int, int]:
        return {entrant: self._value(parts) for entrant, parts in results.contributions.items()}

    def _value(self, parts: Sequence[Contribution]) -> int:
        worth = [self.worth(part) for part in parts]
        gone = cut(parts, worth, low=self.low, high=self.high)
        return sum(worth) - sum([worth[index] for index in (*gone.low, *gone.high)])

    def lines(self, results: Results, entrant: int) -> list[Line]:
        parts = results.contributions[entrant]
        worth = [self.worth(part) for part in parts]
        gone = cut(parts, worth, low=self.low, high=self.high)
        return [
            Line(
                part.cell.round,
                part.opponent,
                worth[index],
                index not in (*gone.low, *gone.high),
                self.words(part) + origin(results, entrant, part) + _cut_words(part, gone, index),
            )
            for index, part in enumerate(parts)
        ]

    def words(self, part: Contribution) -> str:
        return f"score {part.score}"


class SonnebornBerger(Buchholz):
    """C.07, 9.1: the sum of the scores of the opponents, each times what was scored against it. With two seats that is
    standing points; with more 2 for one ranked below and 1 for a tie.
    """

    def worth(self, part: Contribution) -> int:
        return part.score * part.against

    def words(self, part: Contribution) -> str:
        return f"{part.against} x score {part.score}"


def _cut_words(part: Contribution, gone: Cut, index: int) -> str:
    if index in gone.high:
        return "; cut as the greatest (14.3)"
    if index not in gone.low:
        return ""
    return "; cut as the least of the rounds missed by own wish (16.5)" if part.voluntary else "; cut as the least (14)"


class Koya(Sum):
    """C.07, 9.2: the points made against all who have at least half of the greatest possible score. Forfeits count."""

    def values(self, results: Results) -> dict[int, int]:
        limit, scores = greatest_score(results), results.scores
        return {
            entrant: sum(
                [
                    against
                    for cell in cells
                    for opponent, against in zip(cell.opponents, cell.against, strict=True)
                    if 2 * scores[opponent] >= limit
                ]
            )
            for entrant, cells in results.cells.items()
        }

    def lines(self, results: Results, entrant: int) -> list[Line]:
        limit, found = greatest_score(results), []
        for cell in results.cells[entrant]:
            for opponent, against in zip(cell.opponents, cell.against, strict=True):
                score = results.scores[opponent]
                counted = 2 * score >= limit
                words = "at least" if counted else "not counted, less than"
                why = f"{against} against score {score}, {words} half of {limit}"
                found.append(Line(cell.round, opponent, against, counted, why))
        return found


def greatest_score(results: Results) -> int:
    """Standing points of a win times the rounds. Where an odd number meet everyone in turn, the rounds in which each
    rests are none.
    """
    rounds, entrants = results.last, len(results.entrants)
    if results.predetermined and entrants % 2:
        rounds -= rounds // entrants
    return results.win_points * rounds


class AverageRating:
    """C.07, 10.1: the mean of the ratings of the opponents met at a table, rounded to the nearest integer, halves up;
    0 if there are none. Forfeits and byes are no opponents.
    """

    mean: ClassVar[bool] = True

    def values(self, results: Results) -> dict[int, int]:
        ratings = _ratings(results)
        return {
            entrant: _mean([ratings[other] for cell in cells if cell.kind is Kind.PLAYED for other in cell.opponents])
            for entrant, cells in results.cells.items()
        }

    def lines(self, results: Results, entrant: int) -> list[Line]:
        ratings = _ratings(results)
        return [
            Line(cell.round, opponent, ratings[opponent], True, f"rating {ratings[opponent]}")
            for cell in results.cells[entrant]
            if cell.kind is Kind.PLAYED
            for opponent in cell.opponents
        ]

    def total(self, lines: list[Line]) -> int:
        return _mean([line.value for line in lines if line.counted])


def _mean(values: Sequence[int]) -> int:
    return (2 * sum(values) + len(values)) // (2 * len(values)) if values else 0


def _ratings(results: Results) -> Mapping[int, int]:
    ratings = results.ratings or {}
    if unrated := sorted(set(results.entrants) - set(ratings)):
        raise ValueError(f"ratings: {unrated[0]} has none; average_rating needs one of every entrant (C.07, 10)")
    return ratings
