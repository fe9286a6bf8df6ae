"""Challenges: who may play whom, and how often."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.events.test_concurrency import at_once
from tests.tournaments.qualified import give_program, give_remote
from tests.tournaments.trials import SMALL, begun, challenge, waiting
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed, Refused
from tournaments.bots import qualification
from tournaments.bots.challenges import challenge as ask
from tournaments.bots.registering import add_version
from tournaments.dispatch.trial_turn import claim_trial
from tournaments.models import AuditEntry, Bot, BotVersion, Trial

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return arena.owner("ada")


@pytest.fixture
def gin(ada) -> Bot:
    return arena.bot("Gin", by=ada)


@pytest.fixture
def tonic() -> Bot:
    return arena.bot("Tonic", by=arena.owner("bob"))


def test_a_version_plays_others_and_policies(messages, ada, gin, tonic) -> None:
    second = add_version(actor=ada, bot_id=gin.pk, kind="policy", policy="random")
    opponents = [{"bot": tonic.pk}, {"bot": gin.pk, "version": 1}, {"policy": "greedy"}]
    trial = ask(actor=ada, bot=gin.pk, version=2, opponents=opponents, options=SMALL, boards=3)
    assert messages.take() == [("trial", trial.pk)]
    assert [(seat.version, seat.policy) for seat in trial.seats.all()] == [
        (second, ""), (tonic.active, ""), (gin.active, ""), (None, "greedy"),
    ]  # fmt: skip
    assert (trial.purpose, trial.asked_by, trial.boards, trial.options) == ("challenge", ada.user, 3, SMALL)
    assert len(claim_trial(trial.pk).missing) == 3 * 4
    entry = AuditEntry.objects.get(verb="bot.challenge")
    assert (entry.target_id, entry.details) == (str(gin.pk), {"trial": trial.pk})


@pytest.mark.parametrize(
    ("values", "at", "says"),
    [
        ({"boards": 11}, "/boards", "boards: 11 is not between 1 and 10"),
        ({"opponents": []}, "/opponents", "seats: 1 is not one of 2, 3, 4, 5, 6"),
        ({"variant": "long"}, "/variant", '"long" is not one of standard'),
        ({"options": {"start_size": 0}}, "/options/start_size", "start_size"),
    ],
)
def test_it_rejects(ada, gin, values, at, says) -> None:
    with pytest.raises(Invalid, match=says) as refused:
        ask(**{"actor": ada, "bot": gin.pk, "opponents": [{"policy": "random"}], **values})
    assert at in [error.where for error in refused.value.errors]
    assert not Trial.objects.exists()


def test_nobody_else_decides_which_version_of_a_bot_plays(ada, gin, tonic) -> None:
    with pytest.raises(Invalid, match="another owner's, and plays its active version"):
        ask(actor=ada, bot=gin.pk, opponents=[{"bot": tonic.pk, "version": 1}])
    with pytest.raises(NotAllowed, match="another owner's"):
        ask(actor=ada, bot=tonic.pk, opponents=[{"bot": gin.pk}])
    with pytest.raises(Missing, match="has no version 2"):
        ask(actor=ada, bot=gin.pk, version=2, opponents=[{"bot": tonic.pk}])


def test_all_play_one_game(ada, gin) -> None:
    other = arena.bot("Rum", by=arena.owner("bob"), engine="rummy")
    with pytest.raises(Invalid, match=f"opponents.0.bot: bot {other.pk} plays rummy, not trash"):
        ask(actor=ada, bot=gin.pk, opponents=[{"bot": other.pk}])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"state": "waiting"}, "not_qualified"),
        ({"state": "failed"}, "not_qualified"),
        ({"suspended_at": timezone.now(), "suspension": "It crashed."}, "suspended"),
    ],
)
def test_all_are_qualified_and_none_is_suspended(ada, gin, tonic, change, code) -> None:
    for broken, at in ((gin, "bot"), (tonic, "opponents.0.bot")):
        BotVersion.objects.filter(bot=broken).update(**change)
        with pytest.raises(Conflict, match=f"{at}: version 1 of bot {broken.pk} is") as refused:
            ask(actor=ada, bot=gin.pk, opponents=[{"bot": tonic.pk}])
        assert refused.value.code == code
        BotVersion.objects.update(state="qualified", suspended_at=None)


def test_a_bot_without_an_active_version_is_not_there_to_play(ada, gin, tonic) -> None:
    Bot.objects.filter(pk=tonic.pk).update(active=None)
    with pytest.raises(Conflict, match=f"opponents.0.bot: bot {tonic.pk} has no active version") as refused:
        ask(actor=ada, bot=gin.pk, opponents=[{"bot": tonic.pk}])
    assert refused.value.code == "no_version"


def test_nobody_sits_twice(ada, gin) -> None:
    with pytest.raises(Invalid, match=r"opponents\.1: version 1 of its bot sits at another seat already"):
        ask(actor=ada, bot=gin.pk, opponents=[{"policy": "random"}, {"bot": gin.pk}])


def test_a_remote_bot_has_one_seat_whichever_version(messages, ada, gin) -> None:
    first, second = give_remote(gin), give_remote(gin)
    with pytest.raises(Invalid, match=f"opponents.0: remote bot {gin.pk} sits at another seat already"):
        ask(actor=ada, bot=gin.pk, version=first.number, opponents=[{"bot": gin.pk, "version": second.number}])
    assert ask(actor=ada, bot=gin.pk, version=first.number, opponents=[{"bot": gin.pk, "version": 1}])


def test_so_many_in_a_day(messages, settings, tonic) -> None:
    settings.CROUPIER_CHALLENGES_PER_DAY = 2
    first, _ = challenge(), challenge()
    Trial.objects.update(state="finished")
    free = f"{first.created_at + timedelta(hours=24):%Y-%m-%dT%H:%M:%SZ}"
    with pytest.raises(Conflict, match=f"2 in the last 24 hours, and 2 are the most.* at {free}") as refused:
        challenge()
    assert refused.value.code == "quota"
    challenge(by="bob")
    Trial.objects.filter(pk=first.pk).update(created_at=timezone.now() - timedelta(hours=25))
    challenge()


def test_so_many_at_once(messages, settings) -> None:
    settings.CROUPIER_CHALLENGES_AT_ONCE = 2
    first, _ = challenge(), challenge()
    with pytest.raises(Conflict, match="2 that you have asked for are not over yet, and 2 are the most") as refused:
        challenge()
    assert refused.value.code == "quota"
    claim_trial(first.pk)
    with pytest.raises(Conflict):
        challenge()
    Trial.objects.filter(pk=first.pk).update(state="void")
    challenge()


def test_qualifications_are_no_challenges(messages, settings) -> None:
    settings.CROUPIER_CHALLENGES_AT_ONCE = settings.CROUPIER_CHALLENGES_PER_DAY = 1
    begun(waiting())
    arena.bot("Gin", by=arena.owner("bob"))
    challenge(by="bob")


def test_a_server_may_take_none(settings, gin) -> None:
    settings.CROUPIER_CHALLENGES_PER_DAY = 0
    with pytest.raises(Conflict, match="this server takes none"):
        challenge()


@pytest.mark.django_db(transaction=True)
def test_the_quota_holds_for_who_asks_several_times_at_once(settings, monkeypatch) -> None:
    settings.CROUPIER_CHALLENGES_AT_ONCE = 2
    monkeypatch.setattr("tournaments.dispatch.send._send", lambda *_: None)
    ada = arena.owner("ada")
    gin = arena.bot("Gin", by=ada)
    found = at_once(lambda _: ask(actor=ada, bot=gin.pk, opponents=[{"policy": "random"}]))
    assert sorted(type(each).__name__ for each in found) == ["Conflict", "Conflict", "Trial", "Trial"]
    assert Trial.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_qualify_at_once_makes_one_trial(monkeypatch) -> None:
    monkeypatch.setattr("tournaments.dispatch.send._send", lambda *_: None)
    version = waiting()
    BotVersion.objects.update(state="failed")
    ada = arena.owner("ada")
    found = at_once(lambda _: qualification.ask(actor=ada, bot_id=version.bot_id, number=1))
    assert not [each for each in found if isinstance(each, Refused)]
    assert sorted(new for _, new in found) == [False, False, False, True]
    assert Trial.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_remote_bot_that_comes_twice_at_once_has_one_trial(monkeypatch) -> None:
    monkeypatch.setattr("tournaments.dispatch.send._send", lambda *_: None)
    version = waiting("remote")
    found = at_once(lambda _: qualification.arrived(bot_id=version.bot_id))
    assert len([each for each in found if isinstance(each, Trial)]) == 1
    assert Trial.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_claim_at_once_have_it_once(monkeypatch) -> None:
    monkeypatch.setattr("tournaments.dispatch.send._send", lambda *_: None)
    arena.bot("Gin", by=arena.owner("ada"))
    give_program(Bot.objects.get(), "honest.py")
    trial = challenge()
    found = at_once(lambda _: claim_trial(trial.pk))
    assert [each.attempt for each in found if each is not None] == [1]
    trial.refresh_from_db()
    assert trial.attempt == 1
