"""The search of all games, tried on games small enough to know the best action of."""

from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.search import Search, play_on
from plugins.chance import Chance

LUCK = 1_000


class Bandit:
    """A choice among arms: an arm pays its worth and luck, in every world the same luck for all arms."""

    def __init__(self, luck: int) -> None:
        self.luck = luck
        self.arm = None

    def clone(self, chance):
        return Bandit(self.luck)

    def apply(self, seat, action):
        self.arm = action


class Machine:
    """The engine of Bandit; counts the worlds asked for, and what each was made of."""

    def __init__(self) -> None:
        self.worlds = 0

    def sample(self, observation, chance):
        assert observation == "seen"
        self.worlds += 1
        return Bandit(chance.stream("luck").below(LUCK))


def view(seed=b"seat", seat=0):
    return SimpleNamespace(engine=Machine(), observation="seen", seat=seat, chance=Chance(seed).stream("policy"))


def paying(worths, played=None):
    def playout(state, seat, stream):
        if played is not None:
            played[state.arm] += 1
        return worths[state.arm] + state.luck

    return playout


def test_the_best_of_many_is_found_although_luck_is_a_thousand_times_greater():
    worths = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
    assert Search(200, paying(worths)).choose(view(), range(len(worths))) == worths.index(9)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=12), st.integers(0, 150))
def test_the_budget_is_kept_and_the_answer_is_a_candidate(worths, iterations):
    played = Counter()
    chosen = Search(iterations, paying(worths, played)).choose(view(), range(len(worths)))
    assert chosen in range(len(worths))
    assert played.total() <= iterations
    # The halving never gives a world to some of those that are left and not to others.
    assert played[0] == max(played.values(), default=0)
    if iterations >= 5 * len(worths) * max(1, (len(worths) - 1).bit_length()):
        assert worths[chosen] == max(worths)


def test_half_of_them_go_on():
    played = Counter()
    Search(96, paying([0, 1, 2, 3, 4, 5, 6, 7], played)).choose(view(), range(8))
    # 3 stages of 32 playouts: 4 worlds for 8 arms, 8 for 4, 16 for 2; the first stays to be compared with.
    assert played == {0: 28, 7: 28, 6: 12, 5: 12, 4: 4, 3: 4, 2: 4, 1: 4}


def test_the_first_is_preferred_when_nothing_speaks_against_it():
    assert Search(100, paying([7, 7, 7, 1])).choose(view(), range(4)) == 0
    assert Search(0, paying([0, 9])).choose(view(), range(2)) == 0
    assert Search(3, paying([0, 0, 0, 9])).choose(view(), range(4)) == 0


def test_one_candidate_costs_nothing():
    looked = view()
    assert Search(100, paying([0])).choose(looked, ["only"]) == "only"
    assert looked.engine.worlds == 0


def test_no_candidate_is_refused():
    with pytest.raises(ValueError, match="candidates: there is none"):
        Search(100, paying([])).choose(view(), [])


@pytest.mark.parametrize(
    ("lead", "doubt", "taken"),
    [
        # One win of 100 in 16 worlds: the mean is 100/16, its standard error the same: beyond 0 of it, not beyond 2.
        ([100] + [0] * 15, 0, 1),
        ([100] + [0] * 15, 4, 0),
        # 12 wins and 4 losses of 10: mean 5, error 2.236 (sample variance 80): 2.236 errors, so beyond 2, not 3.
        ([10] * 12 + [-10] * 4, 4, 1),
        ([10] * 12 + [-10] * 4, 9, 0),
        ([1] * 16, 10**6, 1),
        ([0] * 16, 0, 0),
        ([-1] * 16, 0, 0),
    ],
)
def test_doubt(lead, doubt, taken):
    worths = iter(lead)

    def playout(state, seat, stream):
        return next(worths) if state.arm == 1 else 0

    assert Search(32, playout, doubt).choose(view(), range(2)) == taken


def test_all_candidates_meet_the_same_world_and_the_same_luck():
    seen = []

    def playout(state, seat, stream):
        seen.append((state.luck, stream.below(10**9), seat))
        return 0

    Search(12, playout).choose(view(seat=3), range(2))
    assert seen[::2] == seen[1::2]
    assert len(set(seen)) == 6
    assert {seat for _, _, seat in seen} == {3}


def test_the_same_stream_gives_the_same_choice_and_another_other_worlds():
    def worlds(seed):
        seen = []

        def playout(state, seat, stream):
            seen.append(state.luck)
            return state.luck % (state.arm + 2)

        return Search(40, playout).choose(view(seed), range(5)), seen

    assert worlds(b"one") == worlds(b"one")
    assert worlds(b"one")[1] != worlds(b"two")[1]


def test_a_second_choice_is_made_in_other_worlds():
    seen = []
    search = Search(4, lambda state, seat, stream: seen.append(state.luck) or 0)
    looked = view()
    search.choose(looked, range(2))
    search.choose(looked, range(2))
    assert len(set(seen)) == 4


class Countdown:
    def __init__(self, left):
        self.left = left
        self.seats = []

    def to_act(self):
        return (self.left % 2,) if self.left else ()

    def apply(self, seat, action):
        self.seats.append((seat, action))
        self.left -= 1


def test_playing_on_ends_with_the_game_or_the_decisions():
    state = Countdown(5)
    play_on(state, lambda state, seat, stream: state.left, Chance(b"").stream(""), 3)
    assert state.seats == [(1, 5), (0, 4), (1, 3)]
    play_on(state, lambda state, seat, stream: state.left, Chance(b"").stream(""), 100)
    assert state.seats[3:] == [(0, 2), (1, 1)]
