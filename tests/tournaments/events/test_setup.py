"""Setting up: what makes a draft valid, and what is said when it is not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.tournaments import arena
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.events import lifecycle, setup
from tournaments.play import deal

pytestmark = pytest.mark.django_db

GOOD: dict[str, Any] = {"name": " Cup ", "engine": "trash", "format": "swiss"}


def test_it_completes_the_options_and_commits_to_a_secret() -> None:
    first = setup.create(actor=arena.organiser(), values=GOOD)
    second = setup.create(actor=arena.organiser(), values=GOOD)
    assert first.state == "draft"
    assert (first.name, first.options, first.rounds, first.seats) == ("Cup", {"start_size": 10}, None, 2)
    assert first.commitment == deal.commitment(bytes(first.secret))
    assert len(bytes(first.secret)) == 32
    assert bytes(first.secret) != bytes(second.secret)


def test_a_variant_gives_options_and_options_override_it() -> None:
    short = setup.create(actor=arena.organiser(), values={**GOOD, "variant": "short"})
    assert short.options["start_size"] < 10
    own = setup.create(actor=arena.organiser(), values={**GOOD, "variant": "short", "options": {"start_size": 7}})
    assert own.options == {"start_size": 7}


@pytest.mark.parametrize(
    ("wrong", "pointer", "says"),
    [
        ({"name": "  "}, "/name", "name: 0 characters are not 1 to"),
        ({"engine": "bridge"}, "/engine", '"bridge" is not one of advantage, construction, rummy, trash'),
        ({"variant": "x"}, "/variant", '"x" is not one of'),
        ({"options": {"start_size": 11}}, "/options/start_size", "11 is not between 1 and 10"),
        ({"options": {"colour": 1}}, "/options", '"colour" is not one of start_size'),
        ({"format": "knockout"}, "/format", '"knockout" is not one of'),
        ({"seats": 7}, "/seats", "7 is not one of 2, 3, 4, 5, 6"),
        ({"seats": 3}, "/seats", "3 is not one of 2"),
        ({"format": "pods", "seats": 2}, "/seats", "2 is not one of 3"),
        ({"rounds": 0}, "/rounds", "0 is not between 1 and 200"),
        ({"rounds": 201}, "/rounds", "201 is not between 1 and 200"),
        ({"format": "round_robin", "rounds": 3}, "/rounds", "leave it out"),
        ({"boards": 0}, "/boards", "0 is not between 1 and 1000"),
        ({"result": "luck"}, "/result", '"luck" is not one of ranks, scores'),
        ({"scoring": "x"}, "/scoring", '"x" is not one of match, game'),
        ({"on_void": "x"}, "/on_void", '"x" is not one of tie, hold'),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(wrong: dict[str, Any], pointer: str, says: str) -> None:
    with pytest.raises(Invalid) as refused:
        setup.create(actor=arena.organiser(), values={**GOOD, **wrong})
    assert [error.where for error in refused.value.errors] == [pointer]
    assert says in refused.value.errors[0].message


@pytest.mark.parametrize("name", ["entries_from", "entries_until", "starts_at"])
def test_times_are_of_these_two_centuries(name: str) -> None:
    """A form lets anyone say the year 1, from which no check-in can be counted back."""
    for year in (1, 1999, 2200, 9999):
        with pytest.raises(Invalid, match=f"{name}: the year {year} is not between 2000 and 2199") as refused:
            setup.create(actor=arena.organiser(), values={**GOOD, name: datetime(year, 1, 1, tzinfo=UTC)})
        assert [error.where for error in refused.value.errors] == [f"/{name}"]
    for time in (datetime(2000, 1, 1, tzinfo=UTC), datetime(2199, 12, 31, tzinfo=UTC)):
        assert getattr(setup.create(actor=arena.organiser(), values={**GOOD, name: time}), name) == time


def test_options_that_do_not_go_with_the_seats_are_refused_at_their_place() -> None:
    values = {**GOOD, "engine": "rummy", "options": {"deck": 54, "deal": 24}}
    assert setup.create(actor=arena.organiser(), values=values).options["deck"] == 54
    with pytest.raises(Invalid) as refused:
        setup.create(actor=arena.organiser(), values={**values, "format": "pods", "seats": 3})
    [error] = refused.value.errors
    assert error.where == "/options/deal"
    assert error.message == "options.deal: 24 is more than 17, the most for 3 players with 54 cards"


def test_only_who_may_organise_creates() -> None:
    with pytest.raises(NotAllowed, match="organise"):
        setup.create(actor=arena.owner("eve"), values=GOOD)


def test_a_draft_is_edited_and_nothing_else() -> None:
    olga = arena.organiser()
    draft = setup.create(actor=olga, values=GOOD)
    setup.edit(actor=olga, tournament_id=draft.pk, values={"options": {"start_size": 4}})
    setup.edit(actor=olga, tournament_id=draft.pk, values={"boards": 3})
    draft.refresh_from_db()
    assert (draft.options, draft.boards) == ({"start_size": 4}, 3)
    setup.edit(actor=olga, tournament_id=draft.pk, values={"variant": "short"})
    draft.refresh_from_db()
    assert draft.options["start_size"] not in (4, 10)
    secret = bytes(draft.secret)
    lifecycle.open_(actor=olga, tournament_id=draft.pk)
    with pytest.raises(Conflict, match="edit: boards can be changed in a draft only"):
        setup.edit(actor=olga, tournament_id=draft.pk, values={"boards": 4})
    draft.refresh_from_db()
    assert (draft.boards, bytes(draft.secret)) == (3, secret)


def test_anothers_draft_is_not_there_for_you() -> None:
    draft = setup.create(actor=arena.organiser(), values=GOOD)
    with pytest.raises(Missing):
        setup.edit(actor=arena.organiser("oscar"), tournament_id=draft.pk, values={"boards": 4})


def test_the_most_and_the_least_are_allowed() -> None:
    for number, boards in ((200, 1000), (1, 1)):
        draft = setup.create(actor=arena.organiser(), values={**GOOD, "rounds": number, "boards": boards})
        assert (draft.rounds, draft.boards) == (number, boards)


def test_remote_bots_never_play_a_deal_that_they_may_have_seen() -> None:
    values = {"name": "Cup", "engine": "trash", "format": "swiss", "admits_remote": True}
    event = setup.create(actor=arena.organiser(), values=values)
    assert event.deals == "independent"
    with pytest.raises(Invalid, match='deals: "duplicate" cannot be with remote bots') as refused:
        setup.edit(actor=arena.organiser(), tournament_id=event.pk, values={"deals": "duplicate"})
    assert refused.value.errors[0].where == "/deals"
    both = {"admits_remote": False, "deals": "duplicate"}
    assert setup.edit(actor=arena.organiser(), tournament_id=event.pk, values=both).deals == "duplicate"
