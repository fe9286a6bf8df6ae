"""Quarantine: who fails against so many different bots is suspended as a round closes, until that is lifted."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.tournaments import arena, reporting
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Missing, NotAllowed
from tournaments.bots import quarantine, registering
from tournaments.events import byes, entries, lifecycle, rounds, rulings
from tournaments.models import AuditEntry, Bot, BotVersion, Bye, Match, Notice, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]


def programs(count: int) -> list[Bot]:
    return [reporting.program(f"bot{number}") for number in range(count)]


def reread(bot: Bot) -> BotVersion:
    return BotVersion.objects.get(pk=bot.active_id)


def paired(event: Tournament) -> set[int]:
    """The bots that sit at a table of the round that is paired."""
    return set(Match.objects.filter(round__tournament=event, round__state="paired").values_list(
        "seats__entry__bot_id", flat=True
    ))  # fmt: skip


def test_the_third_opponent_is_one_too_many() -> None:
    bad, *rest = programs(8)
    event = reporting.league(bad, *rest)
    for verdict in ("crash", "timeout"):
        reporting.play_round(event, {bad.pk: verdict})
        assert reread(bad).suspended_at is None
        assert bad.pk in paired(event)
    reporting.play_round(event, {bad.pk: "crash"})
    version = reread(bad)
    assert version.suspended_at is not None
    assert version.suspension == "it crashed or timed out at 3 tables, against 3 different bots"
    assert paired(event) < {bot.pk for bot in rest}
    notice = Notice.objects.get()
    assert (notice.owner, notice.version, notice.kind) == (bad.owner, version, "suspended")
    entry = AuditEntry.objects.get(verb="version.suspend")
    assert (entry.username, entry.target_id) == ("", str(version.pk))
    # In the rounds to come it is absent: it sits at no table and has no bye.
    reporting.play_round(event)
    assert bad.pk not in paired(event)
    assert not Bye.objects.filter(entry__bot=bad).exists()
    assert Notice.objects.count() == 1
    assert [reread(bot).suspended_at for bot in rest] == [None] * 7


@pytest.mark.parametrize("verdict", ["played", "illegal", "protocol", "no_show"])
def test_other_verdicts_suspend_nobody(verdict: str) -> None:
    bad, *rest = programs(6)
    event = reporting.league(bad, *rest)
    for _ in range(4):
        reporting.play_round(event, {bad.pk: verdict})
    assert reread(bad).suspended_at is None


def test_failures_against_one_bot_suspend_nobody() -> None:
    bad, other = programs(2)
    for _ in range(4):
        event = reporting.league(bad, other, format="round_robin", rounds=None)
        reporting.play_round(event, {bad.pk: "crash"})
    assert reread(bad).suspended_at is None


def test_one_failure_at_a_large_table_suspends_nobody() -> None:
    bad, *rest = programs(4)
    event = reporting.league(bad, *rest, format="pods", seats=4, rounds=5)
    for number in (1, 2, 3):
        assert reread(bad).suspended_at is None
        reporting.play_round(event, {bad.pk: "crash"})
        assert (reread(bad).suspended_at is not None) == (number == 3)


def test_the_limit_is_a_setting(settings) -> None:
    settings.CROUPIER_QUARANTINE_OPPONENTS = 1
    bad, *rest = programs(3)
    event = reporting.league(bad, *rest, format="round_robin", rounds=None)
    while bad.pk not in paired(event):
        reporting.play_round(event)
    reporting.play_round(event, {bad.pk: "timeout"})
    assert reread(bad).suspended_at is not None


def test_rounds_that_are_not_closed_and_hidden_events_do_not_count_yet() -> None:
    bad, *rest = programs(8)
    event = reporting.league(bad, *rest)
    reporting.play_round(event, {bad.pk: "crash"})
    reporting.play_round(event, {bad.pk: "crash"})
    hidden = reporting.league(bad, *rest, hidden=True)
    for _ in range(3):
        reporting.play_round(hidden, {bad.pk: "crash"})
    turn = reporting.play_round(event, {bad.pk: "crash"}, close=False)
    assert reread(bad).suspended_at is None
    assert Notice.objects.count() == 0
    lifecycle.release(actor=arena.organiser(), tournament_id=hidden.pk)
    assert reread(bad).suspended_at is not None
    rounds.close(turn.pk)
    assert Notice.objects.count() == 1


def test_what_was_ruled_does_not_count() -> None:
    bad, *rest = programs(6)
    event = reporting.league(bad, *rest)
    reporting.play_round(event, {bad.pk: "crash"})
    match = Match.objects.filter(round__tournament=event, round__number=1, seats__entry__bot=bad).get()
    rulings.correct(actor=arena.organiser(), match_id=match.pk, ranks=[0, 0], reason="the power was out")
    for _ in range(2):
        reporting.play_round(event, {bad.pk: "crash"})
    assert reread(bad).suspended_at is None
    reporting.play_round(event, {bad.pk: "crash"})
    assert reread(bad).suspended_at is not None


def test_another_version_begins_anew() -> None:
    bad, *rest = programs(4)
    for number in range(4):
        event = reporting.league(bad, rest[number % 3], format="round_robin", rounds=None)
        reporting.play_round(event, {bad.pk: "crash"})
        reporting.new_version(bad)
    assert not BotVersion.objects.exclude(suspended_at=None).exists()


def suspended(bot: Bot) -> BotVersion:
    version = reread(bot)
    version.suspended_at, version.suspension = timezone.now(), "it crashed"
    version.save()
    return version


def test_a_suspended_version_enters_nothing_and_is_not_activated() -> None:
    bad, *rest = programs(3)
    event = reporting.league(*rest, bad, start=False)
    other = reporting.league(*rest, start=False)
    owner = Actor(bad.owner)
    suspended(bad)
    for act in (
        lambda: entries.enter(actor=owner, tournament_id=other.pk, bot_id=bad.pk),
        lambda: registering.activate(actor=owner, bot_id=bad.pk, number=1),
    ):
        with pytest.raises(Conflict, match=rf"version 1 of bot {bad.pk} is suspended until .*: it crashed") as refusal:
            act()
        assert refusal.value.code == "suspended"
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    entries.withdraw(actor=owner, tournament_id=event.pk, bot_id=bad.pk)
    with pytest.raises(Conflict, match="is suspended"):
        entries.enter(actor=owner, tournament_id=event.pk, bot_id=bad.pk)
    reporting.new_version(bad)
    entries.enter(actor=owner, tournament_id=other.pk, bot_id=bad.pk)


def test_a_start_needs_enough_who_are_not_suspended() -> None:
    bad, good, late = programs(3)
    event = reporting.league(bad, good, start=False)
    suspended(bad)
    with pytest.raises(Conflict, match=r"1 of the 2 entries are suspended, and .* needs at least 2 others") as refusal:
        lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    assert refusal.value.code == "too_few_entries"
    entries.enter(actor=Actor(late.owner), tournament_id=event.pk, bot_id=late.pk)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    assert paired(event) == {good.pk, late.pk}
    assert event.entries.get(bot=bad).number is not None


@pytest.mark.parametrize(
    ("format_", "values"),
    [
        ("swiss", {}), ("dutch", {"rotate": False}), ("round_robin", {"rounds": None}), ("pods", {"seats": 4}),
        ("pod_round_robin", {"seats": 3, "rounds": None}),
    ],
)  # fmt: skip
def test_every_format_goes_on_without_it(format_: str, values: dict) -> None:
    bots = programs(9)
    event = reporting.league(*bots, **{"format": format_, "rounds": 4, **values})
    suspended(bots[4])
    reporting.play_round(event)
    while event.state == "running":
        assert bots[4].pk not in Match.objects.filter(
            round__tournament=event, round__number__gt=1, forfeit=False
        ).values_list("seats__entry__bot_id", flat=True)
        reporting.play_round(event)
    assert event.state == "finished"
    assert event.round_set.count() == event.rounds


def test_in_a_round_robin_it_loses_by_forfeit() -> None:
    bad, *rest = programs(4)
    event = reporting.league(bad, *rest, format="round_robin", rounds=None)
    suspended(bad)
    reporting.play_round(event)
    match = Match.objects.get(round__tournament=event, round__number=2, seats__entry__bot=bad)
    assert (match.state, match.forfeit) == ("finished", True)
    assert match.ranks[match.seats.get(entry__bot=bad).seat] == 1


def test_matches_that_are_paired_are_played() -> None:
    bad, *rest = programs(4)
    event = reporting.league(bad, *rest)
    suspended(bad)
    reporting.play_round(event)
    match = Match.objects.get(round__tournament=event, seats__entry__bot=bad)
    assert (match.state, match.ruled, match.games.count()) == ("finished", False, 2)


def test_the_bye_that_it_asked_for_is_not_given() -> None:
    bad, other, *rest = programs(6)
    event = reporting.league(bad, other, *rest, requested_byes=1)
    for bot in (bad, other):
        byes.request_bye(actor=Actor(bot.owner), tournament_id=event.pk, bot_id=bot.pk, number=2)
    suspended(bad)
    reporting.play_round(event)
    assert list(Bye.objects.filter(kind="requested").values_list("entry__bot_id", "round__number")) == [(other.pk, 2)]
    assert paired(event) == {bot.pk for bot in rest}


def test_with_too_few_left_the_event_is_finished() -> None:
    bad, worse, good = programs(3)
    event = reporting.league(bad, worse, good)
    suspended(bad)
    suspended(worse)
    reporting.play_round(event)
    assert (event.state, event.round_set.count()) == ("finished", 1)


def test_an_organiser_lifts_it_and_its_failures_count_no_more() -> None:
    bad, *rest = programs(8)
    event = reporting.league(bad, *rest)
    for _ in range(3):
        reporting.play_round(event, {bad.pk: "crash"})
    olga = arena.organiser("oscar")
    with pytest.raises(NotAllowed):
        quarantine.lift(actor=Actor(bad.owner), bot_id=bad.pk, number=1, reason="mine")
    with pytest.raises(Missing, match=f"no version 2 of bot {bad.pk}"):
        quarantine.lift(actor=olga, bot_id=bad.pk, number=2, reason="no memory")
    version = quarantine.lift(actor=olga, bot_id=bad.pk, number=1, reason="no memory that evening")
    assert (version.suspended_at, version.suspension) == (None, "")
    assert version.cleared_at is not None
    notice = Notice.objects.first()
    assert (notice.kind, notice.owner) == ("lifted", bad.owner)
    assert "no memory that evening" in notice.text
    assert AuditEntry.objects.get(verb="version.lift").details == {"reason": "no memory that evening"}
    again = quarantine.lift(actor=olga, bot_id=bad.pk, number=1, reason="again")
    assert again.cleared_at == version.cleared_at
    assert Notice.objects.count() == 2
    reporting.play_round(event)
    assert bad.pk in paired(event)
    for failed in (1, 2, 3):
        assert reread(bad).suspended_at is None
        reporting.play_round(event, {bad.pk: "timeout"})
        assert (reread(bad).suspended_at is not None) == (failed == 3)
