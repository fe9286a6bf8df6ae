"""From reports to fields: who is there, what rounds were worth, and gacrux's own reader as a second opinion."""

from dataclasses import replace

import pytest
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from tests.tournaments.pairing.events import play
from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.pairing.dutch import Dutch
from tournaments.trf.build import report as build
from tournaments.trf.fields import initial_seat, to_field
from tournaments.trf.values import Acceleration, Barred, ByeAhead, Cell, Player, Points, Report, Result, TrfError
from tournaments.trf.write import write


def cell(text: str) -> Cell | None:
    """`7w1` (a game not over: `7w?`), or the code of a round without opponent, or nothing."""
    if len(text) < 2:
        return Cell(0, "-", Result(text)) if text else None
    return Cell(int(text[:-2]), text[-2], Result(text[-1].replace("?", " ")))


def report(rows: dict[int, str], **more: object) -> Report:
    """A report from the rounds of each player, parted by blanks; a dot is a blank round."""
    players = [
        Player(number, cells=tuple(cell(text.strip(".")) for text in row.split())) for number, row in rows.items()
    ]
    return Report(tuple(players), **more)  # type: ignore[arg-type]


ROWS = {2: "7b1 U", 3: "H 7w+", 5: "F Z", 7: "2w0 3b-", 9: ". +"}


def test_history_and_who_is_there() -> None:
    field = to_field(report(ROWS, rounds=5), 3)
    assert (field.entrants, field.present, field.seats) == ((2, 3, 5, 7, 9), frozenset({2, 3, 5, 7, 9}), 2)
    assert (field.round, field.rounds, field.win_points) == (3, 5, 2)
    assert field.meetings == (Meeting(1, 1, (7, 2), (0, 2)), Meeting(2, 1, (3, 7), (2, 0), forfeit=True))
    assert field.byes == (
        Bye(1, 3, 1, Missed.REQUESTED),
        Bye(1, 5, 2, Missed.GRANTED),
        Bye(1, 9, 0, Missed.ABSENT),
        Bye(2, 2, 2, Missed.PAIRING),
        Bye(2, 5, 0, Missed.ABSENT),
        Bye(2, 9, 2, Missed.GRANTED),
    )


def test_present_in_a_round_that_is_paired_are_those_paired() -> None:
    assert to_field(report(ROWS), 1).present == {2, 7}
    assert to_field(report(ROWS), 2).present == {2, 3, 7}
    assert to_field(report(ROWS), 1).meetings == ()


def test_byes_ahead_are_absences_of_the_next_round() -> None:
    byes = (ByeAhead(Result.HALF, 3, (2,)), ByeAhead(Result.ZERO, 4, (3,)))
    assert to_field(report(ROWS, byes=byes), 3).present == {3, 5, 7, 9}
    assert to_field(report({**ROWS, 5: "F Z H"}), 3).present == {2, 3, 7, 9}


def test_points_of_other_systems() -> None:
    football = Points(win=30, draw=10, loss=0, absence=0, pairing=10, unknown=10)
    field = to_field(report(ROWS, points=football), 3)
    assert field.win_points == 6
    assert dict(field.scores) == {2: 8, 3: 8, 5: 6, 7: 0, 9: 6}
    odd = to_field(report(ROWS, points=Points(win=13, draw=7)), 3)  # tenths
    assert (odd.win_points, odd.score(3)) == (13, 20)


def test_accelerations_and_prohibited_pairings() -> None:
    given = report(
        ROWS,
        accelerations=(Acceleration(10, 1, 3, 2, 3), Acceleration(5, 2, 2, 3, 3)),
        barred=(Barred(3, 4, (7, 3, 5)), Barred(1, 2, (2, 3))),
    )
    field = to_field(given, 3)
    assert (dict(field.bonus), dict(field.bonuses)) == ({2: 2, 3: 2}, {1: {2: 2, 3: 2}, 2: {2: 2, 3: 1}})
    assert field.barred == {(3, 5), (3, 7), (5, 7)}
    assert to_field(given, 2).barred == {(2, 3)}
    assert dict(to_field(given, 2).bonus) == {2: 2, 3: 1}


def test_the_initial_seat_is_stated_or_seen() -> None:
    assert initial_seat(report(ROWS)) == "second"
    assert initial_seat(report(ROWS, initial="w")) == "first"
    assert initial_seat(report({1: "", 2: ""})) == "first"
    assert initial_seat(report({1: "Z", 2: "3w1", 3: "2b0"})) == "first"


@pytest.mark.parametrize(
    ("given", "round_", "message"),
    [
        (report(ROWS), 4, "round 4 is not one of 1 to 3"),
        (report(ROWS), 0, "round 0 is not one of 1 to 3"),
        (report({1: "2w?", 2: "1b?"}), 2, "round 1 is not over: a result is blank"),
        (
            Report((Player(1, points=15, cells=(Cell(0, "-", Result.PAIRING),)),)),
            1,
            "player 1 has 1.5 points, but .* 1.0",
        ),
    ],
)
def test_it_says_what_cannot_be_a_field(given: Report, round_: int, message: str) -> None:
    with pytest.raises(TrfError, match=message):
        to_field(given, round_)


def of_gacrux(text: str, round_: int) -> list[tuple[int, int]]:
    """The pairs that gacrux makes of a file by its own reader."""
    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0
    tournament = reader.get_tournament(1)
    engine = pairing_dutch(tournament, round_, {"experimental": [], "verbose": 0})
    brackets = engine.compute_pairing(False)
    pairs = sorted((pair for bracket in brackets for pair in bracket["pairs"]), key=lambda pair: pair["board"])
    return [(pair["w"], pair["b"]) for pair in pairs]


@pytest.mark.parametrize("seed", range(4))
def test_gacrux_pairs_the_file_as_we_pair_the_field(seed: int) -> None:
    """Through our writer and its reader: accelerated rounds, barred pairs, absences, both initial seats."""
    entrants, initial = 12 + seed, ("first", "second")[seed % 2]
    barred = {(1, 2 + seed), (3, 4), (5, 12)}
    bonuses = {1: dict.fromkeys(range(1, 7), 2), 2: dict.fromkeys(range(1, 7), 2), 3: dict.fromkeys(range(1, 7), 1)}

    class Accelerated(Dutch):
        def pair(self, field):  # type: ignore[no-untyped-def]
            past = {round_: bonuses[round_] for round_ in bonuses if round_ < field.round}
            bonus = bonuses.get(field.round, {})
            given = replace(field, bonus=bonus, bonuses=past, barred=barred, options={"initial": initial})
            return super().pair(given)

    for field, pairings in play(Accelerated(), entrants, 6, seed=seed, absent=7):
        players = [Player(number, points=0) for number in field.entrants]
        away = tuple(sorted(set(field.entrants) - field.present))
        ahead = (ByeAhead(Result.ZERO, field.round, away),) if away else ()
        known = {"initial": initial, "barred": barred, "bonuses": bonuses, "ahead": ahead}
        made = build("Cup", players, field.meetings, field.byes, 6, **known)
        expected = [table.entrants for table in pairings.tables] + [(rest.entrant, 0) for rest in pairings.byes]
        assert of_gacrux(write(made), field.round) == expected
        back = to_field(made, field.round)
        assert (back.present, back.scores, back.barred) == (field.present, field.scores, barred)
