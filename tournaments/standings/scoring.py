"""What games, boards and matches are worth: ranks and points, all integers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.standings.places import place_points

Basis = Literal["ranks", "scores"]
Scoring = Literal["match", "game"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a match. `ranks` (0 best) and `scores` (the engine's, higher better) stand by seat of the match, not
    of the game: seats that were rotated are turned back by who records them.
    """

    board: int
    rotation: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.ranks) != len(self.scores):
            raise ValueError(
                f"game {self.board}.{self.rotation}: {len(self.ranks)} ranks and {len(self.scores)} scores;"
                " one of each for every seat"
            )


def game_points(ranks: Sequence[int]) -> tuple[int, ...]:
    """2 for every seat ranked above, 1 for every seat tied with, by seat. The sum is n * (n - 1)."""
    return tuple(sum((other > rank) * 2 + (other == rank) for other in ranks) - 1 for rank in ranks)


def ranks_by_sum(sums: Sequence[int]) -> tuple[int, ...]:
    """Ranks of sums where more is better: the number of strictly greater sums, so that ties share the better rank."""
    return tuple(sum(other > own for other in sums) for own in sums)


def tied(seats: int) -> tuple[int, ...]:
    """The ranks of a void match: all tied."""
    return (0,) * seats


def match_points(
    ranks: Sequence[int], seats: int, *, games: int = 1, points: Sequence[int] | None = None
) -> tuple[int, ...]:
    """Standing points of these ranks at a table made for `seats`: 2 for every seat ranked above, 1 for every tie, and 1
    for every seat left empty, so that the mean of every table is seats - 1. `games` times that, for events that count
    game points and a match that was decided without games: each counts as ended in these ranks.

    points   of the places of a full table, where the event states them (checked by `places.check_points`)
    Raises ValueError for more ranks than seats.
    """
    empty = _empty(len(ranks), seats)
    if points is not None:
        return tuple(share * games for share in place_points(points, ranks))
    return tuple((points + empty) * games for points in game_points(ranks))


def total_game_points(games: Iterable[GameResult], seats: int | None = None) -> tuple[int, ...]:
    """The game points of all these games together, by seat; at a table made for `seats` every empty seat counts as a
    tie in every game. Raises ValueError where there is no game, or for more players than seats.
    """
    games = tuple(games)
    sums = _summed(games, "ranks")
    empty = _empty(len(sums), len(sums) if seats is None else seats)
    return tuple(points + empty * len(games) for points in sums)


def win_points(
    seats: int, scoring: Scoring = "match", games_per_match: int = 1, points: Sequence[int] | None = None
) -> int:
    """What winning everything at a full table is worth, and a bye where the event does not say otherwise: the first of
    `points`, without them 2 * (seats - 1), times the games of a match where game points count.

    Raises ValueError for points by place where game points count.
    """
    if points is not None:
        _refuse_points(scoring)
        return points[0]
    return 2 * (seats - 1) * (games_per_match if scoring == "game" else 1)


def bye_game_points(points: int, win: int, seats: int, games_per_match: int) -> int:
    """The game points that a round not played counts for in `board_points`: all of a match for a bye worth a win, in
    proportion (rounded down) for less.

    points, win   standing points of the bye, and of a won match
    """
    return 2 * (seats - 1) * games_per_match * points // win


def standing_points(
    ranks: Sequence[int],
    games: Iterable[GameResult] | None,
    *,
    seats: int,
    scoring: Scoring = "match",
    games_per_match: int = 1,
    points: Sequence[int] | None = None,
) -> tuple[int, ...]:
    """What a match brings in the standings, by seat: the one place that knows the event option `scoring`.

    ranks   of the match: `match_ranks` of its games, `tied` for a void match, or as awarded
    games   all its games; None for a match that is void or was awarded, whatever was played of it
    seats   of a full table; fewer ranks are a short table
    points  of the places of a full table, where the event states them (checked by `places.check_points`)
    Raises ValueError for points by place where game points count.
    """
    if points is not None:
        _refuse_points(scoring)
    if scoring == "match":
        return match_points(ranks, seats, points=points)
    if games is None:
        return match_points(ranks, seats, games=games_per_match)
    return total_game_points(games, seats)


def board_ranks(games: Iterable[GameResult], result: Basis = "ranks") -> tuple[int, ...]:
    """Ranks of one board: by the sum over its rotations of game points, or of engine scores (`scores`).

    This is the result that is rated. Raises ValueError for games of several boards or of none.
    """
    games = tuple(games)
    if len(boards := sorted({game.board for game in games})) > 1:
        raise ValueError(f"games of boards {', '.join(map(str, boards))}; give the games of one board")
    return ranks_by_sum(_summed(games, result))


def match_ranks(games: Iterable[GameResult], result: Basis = "ranks") -> tuple[int, ...]:
    """Ranks of a match: by the sum over all its boards of game points, or of engine scores (`scores`).

    Raises ValueError for a match without games: void matches are `tied`.
    """
    return ranks_by_sum(_summed(games, result))


def _summed(games: Iterable[GameResult], result: Basis) -> tuple[int, ...]:
    values = [game_points(game.ranks) if result == "ranks" else game.scores for game in games]
    if not values:
        raise ValueError("no games; a match without games is void, and scored as tied")
    if len(sizes := sorted(set(map(len, values)))) > 1:
        raise ValueError(f"games of {' and of '.join(map(str, sizes))} seats in one match")
    return tuple(map(sum, zip(*values, strict=True)))


def _refuse_points(scoring: Scoring) -> None:
    if scoring == "game":
        raise ValueError("points: given by place, but scoring is game; they are for scoring: match")


def _empty(players: int, seats: int) -> int:
    if players > seats:
        raise ValueError(f"seats: {players} players at a table made for {seats}")
    return seats - players
