"""Engines that hand out or keep lists which others can change."""

from tests.plugins.conformance.failing import assert_caught, broken
from tests.plugins.conformance.little import Little, LittleState


def caught(message, state=None, **methods):
    assert_caught("nothing_is_shared", message, broken(state, **methods))


def test_an_observation_that_is_the_states_own_list():
    class State:
        def observe(self, seat):
            return LittleState.observe(self, seat) | {"points": self.points}

    caught(
        r"decision 1: what observe\(seat\) returned was changed, and the state raised TypeError: .*; what is handed",
        State,
    )


def test_a_snapshot_that_is_the_states_own_list():
    class State:
        def snapshot(self):
            return LittleState.snapshot(self) | {"points": self.points}

    caught(
        r"decision 1: what snapshot\(\) returned was changed, and the state raised TypeError: .*; what is handed out",
        State,
    )


def test_a_restored_state_that_keeps_the_snapshots_list():
    def restore(self, snapshot, chance):
        state = Little.restore(self, snapshot, chance)
        state.options = snapshot["options"]
        return state

    caught(
        r"what restore was given was changed, and so has state.snapshot.options.scrambled: it is there; a state",
        restore=restore,
    )


def test_a_sampled_state_that_keeps_the_observations_list():
    def sample(self, observation, chance):
        state = Little.sample(self, observation, chance)
        state.options = observation["options"]
        return state

    caught(
        r"what sample was given was changed, and so has state.snapshot.options.scrambled: it is there; a state",
        sample=sample,
    )


def test_reading_that_changes_what_is_read():
    def restore(self, snapshot, chance):
        snapshot["pile"].append("2C")
        snapshot["pile"].pop(-1)
        snapshot["read"] = True
        return Little.restore(self, snapshot, chance)

    def sample(self, observation, chance):
        observation["hands"].reverse()
        return Little.sample(self, observation | {"hands": observation["hands"][::-1]}, chance)

    caught(r"decision 1: restore changed what it was given: it.read: it is there; it reads, no more", restore=restore)
    caught(r"sample changed what it was given: it.hands\[\d\]: \d, not \d; it reads, no more", sample=sample)


def test_a_state_that_keeps_the_options_it_is_given():
    def new(self, options, seats, chance):
        state = Little.new(self, options, seats, chance)
        state.options = options
        return state

    caught(
        r"seed 0: the object of options given to new was changed, and so has state.snapshot.options.scrambled: it is",
        new=new,
    )


def test_options_that_are_changed():
    def new(self, options, seats, chance):
        state = Little.new(self, options, seats, chance)
        options["dealt"] = True
        return state

    caught(r"seed 0: new changed options.dealt: it is there; they are not its own", new=new)
