"""Direct encounter, article by article (FIDE C.07, 6), and against every outcome of the games that are missing."""

from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.events import dice
from tournaments.pairing.base import Bye, Meeting
from tournaments.standings.direct import DirectEncounter
from tournaments.standings.results import Results

Game = tuple[int, int, int]  # who, against whom, points of the first


def tiers(games: list[Game], tied: int, *, forfeits: bool = False, **more: Any) -> list[set[int]]:
    """The tied 1 to `tied`, best first; every game in a round of its own."""
    meetings = [Meeting(number, 1, (a, b), (x, 2 - x)) for number, (a, b, x) in enumerate(games, 1)]
    results = Results(entrants=range(1, tied + 1), meetings=meetings, byes=(), seats=2, **more)
    values = DirectEncounter(forfeits).values(results, range(1, tied + 1))
    return [{e for e in values if values[e] == value} for value in sorted(set(values.values()), reverse=True)]


def test_who_beat_the_other_is_first() -> None:
    assert tiers([(2, 1, 2)], 2) == [{2}, {1}]
    assert tiers([(2, 1, 1)], 2) == [{1, 2}]


def test_those_who_never_met_stay_tied() -> None:
    assert tiers([], 2) == [{1, 2}]
    assert tiers([(1, 2, 2)], 4) == [{1, 2, 3, 4}]


def test_all_have_met_and_those_still_tied_are_ranked_again() -> None:
    # 1, 2 and 3 beat each other in a circle; 4 beat all.
    circle = [(1, 2, 2), (2, 3, 2), (3, 1, 2)]
    assert tiers(circle, 3) == [{1, 2, 3}]
    assert tiers([*circle, *((4, other, 2) for other in (1, 2, 3))], 4) == [{4}, {1, 2, 3}]


def test_a_subset_is_ranked_by_its_own_games_alone() -> None:
    # Among four: 1, 2, 3 have 4 each and 4 has 0. Among 1, 2, 3 alone: 1 beat 2, 2 beat 3, 3 beat 1: still tied.
    games = [(1, 2, 2), (2, 3, 2), (3, 1, 2), (1, 4, 2), (2, 4, 2), (3, 4, 2)]
    assert tiers(games, 4) == [{1, 2, 3}, {4}]
    # 1: 2+1+1 = 4, 2: 0+2+2 = 4, 3: 1+0+2 = 3, 4: 1+0+0 = 1. Of 1 and 2 the first beat the second.
    games = [(1, 2, 2), (1, 3, 1), (1, 4, 1), (2, 3, 2), (2, 4, 2), (3, 4, 2)]
    assert tiers(games, 4) == [{1}, {2}, {3}, {4}]


def test_first_whatever_the_missing_games_bring() -> None:
    # 1 beat 2 and 3, who never met: at most 2 against 4.
    assert tiers([(1, 2, 2), (1, 3, 2)], 3) == [{1}, {2, 3}]
    # 1 tied with 3: 2 could still win against 3 and have 2, less than 3, but 3 could have 3 as well.
    assert tiers([(1, 2, 2), (1, 3, 1)], 3) == [{1, 2, 3}]


def test_the_second_too_by_the_same_standings_and_the_rest_again() -> None:
    # 1 has 6. 2 has 3 against 1 of 3 and 4, who miss their game and can have 3 no more.
    games = [(1, 2, 2), (1, 3, 2), (1, 4, 2), (2, 3, 2), (2, 4, 2)]
    assert tiers(games, 4) == [{1}, {2}, {3, 4}]
    # 2 tied with 1, and met neither 3 nor 4: when 1 is placed, the rest is ranked anew and nothing is certain.
    games = [(1, 2, 2), (1, 3, 2), (1, 4, 2), (3, 4, 2)]
    assert tiers(games, 4) == [{1}, {2, 3, 4}]


def test_of_several_games_of_two_the_mean_counts() -> None:
    # 1 v 2 three times: 4 of 6, that is 4/3 each; 3 beat 2 and tied with 1.
    games = [(1, 2, 2), (1, 2, 2), (1, 2, 0), (3, 2, 2), (3, 1, 1)]
    assert tiers(games, 3) == [{3}, {1}, {2}]
    # By sums 1 would have 5 against 3.
    games = [(1, 2, 2), (2, 1, 0), (2, 1, 2), (3, 1, 1), (3, 2, 2)]
    assert tiers(games, 3) == [{3}, {1}, {2}]


def forfeited(*, predetermined: bool = False) -> Results:
    """1 and 2 are tied on 2: 1 won against 2, who did not come; then 2 had a bye and 1 lost."""
    meetings = [Meeting(1, 1, (2, 1), (0, 2), forfeit=True), Meeting(2, 1, (1, 3), (0, 2))]
    byes = [Bye(1, 3, 0), Bye(2, 2, 2)]
    return Results(entrants=(1, 2, 3), meetings=meetings, byes=byes, seats=2, predetermined=predetermined)


def test_forfeits_count_if_the_event_says_so_and_in_a_round_robin() -> None:
    assert DirectEncounter().values(forfeited(), (1, 2)) == {1: 0, 2: 0}
    assert DirectEncounter(forfeits=True).values(forfeited(), (1, 2)) == {1: 1, 2: 0}
    assert DirectEncounter().values(forfeited(predetermined=True), (1, 2)) == {1: 1, 2: 0}


def test_at_tables_of_more_those_who_sat_together_have_met() -> None:
    # 1 above 2 above 3; then 3 above 1. 4 was at neither table.
    meetings = [Meeting(1, 1, (1, 2, 3), (4, 2, 0)), Meeting(2, 1, (3, 1, 4), (4, 2, 0))]
    results = Results(entrants=(1, 2, 3, 4), meetings=meetings, byes=(), seats=3)
    # 1 has 2 against 2 and, of two games, 1 against 3; 2 has 2 against 3.
    assert DirectEncounter().values(results, (1, 2, 3)) == {1: 2, 2: 1, 3: 0}
    assert DirectEncounter().values(results, (2, 4)) == {2: 0, 4: 0}
    lines = DirectEncounter().lines(results, (1, 2, 3), 1)
    assert [(line.opponent, line.value, line.why) for line in lines] == [
        (2, 1, "2 in round 1: ranked above it"),
        (3, 1, "2 in round 1, 0 in round 2: ranked above it"),
    ]


@given(st.integers(2, 5), st.integers(0, 10**6))
@settings(max_examples=60)
def test_who_is_ranked_first_alone_is_first_for_every_outcome(tied: int, seed: int) -> None:
    throw = dice(seed)
    pairs = [(a, b) for a in range(1, tied + 1) for b in range(a + 1, tied + 1)]
    played = {pair: throw(3) for pair in pairs if throw(4)}
    missing = [pair for pair in pairs if pair not in played]
    if len(missing) > 4:
        return

    def alone(outcome: dict[tuple[int, int], int]) -> int | None:
        scores = dict.fromkeys(range(1, tied + 1), 0)
        for (a, b), points in outcome.items():
            scores[a] += points
            scores[b] += 2 - points
        best = [entrant for entrant in scores if scores[entrant] == max(scores.values())]
        return best[0] if len(best) == 1 else None

    tops = {
        alone(played | dict(zip(missing, points, strict=True))) for points in product(range(3), repeat=len(missing))
    }
    found = tiers([(a, b, points) for (a, b), points in played.items()], tied)
    if missing:
        certain = tops.pop() if len(tops) == 1 else None
        assert (found[0] == {certain}) if certain is not None else len(found) == 1
    elif (winner := alone(played)) is not None:
        assert found[0] == {winner}
