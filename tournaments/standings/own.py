"""Tie-breaks that follow from one's own results (FIDE C.07, article 7): wins, progressive scores, board points."""

from dataclasses import dataclass

from tournaments.standings.cells import WORDS, Cell, Kind
from tournaments.standings.measure import Line, Sum
from tournaments.standings.results import Results


@dataclass(frozen=True)
class Wins(Sum):
    """The rounds won: at a table alone above everyone else, or without playing as many points as for a win (C.07,
    7.1); `played`: those at a table alone (7.2).
    """

    played: bool = False

    def _counts(self, cell: Cell) -> bool:
        return cell.won and (cell.kind is Kind.PLAYED or not self.played)

    def values(self, results: Results) -> dict[int, int]:
        return {entrant: sum(map(self._counts, cells)) for entrant, cells in results.cells.items()}

    def lines(self, results: Results, entrant: int) -> list[Line]:
        return [
            Line(cell.round, None, int(won), True, ("won: " if won else "not won: ") + words(cell))
            for cell in results.cells[entrant]
            for won in [self._counts(cell)]
        ]


@dataclass(frozen=True)
class Progressive(Sum):
    """C.07, 7.5: the sum of the scores after every round; without those after the first `skip` (14.1)."""

    skip: int = 0

    def values(self, results: Results) -> dict[int, int]:
        return {
            # A point made in a round stands in the score after it and after every later one.
            entrant: sum([cell.points * (results.last + 1 - max(cell.round, self.skip + 1)) for cell in cells])
            for entrant, cells in results.cells.items()
        }

    def lines(self, results: Results, entrant: int) -> list[Line]:
        found, score = [], 0
        for cell in results.cells[entrant]:
            score += cell.points
            counted = cell.round > self.skip
            why = f"score after round {cell.round}" + ("" if counted else "; cut as the first (14.1)")
            found.append(Line(cell.round, None, score, counted, why))
        return found


class Places(Sum):
    """2 for every seat ranked above and 1 for every tie, whatever points the event gives by place. An empty seat is a
    tie; a round not played counts in proportion to the points it brought, rounded down.
    """

    def _worth(self, results: Results, cell: Cell) -> int:
        if cell.kind is Kind.PLAYED:
            return sum(cell.against) + results.seats - 1 - len(cell.against)
        return 2 * (results.seats - 1) * cell.points // results.win_points

    def values(self, results: Results) -> dict[int, int]:
        return {entrant: sum([self._worth(results, c) for c in cells]) for entrant, cells in results.cells.items()}

    def lines(self, results: Results, entrant: int) -> list[Line]:
        return [
            Line(cell.round, None, self._worth(results, cell), True, words(cell)) for cell in results.cells[entrant]
        ]


class BoardPoints(Sum):
    """The game points of all games: those of every match at a table, and what the event counts for the rounds not
    played (C.07, 11.1.2; `scoring.bye_game_points`).
    """

    def values(self, results: Results) -> dict[int, int]:
        return {
            entrant: sum([self._worth(results, entrant, cell) for cell in cells])
            for entrant, cells in results.cells.items()
        }

    def lines(self, results: Results, entrant: int) -> list[Line]:
        return [
            Line(cell.round, None, self._worth(results, entrant, cell), True, words(cell))
            for cell in results.cells[entrant]
        ]

    @staticmethod
    def _worth(results: Results, entrant: int, cell: Cell) -> int:
        found = (results.board_points or {}).get((cell.round, entrant))
        if found is not None:
            return found
        if cell.points:
            raise ValueError(f"board_points: none of {entrant} in round {cell.round}, which brought {cell.points}")
        if cell.kind is Kind.PLAYED:
            raise ValueError(f"board_points: none of {entrant} in round {cell.round}, which was played")
        return 0


def words(cell: Cell) -> str:
    """How a round went, for people."""
    against = f" against {', '.join(map(str, cell.opponents))}" if cell.opponents else ""
    return f"{WORDS[cell.kind]}{against}"
