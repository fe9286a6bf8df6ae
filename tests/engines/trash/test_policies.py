"""The bots of Trash: legal, deterministic, and greedy clearly better than random."""

from types import SimpleNamespace

import pytest

from engines.trash.engine import Trash
from engines.trash.policies import Greedy, Random
from engines.trash.state import STOCK, TAKE
from plugins.chance import Chance
from plugins.contract import Policy

TRASH = Trash()


def play(seed: bytes, *policies: Policy, start_size: int = 10):
    """One game to its end, every choice asked for, also where one action is legal."""
    chance = Chance(seed)
    state = TRASH.new({"start_size": start_size}, len(policies), chance)
    views = [
        SimpleNamespace(engine=TRASH, seat=seat, chance=chance.stream(f"seat:{seat}")) for seat in range(len(policies))
    ]
    while state.to_act():
        seat = state.player
        views[seat].legal = state.legal(seat)
        state.apply(seat, policies[seat].choose(views[seat]))
    return state


class Never:
    """Draws from the stock whatever lies there."""

    def choose(self, view):
        return view.legal[0]


class Highest(Greedy):
    """Greedy, but for its jacks: on the highest place."""

    def choose(self, view):
        return TAKE if TAKE in view.legal else view.legal[-1]


def games_won(one: type, two: type, deals: int) -> int:
    """Of ``2 * deals`` games of two seats, every deal played from both seats, those that ``one`` wins."""
    return sum(
        (play(b"deal %d" % deal, one(), two()).result().ranks[0] == 0)
        + (play(b"deal %d" % deal, two(), one()).result().ranks[1] == 0)
        for deal in range(deals)
    )


def test_they_are_policies():
    assert isinstance(Greedy(), Policy)
    assert isinstance(Random(), Policy)


@pytest.mark.parametrize("seats", range(2, 7))
def test_they_play_at_every_table(seats):
    policies = [Greedy() if seat % 2 else Random() for seat in range(seats)]
    assert play(b"table", *policies, start_size=4).result().ranks.count(0) == 1


@pytest.mark.parametrize(
    ("legal", "choice"),
    [((STOCK,), STOCK), ((STOCK, TAKE), TAKE), ((3, 5, 9), 3), ((7,), 7)],
)
def test_greedy_takes_what_it_may(legal, choice):
    assert Greedy().choose(SimpleNamespace(legal=legal)) == choice


def test_random_chooses_each_action_and_repeats_itself():
    def choices():
        view = SimpleNamespace(legal=(2, 4, 7), chance=Chance(b"r").stream("seat:0"))
        return [Random().choose(view) for _ in range(60)]

    assert choices() == choices()
    assert set(choices()) == {2, 4, 7}


def test_greedy_beats_random():
    """About two thirds of the games; 55 % of 200 would be less than that by three standard deviations."""
    assert games_won(Greedy, Random, 100) > 110


def test_the_discard_is_worth_taking():
    """Greedy beats the one who never takes by far: it is the discard that wins games."""
    assert games_won(Greedy, Never, 50) > 75


@pytest.mark.long
def test_where_a_jack_goes_changes_nobodys_chances():
    """What the module says of jacks: lowest against highest place, 2,000 games, within three standard deviations."""
    assert 1000 - 3 * 22.4 < games_won(Greedy, Highest, 1000) < 1000 + 3 * 22.4
