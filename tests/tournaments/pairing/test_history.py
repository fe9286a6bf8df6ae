"""The past of a field: who met, who rests first, who sat where."""

from tournaments.pairing.base import Bye, Field, Meeting, Missed
from tournaments.pairing.history import bye_order, byes_had, last_met, seatings, times_met, unplayed

FIELD = Field(
    entrants=(1, 2, 3, 4, 5),
    present=frozenset({1, 2, 3, 4}),
    seats=4,
    round=4,
    rounds=4,
    meetings=(
        Meeting(3, 1, (3, 1, 2), (4, 2, 0)),
        Meeting(1, 1, (1, 2, 5), (4, 2, 0)),
        Meeting(2, 1, (5, 4, 1), (4, 2, 0)),
    ),
    byes=(
        Bye(1, 3, 2),
        Bye(1, 4, 0, kind=Missed.ABSENT),
        Bye(2, 2, 0, kind=Missed.ABSENT),
        Bye(2, 3, 0, kind=Missed.ABSENT),
    ),
)


def test_last_met_is_the_latest_round_among_those_present() -> None:
    assert last_met(FIELD) == {1: {2: 3, 3: 3, 4: 2}, 2: {1: 3, 3: 3}, 3: {1: 3, 2: 3}, 4: {1: 2}}


def test_times_met_counts_among_those_present() -> None:
    assert times_met(FIELD) == {1: {2: 2, 3: 1, 4: 1}, 2: {1: 2, 3: 1}, 3: {1: 1, 2: 1}, 4: {1: 1}}


def test_seatings_stand_in_order_of_rounds() -> None:
    assert seatings(FIELD) == {1: (0, 2, 1), 2: (1, 2), 3: (0,), 4: (1,)}


def test_the_bye_goes_to_the_lowest_without_one_and_of_equals_to_who_missed_less_then_to_the_lowest_seed() -> None:
    # Scores 6, 2, 6, 2; 3 has had a bye; 2 and 4 have each missed one round.
    assert bye_order(FIELD) == [4, 2, 1, 3]
    one_more = Field((1, 2, 3), frozenset({1, 2, 3}), 2, 2, 2, (), (Bye(1, 3, 0, kind=Missed.ABSENT),))
    assert bye_order(one_more) == [2, 1, 3]


FORFEITED = Field(
    entrants=(1, 2, 3, 4, 5, 6, 7),
    present=frozenset({1, 2, 3, 4, 5, 6, 7}),
    seats=2,
    round=3,
    rounds=4,
    meetings=(
        Meeting(1, 1, (1, 2), (2, 0), forfeit=True),
        Meeting(1, 2, (3, 4), (0, 0), forfeit=True),
        Meeting(2, 1, (1, 3), (2, 0)),
    ),
    byes=(
        Bye(1, 5, 1, kind=Missed.REQUESTED),
        Bye(1, 6, 2, kind=Missed.GRANTED),
        Bye(1, 7, 1, kind=Missed.LATE),
        Bye(2, 2, 0, kind=Missed.REQUESTED),
        Bye(2, 4, 2),
        Bye(2, 5, 0, kind=Missed.ABSENT),
        Bye(2, 6, 0, kind=Missed.LATE),
    ),
)


def test_after_a_forfeit_two_have_not_met_and_nobody_has_sat() -> None:
    assert last_met(FORFEITED)[1] == {3: 2}
    assert times_met(FORFEITED)[1] == {3: 1}
    assert seatings(FORFEITED)[1] == (0,)
    assert seatings(FORFEITED)[2] == ()


def test_points_without_playing_are_a_bye() -> None:
    # A forfeit won, a requested and a granted bye, a paid late round, a pairing bye; not those for nothing.
    assert byes_had(FORFEITED) == {1: 1, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1, 7: 1}
    assert unplayed(FORFEITED) == {1: 1, 2: 2, 3: 1, 4: 2, 5: 2, 6: 2, 7: 1}
    assert bye_order(FORFEITED) == [3, 2, 7, 5, 6, 4, 1]


def test_the_bonus_of_accelerated_rounds_does_not_save_from_a_bye() -> None:
    field = Field(
        (1, 2, 3), frozenset({1, 2, 3}), 2, 2, 9, (Meeting(1, 1, (1, 2), (0, 2)),), (Bye(1, 3, 2),), bonus={1: 2}
    )
    assert bye_order(field)[0] == 1
