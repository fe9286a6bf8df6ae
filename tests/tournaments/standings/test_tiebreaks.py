"""Which tie-breaks there are, and which orders an event may have."""

import pytest

from tournaments.standings.tiebreaks import TIE_BREAKS, check_order, default_order, tie_breaks


def test_what_is_for_two_seats_and_for_more() -> None:
    assert [found.id for found in tie_breaks(2)] == [
        "buchholz",
        "buchholz_cut1",
        "buchholz_cut2",
        "buchholz_median1",
        "sonneborn_berger",
        "sonneborn_berger_cut1",
        "direct_encounter",
        "direct_encounter_forfeits",
        "wins",
        "wins_played",
        "progressive",
        "progressive_cut1",
        "koya",
        "average_rating",
        "board_points",
    ]
    assert [found.id for found in tie_breaks(5)] == [
        "buchholz",
        "sonneborn_berger",
        "direct_encounter",
        "direct_encounter_forfeits",
        "wins",
        "wins_played",
        "progressive",
        "progressive_cut1",
        "average_rating",
        "board_points",
        "places",
    ]
    assert not [found.id for found in tie_breaks(2, predetermined=True) if "buchholz" in found.id]


@pytest.mark.parametrize("predetermined", [False, True])
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_default_order_may_be(seats: int, predetermined: bool) -> None:
    order = default_order(seats, predetermined=predetermined)
    assert tuple(found.id for found in check_order(order, seats, predetermined=predetermined)) == order


def test_every_one_says_what_it_is() -> None:
    for found in TIE_BREAKS.values():
        assert found.title
        assert found.unit
        assert found.explanation.endswith(".")
        assert found.seats[0] >= 2
        assert found.seats[-1] <= 6


def test_a_direct_encounter_may_come_again() -> None:
    order = ("direct_encounter", "wins", "direct_encounter")
    assert [found.id for found in check_order(order, 2)] == list(order)
    assert check_order((), 2) == ()


@pytest.mark.parametrize(
    ("order", "seats", "more", "told"),
    [
        (["elo"], 3, {}, "order: 'elo' is not a tie-break; one of buchholz, sonneborn_berger, direct_encounter,"),
        (["koya"], 4, {}, "order: 'koya' is not for 4 seats; one of buchholz, sonneborn_berger, direct_encounter,"),
        (["places"], 2, {}, "order: 'places' is not for 2 seats; one of buchholz, buchholz_cut1,"),
        (
            ["wins", "progressive", "wins"],
            2,
            {},
            "order: 'wins' is there twice; the second could break no tie that the first did not",
        ),
        (
            ["average_rating"],
            2,
            {"given": ["board_points"]},
            "order: 'average_rating' needs ratings, which this event does not have",
        ),
        (["board_points"], 2, {}, "order: 'board_points' needs board_points, which this event does not have"),
        (
            ["buchholz_cut1"],
            2,
            {"predetermined": True},
            "order: 'buchholz_cut1' says nothing in a round robin, where all meet the same opponents; use one of"
            " sonneborn_berger, sonneborn_berger_cut1, direct_encounter,",
        ),
    ],
)
def test_it_rejects_an_order_that_cannot_be(order: list[str], seats: int, more: dict, told: str) -> None:
    with pytest.raises(ValueError) as caught:
        check_order(order, seats, **more)
    assert str(caught.value).startswith(told)


def test_what_is_needed_may_be_given() -> None:
    order = ("average_rating", "board_points")
    assert len(check_order(order, 2, given=("ratings", "board_points"))) == 2
