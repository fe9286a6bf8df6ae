"""A chance that keeps account of what is drawn from it."""

from plugins.chance import Chance
from plugins.conformance.watching import WatchedChance


def test_a_watched_chance_gives_the_same_and_keeps_account():
    plain, watched = Chance(b"x"), WatchedChance(b"x")
    one, other = list(range(20)), list(range(20))
    plain.stream("deck").shuffle(one)
    stream = watched.stream("deck")
    stream.shuffle(other)
    assert one == other
    assert stream.below(5) in range(5)
    assert watched.log == ["deck", "deck", "deck"]
    assert watched.derive("a").stream("b").below(2**40) == plain.derive("a").stream("b").below(2**40)
    assert watched.log[3:] == ["a", "b", "b"]
