"""Points of games, boards and matches: values worked by hand, and sums that always hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.scoring import (
    GameResult,
    board_ranks,
    bye_game_points,
    game_points,
    match_points,
    match_ranks,
    ranks_by_sum,
    standing_points,
    tied,
    total_game_points,
    win_points,
)

# Two boards of three seats, two rotations each.
GAMES = (
    GameResult(board=0, rotation=0, ranks=(0, 1, 2), scores=(30, 20, 0)),
    GameResult(board=0, rotation=1, ranks=(1, 0, 1), scores=(5, 9, 5)),
    GameResult(board=1, rotation=0, ranks=(2, 0, 1), scores=(-50, 3, 2)),
    GameResult(board=1, rotation=1, ranks=(0, 0, 0), scores=(1, 1, 1)),
)


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((0, 1), (2, 0)),
        ((1, 0), (0, 2)),
        ((0, 0), (1, 1)),
        ((0, 1, 2, 3), (6, 4, 2, 0)),
        ((2, 0, 0, 3), (2, 5, 5, 0)),
        ((0, 1, 1, 1), (6, 2, 2, 2)),
        ((0, 0, 0), (2, 2, 2)),
        ((3, 1, 1, 0, 4, 4), (4, 7, 7, 10, 1, 1)),
    ],
)
def test_game_points(ranks: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert game_points(ranks) == points


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=6))
def test_points_and_ranks_of_sums(sums: list[int]) -> None:
    ranks = ranks_by_sum(sums)
    assert sum(game_points(ranks)) == len(sums) * (len(sums) - 1)
    assert min(ranks) == 0
    for rank, own in zip(ranks, sums, strict=True):
        assert rank == len([other for other in sums if other > own])


def test_ranks_by_sum_shares_the_better_rank() -> None:
    assert ranks_by_sum((5, 9, 5, -1)) == (1, 0, 1, 3)


def test_board_ranks_sum_over_rotations() -> None:
    # Board 0: 4 + 1, 2 + 4, 0 + 1. Board 1: 0 + 2, 4 + 2, 2 + 2.
    assert board_ranks(GAMES[:2]) == (1, 0, 2)
    assert board_ranks(GAMES[2:]) == (2, 0, 1)
    # By scores, board 0: 35, 29, 5.
    assert board_ranks(GAMES[:2], "scores") == (0, 1, 2)


def test_match_ranks_sum_over_boards() -> None:
    assert total_game_points(GAMES) == (7, 12, 5)
    assert match_ranks(GAMES) == (1, 0, 2)
    # By scores: -14, 33, 8.
    assert match_ranks(GAMES, "scores") == (2, 0, 1)


@pytest.mark.parametrize(
    ("ranks", "seats", "points"),
    [
        ((0, 1), 2, (2, 0)),
        ((0, 1, 2, 3), 4, (6, 4, 2, 0)),
        ((0, 1, 2), 4, (5, 3, 1)),
        ((0, 0, 0), 4, (3, 3, 3)),
        ((1, 2, 0), 6, (5, 3, 7)),
    ],
)
def test_match_points(ranks: tuple[int, ...], seats: int, points: tuple[int, ...]) -> None:
    assert match_points(ranks, seats) == points


@given(st.integers(2, 6), st.data())
def test_the_mean_of_every_table_is_the_same(seats: int, data: st.DataObject) -> None:
    sums = data.draw(st.lists(st.integers(0, 5), min_size=2, max_size=seats))
    points = match_points(ranks_by_sum(sums), seats)
    assert sum(points) == len(points) * (seats - 1)
    assert max(points) <= win_points(seats)


def test_a_win_and_a_bye() -> None:
    assert [win_points(seats) for seats in range(2, 7)] == [2, 4, 6, 8, 10]
    assert win_points(4, "game", 8) == 48
    assert win_points(4, "match", 8) == 6


def test_standing_points_where_matches_count() -> None:
    assert standing_points((1, 0, 2), GAMES, seats=3) == (2, 4, 0)
    assert standing_points((1, 0, 2), GAMES, seats=4) == (3, 5, 1)
    assert standing_points(tied(3), None, seats=3) == (2, 2, 2)


def test_standing_points_where_games_count() -> None:
    def points(ranks: tuple[int, ...], games: tuple[GameResult, ...] | None, seats: int) -> tuple[int, ...]:
        return standing_points(ranks, games, seats=seats, scoring="game", games_per_match=4)

    assert points((1, 0, 2), GAMES, 3) == (7, 12, 5)
    # One seat empty: a tie in each of four games.
    assert points((1, 0, 2), GAMES, 4) == (11, 16, 9)
    # Void, and awarded: four games of these ranks.
    assert points(tied(3), None, 3) == (8, 8, 8)
    assert points((0, 1, 1), None, 4) == (20, 8, 8)


def test_points_by_place() -> None:
    points = (60, 36, 12, 0)
    assert standing_points((1, 0, 2), GAMES, seats=4, points=points) == (24, 48, 6)
    assert standing_points(tied(4), None, seats=4, points=points) == (27, 27, 27, 27)
    assert match_points((0, 1, 2, 3), 4, points=points) == points
    assert win_points(4, points=points) == 60
    with pytest.raises(ValueError, match="points: given by place, but scoring is game; they are for scoring: match"):
        standing_points((0, 1), GAMES, seats=2, scoring="game", points=(3, 1))
    with pytest.raises(ValueError, match="points: given by place, but scoring is game"):
        win_points(2, "game", 4, (3, 1))


def test_what_a_bye_is_worth() -> None:
    assert win_points(2) == 2
    assert win_points(4, "game", 8) == 48
    assert win_points(4, points=(60, 36, 12, 0)) == 60
    # Four games of two seats: all 8 for a win, half for a tie.
    assert [bye_game_points(points, 2, 2, 4) for points in (0, 1, 2)] == [0, 4, 8]
    assert bye_game_points(36, 60, 4, 2) == 7


def test_it_rejects_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match=r"game 1\.2: 2 ranks and 1 scores"):
        GameResult(1, 2, (0, 1), (3,))
    with pytest.raises(ValueError, match="seats: 3 players at a table made for 2"):
        match_points((0, 1, 2), 2)
    with pytest.raises(ValueError, match="games of boards 0, 1"):
        board_ranks(GAMES)
    with pytest.raises(ValueError, match="no games"):
        match_ranks([])
    with pytest.raises(ValueError, match="games of 2 and of 3 seats"):
        total_game_points([*GAMES, GameResult(2, 0, (0, 1), (0, 0))])
