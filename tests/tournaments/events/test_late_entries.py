"""Entering after the start, coming back, and byes that owners ask for."""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tournaments import history, ranking
from tournaments.access.errors import Conflict, Invalid, NotAllowed
from tournaments.events import byes, entries, lifecycle
from tournaments.models import Bye, Tournament
from tournaments.pairing import dutch
from tournaments.pairing.base import Missed

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("messages")]


@pytest.fixture
def ada():
    return arena.owner("ada")


def enter(event: Tournament, name: str, by):
    return entries.enter(actor=by, tournament_id=event.pk, bot_id=arena.bot(name, by=by).pk)


def swiss(bots: int = 4, **values):
    return arena.event(bots, **{"format": "swiss", "rounds": 3, **values})


def missed(event: Tournament, entrant: int) -> list[tuple[int, int, Missed]]:
    past = history.played(event, last=history.last_closed(event))
    return [(bye.round, bye.points, bye.kind) for bye in past.byes if bye.entrant == entrant]


def test_a_late_entry_is_paired_from_the_next_round_on_and_its_missed_rounds_count_as_stated(ada) -> None:
    event = swiss(late_until=3, late_points=1)
    assert event.round_set.count() == 1
    entry = enter(event, "Gin", ada)
    assert (entry.number, entry.joined, entry.state, entry.rating) == (5, 2, "in", 2500)
    assert not event.round_set.get(number=1).matches.filter(seats__entry=entry).exists()
    arena.play_round(event)
    assert missed(event, 5) == [(1, 1, Missed.LATE)]
    row = next(row for row in ranking.standings(event) if row.entrant == 5)
    assert row.points == 1
    arena.play_out(event)
    assert missed(event, 5)[0] == (1, 1, Missed.LATE)
    assert all(kind is Missed.PAIRING for _, _, kind in missed(event, 5)[1:])


def test_who_enters_late_is_not_in_the_standings_of_rounds_before(ada) -> None:
    event = swiss(late_until=3)
    arena.play_round(event)
    enter(event, "Gin", ada)
    assert [row.entrant for row in ranking.standings(event, last=1)] != []
    assert 5 not in {row.entrant for row in ranking.standings(event, last=1)}
    arena.play_round(event)
    assert 5 in {row.entrant for row in ranking.standings(event, last=2)}
    assert 5 not in {row.entrant for row in ranking.standings(event, last=1)}


@pytest.mark.parametrize(("late_until", "words"), [(0, "only before the start"), (2, "until round 2 was paired")])
def test_too_late(ada, late_until, words) -> None:
    event = swiss(late_until=late_until)
    if late_until:
        arena.play_round(event)
    with pytest.raises(Conflict, match=words) as refused:
        enter(event, "Gin", ada)
    assert refused.value.code == "too_late"


def test_entering_late_twice_is_once_and_keeps_the_version(ada) -> None:
    event = swiss(late_until=3)
    entry = enter(event, "Gin", ada)
    again = entries.enter(actor=ada, tournament_id=event.pk, bot_id=entry.bot_id)
    assert (again.pk, again.number, again.version_id) == (entry.pk, 5, entry.version_id)
    assert event.entries.count() == 5


def test_leaving_and_coming_back_earns_nothing() -> None:
    event = swiss(4, rounds=3)
    entry = event.entries.select_related("bot__owner").get(number=2)
    actor = arena.owner(entry.bot.owner.username)
    arena.play_round(event)
    before = next(row.points for row in ranking.standings(event) if row.entrant == 2)
    entries.withdraw(actor=actor, tournament_id=event.pk, bot_id=entry.bot_id)
    arena.play_round(event)  # round 2 was paired with it
    arena.play_round(event) if event.state == "running" else None
    event.refresh_from_db()
    assert event.state == "finished"
    absent = [points for _, points, kind in missed(event, 2) if kind is Missed.ABSENT]
    assert absent == [0]
    assert next(row.points for row in ranking.standings(event) if row.entrant == 2) <= before + 2


def test_coming_back_is_for_the_next_round_and_for_none_after_the_last() -> None:
    event = swiss(5, rounds=3)
    entry = event.entries.select_related("bot__owner").get(number=2)
    actor = arena.owner(entry.bot.owner.username)
    entries.withdraw(actor=actor, tournament_id=event.pk, bot_id=entry.bot_id)
    arena.play_round(event)
    assert not event.round_set.get(number=2).matches.filter(seats__entry=entry).exists()
    back = entries.enter(actor=actor, tournament_id=event.pk, bot_id=entry.bot_id)
    assert (back.state, back.number, back.joined, back.version_id) == ("in", 2, 1, entry.version_id)
    arena.play_round(event)
    assert missed(event, 2) == [(2, 0, Missed.ABSENT)]
    entries.withdraw(actor=actor, tournament_id=event.pk, bot_id=entry.bot_id)
    with pytest.raises(Conflict, match=r"the last round .* is paired"):
        entries.enter(actor=actor, tournament_id=event.pk, bot_id=entry.bot_id)


def test_a_requested_bye_is_worth_a_tie_and_is_none_of_the_pairing() -> None:
    event = swiss(4, start=False, requested_byes=1)
    entry = event.entries.select_related("bot__owner").first()
    actor = arena.owner(entry.bot.owner.username)
    for _ in range(2):
        byes.request_bye(actor=actor, tournament_id=event.pk, bot_id=entry.bot_id, number=1)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    rests = Bye.objects.filter(round__tournament=event).order_by("kind")
    assert [(bye.kind, bye.points) for bye in rests] == [("pairing", 2), ("requested", 1)]
    assert rests[1].entry_id == entry.pk
    with pytest.raises(Conflict, match="may request 1 byes") as refused:
        byes.request_bye(actor=actor, tournament_id=event.pk, bot_id=entry.bot_id, number=3)
    assert refused.value.code == "no_byes_left"


def test_a_request_can_be_taken_back_until_its_round_is_paired() -> None:
    event = swiss(4, start=False, requested_byes=2)
    entry = event.entries.select_related("bot__owner").first()
    actor = arena.owner(entry.bot.owner.username)
    asked = {"actor": actor, "tournament_id": event.pk, "bot_id": entry.bot_id}
    for number in (1, 2):
        byes.request_bye(**asked, number=number)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    with pytest.raises(Conflict, match="round 1 is paired; the next to be paired is 2") as refused:
        byes.cancel_bye(**asked, number=1)
    assert refused.value.code == "round_paired"
    for _ in range(2):
        byes.cancel_bye(**asked, number=2)
    arena.play_round(event)
    assert event.round_set.get(number=2).matches.filter(seats__entry=entry).exists()
    with pytest.raises(Invalid, match="round: 9 is not one of the 3 planned"):
        byes.request_bye(**asked, number=9)
    with pytest.raises(NotAllowed):
        byes.request_bye(**{**asked, "actor": arena.owner("eve")}, number=3)


def test_a_round_in_which_too_few_are_there_is_one_of_byes() -> None:
    event = swiss(2, start=False, rounds=2, requested_byes=1)
    entry = event.entries.select_related("bot__owner").first()
    actor = arena.owner(entry.bot.owner.username)
    byes.request_bye(actor=actor, tournament_id=event.pk, bot_id=entry.bot_id, number=1)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    first = event.round_set.get(number=1)
    assert (first.matches.count(), first.byes.count()) == (0, 2)
    assert first.notes == ["too few are there in this round to meet"]
    arena.play_round(event)
    assert event.round_set.get(number=2).matches.count() == 1


def test_everybody_withdraws_and_the_event_ends() -> None:
    event = swiss(4, rounds=3)
    for entry in event.entries.all():
        entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=entry.bot_id)
    event.refresh_from_db()
    assert event.state == "running"
    arena.play_round(event)
    assert (event.state, event.round_set.count()) == ("finished", 1)


def test_nobody_enters_late_where_the_format_could_not_pair_so_many(ada, monkeypatch) -> None:
    event = swiss(4, format="dutch", rotate=False, late_until=3)
    monkeypatch.setattr(dutch, "LARGEST", 4)
    with pytest.raises(Conflict, match="entrants: 5 are more than 4") as refused:
        enter(event, "Gin", ada)
    assert refused.value.code == "full"


def test_in_a_round_robin_who_is_drawn_against_one_that_is_gone_wins_by_forfeit() -> None:
    event = arena.event(4)
    gone = event.entries.get(number=4)
    entries.withdraw(actor=arena.organiser(), tournament_id=event.pk, bot_id=gone.bot_id)
    arena.play_out(event)
    past = history.played(event, last=3)
    forfeits = [meeting for meeting in past.meetings if meeting.forfeit]
    assert [(set(meeting.entrants), meeting.round) for meeting in forfeits] == [({4, 3}, 2), ({2, 4}, 3)]
    for meeting in forfeits:
        assert dict(zip(meeting.entrants, meeting.points, strict=True))[4] == 0
        assert sum(meeting.points) == 2
    assert past.byes == ()
