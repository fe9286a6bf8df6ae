"""A worker's turn at a trial: claimed once, recorded by the current attempt alone, given up, handed back, and swept."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from plugins import registry
from tests.tournaments import arena
from tests.tournaments.qualified import give_program, give_remote
from tests.tournaments.trials import challenge, play
from tournaments import tasks
from tournaments.dispatch import routes, sweep, trial_turn, turn
from tournaments.dispatch.attempts import Outdated
from tournaments.dispatch.reports import Result
from tournaments.dispatch.trial_turn import (
    claim_trial,
    give_up_trial,
    hand_back_trial,
    lose_trial,
    record_trial,
    take_trial,
)
from tournaments.models import Trial
from tournaments.play import deal
from tournaments.play.local import play_game

pytestmark = pytest.mark.django_db


def nothing(trial_id: int) -> None:
    """What follows of a trial that nothing follows from."""


def results(claimed, count: int) -> list[Result]:
    return [
        Result(
            board,
            rotation,
            play_game(
                engine_id=claimed.engine,
                options=claimed.options,
                seed=claimed.seed(board, rotation),
                table=1,
                rotation=rotation,
                policies=[contestant.policy for contestant in claimed.contestants],
            ),
        )
        for board, rotation in claimed.missing[:count]
    ]


def test_a_trial_is_played_from_every_seat(messages) -> None:
    trial = challenge("random", boards=2)
    assert messages.take() == [("trial", trial.pk)]
    play(trial)
    assert (trial.state, trial.attempt, trial.failures, trial.lease_until) == ("finished", 1, 0, None)
    games = list(trial.games.all())
    assert [(game.board, game.rotation) for game in games] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    points = [sum(2 * (game.ranks[1 - seat] > game.ranks[seat]) for game in games) for seat in (0, 1)]
    assert trial.ranks == [int(points[0] < points[1]), int(points[1] < points[0])]
    assert trial.started_at <= trial.ended_at
    assert messages.take() == []


def test_three_seats(messages) -> None:
    trial = play(challenge("random", "greedy"))
    assert [game.rotation for game in trial.games.all()] == [0, 1, 2]
    assert len(trial.ranks) == 3


def test_its_games_are_dealt_from_its_own_secret_alone(messages) -> None:
    trial, other = challenge(), challenge()
    claimed = claim_trial(trial.pk)
    assert bytes(trial.secret) != bytes(other.secret)
    board = deal.board_seed(bytes(trial.secret), round_number=1, table=None, board=1)
    assert [claimed.seed(1, 0), claimed.seed(1, 1)] == [board, board]
    assert claim_trial(other.pk).seed(1, 0) != board
    for shown in (repr(claimed), str(claimed), repr(trial)):
        assert bytes(trial.secret).hex() not in shown
        assert repr(bytes(trial.secret))[2:-1] not in shown


def test_with_a_remote_seat_no_deal_is_played_twice(messages) -> None:
    give_remote(arena.bot("Far", by=arena.owner("ada")))
    trial = challenge(boards=2)
    seeds = set()
    for attempt in (1, 2):
        claimed = claim_trial(trial.pk)
        assert (claimed.attempt, claimed.has_remote) == (attempt, True)
        seeds |= {claimed.seed(*game) for game in claimed.missing}
        hand_back_trial(claimed)
    assert len(seeds) == 2 * 4


def test_its_claim_is_a_lease_long_enough_for_its_bots(messages, settings) -> None:
    give_program(arena.bot("Gin", by=arena.owner("ada")), "honest.py")
    trial = challenge()
    before = timezone.now()
    claimed = claim_trial(trial.pk)
    trial.refresh_from_db()
    lease = timedelta(seconds=settings.CROUPIER_LEASE_SECONDS + 30 + 600)
    assert before + lease <= trial.lease_until <= timezone.now() + lease
    assert claimed.lease == lease.total_seconds()
    assert claim_trial(trial.pk) is None


@pytest.mark.parametrize("state", ["running", "finished", "void", "cancelled"])
def test_only_a_pending_trial_can_be_claimed(messages, state: str) -> None:
    trial = challenge()
    Trial.objects.filter(pk=trial.pk).update(state=state)
    assert claim_trial(trial.pk) is None
    take_trial(trial.pk, over=nothing)
    assert not trial.games.exists()


def test_an_unknown_trial_is_no_error() -> None:
    take_trial(1 << 62, over=nothing)


def test_a_worker_that_died_between_games_leaves_only_the_missing_ones(messages) -> None:
    trial = challenge(boards=2)
    first = claim_trial(trial.pk)
    record_trial(first, results(first, 3), last=False, over=nothing)
    Trial.objects.filter(pk=trial.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    messages.take()
    sweep.sweep_trials(nothing)
    trial.refresh_from_db()
    assert (trial.state, trial.failures, messages.take()) == ("pending", 1, [("trial", trial.pk)])
    second = claim_trial(trial.pk)
    assert (second.attempt, second.missing) == (2, ((2, 1),))
    record_trial(second, results(second, 1), last=True, over=nothing)
    trial.refresh_from_db()
    assert (trial.state, trial.fault) == ("finished", "")
    games = list(trial.games.all())
    assert [game.attempt for game in games] == [1, 1, 1, 2]
    points = [sum(2 * (game.ranks[1 - seat] > game.ranks[seat]) for game in games) for seat in (0, 1)]
    assert trial.ranks == [int(points[0] < points[1]), int(points[1] < points[0])]


@pytest.mark.parametrize("last", [False, True])
def test_an_outdated_attempt_changes_nothing(messages, last: bool) -> None:
    trial = challenge()
    old = claim_trial(trial.pk)
    lose_trial(trial_id=trial.pk, attempt=1, fault="swept", now=timezone.now(), over=nothing)
    ended = []
    with pytest.raises(Outdated, match=f"attempt 1 at trial {trial.pk} is outdated"):
        record_trial(old, results(old, 2), last=last, over=ended.append)
    new = claim_trial(trial.pk)
    with pytest.raises(Outdated):
        record_trial(old, results(old, 2), last=last, over=ended.append)
    give_up_trial(old, "late", over=ended.append)
    hand_back_trial(old)
    trial.refresh_from_db()
    assert (trial.state, trial.attempt, trial.failures, trial.games.count(), ended) == ("running", 2, 1, 0, [])
    record_trial(new, results(new, 2), last=True, over=ended.append)
    with pytest.raises(Outdated):
        record_trial(new, results(new, 2), last=True, over=ended.append)
    assert (trial.games.count(), ended) == (2, [trial.pk])


def test_what_follows_from_its_end_is_of_one_piece_with_it(messages) -> None:
    trial = challenge()
    claimed = claim_trial(trial.pk)

    def fails(trial_id: int) -> None:
        raise ConnectionError("the database is away")

    with pytest.raises(ConnectionError):
        record_trial(claimed, results(claimed, 2), last=True, over=fails)
    trial.refresh_from_db()
    assert (trial.state, trial.games.count()) == ("running", 0)


def test_giving_up_makes_it_void_at_the_third_time(messages) -> None:
    trial = challenge()
    messages.take()
    seen, ended = [], []
    for _ in range(3):
        give_up_trial(claim_trial(trial.pk), "KeyError: 7", over=ended.append)
        trial.refresh_from_db()
        seen.append((trial.state, trial.failures, trial.fault, messages.take(), list(ended)))
    again = [("trial", trial.pk)]
    assert seen == [
        ("pending", 1, "KeyError: 7", again, []),
        ("pending", 2, "KeyError: 7", again, []),
        ("void", 3, "KeyError: 7", [], [trial.pk]),
    ]
    assert (trial.lease_until, trial.ranks) == (None, None)
    assert trial.ended_at is not None


def test_a_long_trial_is_handed_back_and_played_on(messages, settings) -> None:
    settings.CROUPIER_LEASE_SECONDS = settings.CROUPIER_FLUSH_SECONDS = 0.0
    trial = challenge(boards=2)
    messages.take()
    for played in (1, 2, 3):
        play(trial)
        assert (trial.state, trial.games.count(), trial.failures) == ("pending", played, 0)
        assert messages.take() == [("trial", trial.pk)]
    assert play(trial).state == "finished"


def test_a_fault_gives_it_up_and_no_secret_is_logged(messages, monkeypatch, caplog) -> None:
    caplog.set_level("DEBUG")
    trial = challenge()

    def broken(*_):
        raise KeyError("the queen of spades")

    monkeypatch.setattr(turn, "play_table", broken)
    play(trial)
    assert (trial.state, trial.failures) == ("pending", 1)
    assert "queen" not in trial.fault + caplog.text
    assert f"attempt 1 at trial {trial.pk} failed: {trial.fault}" in caplog.text
    secret = bytes(trial.secret)
    assert secret.hex() not in caplog.text
    assert repr(secret) not in caplog.text


def test_other_rules_play_nothing(messages) -> None:
    trial = challenge()
    Trial.objects.update(rules_version=registry.info("trash").rules_version + 1)
    play(trial)
    assert (trial.state, trial.games.count()) == ("pending", 0)
    assert "of the rules" in trial.fault


def test_the_database_is_let_go_while_a_remote_bot_plays(messages, monkeypatch) -> None:
    give_remote(arena.bot("Far", by=arena.owner("ada")))
    closed = []
    monkeypatch.setattr(turn.connection, "close", lambda: closed.append(1))
    play(challenge(options={}))
    assert closed == [1]


def test_it_waits_in_the_queue_of_its_bots(messages, settings) -> None:
    lease = settings.CROUPIER_LEASE_SECONDS
    policies = challenge(by="cy")
    give_program(arena.bot("Gin", by=arena.owner("ada")), "honest.py")
    programs = challenge()
    give_remote(arena.bot("Far", by=arena.owner("bob")))
    remote = challenge(by="bob")
    mixed = challenge(by="bob", opponents=[{"bot": programs.seats.get(seat=0).version.bot_id}])
    found = routes.trial_routes([policies.pk, programs.pk, remote.pk, mixed.pk])
    assert [found[trial.pk].queue for trial in (policies, programs, remote, mixed)] == [
        "matches", "programs", "remote", "remote",
    ]  # fmt: skip
    assert [found[trial.pk].time_limit - lease - 30 for trial in (policies, programs, mixed)] == [
        2 * lease, 2 * (lease + 630), 2 * (lease + 1260),
    ]  # fmt: skip


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> dict[str, int | None]:
    """What the broker says of its queues."""
    waiting: dict[str, int | None] = {}
    monkeypatch.setattr(sweep, "waiting_messages", lambda queue: waiting.get(queue, 0))
    return waiting


def test_a_lost_message_is_sent_again_when_its_queue_is_empty(messages, queue) -> None:
    trial = challenge()
    give_program(arena.bot("Tonic", by=arena.owner("bob")), "honest.py")
    program = challenge(by="bob")
    messages.take()
    sweep.sweep_trials(nothing)
    assert messages.take() == []
    Trial.objects.update(queued_at=timezone.now() - timedelta(seconds=11))
    queue["programs"] = 3
    sweep.sweep_trials(nothing)
    assert messages.take() == [("trial", trial.pk)]
    Trial.objects.filter(pk=program.pk).update(queued_at=timezone.now() - timedelta(seconds=601))
    sweep.sweep_trials(nothing)
    assert messages.take() == [("trial", program.pk)]
    sweep.sweep_trials(nothing)
    assert messages.take() == []


def test_the_sweeper_makes_it_void_when_three_workers_died_and_says_so_once(messages, queue) -> None:
    trial = challenge()
    ended = []
    for _ in range(4):
        claim_trial(trial.pk)
        Trial.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        sweep.sweep_trials(ended.append)
    trial.refresh_from_db()
    assert (trial.state, trial.failures, ended) == ("void", 3, [trial.pk])


def test_the_tasks_play_and_sweep(messages, queue) -> None:
    trial = challenge()
    messages.take()
    Trial.objects.update(queued_at=timezone.now() - timedelta(seconds=11))
    tasks.sweep()
    assert messages.take() == [("trial", trial.pk)]
    tasks.play_trial(trial.pk)
    trial.refresh_from_db()
    assert trial.state == "finished"


def test_a_lease_renewed_since_the_sweeper_looked_is_left(messages, queue, monkeypatch) -> None:
    trial = challenge()
    claim_trial(trial.pk)
    Trial.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    real = trial_turn.lose_trial

    def renewed_meanwhile(**values) -> None:
        Trial.objects.update(lease_until=timezone.now() + timedelta(seconds=60))
        real(**values)

    monkeypatch.setattr(sweep, "lose_trial", renewed_meanwhile)
    sweep.sweep_trials(nothing)
    trial.refresh_from_db()
    assert (trial.state, trial.failures) == ("running", 0)
