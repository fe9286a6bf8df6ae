"""FIDE Dutch: forty tournaments of the reference program, the articles' limits, and what happens beyond them."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plugins.contract import InvalidOptions
from tests.tournaments.pairing.events import play, shuffled
from tournaments.pairing import gacrux_engine
from tournaments.pairing.base import Bye, CannotPair, Field, Meeting, Missed, Pairings
from tournaments.pairing.colours import Pasts
from tournaments.pairing.dutch import LARGEST, Dutch
from tournaments.trf.check import differences
from tournaments.trf.fields import initial_seat, to_field
from tournaments.trf.read import read

DATA = Path(__file__).parents[2] / "data" / "dutch"
FILES = sorted(DATA.glob("*.trf"))
STOP = {"impossible": "stop"}
DUTCH = Dutch()


def seats(pairings: Pairings) -> list[tuple[int, ...]]:
    return [table.entrants for table in pairings.tables] + [(rest.entrant,) for rest in pairings.byes]


def met(*pairs: tuple[int, int], points: tuple[int, int] = (1, 1)) -> tuple[Meeting, ...]:
    """A round for each pair."""
    return tuple(Meeting(round_, 1, pair, points) for round_, pair in enumerate(pairs, 1))


def field(entrants: int, round_: int = 1, **more: object) -> Field:
    numbers = tuple(range(1, entrants + 1))
    return Field(numbers, frozenset(numbers), 2, round_, **{"rounds": 9, **more})  # type: ignore[arg-type]


def differing(path: Path, rounds: list[int] | None = None) -> dict[int, str]:
    report = read(path.read_bytes())
    rounds = rounds or list(range(1, report.played + 1))
    options = {"initial": initial_seat(report)}
    fields = {round_: replace(to_field(report, round_), options=options) for round_ in rounds}
    found = {round_: differences(report, DUTCH, field) for round_, field in fields.items()}
    return {round_: str(difference) for round_, difference in found.items() if difference}


def test_there_are_forty() -> None:
    assert len(FILES) == 40


@pytest.mark.parametrize(("index", "path"), list(enumerate(FILES)), ids=lambda value: getattr(value, "stem", ""))
def test_a_round_of_every_tournament_is_paired_as_by_the_reference_program(index: int, path: Path) -> None:
    played = read(path.read_bytes()).played
    assert differing(path, [played - index % played]) == {}


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_of_every_tournament_is_paired_as_by_the_reference_program(path: Path) -> None:
    assert differing(path) == {}


@pytest.mark.long
@pytest.mark.parametrize("entrants", [2, 4, 6, 8, 10, 16, 17, 20, 24])
def test_the_rounds_planned_can_all_be_paired_in_many_events(entrants: int) -> None:
    plan = DUTCH.plan(entrants, 2)
    for seed in range(40):
        assert len(list(play(DUTCH, entrants, plan.most, seed=seed))) == plan.most


def test_it_is_for_one_game_in_which_the_first_seat_matters() -> None:
    DUTCH.check(seats=2, boards=1, rotate=False)
    with pytest.raises(CannotPair, match="rotate: true is not false"):
        DUTCH.check(seats=2, boards=1, rotate=True)
    with pytest.raises(CannotPair, match="boards: 2 is not 1"):
        DUTCH.check(seats=2, boards=2, rotate=False)
    with pytest.raises(CannotPair, match="seats: 3 is not one of 2"):
        DUTCH.check(seats=3, boards=1, rotate=False)
    with pytest.raises(InvalidOptions, match=r'options\.initial: "white" is not one of "first", "second"'):
        DUTCH.check(seats=2, boards=1, rotate=False, options={"initial": "white"})


def test_the_first_round() -> None:
    assert seats(DUTCH.pair(field(7))) == [(1, 4), (5, 2), (3, 6), (7,)]
    assert seats(DUTCH.pair(field(7, options={"initial": "second"}))) == [(4, 1), (2, 5), (6, 3), (7,)]


def test_every_pairing_says_why() -> None:
    past = (Meeting(1, 1, (1, 3), (2, 0)), Meeting(1, 2, (4, 2), (1, 1)))
    pairings = DUTCH.pair(field(5, 2, meetings=past, byes=(Bye(1, 5, 2),)))
    # 2 and 4 have met: 1 and 5 float down, and 3, the only one lower, rests.
    assert {table.entrants: table.why for table in pairings.tables} == {
        (2, 1): "1 floats down from 2, 2 up from 1; first seat to 2: suits both (5.2.1)",
        (5, 4): "5 floats down from 2, 4 up from 1; first seat to 5: suits both (5.2.1)",
    }
    (rest,) = pairings.byes
    assert (rest.entrant, rest.points, rest.kind) == (3, 2, Missed.PAIRING)
    assert rest.why == "the number present is odd; on 0, with no bye and no win without playing before (2.1.2)"
    past = (Meeting(1, 1, (1, 3), (2, 0)), Meeting(1, 2, (4, 2), (2, 0)))
    assert [table.why for table in DUTCH.pair(field(4, 2, meetings=past)).tables] == [
        "both on 2; first seat to 4: 1 stands higher (5.2.4)",
        "both on 0; first seat to 2: 2 stands higher (5.2.4)",
    ]


def test_a_pairing_leaves_nothing_behind(capfd: pytest.CaptureFixture[str]) -> None:
    state = random.getstate()
    for _, _ in play(DUTCH, 13, 5, absent=5):
        pass
    assert random.getstate() == state
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("seed", range(2))
def test_the_same_field_is_paired_the_same_in_whatever_order_it_stands(seed: int) -> None:
    for given, pairings in play(DUTCH, 13, 4, seed=seed, absent=10):
        assert DUTCH.pair(shuffled(given, seed)) == pairings


def test_hashes_do_not_matter() -> None:
    program = (
        "from tests.tournaments.pairing.events import play\n"
        "from tournaments.pairing.dutch import Dutch\n"
        "print([[t.entrants for t in p.tables] for _, p in play(Dutch(), 13, 5, seed=3, absent=8)])"
    )
    expected = [[table.entrants for table in p.tables] for _, p in play(DUTCH, 13, 5, seed=3, absent=8)]
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONHASHSEED": "4242"}
    ran = subprocess.run([sys.executable, "-c", program], cwd=root, env=environment, capture_output=True, check=True)
    assert ran.stdout.decode().strip() == str(expected)


def matchings(numbers: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to make pairs of an even number; 0 stands for the bye."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        rest = [number for number in others if number != other]
        yield from ([(first, other), *pairs] for pairs in matchings(rest))


def legal_exists(given: Field) -> bool:
    pasts = Pasts(given)
    numbers = sorted(given.present)
    numbers = [0, *numbers] if len(numbers) % 2 else numbers
    fits = lambda a, b: pasts.may_meet(a, b) if a else pasts.may_rest(b)  # noqa: E731
    return any(all(fits(a, b) for a, b in pairs) for pairs in matchings(numbers))


class Compared(Dutch):
    """Dutch beside all ways to pair; where it stops, swiss goes on."""

    stopped = 0

    def pair(self, field: Field) -> Pairings:
        if legal_exists(field):
            return super().pair(field)
        with pytest.raises(CannotPair, match=r"no pairing of the .* is legal .*1\.9\.3"):
            super().pair(replace(field, options={"impossible": "stop"}))
        self.stopped += 1
        pairings = super().pair(field)
        assert "by the criteria of swiss" in pairings.notes[0]
        return pairings


@pytest.mark.parametrize("seed", range(5))
def test_it_pairs_exactly_while_a_legal_pairing_exists(seed: int) -> None:
    compared = Compared()
    assert len(list(play(compared, 4 + seed % 5, 8, seed=seed))) == 8
    assert compared.stopped


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 6, 7, 8, 9, 12])
def test_the_rounds_planned_can_all_be_paired(entrants: int) -> None:
    plan = DUTCH.plan(entrants, 2)
    for seed in range(2):
        assert len(list(play(DUTCH, entrants, plan.most, seed=seed))) == plan.most


def test_the_plan() -> None:
    assert [(DUTCH.plan(n, 2).rounds, DUTCH.plan(n, 2).most) for n in (2, 8, 60, 300)] == [
        (1, 1),
        (3, 3),
        (6, 16),
        (9, 76),
    ]
    assert DUTCH.plan(60, 2).note == "6 rounds suit 60; up to 16 can always be paired legally"


def test_it_says_how_large_a_field_may_be() -> None:
    with pytest.raises(CannotPair, match=f"entrants: {LARGEST + 1} are more than {LARGEST}"):
        DUTCH.plan(LARGEST + 1, 2)
    with pytest.raises(CannotPair, match=f"entrants: {LARGEST + 1} are more than {LARGEST}"):
        DUTCH.pair(field(LARGEST + 1))


def test_nobody_who_won_without_playing_has_the_bye() -> None:
    byes = (Bye(1, 3, 2), Bye(2, 2, 2, Missed.GRANTED))
    forfeit = (Meeting(1, 1, (1, 2), (0, 2), forfeit=True), Meeting(2, 1, (3, 1), (2, 0)))
    pairings = DUTCH.pair(field(3, 3, meetings=forfeit, byes=byes))
    assert seats(pairings)[-1] == (1,)
    with pytest.raises(CannotPair, match="no pairing of the 3 present is legal"):
        DUTCH.pair(field(3, 4, meetings=forfeit, byes=(*byes, *(Bye(3, n, 2) for n in (1, 2, 3))), options=STOP))


def test_a_forfeit_may_be_met_again() -> None:
    pairings = DUTCH.pair(field(2, 2, meetings=(Meeting(1, 1, (1, 2), (2, 0), forfeit=True),)))
    assert seats(pairings) == [(1, 2)]
    with pytest.raises(CannotPair, match="round 2: no pairing of the 2 present is legal"):
        DUTCH.pair(field(2, 2, meetings=met((1, 2)), options=STOP))


def test_beyond_the_last_legal_round_swiss_pairs_unless_the_organiser_wants_to_stop() -> None:
    pairings = DUTCH.pair(field(2, 2, meetings=met((1, 2))))
    assert [set(pair) for pair in seats(pairings)] == [{1, 2}]
    assert pairings.notes[0].startswith(
        "round 2: no pairing of the 2 present is legal: paired by the criteria of swiss"
    )


def test_barred_pairs_do_not_meet_while_that_is_possible() -> None:
    assert seats(DUTCH.pair(field(4))) == [(1, 3), (4, 2)]
    assert seats(DUTCH.pair(field(4, barred=frozenset({(1, 3)})))) == [(1, 4), (3, 2)]


def test_as_few_barred_pairs_as_possible_meet_and_that_is_said() -> None:
    every = frozenset((a, b) for a in (1, 2, 3) for b in range(a + 1, 5))
    pairings = DUTCH.pair(field(4, barred=every - {(1, 2)}))
    assert sorted(map(sorted, seats(pairings))) == [[1, 2], [3, 4]]
    assert pairings.notes == ("3 and 4 are barred from meeting; there is no legal pairing with fewer such meetings",)
    assert [", BARRED;" in table.why for table in pairings.tables] == [False, True]


def test_accelerated_rounds_pair_by_the_score_with_bonus() -> None:
    pairings = DUTCH.pair(field(8, bonus=dict.fromkeys((1, 2, 3, 4), 2)))
    assert seats(pairings) == [(1, 3), (4, 2), (5, 7), (8, 6)]
    assert pairings.tables[0].why.startswith("both on 2;")


def test_a_failure_of_gacrux_is_no_fault_of_the_event(monkeypatch: pytest.MonkeyPatch) -> None:
    from gacrux import pairingdutch

    def fail(*_: object) -> None:
        raise KeyError("n")

    monkeypatch.setattr(pairingdutch.pairing_dutch, "compute_pairing", fail)
    with pytest.raises(CannotPair, match=r"round 1: gacrux 1\.11\.65 failed \(KeyError: 'n'\); that is its fault"):
        DUTCH.pair(field(4))


def test_the_version_is_the_one_installed() -> None:
    from importlib.metadata import version

    assert version("gacrux") == gacrux_engine.VERSION


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ([(1, 2), (3, 4), (5, None)], "1 v 2 is a rematch"),
        ([(3, 2), (4, 1), (5, None)], "5 rests again, or after a win"),
        ([(1, 3), (5, 2), (4, None)], "1 v 3: the first seat is 3's"),
        ([(3, 1), (2, 4)], "left out"),
        ([(3, 1), (2, 4), (3, None)], "placed twice"),
    ],
)
def test_what_gacrux_says_is_checked(
    drawn: list[tuple[int, int | None]], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = (Meeting(1, 1, (1, 2), (2, 0)), Meeting(1, 2, (4, 3), (0, 2)))
    monkeypatch.setattr(gacrux_engine, "pairs", lambda *_, **__: drawn)
    with pytest.raises(AssertionError, match=message):
        DUTCH.pair(field(5, 2, meetings=past, byes=(Bye(1, 5, 2),)))


def test_two_who_must_have_the_same_seat_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    past = (Meeting(1, 1, (1, 2), (2, 0)), Meeting(1, 2, (3, 4), (0, 2)))
    past += (Meeting(2, 1, (1, 4), (2, 0)), Meeting(2, 2, (3, 2), (2, 0)))
    monkeypatch.setattr(gacrux_engine, "pairs", lambda *_, **__: [(1, 3), (2, 4)])
    with pytest.raises(AssertionError, match="1 v 3: both must have the second seat"):
        DUTCH.pair(field(4, 3, meetings=past))


def test_a_legal_pairing_that_gacrux_does_not_find_is_its_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gacrux_engine, "pairs", lambda *_, **__: None)
    with pytest.raises(CannotPair, match="finds no legal pairing where there is one"):
        DUTCH.pair(field(4))
