"""Engines whose games are not the same again: replayed, restored, or played elsewhere."""

import sys

from tests.plugins.conformance.failing import assert_caught, broken, failures
from tests.plugins.conformance.little import CARDS, Little, LittleState, info


def test_a_deal_that_depends_on_the_games_before_it():
    dealt = []

    def new(self, options, seats, chance):
        state = Little.new(self, options, seats, chance)
        dealt.append(state)
        turned = len(dealt) % len(state.stock)
        state.stock = state.stock[turned:] + state.stock[:turned]
        return state

    found = failures(broken(new=new))
    assert "the game replayed has state." in found["replays_are_alike"]
    assert "nothing but options, seats, seed and actions may matter" in found["replays_are_alike"]


def test_a_snapshot_that_is_not_everything():
    class State:
        def snapshot(self):
            return {key: value for key, value in LittleState.snapshot(self).items() if key != "reshuffles"}

        def observe(self, seat):
            return LittleState.observe(self, seat) | {"reshuffles": 0}

    # The second reshuffle of the restored game is its first.
    assert_caught(
        "restored_states_go_on_alike",
        r"decision \d+: restored from its snapshot and \d+ decisions later, the game has state.*; a snapshot holds",
        broken(State),
        seeds=3,
    )


def test_a_snapshot_that_restores_another_state():
    def restore(self, snapshot, chance):
        state = Little.restore(self, snapshot, chance)
        state.points = [0] * len(state.points)
        return state

    def sample(self, observation, chance):
        state = Little.sample(self, observation, chance)
        state.points = list(observation["points"])
        return state

    assert_caught(
        "restored_states_go_on_alike",
        r"restored from its snapshot, the game has state.snapshot.points\[\d\]: 0, not \d+; a snapshot",
        broken(restore=restore, sample=sample),
    )


class BySetState(LittleState):
    """The order of legal actions is that of a set of strings: the same in one process, another in the next."""

    def choices(self, seat):
        order = list(set(CARDS))
        found = LittleState.choices(self, seat)
        return tuple(sorted(found, key=lambda action: order.index(CARDS[action])))


class BySet(Little):
    State = BySetState


class ByHashState(LittleState):
    """The game itself is the same; an observation holds the hash of a string."""

    def observe(self, seat):
        return LittleState.observe(self, seat) | {"check": hash("2C") % 1000}


class ByHash(Little):
    State = ByHashState


class ByVersion(Little):
    """It fails, as an engine would that needs what another process does not have."""

    def new(self, options, seats, chance):
        if "pytest" not in sys.modules:
            raise RuntimeError("no pytest here")
        return super().new(options, seats, chance)


def test_what_depends_on_the_order_of_a_set():
    found = failures(info(BySet), processes=True)
    assert set(found) == {"other_processes_play_the_same"}
    assert "Python 3" in found["other_processes_play_the_same"]
    assert "not the order of a set, nor hash()" in found["other_processes_play_the_same"]


def test_what_depends_on_a_hash():
    assert_caught(
        "other_processes_play_the_same",
        r"^standard, 3 seats, seed 0, decision 1: Python 3.\d+ with PYTHONHASHSEED=\d has another state here, or",
        info(ByHash),
        processes=True,
    )


def test_what_fails_elsewhere():
    assert_caught(
        "other_processes_play_the_same",
        r"^Python 3.\d+ with PYTHONHASHSEED=0: the games failed: RuntimeError: no pytest here; they do not fail here$",
        info(ByVersion),
        processes=True,
    )


def test_a_load_that_cannot_be_imported():
    assert_caught(
        "other_processes_play_the_same",
        r'^load: "test_a_load.*<lambda>" of module "tests.*" cannot be imported by another process; a function at the',
        info(lambda: Little()),
        processes=True,
    )
