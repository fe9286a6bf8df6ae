"""Random streams against a second, slow reading of their definition, and against statistics."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.chance import Chance
from tests.hashing import printed


class SlowStream:
    """The definition read word for word: every word is computed anew from its index."""

    def __init__(self, seed: bytes, label: str, purpose: bytes = b"S") -> None:
        name = label.encode("utf-8")
        self.head = b"croupier chance 1" + purpose
        self.head += len(seed).to_bytes(4, byteorder="big") + seed
        self.head += len(name).to_bytes(4, byteorder="big") + name
        self.index = 0

    def word(self) -> int:
        block, at = divmod(self.index, 68)
        self.index += 1
        data = hashlib.shake_256(self.head + block.to_bytes(8, byteorder="big")).digest(272)
        return int.from_bytes(data[4 * at : 4 * at + 4], byteorder="big")

    def below(self, n: int) -> int:
        words = 1
        while 2 ** (32 * words) < n:
            words += 1
        space = 2 ** (32 * words)
        while True:
            x = 0
            for _ in range(words):
                x = x * 2**32 + self.word()
            if x < space - space % n:
                return x % n

    def shuffle(self, items: list) -> list:
        for i in reversed(range(1, len(items))):
            j = self.below(i + 1)
            swap = items[i]
            items[i] = items[j]
            items[j] = swap
        return items


def test_worked_vectors():
    """Computed once with `openssl shake256` (OpenSSL 3) over the bytes laid out by hand with printf."""
    stream = Chance(b"\x00" * 32).stream("deck")
    assert [stream.below(2**32) for _ in range(4)] == [0xECE53AE8, 0x9C90D7FF, 0x0DBCC5DE, 0xFEE2D650]
    cards = list(range(10))
    Chance(b"abc").stream("hand:1").shuffle(cards)
    assert cards == [1, 3, 5, 8, 7, 2, 6, 4, 0, 9]


@given(st.binary(max_size=64), st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.data())
def test_a_stream_is_what_its_definition_says(seed, label, data):
    stream, slow = Chance(seed).stream(label), SlowStream(seed, label)
    for _ in range(data.draw(st.integers(1, 8))):
        match data.draw(st.sampled_from(["below", "big", "shuffle", "choice"])):
            case "below":
                n = data.draw(st.integers(1, 2**32))
                assert stream.below(n) == slow.below(n)
            case "big":
                n = data.draw(st.integers(2**31, 2**100))
                assert stream.below(n) == slow.below(n)
            case "shuffle":
                size = data.draw(st.integers(0, 200))
                items = list(range(size))
                stream.shuffle(items)
                assert items == slow.shuffle(list(range(size)))
            case "choice":
                items = [str(i) for i in range(data.draw(st.integers(1, 20)))]
                assert stream.choice(items) == items[slow.below(len(items))]


def test_rejection_is_exercised_and_agrees():
    """Just above half of the words, nearly every second word is thrown away, also inside a shuffle's first steps."""
    stream, slow = Chance(b"r").stream("x"), SlowStream(b"r", "x")
    n = 2**31 + 1
    assert [stream.below(n) for _ in range(500)] == [slow.below(n) for _ in range(500)]
    assert slow.index > 900


def test_shuffle_throws_words_away_as_below_does(monkeypatch):
    """A word at the top of the range is refused for n = 3 (2**32 % 3 == 1) and taken for n = 2."""
    stream = Chance(b"").stream("")
    words = iter([2**32 - 1, 2, 2**32 - 1])
    monkeypatch.setattr(stream, "_next", words.__next__)
    items = ["a", "b", "c"]
    stream.shuffle(items)
    # n = 3: the first word is refused, the second gives 2 (c stays); n = 2: the odd third gives 1 (b stays).
    assert items == ["a", "b", "c"]
    assert next(words, None) is None


@pytest.mark.parametrize("n", [3, 2**32 - 5, 2**32 + 1])
def test_below_refuses_exactly_the_incomplete_multiple(monkeypatch, n):
    """The last number of the last whole multiple of n is taken, the next one is refused."""
    size = 1 if n <= 2**32 else 2
    last = 2 ** (32 * size) // n * n - 1
    stream = Chance(b"").stream("")
    words = [word for number in (last, last + 1, 1) for word in divmod(number, 2**32)[-size:]]
    monkeypatch.setattr(stream, "_next", iter(words).__next__)
    assert [stream.below(n), stream.below(n)] == [n - 1, 1]


@given(st.lists(st.integers(), max_size=80), st.binary(max_size=8))
def test_shuffle_keeps_the_items(items, seed):
    shuffled = list(items)
    Chance(seed).stream("s").shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


@pytest.mark.parametrize("n", [2, 3, 7, 52, 100])
def test_below_is_uniform(n):
    stream = Chance(b"chi").stream(f"below {n}")
    draws = 400 * n
    counts = [0] * n
    for _ in range(draws):
        counts[stream.below(n)] += 1
    chi = sum((seen - 400) ** 2 / 400 for seen in counts)
    assert chi < chi_square_limit(n - 1)


def test_every_order_of_four_is_equally_likely():
    stream = Chance(b"chi").stream("orders")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24 * 400):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert sum((seen - 400) ** 2 / 400 for seen in counts.values()) < chi_square_limit(23)


def chi_square_limit(freedom: int) -> float:
    """About the 99.9 % point (Wilson and Hilferty's approximation); with fixed seeds it is passed or not for ever."""
    return freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_label_seed_and_purpose_separate_streams():
    """Moving a byte from the seed to the label, or from a label to a derived chance, is another stream."""
    firsts = {
        chance.stream(label).below(2**64)
        for chance, label in [
            (Chance(b"ab"), "c"),
            (Chance(b"a"), "bc"),
            (Chance(b""), "abc"),
            (Chance(b"abc"), ""),
            (Chance(b"ab").derive("c"), ""),
            (Chance(b"ab").derive(""), "c"),
            (Chance(b"ab"), "C"),
        ]
    }
    assert len(firsts) == 7


def test_derive_is_what_its_definition_says():
    seed = hashlib.shake_256(SlowStream(b"seed", "game 3", b"D").head + bytes(8)).digest(32)
    derived = Chance(b"seed").derive("game 3").stream("deck")
    assert derived.below(2**64) == Chance(seed).stream("deck").below(2**64)


def test_a_stream_begins_anew_each_time_it_is_asked_for():
    chance = Chance(b"again")
    first = [chance.stream("a").below(1000) for _ in range(3)]
    assert len(set(first)) == 1
    interleaved = chance.stream("a"), chance.stream("b")
    pairs = [(interleaved[0].below(9), interleaved[1].below(9)) for _ in range(100)]
    alone = chance.stream("a")
    assert [a for a, _ in pairs] == [alone.below(9) for _ in range(100)]


def test_nothing_to_draw_from():
    stream = Chance(b"").stream("")
    for n in (0, -1):
        with pytest.raises(ValueError, match="less than 1"):
            stream.below(n)
    with pytest.raises(ValueError, match="nothing to choose from"):
        stream.choice([])
    with pytest.raises(TypeError, match="str is not bytes"):
        Chance("seed")  # type: ignore[arg-type]


def test_the_seed_is_not_shown():
    assert "secret" not in repr(Chance(b"secret"))


def test_the_same_in_every_process():
    program = (
        "from plugins.chance import Chance; s = Chance(b'p').stream('x'); a = list(range(60)); s.shuffle(a);"
        "print(a, [s.below(n) for n in range(1, 200)])"
    )
    assert len(printed(program)) == 1
