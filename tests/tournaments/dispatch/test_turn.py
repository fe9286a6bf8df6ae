"""A worker's turn: plays and finishes, hands back what takes too long, gives up what the host cannot play."""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.dispatch.test_claim import first_match
from tournaments.dispatch import turn
from tournaments.dispatch.record import lose_attempt
from tournaments.dispatch.turn import take_turn
from tournaments.models import BotVersion, Match, Tournament
from tournaments.play.players.base import HostFault

pytestmark = pytest.mark.django_db


def test_it_plays_a_match_to_its_end(messages) -> None:
    match = first_match(boards=2)
    take_turn(match.pk)
    match.refresh_from_db()
    assert (match.state, match.games.count()) == ("finished", 4)


def test_a_second_message_changes_nothing(messages) -> None:
    match = first_match()
    take_turn(match.pk)
    before = Match.objects.filter(pk=match.pk).values().get()
    take_turn(match.pk)
    assert Match.objects.filter(pk=match.pk).values().get() == before


def clock(monkeypatch: pytest.MonkeyPatch, seconds_per_game: float) -> None:
    """Let every look at the clock be so much later."""
    now = [0.0]

    def monotonic() -> float:
        now[0] += seconds_per_game
        return now[0]

    monkeypatch.setattr(turn.time, "monotonic", monotonic)


def test_games_are_recorded_at_most_a_second_apart(messages, monkeypatch) -> None:
    recorded = []
    real = turn.record
    monkeypatch.setattr(turn, "record", lambda *a, **k: (recorded.append((len(a[1]), k["last"])), real(*a, **k)))
    clock(monkeypatch, 0.4)
    take_turn(first_match(boards=4).pk)
    assert recorded == [(2, False), (3, False), (3, True)]


def test_a_long_match_is_handed_back_after_a_lease(messages, monkeypatch, settings) -> None:
    match = first_match(boards=4)
    clock(monkeypatch, settings.CROUPIER_LEASE_SECONDS / 3)
    states = []
    while match.state != "finished":
        take_turn(match.pk)
        match.refresh_from_db()
        states.append((match.state, match.games.count()))
    # The clock is read at the beginning and before each game, so a lease is over before the third game of a turn.
    assert states == [("pending", 2), ("pending", 4), ("pending", 6), ("finished", 8)]
    assert match.failures == 0


def test_a_fault_of_the_host_is_nobodys(messages, caplog) -> None:
    match = first_match()
    BotVersion.objects.update(policy="vanished")
    take_turn(match.pk)
    match.refresh_from_db()
    assert (match.state, match.failures) == ("pending", 1)
    assert match.fault.startswith('HostFault: engine trash has no policy "vanished"')


def test_an_engines_message_is_not_shown_for_it_may_name_cards(messages, monkeypatch, caplog) -> None:
    match = first_match()

    def broken(*_):
        raise KeyError("the queen of spades")

    monkeypatch.setattr(turn, "play_table", broken)
    take_turn(match.pk)
    match.refresh_from_db()
    assert match.fault.startswith("KeyError in turn.py:")
    assert match.fault.endswith("broken")
    assert "queen" not in match.fault + caplog.text
    assert match.fault in caplog.text


def test_a_turn_whose_attempt_is_outdated_stops(messages, monkeypatch, caplog) -> None:
    match = first_match()
    real = turn.play_table

    def lose_then_play(*given):
        lose_attempt(match_id=match.pk, attempt=1, fault="swept", now=match.created_at)
        return real(*given)

    monkeypatch.setattr(turn, "play_table", lose_then_play)
    take_turn(match.pk)
    match.refresh_from_db()
    assert (match.state, match.games.count(), match.failures) == ("pending", 0, 1)
    assert "outdated" in caplog.text


def test_nothing_secret_is_logged(messages, caplog) -> None:
    caplog.set_level("DEBUG")
    match = first_match()
    BotVersion.objects.update(policy="vanished")
    take_turn(match.pk)
    event = match.round.tournament
    for secret in (bytes(event.secret), bytes(event.seed)):
        assert secret.hex() not in caplog.text
        assert repr(secret) not in caplog.text


def test_an_event_of_four_seats(messages) -> None:
    event = arena.play_out(arena.event(4, format="pods", seats=4, rounds=1))
    match = Match.objects.get(round__tournament=event)
    assert (match.state, match.games.count(), len(match.ranks)) == ("finished", 4, 4)


@pytest.mark.parametrize(
    ("changed", "says"),
    [({"rules_version": 2}, "played by version 2 of the rules, not 1"), ({"engine": "gone"}, '"gone" is not one of')],
)
def test_an_engine_of_other_rules_or_none_plays_nothing(messages, caplog, changed, says: str) -> None:
    match = first_match()
    Tournament.objects.update(**changed)
    take_turn(match.pk)
    match.refresh_from_db()
    assert (match.state, match.failures, match.games.count()) == ("pending", 1, 0)
    assert says in match.fault


def test_a_fault_is_cut_to_what_can_be_read() -> None:
    assert turn.describe(HostFault("x" * 5000)) == ("HostFault: " + "x" * 5000)[:2000]


def test_nothing_is_recorded_before_a_game_has_ended(messages, monkeypatch, settings) -> None:
    settings.CROUPIER_FLUSH_SECONDS = 0.0
    recorded = []
    real = turn.record
    monkeypatch.setattr(turn, "record", lambda *a, **k: (recorded.append((len(a[1]), k["last"])), real(*a, **k)))
    take_turn(first_match(boards=2).pk)
    assert recorded == [(1, False), (1, False), (1, False), (1, True)]


def test_a_failure_of_giving_up_does_not_carry_the_engines_message(messages, monkeypatch, caplog) -> None:
    def broken(*_):
        raise KeyError("the queen of spades")

    def away(*_):
        raise ConnectionError("the database is away")

    monkeypatch.setattr(turn, "play_table", broken)
    monkeypatch.setattr(turn, "give_up", away)
    with pytest.raises(ConnectionError) as raised:
        take_turn(first_match().pk)
    assert raised.value.__context__ is None
