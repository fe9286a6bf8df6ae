"""Qualification: what a version must do to be let in, what its owner is told, and what follows."""

from __future__ import annotations

import pytest

from plugins.protocol import Limits
from tests.tournaments import arena
from tests.tournaments.play.players.sandboxed import left_over
from tests.tournaments.qualified import give_remote
from tests.tournaments.trials import begun, challenge, play, waiting
from tournaments.access.errors import Conflict
from tournaments.bots import qualification
from tournaments.bots.qualification import conclude
from tournaments.bots.registering import activate
from tournaments.dispatch import trial_turn, turn
from tournaments.dispatch.playing import Outcome
from tournaments.dispatch.reports import unpacked
from tournaments.dispatch.trial_turn import claim_trial, lose_trial, take_trial
from tournaments.models import AuditEntry, BotVersion, Notice, SeatReport, Trial
from tournaments.play.referee import Played

pytestmark = pytest.mark.django_db


def qualified(version: BotVersion) -> BotVersion:
    version.refresh_from_db()
    return version


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Instead of playing: the verdicts by seat of the games to come; none left is a fault of the host."""
    coming: list[tuple[str, ...]] = []

    def played(*_) -> Outcome:
        verdicts = coming.pop(0)
        return Outcome(Played((0, 1), (1, 0), verdicts, ()), (None,) * len(verdicts))

    monkeypatch.setattr(turn, "play_table", played)
    monkeypatch.setattr(turn.connection, "close", lambda: None)  # the test's own transaction lives there
    return coming


def test_it_begins_with_the_version_against_random_from_both_seats(messages) -> None:
    version = waiting()
    trial = begun(version)
    assert messages.take() == [("trial", trial.pk)]
    assert (trial.purpose, trial.boards, trial.asked_by) == ("qualification", 1, version.bot.owner)
    assert (trial.engine, trial.options, trial.rules_version) == ("trash", {"start_size": 10}, 1)
    assert [(seat.version, seat.policy) for seat in trial.seats.all()] == [(version, ""), (None, "random")]
    assert claim_trial(trial.pk).missing == ((1, 0), (1, 1))
    assert Trial.objects.get() == trial


def test_a_policy_needs_none(messages) -> None:
    bot = arena.bot("Gin")
    assert qualification.begin(bot.active, by=bot.owner) is None


def test_who_plays_all_games_is_qualified_and_becomes_active(messages, outcomes) -> None:
    version = waiting()
    trial = begun(version)
    outcomes += [("played", "played")] * 2
    play(trial)
    assert (trial.state, qualified(version).state) == ("finished", "qualified")
    assert version.qualified_at is not None
    version.bot.refresh_from_db()
    assert version.bot.active == version
    told = Notice.objects.get()
    assert (told.owner, told.version, told.kind) == (version.bot.owner, version, "qualified")
    assert told.text == f"Has qualified: version 1 of {version.bot.name}. It is the bot's active version now."
    assert [entry.verb for entry in AuditEntry.objects.filter(username="")] == ["version.pass"]


def test_a_later_version_qualifies_and_does_not_become_active(messages, outcomes) -> None:
    bot = arena.bot("Gin")
    first = bot.active
    version = BotVersion.objects.create(bot=bot, number=2, kind="program", state="waiting")
    trial = begun(version)
    outcomes += [("played", "played")] * 2
    play(trial)
    bot.refresh_from_db()
    assert (qualified(version).state, bot.active) == ("qualified", first)
    assert Notice.objects.get().text == "Has qualified: version 2 of Gin."
    activate(actor=arena.owner(), bot_id=bot.pk, number=2)


@pytest.mark.parametrize("games", [[("played", "played"), ("timeout", "played")], [("timeout", "played")] * 2])
def test_one_game_that_it_does_not_play_fails_it(messages, outcomes, games) -> None:
    version = waiting()
    trial = begun(version)
    outcomes += games
    play(trial)
    assert (qualified(version).state, version.qualified_at) == ("failed", None)
    version.bot.refresh_from_db()
    assert version.bot.active is None
    told = Notice.objects.get()
    rotation = games.index(("timeout", "played"))
    assert (told.kind, told.version) == ("failed", version)
    assert f"In game 1.{rotation} of trial {trial.pk}: timeout." in told.text
    assert f"bots/{version.bot_id}/versions/1/qualify/" in told.text


def test_what_the_opponent_does_is_not_its_fault(messages, outcomes) -> None:
    version = waiting()
    trial = begun(version)
    outcomes += [("played", "crash")] * 2
    play(trial)
    assert qualified(version).state == "qualified"


def test_a_void_one_is_nobodys_fault_and_may_be_asked_for_again(messages, outcomes) -> None:
    version = waiting()
    trial = begun(version)
    for _ in range(3):
        play(trial)
    assert (trial.state, qualified(version).state) == ("void", "waiting")
    told = Notice.objects.get()
    assert "fault of this server" in told.text
    again, new = qualification.ask(actor=arena.owner(), bot_id=version.bot_id, number=1)
    assert (new, again.state) == (True, "pending")
    outcomes += [("played", "played")] * 2
    play(again)
    assert qualified(version).state == "qualified"


def test_a_failed_one_waits_again_when_asked_for(messages, outcomes) -> None:
    version = waiting()
    trial = begun(version)
    outcomes += [("crash", "played")] * 2
    play(trial)
    ask = {"actor": arena.owner(), "bot_id": version.bot_id, "number": 1}
    again, new = qualification.ask(**ask)
    assert (new, qualified(version).state) == (True, "waiting")
    assert qualification.ask(**ask) == (again, False)
    outcomes += [("played", "played")] * 2
    play(again)
    assert qualified(version).state == "qualified"
    with pytest.raises(Conflict, match="is qualified; this needs it to be waiting or failed"):
        qualification.ask(**ask)
    assert [notice.kind for notice in Notice.objects.order_by("id")] == ["failed", "qualified"]


def test_there_is_a_quota_of_asking_again(messages, settings) -> None:
    settings.CROUPIER_QUALIFICATIONS_PER_DAY = 2
    version = waiting()
    ask = {"actor": arena.owner(), "bot_id": version.bot_id, "number": 1}
    for _ in range(2):
        trial, _ = qualification.ask(**ask)
        Trial.objects.filter(pk=trial.pk).update(state="void")
    BotVersion.objects.update(state="failed")
    with pytest.raises(Conflict, match="you have asked for 2 in the last 24 hours") as refused:
        qualification.ask(**ask)
    assert refused.value.code == "quota"
    assert qualified(version).state == "failed"


def test_a_challenge_moves_no_version(messages) -> None:
    trial = challenge()
    before = list(BotVersion.objects.order_by("id").values())
    play(trial)
    assert not Notice.objects.exists()
    assert list(BotVersion.objects.order_by("id").values()) == before


def test_a_remote_bot_is_waited_for(messages) -> None:
    version = waiting("remote")
    assert qualification.begin(version, by=version.bot.owner) is None
    trial = qualification.arrived(bot_id=version.bot_id)
    assert (trial.asked_by, [seat.version for seat in trial.seats.all()]) == (version.bot.owner, [version, None])
    assert messages.take() == [("trial", trial.pk)]
    for state in ("pending", "running", "finished", "void"):
        Trial.objects.update(state=state)
        assert qualification.arrived(bot_id=version.bot_id) is None


@pytest.mark.parametrize("state", ["qualified", "failed"])
def test_who_has_been_judged_begins_nothing_by_coming(messages, state) -> None:
    version = waiting("remote")
    BotVersion.objects.update(state=state)
    assert qualification.arrived(bot_id=version.bot_id) is None
    assert qualification.arrived(bot_id=999) is None
    assert not Trial.objects.exists()


def test_the_newest_remote_version_is_the_one_that_comes(messages) -> None:
    old = waiting("remote")
    new = give_remote(old.bot)
    assert qualification.arrived(bot_id=old.bot_id) is None
    BotVersion.objects.filter(pk=new.pk).update(state="waiting")
    assert qualification.arrived(bot_id=old.bot_id).seats.get(seat=0).version == new


def test_a_remote_bot_that_does_not_come_when_asked_for_has_failed(messages, outcomes) -> None:
    version = waiting("remote")
    trial, _ = qualification.ask(actor=arena.owner(), bot_id=version.bot_id, number=1)
    outcomes += [("no_show", "played")] * 2
    play(trial)
    assert qualified(version).state == "failed"
    assert ": no_show." in Notice.objects.get().text


def test_a_sweep_after_three_dead_workers_tells_the_owner_once(messages) -> None:
    version = waiting()
    trial = begun(version)
    for attempt in (1, 2, 3):
        claim_trial(trial.pk)
        for _ in range(2):
            lose_trial(trial_id=trial.pk, attempt=attempt, fault="gone", now=trial.created_at, over=conclude)
    assert (qualified(version).state, Notice.objects.count()) == ("waiting", 1)


@pytest.mark.parametrize(
    ("program", "verdict", "failure", "printed"),
    [
        ("honest.py", "played", "", b""),
        ("crashes.py", "crash", "exit status", b"Traceback"),
        ("illegal.py", "illegal", "", b""),
        ("answers_early.py", "protocol", "", b""),
        ("endless_line.py", "protocol", "", b""),
        ("surrogates.py", "protocol", "", b""),
        ("kills_its_group.py", "crash", "", b""),
        ("daemon.py", "played", "", b""),
        ("writes.py", "played", "", b"refused"),
        *(
            pytest.param(f"{name}.py", verdict, "", b"", marks=pytest.mark.long)
            for name, verdict in [
                ("breaks_out", "played"),
                ("floods_stderr", "protocol"),
                ("floods_stdout", "protocol"),
                ("many_files", "played"),
                ("nests_deeply", "played"),
                ("threads", "played"),
            ]
        ),
    ],
)
def test_bots_that_mean_harm(messages, programs, program, verdict, failure, printed) -> None:
    """Each fails with its own verdict, or plays and has gained nothing; the owner sees why, and nothing is left."""
    version = waiting(name=program)
    trial = play(begun(version))
    assert trial.state == "finished"
    assert qualified(version).state == ("qualified" if verdict == "played" else "failed")
    reports = list(SeatReport.objects.order_by("trial_game__rotation"))
    assert [(report.version, report.seat, report.verdict) for report in reports] == [(version, 0, verdict)] * 2
    assert [game.verdicts for game in trial.games.all()] == [[verdict, "played"]] * 2
    for report in reports:
        assert failure in report.failure
        assert printed in unpacked(report.printed)
        assert b"ESCAPED" not in unpacked(report.printed)
    told = Notice.objects.get()
    assert (told.kind == "failed") == (verdict != "played")
    assert verdict == "played" or f": {verdict}" in told.text
    assert left_over() == []


@pytest.mark.parametrize(
    "program",
    [
        "stops_itself.py",
        *(
            pytest.param(f"{name}.py", marks=pytest.mark.long)
            for name in ("burns_time", "closes_stdin", "closes_stdout", "never_reads", "slow_bytes")
        ),
    ],
)
def test_a_program_that_does_not_answer_fails_in_its_time(messages, programs, monkeypatch, program) -> None:
    monkeypatch.setattr(trial_turn, "TRIAL_LIMITS", Limits(startup_ms=3_000, move_ms=300, bank_ms=0))
    version = waiting(name=program)
    play(begun(version))
    assert qualified(version).state == "failed"
    assert "timeout" in Notice.objects.get().text
    assert left_over() == []


def test_a_challenge_between_programs_is_reported_to_each(messages, programs) -> None:
    for name, owner in (("honest.py", "ada"), ("crashes.py", "bob")):
        version = waiting(name=name, by=owner)
        BotVersion.objects.filter(pk=version.pk).update(state="qualified")
        version.bot.active = version
        version.bot.save()
    other = arena.owner("bob").user.bots.get()
    trial = play(challenge(bot=arena.owner("ada").user.bots.get().pk, opponents=[{"bot": other.pk}], options={}))
    assert [game.verdicts for game in trial.games.all()] == [["played", "crash"]] * 2
    assert trial.ranks == [0, 1]
    assert sorted(SeatReport.objects.values_list("version__bot__owner__username", "verdict")) == [
        ("ada", "played"), ("ada", "played"), ("bob", "crash"), ("bob", "crash"),
    ]  # fmt: skip
    assert SeatReport.objects.filter(game=None).count() == 4


def test_a_message_after_its_end_does_nothing(messages, outcomes) -> None:
    version = waiting()
    trial = begun(version)
    outcomes += [("played", "played")] * 2
    play(trial)
    take_trial(trial.pk, over=conclude)
    assert (Notice.objects.count(), Trial.objects.get().attempt) == (1, 1)
