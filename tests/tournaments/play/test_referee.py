"""The referee: plays to the end, asks only where there is a choice, and gives every failure to whom it belongs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.chance import Chance
from plugins.contract import Result
from tests.tournaments.play.toy import Scripted, Toy
from tournaments.play.players.base import Forfeit, HostFault
from tournaments.play.players.policy import PolicyPlayer
from tournaments.play.referee import Played, play, settle


def game(*players: Any, engine: Any = None, stand_in: Any = None, most: int = 100, **options: Any) -> Played:
    chance = Chance(b"seed")
    streams = [chance.stream(f"seat:{seat}") for seat in range(len(players))]
    return play(
        engine or Toy(),
        options,
        chance,
        players,
        streams,
        stand_in=stand_in or (lambda: Scripted()),
        max_decisions=most,
    )


def test_it_plays_to_the_end_and_asks_only_where_there_is_a_choice() -> None:
    played = game(Scripted(2, 1), Scripted(0, 2))
    assert played == Played(ranks=(0, 1), scores=(4, 3), verdicts=("played", "played"), moves=(2, 0, 1, 2))


def test_with_two_seats_a_failure_ends_the_game() -> None:
    played = game(Scripted(0, Forfeit("illegal", "no")), Scripted(0, 0))
    assert played == Played(ranks=(1, 0), scores=(0, 0), verdicts=("illegal", "played"), moves=(0, 0))


def test_the_failed_seat_takes_the_lowest_score_however_well_it_stood() -> None:
    played = game(Scripted(2, Forfeit("crash", "no")), Scripted(1, 0))
    assert played.ranks == (1, 0)
    assert played.scores == (1, 1)


def test_with_more_seats_a_stand_in_plays_on_and_the_failed_rank_last() -> None:
    stand_ins = [Scripted(2), Scripted(2)]
    played = game(
        Scripted(2, Forfeit("timeout", "late")),
        Scripted(Forfeit("crash", "early")),
        Scripted(0, 0),
        Scripted(1, 1),
        stand_in=lambda: stand_ins.pop() if len(stand_ins) == 1 else (stand_ins.pop(), Scripted(2, 2))[1],
    )
    # Seat 1 failed first and is last of all; its stand-in's calls do not help it.
    assert played.verdicts == ("timeout", "crash", "played", "played")
    assert played.ranks == (2, 3, 1, 0)
    assert played.scores == (1, 1, 1, 3)
    assert played.moves == (2, 2, 0, 1, 2, 2, 0, 1)


def test_when_every_seat_has_failed_the_game_ends() -> None:
    played = game(*(Scripted(Forfeit("crash", "no")) for _ in range(3)), stand_in=lambda: Scripted(0, 0))
    assert played.ranks == (2, 1, 0)
    assert set(played.verdicts) == {"crash"}


def test_a_stand_in_that_fails_is_the_hosts_fault() -> None:
    with pytest.raises(HostFault, match="stand-in at seat 0"):
        game(
            Scripted(Forfeit("crash", "no")),
            Scripted(0, 0),
            Scripted(0, 0),
            stand_in=lambda: Scripted(Forfeit("crash", "again")),
        )


def test_an_engine_that_asks_for_ever_is_the_hosts_fault() -> None:
    with pytest.raises(HostFault, match="max_decisions, 5"):
        game(Scripted(0, 0), Scripted(0, 0), most=5)
    assert game(Scripted(0, 0), Scripted(0, 0), most=6).ranks == (0, 0)


def test_a_seat_without_a_legal_action_is_the_hosts_fault() -> None:
    class Stuck(Toy):
        def new(self, options: Any, seats: int, chance: Any) -> Any:
            state = super().new(options, seats, chance)
            state.legal = lambda seat: ()  # type: ignore[method-assign]
            return state

    with pytest.raises(HostFault, match="seat 0 must act but has no legal action"):
        game(Scripted(), Scripted(), engine=Stuck())


def test_an_exception_of_the_engine_passes_through() -> None:
    class Broken(Toy):
        def new(self, options: Any, seats: int, chance: Any) -> Any:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        game(Scripted(), Scripted(), engine=Broken())


class Chooser:
    def __init__(self, choose: Any) -> None:
        self.choose = choose


def raise_(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("choose", "verdict"),
    [
        (lambda view: 7, "illegal"),
        (lambda view: None, "illegal"),
        (lambda view: raise_(KeyError("x")), "crash"),
        (lambda view: raise_(RecursionError()), "crash"),
    ],
)
def test_a_policy_that_fails_forfeits(choose: Any, verdict: str) -> None:
    played = game(PolicyPlayer(Chooser(choose)), Scripted(0, 0))
    assert played.verdicts == (verdict, "played")


def test_an_observation_is_built_once_and_only_if_asked_for() -> None:
    engine = Toy()
    game(PolicyPlayer(Chooser(lambda view: 0)), Scripted(0, 0), engine=engine)
    assert engine.made.observed == 0

    def looks(view: Any) -> int:
        assert view.observation is view.observation
        return 0

    game(PolicyPlayer(Chooser(looks)), Scripted(0, 0), engine=engine)
    assert engine.made.observed == 2


def test_an_engine_that_fails_to_observe_is_the_hosts_fault_even_within_a_policy() -> None:
    class Blind(Toy):
        def new(self, options: Any, seats: int, chance: Any) -> Any:
            state = super().new(options, seats, chance)
            state.observe = lambda seat: 1 // 0  # type: ignore[method-assign]
            return state

    with pytest.raises(HostFault, match="failed to observe: ZeroDivisionError"):
        game(PolicyPlayer(Chooser(lambda view: view.observation)), Scripted(0, 0), engine=Blind())


def test_each_seat_has_its_own_stream() -> None:
    seen: dict[int, list[int]] = {0: [], 1: []}

    def draws(view: Any) -> int:
        seen[view.seat].append(view.chance.below(1 << 30))
        return 0

    game(PolicyPlayer(Chooser(draws)), PolicyPlayer(Chooser(draws)))
    again = [Chance(b"seed").stream(f"seat:{seat}") for seat in range(2)]
    assert seen == {seat: [again[seat].below(1 << 30) for _ in range(2)] for seat in range(2)}


@given(st.lists(st.integers(-5, 5), min_size=3, max_size=6), st.data())
def test_settling_keeps_the_sound_in_order_and_puts_the_failed_last(scores: list[int], data: Any) -> None:
    ranks = tuple(sum(other > own for other in scores) for own in scores)
    failed = data.draw(st.lists(st.sampled_from(range(len(scores))), unique=True))
    settled = settle(Result(ranks, tuple(scores)), failed)
    sound = [seat for seat in range(len(scores)) if seat not in failed]
    for seat in sound:
        assert settled.ranks[seat] == sum(scores[other] > scores[seat] for other in sound)
        assert settled.scores[seat] == scores[seat]
    assert [settled.ranks[seat] for seat in failed] == list(range(len(scores) - 1, len(sound) - 1, -1))
    assert all(settled.scores[seat] == min(scores) for seat in failed)


@pytest.mark.parametrize(
    ("ranks", "scores", "says"),
    [
        ((0,), (1, 0), "ranks are not 2 integers"),
        ((0, 1), (1, 0.5), "scores are not 2 integers"),
        ((0, True), (1, 0), "ranks are not 2 integers"),
        ((1, 1), (0, 0), "ranks are none"),
        ((0, 2), (1, 0), "ranks are none"),
    ],
)
def test_a_result_that_is_none_is_the_hosts_fault(ranks: Any, scores: Any, says: str) -> None:
    class Wrong(Toy):
        def new(self, options: Any, seats: int, chance: Any) -> Any:
            state = super().new(options, seats, chance)
            state.result = lambda: Result(ranks, scores)  # type: ignore[method-assign]
            return state

    with pytest.raises(HostFault, match=says):
        game(Scripted(0, 0), Scripted(0, 0), engine=Wrong())


def test_what_an_engine_does_with_its_options_harms_no_other_game() -> None:
    class Greedy(Toy):
        def new(self, options: Any, seats: int, chance: Any) -> Any:
            state = super().new(options, seats, chance)
            options["calls"] = 1
            return state

    options = {"calls": 3}
    chance = Chance(b"seed")
    streams = [chance.stream("a"), chance.stream("b")]
    for _ in range(2):
        players = [Scripted(2, 2), Scripted(0, 0)]
        played = play(Greedy(), options, chance, players, streams, stand_in=lambda: Scripted(), max_decisions=9)
        assert played.moves == (2, 0, 2, 0)
    assert options == {"calls": 3}


def test_when_the_last_of_many_seats_fails_no_stand_in_is_called() -> None:
    made: list[Scripted] = []

    def stand_in() -> Scripted:
        made.append(Scripted(0, 0))
        return made[-1]

    game(*(Scripted(Forfeit("crash", "no")) for _ in range(3)), stand_in=stand_in)
    assert len(made) == 2


def test_what_a_policy_does_to_the_actions_it_is_shown_is_no_matter() -> None:
    class Listing(Toy):
        def new(self, options: Any, seats: int, chance: Any) -> Any:
            state = super().new(options, seats, chance)
            legal = state.legal
            state.legal = lambda seat: list(legal(seat))  # type: ignore[method-assign]
            return state

    def reverses(view: Any) -> int:
        view.legal.reverse()
        return 2

    assert game(PolicyPlayer(Chooser(reverses)), Scripted(0, 0), engine=Listing()).verdicts == ("crash", "played")


def test_all_are_ready_one_after_the_other_before_anyone_is_asked() -> None:
    done: list[str] = []

    class Told(Scripted):
        def start(self) -> None:
            done.append("start")

        def ready(self) -> None:
            done.append(f"ready {players.index(self)}")

        def act(self, view: Any) -> int:
            done.append(f"act {view.seat}")
            return super().act(view)

    players = [Told(0, 0), Told(0, 0)]
    game(*players)
    assert done == ["start", "start", "ready 0", "ready 1", "act 0", "act 1", "act 0", "act 1"]
