"""Standings at tables of three to six: by hand, and against a slow reading of what docs/pairing.md says."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.events import made_up
from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.standings.results import EDITIONS
from tournaments.standings.table import standings

NAMES = ("buchholz", "sonneborn_berger", "wins", "wins_played", "progressive", "progressive_cut1", "places")
REQUESTED = (Missed.REQUESTED, Missed.ABSENT, Missed.LATE)


def test_a_pod_by_hand() -> None:
    # 1 beats 2 and 3, who tie, at a short table of four seats; then 4 rests, 3 stays away, and 5 entered late.
    meetings = [Meeting(1, 1, (2, 1, 3), (2, 5, 2), (1, 0, 1)), Meeting(2, 1, (1, 2, 5), (5, 3, 1), (0, 1, 2))]
    byes = [Bye(1, 4, 0, Missed.ABSENT), Bye(2, 4, 6), Bye(2, 3, 0, Missed.ABSENT)]
    given_ = {"entrants": (1, 2, 3, 4, 5), "meetings": meetings, "byes": byes, "seats": 4}

    def values(edition: str) -> dict[int, tuple[int, int, int]]:
        rows = standings(**given_, edition=edition, order=("buchholz", "sonneborn_berger", "places"))
        assert {row.entrant: row.points for row in rows} == {1: 10, 2: 5, 3: 2, 4: 6, 5: 1}
        return {row.entrant: row.values for row in rows}

    # 3 counts as 5: the round it missed at the end counts as tied, which is 3. A dummy has at most 2 x 3.
    assert values("2026") == {
        1: (5 + 5 + 6 + 5 + 1 + 6, 2 * 5 + 2 * 5 + 6 + 2 * 5 + 2 * 1 + 6, 5 + 5),
        2: (10 + 5 + 5 + 10 + 1 + 5, 0 + 5 + 5 + 0 + 2 * 1 + 5, 2 + 3),
        3: (10 + 5 + 2 + 2 + 2 + 2, 0 + 5 + 2, 2),
        4: (6 * 6, 3 * 2 * 6, 6),
        5: (3 * 1 + 10 + 5 + 1, 1, 1),
    }
    assert values("2024")[1] == (5 + 5 + 10 + 5 + 1 + 10, 2 * 5 + 2 * 5 + 10 + 2 * 5 + 2 * 1 + 10, 10)


@pytest.mark.parametrize(("points", "against"), [(0, [0, 0, 0]), (6, [2, 2, 2]), (3, [1, 1, 1]), (4, [2, 1, 1])])
def test_a_bye_counts_for_what_it_brought(points: int, against: list[int]) -> None:
    for games in (1, 8):
        byes = [Bye(1, 1, points * games, Missed.GRANTED), Bye(1, 2, 6 * games)]
        rows = standings(entrants=(1, 2), meetings=(), byes=byes, seats=4, win=6 * games, order=("sonneborn_berger",))
        found = {row.entrant: row.values for row in rows}
        assert found[1] == (sum(against) * min(points, 3) * games,)


def test_points_by_place_and_places() -> None:
    points = (60, 36, 12, 0)
    meetings = [
        Meeting(1, 1, (1, 2, 3, 4), (60, 36, 12, 0), (0, 1, 2, 3)),
        Meeting(2, 1, (2, 1, 4, 3), (60, 36, 6, 6), (0, 1, 2, 2)),
    ]
    given_ = {"entrants": (1, 2, 3, 4, 5), "meetings": meetings, "byes": (Bye(1, 5, 60), Bye(2, 5, 27)), "seats": 4}
    rows = standings(**given_, points=points, order=("places", "buchholz"))
    assert [(row.entrant, row.points, row.values[0]) for row in rows] == [
        (1, 96, 6 + 4),
        (2, 96, 4 + 6),
        (5, 87, 6 + 2),
        (3, 18, 2 + 1),
        (4, 6, 0 + 1),
    ]
    # The dummies of 5 have a tied table, 27, in both rounds.
    assert rows[2].values[1] == 6 * 54


def slow(event: dict[str, Any], edition: str) -> dict[int, dict[str, int]]:
    seats, last = event["seats"], event["rounds"]
    win, tie = 2 * (seats - 1), seats - 1
    table = {(m.round, e): m for m in event["meetings"] for e in m.entrants}
    bye = {(b.round, b.entrant): b for b in event["byes"]}

    def brought(entrant: int, round_: int) -> int:
        if met := table.get((round_, entrant)):
            return met.points[met.entrants.index(entrant)]
        return bye[round_, entrant].points if (round_, entrant) in bye else 0

    def asked_for(entrant: int, round_: int) -> bool:
        if (round_, entrant) in table:
            return False
        return (round_, entrant) not in bye or bye[round_, entrant].kind in REQUESTED

    def not_come(entrant: int, round_: int) -> bool:
        met = table.get((round_, entrant))
        return met is not None and met.forfeit and brought(entrant, round_) == 0

    rounds = range(1, last + 1)
    score = {e: sum(brought(e, r) for r in rounds) for e in event["entrants"]}
    counts = dict(score)
    for entrant in event["entrants"]:
        for round_ in rounds:
            after = range(round_ + 1, last + 1)
            if asked_for(entrant, round_) and all(asked_for(entrant, r) or not_come(entrant, r) for r in after):
                counts[entrant] += tie - brought(entrant, round_)
    found = {}
    for entrant in event["entrants"]:
        dummy = score[entrant] if edition == "2024" else min(score[entrant], tie * last)
        total = berger = wins = played = progressive = cut = places = so_far = 0
        for round_ in rounds:
            points = brought(entrant, round_)
            so_far += points
            progressive += so_far
            cut += so_far if round_ > 1 else 0
            met = table.get((round_, entrant))
            if met is None or met.forfeit:
                total += dummy * (seats - 1)
                berger += dummy * points  # standard points: what it brought is what it won against the dummies
                wins += points == win
                places += points
                continue
            mine = met.ranks[met.entrants.index(entrant)]
            others = [(o, r) for o, r in zip(met.entrants, met.ranks, strict=True) if o != entrant]
            total += sum(counts[o] for o, _ in others) + dummy * (seats - 1 - len(others))
            berger += sum(counts[o] * (2 if mine < r else mine == r) for o, r in others)
            berger += dummy * (seats - 1 - len(others))
            won = all(mine < r for _, r in others)
            wins, played, places = wins + won, played + won, places + points
        values = (total, berger, wins, played, progressive, cut, places)
        found[entrant] = dict(zip(NAMES, values, strict=True))
    return found


@given(st.sampled_from([3, 4, 5, 6]), st.integers(0, 10**9))
@settings(max_examples=50)
def test_it_is_the_slow_one(seats: int, seed: int) -> None:
    event = made_up(seed, seats)
    for edition in EDITIONS:
        rows = standings(**event, edition=edition, order=(), also=NAMES)
        assert {row.entrant: dict(row.tie_breaks) for row in rows} == slow(event, edition)
