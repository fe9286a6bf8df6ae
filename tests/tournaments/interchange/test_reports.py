"""Events as reports: what a file says of byes, forfeits and rounds to come, to whom, and what it cannot say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments import arena
from tests.tournaments.interchange.conftest import event as imported
from tests.tournaments.interchange.conftest import file
from tournaments import ranking
from tournaments.access.errors import Conflict
from tournaments.events import barring, byes, entries, lifecycle, rulings
from tournaments.interchange.reports import report, trf
from tournaments.models import Entry, Match, Tournament
from tournaments.pairing.registry import get
from tournaments.trf.check import differences
from tournaments.trf.fields import format_of, format_options, to_field
from tournaments.trf.read import read
from tournaments.trf.values import ALWAYS, Acceleration, Barred, ByeAhead, Points, Report, Result
from tournaments.trf.write import Form

pytestmark = pytest.mark.django_db
GAME = {"options": {"start_size": 1}}


def row(found: Report, number: int) -> str:
    """The rounds of a player: `2w1 U`, and - for a blank."""
    cells = found.players[number - 1].cells
    return " ".join(
        "-" if c is None else f"{c.opponent}{c.colour}{c.result.value}" if c.opponent else c.result.value for c in cells
    )


def bot(event: Tournament, number: int) -> int:
    return Entry.objects.get(tournament=event, number=number).bot_id


def decide(event: Tournament, *results: tuple[list[int], bool]) -> None:
    """Let the matches of the last closed round count so: ranks, and whether it was a forfeit."""
    turn = event.round_set.filter(state="closed").last()
    assert turn is not None
    for match, (ranks, forfeit) in zip(turn.matches.order_by("table"), results, strict=True):
        rulings.correct(actor=arena.organiser(), match_id=match.pk, ranks=ranks, forfeit=forfeit, reason="so")


def test_byes_and_forfeits_have_their_codes() -> None:
    """A bye of the pairing is U, never F; one requested is H; a late entry's rounds are worth what the event says."""
    event = arena.event(5, format="swiss", rounds=4, late_until=2, late_points=1, requested_byes=1, **GAME)
    byes.request_bye(actor=arena.organiser(), tournament_id=event.pk, bot_id=bot(event, 3), number=2)
    arena.play_round(event)
    decide(event, ([0, 1], False), ([0, 0], True))
    entries.disqualify(actor=arena.organiser(), tournament_id=event.pk, bot_id=bot(event, 4))
    latecomer = arena.bot("late", by=arena.owner("owner1"))
    Tournament.objects.filter(pk=event.pk).update(late_until=3)
    entries.enter(actor=arena.owner("owner1"), tournament_id=event.pk, bot_id=latecomer.pk)
    arena.play_round(event)
    arena.play_round(event)
    found = report(event, insider=False)
    first = {row(found, number).split()[0] for number in (1, 2, 3, 4, 5)}
    assert first == {"3w1", "1b0", "2w-", "4b-", "U"}
    assert row(found, 3).split()[1] == "H"
    assert row(found, 6).split()[:2] == ["H", "H"]
    assert found.points == Points()
    # Tenths for standing points, of which a win has two.
    points = {line.entrant: 5 * line.points for line in ranking.standings(event)}
    assert {player.number: player.points for player in found.players} == points


def test_the_head_of_a_file() -> None:
    event = arena.event(4, name="Été 龍", format="swiss", rounds=3, **GAME)
    Entry.objects.filter(tournament=event, number=1).update(rating=20000)
    arena.play_out(event)
    found = report(event, insider=False)
    assert (found.name, found.rounds, found.code) == ("Ete ?", 3, "CUSTOM_SWISS")
    assert (found.start, found.end) == (f"{event.started_at:%Y/%m/%d}", f"{event.ended_at:%Y/%m/%d}")
    assert len(found.dates) == 3
    assert found.players[0].name == f"{event.pk}-0 v1"
    assert [player.rating for player in found.players] == [9999, 2500, 2500, 2500]
    assert sorted(player.rank for player in found.players)[0] == 1
    for form in Form:
        text = trf(event, form, insider=False)
        assert text.isascii()
        assert format_of(read(text)) == "swiss"


@pytest.mark.parametrize("format_", ["swiss", "dutch"])
def test_every_round_is_paired_as_the_file_says(format_: str) -> None:
    """An exported file, read again, checks: from the history before each round the format pairs the same."""
    values = {"rotate": False, **GAME} if format_ == "dutch" else GAME
    event = arena.play_out(arena.event(7, format=format_, rounds=4, **values))
    found = read(trf(event, Form.TRF26, insider=True))
    chosen = get(format_of(found))
    assert chosen.id == format_
    for round_ in range(1, 5):
        field = to_field(found, round_)
        assert differences(found, chosen, replace(field, options=format_options(found, chosen))) is None


def test_a_round_robin_says_so() -> None:
    event = arena.play_out(arena.event(3, format_options={"cycles": 2}, **GAME))
    found = report(event, insider=False)
    assert (found.code, found.points.pairing) == ("BERGER_DOUBLEROUNDROBIN", 0)
    assert sum(cell.result is Result.PAIRING for _, cell in found.cells()) == 6


def test_of_rounds_to_come_an_outsider_is_told_what_everyone_sees() -> None:
    event = arena.event(6, owners=3, format="swiss", rounds=4, requested_byes=2, same_owner_rounds=2, **GAME)
    olga = arena.organiser()
    byes.request_bye(actor=olga, tournament_id=event.pk, bot_id=bot(event, 5), number=2)
    byes.request_bye(actor=olga, tournament_id=event.pk, bot_id=bot(event, 5), number=3)
    barring.bar(actor=olga, tournament_id=event.pk, bot_ids=(bot(event, 1), bot(event, 2)))
    arena.play_round(event)
    owners = tuple(Barred(1, 2, pair) for pair in ((1, 4), (2, 5), (3, 6)))
    # The second round is paired: its byes are public.
    second = report(event, insider=False)
    paired = {5} | set(event.round_set.get(number=2).byes.values_list("entry__number", flat=True))
    assert second.byes == (ByeAhead(Result.HALF, 2, (5,)),)
    assert len(paired) == 2
    assert second.barred == owners
    lifecycle.pause(actor=olga, tournament_id=event.pk)
    entries.disqualify(actor=olga, tournament_id=event.pk, bot_id=bot(event, 6))
    event.round_set.filter(number=2).update(state="closed")
    Match.objects.filter(round__tournament=event, state="pending").update(state="finished", ranks=[0, 1], ruled=True)
    assert report(event, insider=False).byes == (ByeAhead(Result.ZERO, 3, (6,)),)
    told = report(event, insider=True)
    assert told.byes == (ByeAhead(Result.HALF, 3, (5,)), ByeAhead(Result.ZERO, 3, (6,)))
    assert told.barred == (Barred(1, ALWAYS, (1, 2)), *owners)


def test_accelerated_rounds_are_told_up_to_the_next() -> None:
    event = arena.event(4, format="swiss", rounds=3, acceleration="baku", **GAME)
    assert report(event, insider=False).accelerations == (Acceleration(10, 1, 1, 1, 2),)
    arena.play_out(event)
    assert [a.since for a in report(event, insider=False).accelerations] == [1, 2]


def test_what_a_file_cannot_tell() -> None:
    pods = arena.event(3, format="pods", seats=3, **GAME)
    soon = arena.event(2, start=False, **GAME)
    counted = arena.event(2, format="swiss", rounds=2, scoring="game", boards=3, **GAME)
    arena.play_round(counted)
    Match.objects.filter(round__tournament=counted, round__number=1).update(ruled=False)
    counted.round_set.get(number=1).matches.get().games.filter(board=1).update(ranks=[0, 1])
    counted.round_set.get(number=1).matches.get().games.exclude(board=1).update(ranks=[1, 0])
    for event, code, saying in (
        (pods, "not_two_seats", "has tables of 3 seats"),
        (soon, "not_started", "has not started"),
        (counted, "not_reportable", "round 1 table 1: the points"),
    ):
        with pytest.raises(Conflict, match=saying) as caught:
            report(event, insider=True)
        assert caught.value.code == code


def test_an_event_of_the_files_is_told_with_its_seat_of_the_top_seed() -> None:
    found = report(imported(file(27)), insider=False)
    assert (found.initial, found.dates) == ("w" if file(27).players[0].cells[0].colour == "w" else "b", ())  # type: ignore[union-attr]
