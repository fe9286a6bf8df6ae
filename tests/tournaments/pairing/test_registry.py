"""The registry of formats."""

import pytest

from plugins.options import InvalidOptions
from tournaments.pairing.base import CannotPair
from tournaments.pairing.registry import UnknownFormat, formats, get


def test_the_formats_by_id() -> None:
    assert list(formats()) == ["round_robin", "swiss", "dutch", "pods"]
    assert all(get(id) is format_ and format_.id == id for id, format_ in formats().items())
    assert {id: format_.fixed_rounds for id, format_ in formats().items()} == {
        "round_robin": True,
        "swiss": False,
        "dutch": False,
        "pods": False,
    }


def test_it_rejects_an_unknown_format_and_names_the_known() -> None:
    with pytest.raises(UnknownFormat, match='format: "dutch2" is not one of round_robin, swiss, dutch, pods'):
        get("dutch2")


@pytest.mark.parametrize("id", list(formats()))
def test_every_format_says_what_it_cannot_plan(id: str) -> None:
    format_ = get(id)
    with pytest.raises(CannotPair, match=f"{format_.title} needs at least {format_.seats.start} entrants, not 1"):
        format_.plan(1, format_.seats.start)
    with pytest.raises(CannotPair, match="seats: 9 is not one of"):
        format_.plan(100, 9)
    plan = format_.plan(100, format_.seats.start)
    assert 1 <= plan.rounds <= plan.most
    assert plan.note


@pytest.mark.parametrize("id", list(formats()))
def test_every_format_refuses_options_that_it_does_not_have(id: str) -> None:
    with pytest.raises(InvalidOptions, match='options: "speed" is not one of'):
        get(id).check(seats=get(id).seats.start, options={"speed": 1})
    get(id).check(seats=get(id).seats.start, rotate=False, options=get(id).complete({}))
