"""What is said of a pairing, a float, a bye, and of what had to be given up."""

from dataclasses import replace

from tests.tournaments.pairing.events import play
from tournaments.pairing.base import Bye, Field, Meeting, Missed
from tournaments.pairing.swiss import Swiss


def scored(scores: tuple[int, ...], met: tuple[tuple[int, int], ...] = ()) -> Field:
    """Round 9, with these scores from round 1 for rounds not played, and pairs that met and drew later."""
    numbers = tuple(range(1, len(scores) + 1))
    meetings = tuple(Meeting(2 + index, 1, pair, (0, 0)) for index, pair in enumerate(met))
    byes = tuple(Bye(1, entrant, score, kind=Missed.LATE) for entrant, score in enumerate(scores, 1))
    return Field(numbers, frozenset(numbers), 2, 9, 9, meetings, byes)


def said(field: Field) -> list[str]:
    return [table.why for table in Swiss().pair(field).tables]


def test_a_float_out_of_an_odd_group_and_of_one_alone() -> None:
    assert said(scored((9, 6, 6, 6, 4, 4))) == [
        "1 on 9 points floats down to 2 on 6: nobody else is left on 9 points",
        "both on 6 points, 1 and 2 of the 2 who stay there",
        "both on 4 points, 1 and 2 of the 2 who stay there",
    ]


def test_a_float_that_passes_over_a_group() -> None:
    assert said(scored((9, 6, 4, 4), ((1, 2),)))[0] == (
        "1 on 9 points floats down to 3 on 4: nobody else is left on 9 points; nobody nearer is left for it"
    )


def test_floats_of_those_who_have_met() -> None:
    assert said(scored((6, 6, 4, 4), ((1, 2),))) == [
        "1 on 6 points floats down to 3 on 4: the 2 left on 6 points cannot all be paired there",
        "2 on 6 points floats down to 4 on 4: the 2 left on 6 points cannot all be paired there",
    ]


def test_a_barred_pair_that_cannot_be_avoided() -> None:
    field = replace(scored((6, 6)), barred=frozenset({(1, 2)}))
    pairings = Swiss().pair(field)
    assert pairings.tables[0].why.endswith("; BARRED PAIR, since those present cannot be paired without one")
    assert pairings.notes == ("1 barred: 1 and 2; those present cannot be paired with fewer",)
    again = Swiss().pair(replace(scored((6, 6), ((1, 2),)), barred=frozenset({(1, 2)})))
    assert again.tables[0].why.endswith("without one; REMATCH of round 2")


def test_whose_bye_would_force_a_rematch_is_passed_over_and_it_is_said() -> None:
    # 5 is next, but then 4 would be left with 1, 2 and 3, all of whom it has met.
    pairings = Swiss().pair(scored((6, 6, 6, 4, 1), ((1, 4), (2, 4), (3, 4))))
    assert [set(table.entrants) for table in pairings.tables] == [{1, 2}, {3, 5}]
    assert pairings.byes[0].entrant == 4
    assert pairings.byes[0].why.endswith("; of those who can rest without a rematch or barred pair, which 5 cannot")


def test_a_second_bye_is_said_aloud() -> None:
    *_, (field, pairings) = play(Swiss(), 3, 4)
    assert "everyone present has had one" in pairings.notes[-1]
    assert pairings.notes[-1].startswith(f"{pairings.byes[0].entrant} has bye number 2: ")
    assert field.round == 4
