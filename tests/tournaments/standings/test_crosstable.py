"""The crosstable: every round of every entrant, as plain values."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.events import made_up
from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.standings.crosstable import CrossCell, crosstable
from tournaments.standings.table import standings


def test_all_kinds_of_rounds() -> None:
    meetings = (
        Meeting(1, 3, (2, 1), (0, 2)),
        Meeting(2, 1, (1, 2), (2, 0), forfeit=True),
        Meeting(4, 1, (1, 3), (5, 3), (1, 0)),  # awarded against the points
    )
    byes = (Bye(1, 3, 1, Missed.LATE), Bye(2, 3, 2), Bye(3, 1, 1, Missed.REQUESTED), Bye(3, 2, 2, Missed.GRANTED))
    table = crosstable(entrants=(1, 2, 3), meetings=meetings, byes=byes, seats=2, order=("wins",), also=("koya",))
    assert (table.rounds, table.seats, table.edition, table.order) == (4, 2, "2026", ("wins",))
    assert [(row.place, row.entrant, row.points, row.played, row.won) for row in table.rows] == [
        (1, 1, 10, 2, 1),
        (2, 3, 6, 1, 1),
        (3, 2, 2, 1, 0),
    ]
    assert table.rows[0].tie_breaks == {"wins": 2, "koya": 5}
    assert table.rows[0].rounds == (
        CrossCell(1, "played", 2, (2,), ("win",), 3, 2),
        CrossCell(2, "forfeit_win", 2, (2,), (), 1, 1),
        CrossCell(3, "requested", 1, (), (), None, None),
        CrossCell(4, "played", 5, (3,), ("loss",), 1, 1),
    )
    assert [cell.kind for cell in table.rows[1].rounds] == ["late", "pairing", "absent", "played"]
    assert [cell.kind for cell in table.rows[2].rounds] == ["played", "forfeit_loss", "granted", "absent"]
    assert table.as_json()["rows"][0]["rounds"][3] == {
        "round": 4,
        "kind": "played",
        "points": 5,
        "opponents": [3],
        "results": ["loss"],
        "table": 1,
        "seat": 1,
    }


@given(st.sampled_from([2, 3, 4, 6]), st.integers(0, 10**9))
@settings(max_examples=25)
def test_it_says_what_the_table_says_and_goes_through_json(seats: int, seed: int) -> None:
    event = made_up(seed, seats)
    table = crosstable(**event)
    for row, line in zip(standings(**event), table.rows, strict=True):
        assert (line.place, line.entrant, line.points) == (row.place, row.entrant, row.points)
        assert line.tie_breaks == row.tie_breaks
        assert sum(cell.points for cell in line.rounds) == row.points
        assert [cell.round for cell in line.rounds] == list(range(1, event["rounds"] + 1))
    # Who met whom is said by both.
    met = {(line.entrant, cell.round, other) for line in table.rows for cell in line.rounds for other in cell.opponents}
    assert met == {(other, round_, one) for one, round_, other in met}
    told = table.as_json()
    assert json.loads(json.dumps(told)) == told
