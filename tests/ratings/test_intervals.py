"""The bar of a rating: where its ends lie, and that it is well-formed."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ratings.intervals import WIDTH, interval_svg
from ratings.models import Rating


def draw(mu: float, sigma: float, low: float, high: float) -> ElementTree.Element:
    rating = Rating(mu=mu, sigma=sigma, score=mu - 3 * sigma)
    return ElementTree.fromstring(str(interval_svg(rating, low=low, high=high)))


def test_the_dot_is_at_mu_and_the_ends_at_three_sigma() -> None:
    picture = draw(25.0, 5.0, 0.0, 50.0)
    _, outer, inner = (path.attrib["d"] for path in picture.iter("path"))
    assert picture.find("circle").attrib["cx"] == f"{WIDTH / 2:.1f}"  # type: ignore[union-attr]
    # 6 + share * 228: shares 0.2 and 0.8, 0.4 and 0.6
    assert outer == "M51.6 10H188.4M51.6 6V14"
    assert inner == "M97.2 10H142.8"
    assert picture.find("title").text == "10.00 to 40.00, most likely 25.00"  # type: ignore[union-attr]


@pytest.mark.parametrize(("low", "high"), [(24.0, 26.0), (5.0, 5.0), (100.0, 200.0)])
def test_nothing_leaves_the_picture(low: float, high: float) -> None:
    x = float(draw(25.0, 5.0, low, high).find("circle").attrib["cx"])  # type: ignore[union-attr]
    assert 0.0 <= x <= WIDTH
