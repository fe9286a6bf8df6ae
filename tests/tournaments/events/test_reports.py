"""Faults reported in public of other systems, each with the right outcome here: what events have to do with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ratings.models import LedgerRow
from tests.tournaments import arena
from tests.tournaments.events.test_concurrency import at_once
from tournaments import history, ranking
from tournaments.dispatch.sweep import sweep
from tournaments.dispatch.turn import take_turn
from tournaments.events import byes, entries, lifecycle, rounds, rulings
from tournaments.models import Bye, Match, Seat, Tournament
from tournaments.pairing.base import Missed
from tournaments.standings.table import Row, standings
from tournaments.trf.build import report
from tournaments.trf.values import Player
from tournaments.trf.write import Form, write

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("messages")]


def swiss(bots: int, rounds: int, **values) -> Tournament:
    return arena.event(bots, format="swiss", rounds=rounds, **values)


def play_matches(event: Tournament) -> None:
    """Play the round that is paired, and do not close it."""
    for pk in Match.objects.filter(round__tournament=event, state="pending").values_list("id", flat=True):
        take_turn(pk)


def verb(event: Tournament, number: int) -> dict:
    """The arguments of a verb about the entry of this seed number, by its owner."""
    entry = event.entries.select_related("bot__owner").get(number=number)
    return {"actor": arena.owner(entry.bot.owner.username), "tournament_id": event.pk, "bot_id": entry.bot_id}


def places(event: Tournament) -> Counter[tuple[int, int]]:
    """How often (round, entrant) is at a table or has a bye."""
    seats = Seat.objects.filter(match__round__tournament=event)
    rests = Bye.objects.filter(round__tournament=event)
    found = Counter(seats.values_list("match__round__number", "entry__number"))
    return found + Counter(rests.values_list("round__number", "entry__number"))


def missed(event: Tournament, entrant: int) -> list[tuple[int, Missed, int]]:
    past = history.played(event, last=history.last_closed(event))
    return sorted((bye.round, bye.kind, bye.points) for bye in past.byes if bye.entrant == entrant)


def row(event: Tournament, entrant: int) -> Row:
    return next(row for row in ranking.standings(event) if row.entrant == entrant)


def codes(event: Tournament, form: Form = Form.TRF26) -> dict[int, list[str]]:
    """What stands in the rounds of everyone in a Tournament Report File: columns 92 to 99 and on, tens each."""
    past = history.played(event, last=history.last_closed(event))
    names = event.entries.exclude(number=None).values_list("number", "bot__name")
    made = report(event.name, [Player(*one) for one in names], past.meetings, past.byes, event.rounds or 0)
    lines = [line for line in write(made, form).splitlines() if line.startswith("001 ")]
    found = {}
    for line in lines:
        cells = [line[at : at + 10] for at in range(89, len(line), 10)]
        found[int(line[4:8])] = ["".join(cell.split()) for cell in cells]
    return found


@pytest.mark.parametrize("together", [2, 4])
@pytest.mark.django_db(transaction=True)
def test_two_matches_made_for_one_pairing(together: int) -> None:
    """Several workers close a round at the same moment: the next is paired once."""
    event = swiss(6, rounds=3)
    for number in (1, 2):
        play_matches(event)
        turn = event.round_set.get(number=number)
        assert sorted(at_once(lambda _, pk=turn.pk: rounds.close(pk), threads=together))[-2:] == [False, True]
        paired = event.round_set.get(number=number + 1)
        assert paired.matches.count() == 3
        assert {place: times for place, times in places(event).items() if times > 1} == {}
    assert LedgerRow.objects.count() == 6


def test_two_matches_made_for_one_pairing_by_messages_that_come_again() -> None:
    """A close may come again at any time, even of a round long closed, and so may the message to play a match."""
    event = swiss(5, rounds=3)
    for _ in range(3):
        play_matches(event)
        for match in Match.objects.filter(round__tournament=event):
            take_turn(match.pk)
        for turn in [*event.round_set.order_by("number")] * 2:
            rounds.close(turn.pk)
    event.refresh_from_db()
    assert event.state == "finished"
    assert places(event) == {(number, entrant): 1 for number in (1, 2, 3) for entrant in range(1, 6)}
    assert set(Match.objects.filter(round__tournament=event).values_list("attempt", flat=True)) == {1}


def test_generation_replayed_doubles_pairings() -> None:
    """Every verb and every sweep that could make a round is said again in the middle of one; none is made."""
    event = swiss(6, rounds=3)
    arena.play_round(event)
    take_turn(Match.objects.filter(round__tournament=event, state="pending").first().pk)
    tables = set(Seat.objects.values_list("match_id", "seat", "entry_id"))
    organised = {"actor": arena.organiser(), "tournament_id": event.pk}
    for act in (lifecycle.start, lifecycle.resume, lifecycle.pause, lifecycle.resume, lifecycle.resume):
        act(**organised)
        sweep()
        for turn in event.round_set.all():
            rounds.close(turn.pk)
    assert set(Seat.objects.values_list("match_id", "seat", "entry_id")) == tables
    assert list(event.round_set.values_list("number", "state")) == [(1, "closed"), (2, "paired")]


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("staying", [0, 1])
def test_everybody_withdraws_and_pairing_goes_on(staying: int, paused: bool) -> None:
    """The round that is paired is played, for its matches count; then the event is over."""
    event = swiss(6, rounds=9)
    arena.play_round(event)
    organised = {"actor": arena.organiser(), "tournament_id": event.pk}
    if paused:
        lifecycle.pause(**organised)
    for number in range(1 + staying, 7):
        entries.withdraw(**verb(event, number))
    event.refresh_from_db()
    assert (event.state, event.round_set.count()) == ("paused" if paused else "running", 2)
    if paused:
        lifecycle.resume(**organised)
    arena.play_round(event)
    sweep()
    event.refresh_from_db()
    assert (event.state, event.round_set.count()) == ("finished", 2)
    assert event.ended_at is not None
    assert sum(row.points for row in ranking.standings(event)) == 2 * 3 * 2


def test_leaving_and_rejoining_to_farm_full_point_byes() -> None:
    """Rounds away are worth nothing, and a bye that was had is remembered however often its entry leaves."""
    event = swiss(5, rounds=6)
    (farmer,) = Bye.objects.filter(round__tournament=event).values_list("entry__number", flat=True)
    for _ in range(2):
        entries.withdraw(**verb(event, farmer))
        entries.enter(**verb(event, farmer))
        entries.withdraw(**verb(event, farmer))
        arena.play_round(event)  # the next is paired without it
        entries.enter(**verb(event, farmer))
        arena.play_round(event)  # and the next with it
    arena.play_out(event)
    kinds = missed(event, farmer)
    assert kinds[0] == (1, Missed.PAIRING, 2)
    assert [kind for _, kind, _ in kinds[1:]] == [Missed.ABSENT] * (len(kinds) - 1)
    assert len(kinds) == 3
    assert all(points == 0 for _, _, points in kinds[1:])
    played = [meeting for meeting in history.played(event, last=6).meetings if farmer in meeting.entrants]
    won = sum(meeting.points[meeting.entrants.index(farmer)] for meeting in played)
    assert row(event, farmer).points == 2 + won
    assert len(played) + len(kinds) == 6


def test_an_edited_result_not_reaching_later_standings() -> None:
    """After a correction the tables of all rounds are those of an event in which it had ended so in the first place."""
    event = swiss(6, rounds=3)
    arena.play_out(event)
    match = Match.objects.get(round__tournament=event, round__number=1, table=1)
    for ranks, points in (([0, 1], (2, 0)), ([1, 0], (0, 2)), ([0, 0], (1, 1))):
        rulings.correct(actor=arena.organiser(), match_id=match.pk, ranks=ranks, reason="mistyped")
        for last in (1, 2, 3):
            past = history.played(event, last=last)
            first, *others = past.meetings
            assert (first.round, first.table, first.points) == (1, 1, points)
            expected = standings(
                entrants=past.entrants,
                meetings=[replace(first, ranks=()), *others],
                byes=past.byes,
                seats=2,
                rounds=last,
                order=ranking.order(event),
            )
            found = ranking.standings(event, last=last)
            assert [(r.place, r.entrant, r.points, r.values) for r in found] == [
                (r.place, r.entrant, r.points, r.values) for r in expected
            ]


@pytest.mark.parametrize("ended", ["", "paused", "cancelled"])
def test_unfinished_matches_counted_in_buchholz(ended: str) -> None:
    """No match, in play or over, counts anywhere before its round is closed; in a cancelled event it never is."""
    event = swiss(6, rounds=3)
    arena.play_round(event)
    before = ranking.standings(event)
    first, *_ = Match.objects.filter(round__tournament=event, state="pending").order_by("table")
    take_turn(first.pk)
    if ended:
        act = {"paused": lifecycle.pause, "cancelled": lifecycle.cancel}[ended]
        act(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    first.refresh_from_db()
    assert first.state == "finished"
    assert ranking.standings(event) == before
    assert {row.played for row in before} == {1}


def test_missed_rounds_of_a_late_entry_mislabelled() -> None:
    """They are rounds before it came, worth what the event says: no losses, no absences, no byes of the pairing."""
    event = swiss(4, rounds=4, late_until=3, late_points=1)
    arena.play_round(event)
    ada = arena.owner("ada")
    late = entries.enter(actor=ada, tournament_id=event.pk, bot_id=arena.bot("Gin", by=ada).pk)
    assert (late.number, late.joined) == (5, 3)
    arena.play_round(event)
    assert missed(event, 5) == [(1, Missed.LATE, 1), (2, Missed.LATE, 1)]
    assert (row(event, 5).points, row(event, 5).played, row(event, 5).won) == (2, 0, 0)
    assert codes(event)[5] == ["0000-H", "0000-H"]
    kinds = {line.entrant: [cell.kind for cell in line.rounds] for line in ranking.crosstable(event).rows}
    assert kinds[5] == ["late", "late"]
    arena.play_out(event)
    # It has had no bye of the pairing by them: of five, one rests in each of the rounds left.
    rests = Bye.objects.filter(round__tournament=event, round__number__gte=3, kind="pairing")
    assert rests.count() == 2
    assert [kind for number, kind, _ in missed(event, 5) if number <= 2] == [Missed.LATE] * 2


def test_the_same_entry_drawing_several_byes() -> None:
    """In as many rounds as there are entries everyone rests once, whatever the results."""
    event = arena.play_out(swiss(5, rounds=5))
    rests = Bye.objects.filter(round__tournament=event, kind="pairing").values_list("entry__number", flat=True)
    assert Counter(rests) == dict.fromkeys(range(1, 6), 1)


def test_a_half_point_bye_that_fails_to_block_a_second() -> None:
    """The last of the event has rested by its own wish, for half the points; the next bye is another's all the same."""
    event = swiss(5, rounds=3, start=False, requested_byes=1)
    last = event.entries.order_by("id").last()
    actor = arena.owner(last.bot.owner.username)
    byes.request_bye(actor=actor, tournament_id=event.pk, bot_id=last.bot_id, number=1)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    for number in (1, 2):
        # All matches are ties, but for the loss of the last in the second round.
        play_matches(event)
        turn = event.round_set.get(number=number)
        for match in turn.matches.all():
            ranks = [int(entrant == 5) for entrant in match.seats.values_list("entry__number", flat=True)]
            rulings.correct(actor=arena.organiser(), match_id=match.pk, ranks=ranks, reason="as it was")
        rounds.close(turn.pk)
    assert missed(event, 5) == [(1, Missed.REQUESTED, 1)]
    points = {row.entrant: row.points for row in ranking.standings(event)}
    assert sorted(points.values()) == [1, 2, 2, 3, 3]
    assert points[5] == 1
    third = event.round_set.get(number=3).byes.get()
    assert (points[third.entry.number], third.kind) == (2, "pairing")


@pytest.mark.parametrize("form", Form)
def test_a_bye_exported_as_a_full_point_bye(form: Form) -> None:
    """That of the pairing is `U` in a Tournament Report File, one that was asked for `H`, absence `Z`; none is `F`."""
    event = swiss(4, rounds=3, start=False, requested_byes=1)
    entry = event.entries.select_related("bot__owner").order_by("id").first()
    asked = {"actor": arena.owner(entry.bot.owner.username), "tournament_id": event.pk, "bot_id": entry.bot_id}
    byes.request_bye(**asked, number=1)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    entries.withdraw(**verb(event, 2))
    event.refresh_from_db()
    arena.play_out(event)
    found = codes(event, form)
    rested = dict(Bye.objects.filter(round__tournament=event).values_list("round__number", "entry__number"))
    assert found[1][0] == "0000-H"
    assert found[4][0] == "0000-U"
    assert found[2][1:] == ["0000-Z", "0000-Z"]
    for number in (2, 3):
        assert found[rested[number]][number - 1] == "0000-U"
    assert not [code for cells in found.values() for code in cells if code.endswith("F")]
