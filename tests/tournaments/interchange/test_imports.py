"""Events made of files: what is kept of them, the round that follows, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ratings.models import Rating
from tests.tournaments import arena
from tests.tournaments.interchange.conftest import cut, event, file, lines
from tournaments import history
from tournaments.access.errors import Conflict, Invalid, NotAllowed, Refused
from tournaments.events import lifecycle
from tournaments.forecast import forecast
from tournaments.interchange.imports import Wanted, import_report
from tournaments.interchange.reports import report as reported
from tournaments.models import Bot, Bye, Entry, Match, Tournament
from tournaments.play import deal
from tournaments.trf.read import read
from tournaments.trf.values import ALWAYS, Acceleration, Barred, ByeAhead, Cell, Player, Points, Report, Result
from tournaments.trf.write import Form, write

pytestmark = pytest.mark.django_db


def small(*rows: str, **values: Any) -> Report:
    """A report of players a, b, c, ... whose rounds are such as `2w1`, `1b0`, `U`, `2w?`."""
    players = tuple(
        Player(number, "abcdef"[number - 1], cells=tuple(_cell(text) for text in row.split()))
        for number, row in enumerate(rows, 1)
    )
    return Report(players, **{"name": "Cup", "rounds": 5, **values})


def _cell(text: str) -> Cell:
    return (
        Cell(int(text[0]), text[1], Result(text[2].replace("?", " "))) if len(text) > 1 else Cell(0, "-", Result(text))
    )


# A bye of each kind, and a forfeit.
MIXED = ("2w1 3b+ H", "1b0 F 3b=", "U 1w- 2w=")


@pytest.mark.parametrize("number", [2, 11, 25, 39])
def test_what_is_exported_again_has_the_same_players_and_rounds(number: int) -> None:
    original = file(number)
    made = event(original)
    assert (made.state, made.format, made.rounds) == ("paused", "dutch", original.played)
    exported = reported(made, insider=True)
    assert lines(exported.players) == lines(original.players)
    for form in Form:
        again = read(write(exported, form).encode("ascii"))
        assert lines(again.players) == lines(original.players)


@pytest.mark.parametrize(("number", "played"), [(27, 1), (39, 2), (2, 3), (25, 4)])
def test_resume_pairs_the_round_that_the_file_has_next(number: int, played: int) -> None:
    original = file(number)
    made = event(cut(original, played))
    lifecycle.resume(actor=arena.organiser(), tournament_id=made.pk)
    turn = made.round_set.get(number=played + 1)
    pairs = {
        tuple(match.seats.order_by("seat").values_list("entry__number", flat=True)) for match in turn.matches.all()
    }
    cells = {player.number: player.cell(played + 1) for player in original.players}
    assert pairs == {(n, cell.opponent) for n, cell in cells.items() if cell is not None and cell.colour == "w"}
    rests = {
        n: cell.result for n, cell in cells.items() if cell is not None and cell.result in (Result.PAIRING, Result.HALF)
    }
    kinds = {Result.PAIRING: ("pairing", 2), Result.HALF: ("requested", 1)}
    found = {
        number: (kind, points) for number, kind, points in turn.byes.values_list("entry__number", "kind", "points")
    }
    assert found == {n: kinds[result] for n, result in rests.items()}


def test_the_rows_of_an_event() -> None:
    made = event(small(*MIXED))
    assert [entry.bot.name for entry in made.entries.order_by("number")] == ["a", "b", "c"]
    matches = Match.objects.filter(round__tournament=made).order_by("round__number")
    assert [(m.round.state, m.state, m.ranks, m.ruled, m.forfeit) for m in matches] == [
        ("closed", "finished", [0, 1], True, False),
        ("closed", "finished", [1, 0], True, True),
        ("closed", "finished", [0, 0], True, False),
    ]
    byes = Bye.objects.filter(round__tournament=made).order_by("round__number")
    assert [(bye.round.number, bye.entry.number, bye.kind, bye.points) for bye in byes] == [
        (1, 3, "pairing", 2),
        (2, 2, "granted", 2),
        (3, 1, "requested", 1),
    ]
    assert (made.rounds, made.rotate, made.boards, made.rated) == (5, False, 1, True)
    assert not Rating.objects.exists()
    pinned = [deal.PinnedEntry(number, "olga", "abc"[number - 1], 1) for number in (1, 2, 3)]
    assert bytes(made.seed or b"") == deal.event_seed(bytes(made.secret), pinned)


def test_its_pace_is_unknown() -> None:
    found = forecast(event(small(*MIXED)))
    assert found is not None
    assert (found.games, found.duration) == (2, None)


def test_the_same_file_makes_another_event_of_the_same_bots() -> None:
    first, second = event(small(*MIXED)), event(small(*MIXED), policy=None)
    assert first.pk != second.pk
    assert Bot.objects.count() == 3
    assert first.commitment != second.commitment


def test_it_is_played_to_its_end_after_resume() -> None:
    made = event(small(*MIXED), format="swiss")
    lifecycle.resume(actor=arena.organiser(), tournament_id=made.pk)
    made.refresh_from_db()
    arena.play_out(made)
    assert (made.state, made.round_set.count()) == ("finished", 5)
    # All its bots are the organiser's: boards of one owner are not rated.
    assert not Rating.objects.exists()


def test_an_event_that_is_over_is_finished_by_resume() -> None:
    made = event(small(*MIXED, rounds=None))
    assert lifecycle.resume(actor=arena.organiser(), tournament_id=made.pk).state == "finished"


def test_a_round_that_cannot_be_paired_leaves_it_paused() -> None:
    made = event(small("2w1", "1b0", rounds=2))
    Tournament.objects.update(format_options={"initial": "first", "impossible": "stop"})
    with pytest.raises(Conflict, match="resume: round 2: no pairing of the 2 present is legal"):
        lifecycle.resume(actor=arena.organiser(), tournament_id=made.pk)
    made.refresh_from_db()
    assert made.state == "paused"


def test_what_is_known_of_rounds_to_come() -> None:
    barred = (Barred(1, ALWAYS, (1, 2)), Barred(1, 1, (2, 3)))
    byes = (ByeAhead(Result.HALF, 2, (1,)), ByeAhead(Result.HALF, 4, (1,)), ByeAhead(Result.ZERO, 2, (3,)))
    made = event(small("2w1", "1b0", "4w=", "3b=", barred=barred, byes=byes))
    states = dict(made.entries.values_list("number", "state"))
    assert states == {1: "in", 2: "in", 3: Entry.State.WITHDRAWN, 4: "in"}
    assert list(made.entries.get(number=1).bye_requests.values_list("round", flat=True)) == [2, 4]
    assert made.requested_byes == 2
    field = history.field(made, 2)
    assert (field.present, field.barred) == ({2, 4}, {(1, 2)})


def test_a_version_is_found_by_the_name_that_an_export_gives_it() -> None:
    olga = arena.organiser()
    for name in ("a", "b" * 40):
        bot = arena.bot(name, by=olga)
        arena.add_version(actor=olga, bot_id=bot.pk, kind="policy", policy="random")
    cells = small("2w1", "1b0")
    names = ("a v2", "b" * 30 + " v1")
    players = tuple(replace(player, name=name) for player, name in zip(cells.players, names, strict=True))
    made = event(replace(cells, players=players), policy=None)
    assert [(e.bot.name, e.version.number) for e in made.entries.order_by("number")] == [("a", 2), ("b" * 40, 1)]


BAKU = (Acceleration(10, 1, 2, 1, 2), Acceleration(5, 3, 3, 1, 2))


def test_accelerated_rounds_are_those_of_baku() -> None:
    rows = ("2w1 3w1", "1b0 4w1", "4w1 1b0", "3b0 2b0")
    made = event(small(*rows, accelerations=BAKU))
    assert made.acceleration == "baku"
    assert history.field(made, 3).bonus == {1: 1, 2: 1}
    assert history.field(made, 3).bonuses == {1: {1: 2, 2: 2}, 2: {1: 2, 2: 2}}
    assert reported(made, insider=False).accelerations == (
        Acceleration(10, 1, 1, 1, 2),
        Acceleration(10, 2, 2, 1, 2),
        Acceleration(5, 3, 3, 1, 2),
    )
    with pytest.raises(Invalid, match="250: the fictitious points are not those of Baku"):
        event(small(*rows, accelerations=BAKU[:1]))


@pytest.mark.parametrize(
    ("report", "wanted", "saying"),
    [
        (small("2w1", "1b0", code="BERGER_ROUNDROBIN"), {}, "192: the file is of a round_robin; one of dutch, swiss"),
        (small("Z", "Z"), {}, "no round of the file is paired"),
        (small("2w?", "1b?"), {}, "round 1 is not over"),
        (small("2w0", "1b0"), {}, "round 1: 1 and 2 have 0 and 0 of a win from one game"),
        (small("2w1", "1b0", points=Points(draw=3)), {}, "162: a win is worth 1.0, a draw 0.3"),
        (small("2w1", "1b0", "U", points=Points(pairing=5)), {}, "a bye of the pairing 0.5"),
        (small("2w1 3w1", "1b0 U", "U 1b0"), {"rounds": 1}, "rounds: 1 are fewer than the 2 that are played"),
        (small("2w1", "1b0", rounds=300), {}, "rounds: 300 is not between 1 and 200"),
        (
            small("2w1", "1b0", byes=(ByeAhead(Result.FULL, 2, (1,)),)),
            {},
            "player 1 has a bye F in round 2: of rounds to come an event knows byes H",
        ),
        (small("2w1", "1b0", byes=(ByeAhead(Result.ZERO, 3, (1,)),)), {}, "player 1 has a bye Z in round 3"),
        (small("2w1", "1b0", barred=(Barred(1, 3, (1, 2)),)), {}, "260: 1 2 must not meet in the rounds 1 to 3"),
        (small("2w1", "1b0"), {"policy": None}, "has no bot with a version for 2 of 2 players of trash: a, b"),
        (small("2w1", "1b0"), {"policy": "clever"}, "policy: "),
        (small("2w1", "1b0"), {"engine": "chess"}, "engine: "),
        (small("2w1", "1b0", name="x" * 101), {}, "012: the name has 101 characters"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_made(report: Report, wanted: dict[str, Any], saying: str) -> None:
    with pytest.raises(Refused) as caught:
        event(report, **wanted)
    assert saying in caught.value.message
    assert not Tournament.objects.exists()
    assert not Bot.objects.exists()


def test_players_must_be_distinct_and_named() -> None:
    report = small("2w1", "1b0")
    for names, saying in ((("a", "a"), "the players 1 and 2 are one bot, a"), (("a", ""), "player 2 has no name")):
        players = tuple(replace(player, name=name) for player, name in zip(report.players, names, strict=True))
        with pytest.raises(Invalid, match=saying):
            event(replace(report, players=players))
    assert not Bot.objects.exists()


def test_it_takes_an_organiser() -> None:
    with pytest.raises(NotAllowed):
        import_report(actor=arena.owner(), report=small("2w1", "1b0"), wanted=Wanted("trash", policy="greedy"))
