"""The values of pairing: what does not fit together is refused, and faulty pairings are caught."""

import pytest

from tournaments.pairing.base import Bye, Field, Meeting, Missed, Pairings, Plan, Rest, Table, tally, validate

MEETINGS = (Meeting(1, 1, (1, 2), (2, 0)), Meeting(2, 1, (3, 1), (1, 1)))
BYES = (Bye(1, 3, 2), Bye(2, 2, 0, kind=Missed.ABSENT))


def field(**changes: object) -> Field:
    values = {"entrants": (1, 2, 3), "present": frozenset({1, 2, 3}), "seats": 2, "round": 3, "rounds": 3}
    return Field(**{**values, "meetings": MEETINGS, "byes": BYES, **changes})


def test_scores_are_sums_of_meetings_and_byes() -> None:
    assert [field().score(entrant) for entrant in (1, 2, 3)] == [3, 0, 3]


def test_a_bonus_counts_for_the_pairing_alone() -> None:
    accelerated = field(bonus={2: 2})
    assert [accelerated.pairing_score(entrant) for entrant in (1, 2, 3)] == [3, 2, 3]
    assert accelerated.score(2) == 0


def test_a_plan_warns_of_more_rounds_than_are_certain() -> None:
    plan = Plan(3, 4, "why four")
    assert plan.warning(4) is None
    assert plan.warning(5) == "rounds: 5 are more than the 4 that are certain without a repeat; why four"


def test_a_bye_is_worth_a_win() -> None:
    assert (field().win_points, field(seats=4).win_points, field(win=12).win_points) == (2, 6, 12)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"entrants": (2, 1, 3)}, r"field.entrants: seed numbers must ascend"),
        ({"entrants": (1, 1, 3)}, r"field.entrants: seed numbers must ascend and be distinct"),
        ({"present": frozenset({1, 9, 4})}, r"field.present: \[4, 9\] are not in field.entrants"),
        ({"round": 2}, r"field.meetings: round 2 is not one of those before round 2"),
        ({"byes": (Bye(0, 3, 2),)}, r"field.byes: round 0 is not one of those before round 3"),
        ({"byes": (Bye(1, 2, 2),)}, r"round 1: 2 is there twice"),
        ({"byes": (Bye(1, 7, 2),)}, r"round 1: 7 is not one of the entrants"),
        (
            {"barred": frozenset({(3, 2)})},
            r"field.barred: \(3, 2\) is no pair of two entrants, the smaller number first",
        ),
        ({"barred": frozenset({(3, 4)})}, r"field.barred: \(3, 4\) is no pair of two entrants"),
        ({"bonus": {9: 2}}, r"field.bonus: \[9\] are not in field.entrants"),
        ({"bonuses": {1: {1: 2}, 2: {8: 2}}}, r"field.bonuses\[2\]: \[8\] are not in field.entrants"),
    ],
)
def test_it_rejects_a_field_that_does_not_fit(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        field(**changes)


@pytest.mark.parametrize(
    ("entrants", "points", "ranks", "message"),
    [
        ((1, 2), (2,), (), r"meeting.points: 1 values for 2 entrants of round 4 table 7"),
        ((1, 2), (2, 0), (0,), r"meeting.ranks: 1 values for 2 entrants of round 4 table 7; give all or none"),
        ((1, 1), (2, 0), (), r"meeting.entrants: \(1, 1\) of round 4 table 7 names an entrant twice"),
    ],
)
def test_it_rejects_a_meeting_that_does_not_fit(
    entrants: tuple[int, ...], points: tuple[int, ...], ranks: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Meeting(4, 7, entrants, points, ranks)


def test_ranks_go_before_points() -> None:
    assert Meeting(1, 1, (5, 6), (2, 0)).better == (2, 0)
    assert Meeting(1, 1, (5, 6), (2, 0), (1, 0)).better == (-1, 0)


def test_the_tally_knows_entrants_without_rounds() -> None:
    assert tally([3, 4], (), ()) == {3: 0, 4: 0}


@pytest.mark.parametrize(
    ("tables", "byes", "message"),
    [
        ([(1, 2)], [], r"\[3\] left out"),
        ([(1, 2)], [3, 4], r"\[4\] left out, or placed without"),
        ([(1, 2), (2, 3)], [], r"\[2\] placed twice"),
        ([(1, 2)], [2, 3], r"\[2\] placed twice"),
        ([(1, 2, 3)], [], r"table 1: 3 seats, not 2 to 2"),
        ([(1, 2), (3,)], [], r"table 2: 1 seats, not 2 to 2"),
    ],
)
def test_faulty_pairings_are_caught(tables: list[tuple[int, ...]], byes: list[int], message: str) -> None:
    pairings = Pairings(tuple(Table(table, "") for table in tables), tuple(Rest(entrant, 2, "") for entrant in byes))
    with pytest.raises(AssertionError, match=message):
        validate(field(), pairings)


def test_a_table_of_two_is_too_short_where_three_are_full() -> None:
    with pytest.raises(AssertionError, match="2 seats, not 3 to 4"):
        validate(field(seats=4), Pairings((Table((1, 2), ""),), (Rest(3, 6, ""),)))
    validate(field(seats=4), Pairings((Table((1, 2, 3), ""),)))
