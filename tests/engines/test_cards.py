"""Cards and their notation."""

from collections import Counter

import pytest

from engines import cards


def test_every_card_has_one_name():
    assert [cards.NAMES[n] for n in (0, 3, 33, 35, 48, 51, 52)] == ["2C", "2S", "TD", "TS", "AC", "AS", "JK"]
    assert len(set(cards.NAMES)) == 53
    assert [cards.parse(name) for name in cards.NAMES] == list(range(53))


def test_packs():
    assert cards.pack() == list(range(52))
    three = Counter(cards.names(cards.pack(3, jokers=6)))
    assert three.pop("JK") == 6
    assert set(three.values()) == {3}
    assert len(three) == 52


def test_red_and_black():
    assert [name for name in ("7C", "7D", "7H", "7S", "JK") if cards.is_red(cards.parse(name))] == ["7D", "7H"]


@pytest.mark.parametrize("name", ["", "1H", "7h", "H7", "10H", "7H ", "-7H", "JKR", None, 7, True, ["7H"], "x" * 10**6])
def test_what_is_no_card(name):
    with pytest.raises(ValueError, match=r"^card: .{1,40} is not one of 23456789TJQKA and one of CDHS, nor JK$"):
        cards.parse(name)
