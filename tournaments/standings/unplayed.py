"""Unplayed rounds after FIDE C.07, articles 15 and 16: adjusted scores, dummies, and what each round contributes.

With three to six seats the same is done by analogy: every round has seats - 1 opponents, and for each that was missing,
at a short table or in a round not played, a dummy stands in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tournaments.standings.cells import REQUESTED, TIED, VOLUNTARY, WORDS, Cell, Kind

if TYPE_CHECKING:
    from tournaments.standings.results import Results


class Contribution(NamedTuple):
    """What one opponent of one round counts for.

    opponent    None for a dummy
    score       of the opponent, adjusted (16.3), or of the dummy (16.4)
    against     what was scored against it: see `results.Cell`
    voluntary   the round was missed by own wish, or lost by not coming (16.1.2)
    """

    cell: Cell
    opponent: int | None
    score: int
    against: int
    voluntary: bool


def adjusted(results: Results) -> dict[int, int]:
    """What everyone counts for as an opponent (16.3): the score, but a requested bye (16.1.1) that only voluntary
    unplayed rounds follow, or nothing, counts as a tie. Where 15.2 holds, the score.
    """
    if results.regular:
        return results.scores
    return {
        entrant: results.scores[entrant] + sum(results.tie_points - cell.points for cell in last_requested(cells))
        for entrant, cells in results.cells.items()
    }


def last_requested(cells: list[Cell]) -> list[Cell]:
    """The requested byes of category 16.2.5, latest first."""
    found = []
    for cell in reversed(cells):
        if cell.kind in REQUESTED:
            found.append(cell)
        elif cell.kind is not Kind.FORFEIT_LOSS:
            break
    return found


def contributions(results: Results) -> dict[int, list[Contribution]]:
    """What the opponents and dummies of everyone count for, by round."""
    scores = adjusted(results)
    others, regular = results.seats - 1, results.regular
    found: dict[int, list[Contribution]] = {}
    for entrant, cells in results.cells.items():
        parts = found[entrant] = []
        for cell in cells:
            if cell.kind is Kind.PLAYED or (regular and cell.opponents):
                for opponent, against in zip(cell.opponents, cell.against, strict=True):
                    parts.append(Contribution(cell, opponent, scores[opponent], against, False))
                if empty := others - len(cell.opponents):
                    # An empty seat is a tie with everyone.
                    score = dummy_score(results, scores, entrant, cell)
                    parts += [Contribution(cell, None, score, TIED, False)] * empty
            elif not regular:
                score, voluntary = dummy_score(results, scores, entrant, cell), cell.kind in VOLUNTARY
                parts += [Contribution(cell, None, score, against, voluntary) for against in _dummies(results, cell)]
    return found


def _dummies(results: Results, cell: Cell) -> list[int]:
    """What was scored against each dummy of an unplayed round: with two seats the points it brought; with more all are
    beaten if it brought a win, none if it brought nothing, and in proportion between.
    """
    if results.seats == 2:
        return [cell.points]
    others = results.seats - 1
    each, more = divmod(2 * others * cell.points // results.win_points, others)
    return [each + (number < more) for number in range(others)]


def dummy_score(results: Results, scores: dict[int, int], entrant: int, cell: Cell) -> int:
    """The score of the dummy of an unplayed round (16.4): the entrant's own; in the edition of 2026 at most the
    adjusted score of the opponent it should have met (16.4.1, two seats), or a tie in every round (16.4.2).
    """
    own = results.scores[entrant]
    if results.edition == "2024":
        return own
    if results.seats == 2 and cell.opponents:
        return min(own, scores[cell.opponents[0]])
    return min(own, results.tie_points * results.last)


def origin(results: Results, entrant: int, part: Contribution) -> str:
    """Where the score of a contribution comes from, for people; empty if it is simply the opponent's."""
    if part.opponent is not None:
        score = results.scores[part.opponent]
        if score == part.score:
            return ""
        rounds = sorted(cell.round for cell in last_requested(results.cells[part.opponent]))
        named = f"round{'s' if len(rounds) > 1 else ''} {', '.join(map(str, rounds))}"
        return f", its {score} with {named}, missed by own wish, counted as tied (16.3.2)"
    cell, own = part.cell, results.scores[entrant]
    what = "an empty seat" if cell.kind is Kind.PLAYED else f"{WORDS[cell.kind]}"
    if part.score == own:
        return f" of a dummy with the own score: {what} (16.4)"
    if results.seats == 2 and cell.opponents:
        return f" of a dummy: {what}; the own score {own}, but at most that of {cell.opponents[0]} (16.4.1)"
    return f" of a dummy: {what}; the own score {own}, but at most a tie in every round (16.4.2)"
