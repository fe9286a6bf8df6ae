"""Values in messages: short JSON that can be printed, whatever they are."""

import pytest

from plugins.wording import shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (11, "11"),
        (None, "null"),
        ("it's", '"it\'s"'),
        ("Ωμέγα 牌", '"Ωμέγα 牌"'),
        ("a\x00\x7f\u2028b", '"a\\u0000\\u007f\\u2028b"'),
        ("\ud800", '"\\ud800"'),
        ({1}, "a set"),
        (int, "a type"),
        ("x" * 60, '"' + "x" * 59 + "..."),
    ],
)
def test_values_as_they_are_shown(value, text):
    assert shown(value) == text
    text.encode()
