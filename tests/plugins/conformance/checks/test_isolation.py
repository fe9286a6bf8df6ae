"""Engines whose clones share something with their original, or with the match's chance."""

from tests.plugins.conformance.failing import assert_caught, broken
from tests.plugins.conformance.little import Little, LittleState


def test_a_clone_that_shares_a_list():
    class State:
        def clone(self, chance):
            return self.copy(chance=chance, points=self.points)

    # With clones alongside, the original's points are others: the second check sees it too.
    assert_caught(
        "clones_are_apart",
        r"decision 1: its clone was played, and the original has changed: state.snapshot.points\[\d\]: \d+, not 0;",
        broken(State),
        also=("clones_have_their_own_chance",),
    )


def test_a_clone_that_is_changed_by_its_original():
    class State:
        seen_by = None

        def clone(self, chance):
            copy = self.copy(chance=chance)
            copy.seen_by = None
            self.seen_by = copy  # the last clone follows what its original does
            return copy

        def play(self, seat, action):
            LittleState.play(self, seat, action)
            if self.seen_by:
                self.seen_by.points[seat] += 1

    assert_caught(
        "clones_are_apart",
        r"decision 1: the original played on, and its clone has changed: state.snapshot.points\[0\]: \d+, not 0; clone",
        broken(State),
    )


def test_a_clone_that_is_another_state():
    class State:
        def clone(self, chance):
            return self.copy(chance=chance, reshuffles=0)

    assert_caught(
        "clones_are_apart",
        r"clone.snapshot.reshuffles: 0, not \d; a clone is the same as its original$",
        broken(State),
    )


def test_a_clone_that_foresees_the_future_of_the_match():
    class State:
        def clone(self, chance):
            return self.copy()

    assert_caught(
        "clones_have_their_own_chance",
        r'decision \d+: the clone has drawn from the stream "reshuffle:1" of the match; a clone draws from the chance',
        broken(State),
    )


def test_a_clone_that_draws_from_a_stream_that_is_kept():
    """The state keeps a Stream, from which its clones and the match read in turn."""

    class State:
        kept = None

        def reshuffle(self):
            self.kept = self.kept or [self.chance.stream("reshuffles")]
            self.reshuffles += 1
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.kept[0].shuffle(self.stock)

        def clone(self, chance):
            copy = self.copy(chance=chance)
            copy.kept = self.kept = self.kept or [self.chance.stream("reshuffles")]
            return copy

    assert_caught(
        "clones_have_their_own_chance",
        r'the clone has drawn from the stream "reshuffles" of the match',
        broken(State),
        also=("actions_have_one_form",),
    )


def test_a_chance_derived_for_clones_is_still_that_of_the_match():
    class State:
        def clone(self, chance):
            return self.copy(chance=self.chance.derive("clone"))

    assert_caught(
        "clones_have_their_own_chance", r'the clone has drawn from the stream "clone" of the match', broken(State)
    )


def test_cloning_that_changes_the_course_of_the_match():
    class State:
        cloned = 0

        def clone(self, chance):
            self.cloned = 1
            return self.copy(chance=chance)

        def reshuffle(self):
            LittleState.reshuffle(self)
            if self.cloned:
                self.stock.reverse()

    assert_caught(
        "clones_have_their_own_chance",
        r"with clones played alongside the game went another way than without; a clone takes nothing from its",
        broken(State, new=Little.new),
    )
