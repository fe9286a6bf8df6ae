"""Random games, and the positions of them that are looked at."""

from itertools import pairwise

from plugins.chance import Chance
from plugins.conformance.playing import Deal, End, account, examined, play_on, record, seed_bytes, walk
from tests.plugins.conformance.little import TURNS, Little, LittleState

LITTLE = Little()


def deal(seed=b"playing", hand=2, seats=3):
    return Deal({"hand": hand}, seats, seed)


def test_a_random_game_is_the_same_again():
    moves, end = record(LITTLE, deal(), 100)
    assert (len(moves), end) == (TURNS, End.OVER)
    assert record(LITTLE, deal(), 100) == (moves, end)
    assert record(LITTLE, deal(b"another"), 100) != (moves, end)
    assert record(LITTLE, deal(), 7) == (moves[:7], End.ENDLESS)


def test_a_walk_meets_every_position_of_the_game():
    moves, _ = record(LITTLE, deal(), 100)
    numbers = [(number, state.turn) for number, state in walk(deal().start(LITTLE), moves, "here")]
    assert numbers == [(turn, turn) for turn in range(1, TURNS + 2)]


def test_any_of_the_seats_to_act_may_come_first():
    class Together(LittleState):
        """Two draws at the same time, and it is over."""

        def to_act(self):
            return tuple(seat for seat in (0, 1) if len(self.hands[seat]) == 2)

        def play(self, seat, action):
            self.hands[seat].clear()

    class Engine(Little):
        State = Together

    orders = {tuple(seat for seat, _ in record(Engine(), deal(b"%d" % n), 9)[0]) for n in range(20)}
    assert orders == {(0, 1), (1, 0)}
    assert {tuple(seat for seat, _ in record(Engine(), deal(b"%d" % n), 9, True)[0]) for n in range(20)} == {(0, 1)}


def test_playing_on_stops_at_the_end():
    stream = Chance(b"on").stream("choices")
    state = deal().start(LITTLE)
    assert play_on(state, stream, 5) == 5
    assert play_on(state, stream, 100) == TURNS - 5
    assert play_on(state, stream, 100) == 0


def test_examined_positions_are_spread_over_the_game():
    assert examined(deal(), 5, 8) == {1, 2, 3, 4, 5}
    for count in (9, 10, 100, 1000):
        numbers = sorted(examined(deal(), count, 8))
        assert len(numbers) == 8
        assert (numbers[0], numbers[-1]) == (1, count)
        assert all(later - earlier <= 2 * count / 6 + 1 for earlier, later in pairwise(numbers))
    # All of a long game is met in the course of a few seeds.
    assert set().union(*(examined(deal(seed_bytes(n)), 41, 8) for n in range(100))) == set(range(1, 42))


def test_accounts_tell_games_apart():
    said = account(LITTLE, deal(), 100, 30)
    assert said == account(Little(), deal(), 100, 30)
    assert (said["end"], said["decisions"], len(said["marks"])) == ("over", TURNS, 30)
    assert account(LITTLE, deal(b"another"), 100, 30)["marks"] != said["marks"]
