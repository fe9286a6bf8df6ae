"""The bots of Trash: legal, deterministic, greedy clearly better than random, search never without a reason."""

from types import SimpleNamespace

import pytest

from engines.cards import NAMES
from engines.trash.engine import Trash
from engines.trash.policies import Greedy, Random, Search
from engines.trash.state import STOCK, TAKE, TrashState
from plugins.chance import Chance
from plugins.contract import Policy
from tests.engines.trash.positions import position

TRASH = Trash()


class Seen:
    """What a policy is shown, built when it is asked for."""

    engine = TRASH

    def __init__(self, state: TrashState, seat: int, chance):
        self.state, self.seat, self.chance = state, seat, chance

    @property
    def legal(self):
        return self.state.legal(self.seat)

    @property
    def observation(self):
        return self.state.observe(self.seat)


def play(seed: bytes, *policies: Policy, start_size: int = 10):
    """One game to its end, every choice asked for, also where one action is legal."""
    chance = Chance(seed)
    state = TRASH.new({"start_size": start_size}, len(policies), chance)
    views = [Seen(state, seat, chance.stream(f"seat:{seat}")) for seat in range(len(policies))]
    while state.to_act():
        seat = state.player
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
    assert isinstance(Search(), Policy)


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


def chosen(state: TrashState, seed: bytes = b"seat"):
    """What search does in the place of the seat to act."""
    return Search().choose(Seen(state, state.player, Chance(seed).stream("policy")))


@pytest.mark.parametrize("seats", [2, 5])
def test_search_plays_whole_games(seats):
    policies = [Search(10) if seat % 2 else Greedy() for seat in range(seats)]
    assert play(b"search", *policies, start_size=3).result().ranks.count(0) == 1


@pytest.mark.parametrize(("legal", "choice"), [((STOCK,), STOCK), ((3, 5, 9), 3)])
def test_search_looks_at_nothing_where_there_is_no_discard_to_take(legal, choice):
    assert Search().choose(SimpleNamespace(legal=legal)) == choice


@pytest.mark.parametrize("seat", [0, 1])
def test_search_takes_what_wins_the_hand(seat):
    layouts = [". " * 10, "AC 2C 3C 4C 5C 6C . 8C 9C TC"]
    state = position(layouts[:: 1 if seat else -1], discard="7H", player=seat)
    assert chosen(state) == TAKE
    state.apply(seat, TAKE)
    assert state.won[seat] == 1


def test_search_leaves_the_discard_for_a_jack_that_would_win_the_hand_for_the_other():
    """After a reshuffle all know that the jack is the stock's only card, and that kings lie face down."""
    layouts = ["AC 2C 3C 4C 5C 6C -KS -KH 9C TC", "AD 2D 3D 4D -KD 6D 7D 8D 9D TD"]
    lying = {word.removeprefix("-") for layout in layouts for word in layout.split()} | {"JC", "8H"}
    discard = " ".join([*(card for card in NAMES[:52] if card not in lying), "8H"])
    state = position(layouts, discard=discard, draws="JC", reshuffles=1)
    assert Greedy().choose(Seen(state, 0, None)) == TAKE
    assert {chosen(state, b"%d" % seed) for seed in range(5)} == {STOCK}


def test_search_repeats_itself():
    state = position([". . 3C . 5C . . . . .", ". . . 4D . . . 8D . ."], discard="QC 7H")
    assert chosen(state) == chosen(state)


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
