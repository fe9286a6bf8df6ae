"""Engines that show what is hidden, or whose samples tell of it."""

import pytest

from plugins.conformance.checks.secrecy import private
from tests.plugins.conformance.failing import assert_caught, broken, failures
from tests.plugins.conformance.little import CARDS, Little, LittleState


def test_what_a_seat_knows_for_itself():
    public = {"seat": None, "hand": None, "own": [None, 3], "hands": [{"cards": 2}], "turn": 1}
    seen = {"seat": 1, "hand": ["2C"], "own": ["x", 3], "hands": [{"cards": 2, "mine": True}], "turn": 1, "note": None}
    assert private(seen, public) == {"hand": ["2C"], "own": {"0": "x"}, "hands": {"0": {"mine": True}}}
    assert private({**public, "seat": 0}, public) is None


def test_a_hidden_card_that_is_shown_and_that_sample_ignores():
    class State:
        def observe(self, seat):
            return LittleState.observe(self, seat) | {"next": CARDS[self.stock[-1]] if self.stock else None}

    assert_caught(
        "samples_look_the_same",
        r"decision 1: in a state sampled for the spectator, the spectator has observation.next: \"..\", not \"..\";",
        broken(State),
    )


def test_legal_actions_that_tell_of_a_hidden_card():
    class State:
        def choices(self, seat):
            found = LittleState.choices(self, seat)
            return found[1:] if len(found) > 1 and self.stock and self.stock[-1] % 2 else found

    assert_caught(
        "samples_look_the_same",
        r"in a state sampled for seat \d, seat \d has legal.*; what a seat may do follows from what it sees$",
        broken(State),
    )


class ShowsAll(LittleState):
    def observe(self, seat):
        return LittleState.observe(self, seat) | {"deck": [CARDS[card] for card in self.stock], "all": self.all()}

    def all(self):
        return LittleState.snapshot(self)["hands"]


def sample_of_all(self, observation, chance):
    return self.restore({**observation, "hands": observation["all"], "stock": observation["deck"]}, chance)


def test_everything_shown_and_used_by_sample():
    engine = broken(ShowsAll, sample=sample_of_all)
    assert_caught(
        "samples_vary",
        r"^standard, 3 seats: every state sampled for the spectator, in all games, is the real one; an observation",
        engine,
    )
    # Declared as a game in which all is open, it is sound.
    assert failures(engine, perfect_information=True) == {}


def test_hands_shown_and_used_by_sample():
    class State(ShowsAll):
        def observe(self, seat):
            return LittleState.observe(self, seat) | {"all": self.all()}

    def sample(self, observation, chance):
        hands = observation["all"]
        seen = {*observation["pile"], *(card for hand in hands for card in hand)}
        unseen = [card for card in CARDS if card not in seen]
        self.arrange(unseen, chance)
        return self.restore({**observation, "hands": hands, "stock": unseen}, chance)

    assert_caught(
        "samples_vary",
        r"^standard, 3 seats: in every state sampled for the spectator, in all games, seat 0 sees what it really",
        broken(State, sample=sample),
    )


def test_the_next_seats_hand_shown():
    """Two seats of three know each other's cards; the spectator and the third do not."""

    class State:
        def observe(self, seat):
            hand = LittleState.snapshot(self)["hands"][0] if seat == 2 else None
            return LittleState.observe(self, seat) | {"peeked": hand}

    def sample(self, observation, chance):
        if observation["peeked"] is None:
            return Little.sample(self, observation, chance)
        held = [observation["peeked"], None, observation["hand"]]
        seen = {*observation["pile"], *held[0], *held[2]}
        unseen = [card for card in CARDS if card not in seen]
        self.arrange(unseen, chance)
        held[1] = [unseen.pop() for _ in range(observation["hands"][1])]
        return self.restore({**observation, "hands": held, "stock": unseen}, chance)

    assert_caught(
        "samples_vary",
        r"in every state sampled for seat 2, in all games, seat 0 sees what it really sees; what seat 0 alone may",
        broken(State, sample=sample),
    )


def test_samples_that_are_always_the_same():
    assert_caught(
        "samples_vary",
        r"decision 1: 64 samples for the spectator are all the same, and not the real state; sample draws from all",
        broken(arrange=lambda self, unseen, chance: unseen.sort()),
    )


def test_a_declaration_that_all_is_open_which_is_not_so():
    found = failures(broken(), perfect_information=True)
    assert set(found) == {"samples_vary"}
    assert "with perfect_information=True everybody sees the whole state" in found["samples_vary"]


def test_a_sample_that_knows_the_game_it_is_asked_about():
    """The engine keeps the state it dealt last, and arranges the unseen cards by what it finds there."""
    dealt = []

    def new(self, options, seats, chance):
        state = Little.new(self, options, seats, chance)
        dealt[:] = [state]
        return state

    def arrange(self, unseen, chance):
        chance.stream(f"sample:{dealt[0].turn}").shuffle(unseen)

    assert_caught(
        "samples_follow_from_the_observation",
        r"decision 1: sampled again for the spectator, alike but for the game having gone on, the state has",
        broken(new=new, arrange=arrange),
    )


@pytest.mark.parametrize(
    ("views", "message"),
    [
        (
            lambda seat: {"table": "red" if seat is None else "green"},
            r'spectator\'s observation.table: "green", not "red"',
        ),
        (
            lambda seat: {"table": {"colour": 1} if seat is None else {}},
            r"spectator's observation.table.colour: it is miss",
        ),
        (
            lambda seat: {"table": [1] if seat is None else [1, 2]},
            r"spectator's observation.table: 2 items, not 1 in that of",
        ),
        (
            lambda seat: {"table": [0, 1 if seat is None else 2]},
            r"spectator's observation.table\[1\]: 2, not 1 in that of s",
        ),
        (
            lambda seat: {"table": 1} if seat is None else {},
            r"spectator's observation.table: it is missing in that of seat",
        ),
    ],
)
def test_a_spectator_who_sees_what_not_all_see(views, message):
    class State:
        def observe(self, seat):
            return LittleState.observe(self, seat) | views(seat)

    assert_caught("spectators_see_what_all_see", message, broken(State))


def test_a_seat_may_see_more_than_the_spectator():
    class State:
        def observe(self, seat):
            mine = {"table": [None, 1]} if seat is None else {"table": [seat, 1], "mine": {"seat": seat}}
            return LittleState.observe(self, seat) | mine

    assert failures(broken(State)) == {}
