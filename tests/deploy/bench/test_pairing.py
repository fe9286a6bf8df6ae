"""The measurement of pairing runs and counts right; how fast anything is is not judged here."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from deploy.bench import pairing
from deploy.bench.__main__ import main
from deploy.bench.pairing_process import FORMATS, PEER, RANKING, ROUND, TIE_BREAKS, Taken, measure
from deploy.bench.rounds import Event, neighbours
from deploy.process import ServiceError
from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.pairing.swiss import Swiss
from tournaments.standings.tiebreaks import check_order


def played(entries: int, rounds: int) -> Event:
    event = Event(entries, 2, rounds)
    for number in range(1, rounds + 1):
        field = event.field(number)
        event.play(field, Swiss().pair(field))
    return event


def test_an_event_is_the_same_again_and_one_is_away_in_every_round() -> None:
    event, again = played(20, 4), played(20, 4)
    assert (event.meetings, event.byes) == (again.meetings, again.byes)
    assert played(22, 4).meetings != event.meetings
    for number in range(1, 5):
        kinds = sorted(bye.kind for bye in event.byes if bye.round == number)
        assert kinds == [Missed.ABSENT, Missed.PAIRING]
        assert sum(meeting.round == number for meeting in event.meetings) == 9
    assert (event.repeats, event.second_byes) == (0, 0)
    assert {meeting.points for meeting in event.meetings} == {(2, 0), (1, 1), (0, 2)}


def test_repeats_and_second_byes_are_counted() -> None:
    event = Event(6, 3, 4)
    event.meetings = [
        Meeting(1, 1, (1, 2, 3), (4, 2, 0)),
        Meeting(2, 1, (3, 1, 4), (4, 2, 0)),  # 1 and 3 again
        Meeting(3, 1, (2, 3, 1), (4, 2, 0)),  # all three pairs again, 1 and 3 for the third time
    ]
    event.byes = [Bye(1, 6, 4), Bye(2, 6, 0, Missed.ABSENT), Bye(3, 6, 4), Bye(3, 5, 4), Bye(4, 6, 4)]
    met = [frozenset(pair) for meeting in event.meetings for pair in combinations(meeting.entrants, 2)]
    assert event.repeats == len(met) - len(set(met)) == 4
    assert event.second_byes == 2


def test_neighbours_in_order_of_score_meet_and_the_last_rests() -> None:
    event = Event(6, 2, 3)
    event.meetings = [Meeting(1, 1, (1, 2), (0, 2)), Meeting(1, 2, (3, 4), (1, 1)), Meeting(1, 3, (5, 6), (2, 0))]
    field = event.field(2)
    order = [entrant for entrant in (2, 5, 3, 4, 1, 6) if entrant in field.present]
    pairings = neighbours(field)
    assert [table.entrants for table in pairings.tables] == [tuple(order[:2]), tuple(order[2:4])]
    assert [rest.entrant for rest in pairings.byes] == order[4:]


@pytest.mark.parametrize("what", FORMATS)
def test_a_round_of_every_format_is_paired(what: str) -> None:
    found = measure(what, 20)
    assert not found.refused
    assert None not in (found.wall, found.cpu, found.repeats, found.second_byes)
    assert found.peak >= found.before > 1
    if found.certain >= ROUND:
        assert (found.repeats, found.second_byes) == (0, 0)


def test_a_format_that_does_not_take_so_many_says_so() -> None:
    assert measure("dutch", 10_000) == Taken(
        refused="entrants: 10000 are more than 300, the most of FIDE Dutch; swiss takes more"
    )


@pytest.mark.parametrize("what", [RANKING, PEER])
def test_what_is_no_pairing_has_no_repeats(what: str) -> None:
    found = measure(what, 20)
    assert found.cpu is not None
    assert (found.repeats, found.second_byes, found.certain) == (None, None, None)


def test_ten_tie_breaks_are_asked_for() -> None:
    assert len({tie_break.id for tie_break in check_order(TIE_BREAKS, 2)}) == 10


def test_goals_are_met_or_missed() -> None:
    taken = {"wall": 9.0, "peak": 60.0, "before": 50.0}
    found = {
        ("swiss", 1_000): Taken(**taken, cpu=0.5, repeats=0, second_byes=1, certain=501),
        ("swiss", 10_000): Taken(**taken, cpu=10.01, repeats=2, second_byes=0, certain=5001),
        ("dutch", 1_000): Taken(refused="too many"),
        ("pods of 4", 20): Taken(**taken, cpu=1.0, repeats=3, second_byes=0, certain=2),
        (RANKING, 10_000): Taken(**taken, cpu=1.0),
    }
    assert list(pairing.goals(found)) == [
        ["swiss", 1_000, "<= 0.5 s", "0.500 s", "met"],
        ["swiss", 10_000, "<= 10 s", "10.010 s", "missed"],
        ["tie-breaks", 10_000, "<= 3 s", "1.000 s", "met"],
        ["swiss", 1_000, "no repeats", "0", "met"],
        ["swiss", 1_000, "no second byes", "1", "missed"],
        ["swiss", 10_000, "no repeats", "2", "missed"],
        ["swiss", 10_000, "no second byes", "0", "met"],
        ["pods of 4", 20, "no second byes", "0", "met"],
    ]


def test_ratios_are_of_what_was_measured_at_the_same_size() -> None:
    def taken(cpu: float, peak: float) -> Taken:
        return Taken(wall=1.0, cpu=cpu, peak=peak, before=1.0)

    found = {
        ("swiss", 20): taken(3.0, 50.0),
        (PEER, 20): taken(2.0, 100.0),
        ("dutch", 20): taken(6.0, 100.0),
        ("swiss", 1_000): taken(1.0, 1.0),
        ("dutch", 1_000): Taken(refused="too many"),
    }
    assert list(pairing.ratios(found)) == [[20, "swiss", PEER, 1.5, 0.5], [20, "dutch", "swiss", 2.0, 2.0]]


def test_it_prints_tables_and_writes_them(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))
    assert main(["pairing", "--sizes", "22", "20", "--only", PEER, "swiss"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.startswith("A round paired, a table ranked\n\nwhat ")
    found = json.loads((tmp_path / "bench" / "pairing.json").read_text())
    assert found["parameters"]["sizes"] == "20 22"
    measured, ratios, goals = found["tables"]
    asked = [("swiss", 20), ("swiss", 22), (PEER, 20), (PEER, 22)]
    assert [(row["what"], row["entries"]) for row in measured["rows"]] == asked
    assert [row["beside"] for row in ratios["rows"]] == [PEER, PEER]
    assert [row["what"] for row in goals["rows"]] == ["swiss"] * 4


def test_what_fails_is_named() -> None:
    with pytest.raises(ServiceError, match="bench: chess of 20 entries failed: KeyError: 'chess'"):
        pairing.taken("chess", 20)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sizes", "4"], "--sizes are at least 8"),
        (["--sizes", "many"], "invalid int value: 'many'"),
        (["--only", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments, said, capsys) -> None:
    with pytest.raises(SystemExit) as refusal:
        pairing.parse(arguments)
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err
