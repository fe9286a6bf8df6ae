"""What may be a name: of a bot, an event, a token."""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tournaments.access.errors import Invalid
from tournaments.access.names import checked_name
from tournaments.access.tokens import create_token
from tournaments.bots.registering import create_bot
from tournaments.events import setup

UNSEEN = {
    "a line break": "a\nb",
    "a tab": "a\tb",
    "a change of direction": "a\u202eb",
    "a letter of no width": "a\u200bb",
    "a line separator": "a\u2028b",
    "a blank that does not break": "a\u00a0b",
    "a byte order mark": "a\ufeffb",
    "delete": "a\x7fb",
    "half a surrogate pair": "a\ud800b",
}


@pytest.mark.parametrize("name", ["x", "Überläufer 🂡", "<b>bold</b>", "牌 shark", "שלום", "x" * 64])
def test_what_can_be_seen_is_a_name(name) -> None:
    assert checked_name(f"  {name}\n", longest=64) == name


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN.keys())
def test_what_cannot_be_seen_is_named_with_its_place(name) -> None:
    with pytest.raises(Invalid) as refusal:
        checked_name(name, longest=64)
    assert refusal.value.message == f"name: character 2 is U+{ord(name[1]):04X}, which cannot be seen; leave it out"
    assert [error.where for error in refusal.value.errors] == ["/name"]


@pytest.mark.parametrize(("name", "length"), [("", 0), (" \n ", 0), ("x" * 65, 65)])
def test_the_length_counts_without_the_blanks_around(name, length) -> None:
    with pytest.raises(Invalid, match=f"name: {length} characters are not 1 to 64"):
        checked_name(name, longest=64)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["a\u202eb", "a\nb", ""])
def test_bots_events_and_tokens_have_such_names_alone(name) -> None:
    ada, olga = arena.owner("ada"), arena.organiser("olga")
    with pytest.raises(Invalid, match="name: "):
        create_bot(actor=ada, name=name, engine="trash")
    with pytest.raises(Invalid, match="name: "):
        setup.create(actor=olga, values={"name": name, "engine": "trash", "format": "swiss"})
    with pytest.raises(Invalid, match="name: "):
        create_token(owner=ada.user, name=name, scopes=["read"], by_operator=True)
