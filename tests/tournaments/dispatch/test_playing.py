"""Matches with programs: played in the sandbox, recorded as any other, and reported to their owners."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.play.players.sandboxed import left_over
from tests.tournaments.qualified import give_program
from tournaments.dispatch import reports, routes
from tournaments.dispatch.claim import claim, forget
from tournaments.dispatch.turn import take_turn
from tournaments.events import entries, lifecycle
from tournaments.models import Bot, Match, SeatReport, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("programs")]


def event_with(*programs: str, **values: object) -> Tournament:
    """A started event of these programs, and of one policy against whom each could play."""
    forget()
    event = arena.event(1, start=False, engine="trash", game_ms=20_000, **values)
    for number, name in enumerate(programs):
        owner = arena.owner(f"author{number}")
        bot = arena.bot(f"{event.pk}-{name}", by=owner)
        give_program(bot, name)
        entries.enter(actor=owner, tournament_id=event.pk, bot_id=bot.pk)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    return event


def test_a_program_plays_a_match_and_its_owner_is_told(messages) -> None:
    match = Match.objects.get(round__tournament=event_with("honest.py"))
    take_turn(match.pk)
    match.refresh_from_db()
    assert (match.state, match.failures) == ("finished", 0)
    assert [game.verdicts for game in match.games.all()] == [["played", "played"]] * 2
    told = list(SeatReport.objects.order_by("game__rotation"))
    assert [(report.game.match, report.version.kind, report.verdict) for report in told] == [
        (match, "program", "played")
    ] * 2
    for report in told:
        assert report.moves == len(reports.times(report)) > 0
        request = json.loads(reports.unpacked(report.last_request))
        assert (request["type"], request["seq"]) == ("act", report.moves)
        assert request["game"] == f"m{match.pk}.1.{report.game.rotation}.1"
    assert left_over() == []


def test_a_program_that_crashes_loses_its_games_and_its_owner_sees_why(messages) -> None:
    match = Match.objects.get(round__tournament=event_with("crashes.py"))
    take_turn(match.pk)
    match.refresh_from_db()
    assert match.state == "finished"
    bot = Bot.objects.get(name__endswith="crashes.py")
    seat = match.seats.get(entry__bot=bot).seat
    assert match.ranks[seat] == 1
    for game in match.games.all():
        assert (game.verdicts[seat], game.verdicts[1 - seat]) == ("crash", "played")
        told = game.reports.get()
        assert (told.seat, told.version, told.verdict) == (seat, bot.active, "crash")
        assert "exit status" in told.failure
        assert b"Traceback" in reports.unpacked(told.printed)
    assert left_over() == []


def test_its_lease_covers_the_longest_game_that_its_bots_may_take(messages, settings) -> None:
    match = Match.objects.get(round__tournament=event_with("honest.py"))
    before = timezone.now()
    claimed = claim(match.pk)
    match.refresh_from_db()
    lease = timedelta(seconds=settings.CROUPIER_LEASE_SECONDS + 30 + 20)
    assert before + lease <= match.lease_until <= timezone.now() + lease
    assert claimed.lease == lease.total_seconds()


def test_it_waits_in_the_queue_of_programs(messages, settings) -> None:
    event = event_with("honest.py", "crashes.py")
    playing = Match.objects.filter(round__tournament=event)
    found = routes.routes([match.pk for match in playing])
    lease = settings.CROUPIER_LEASE_SECONDS
    for match in playing:
        programs = match.seats.filter(entry__version__kind="program").count()
        assert found[match.pk].queue == "programs"
        assert found[match.pk].time_limit == lease + 2 * (lease + programs * 50) + 30
