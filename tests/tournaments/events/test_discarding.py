"""Discarding: drafts alone, by who organises them."""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tournaments.access.errors import Conflict, Missing
from tournaments.events import discarding, setup
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft() -> Tournament:
    return setup.create(actor=arena.organiser(), values={"name": "Cup", "engine": "trash", "format": "swiss"})


def test_a_draft_is_gone(draft) -> None:
    discarding.discard(actor=arena.organiser(), tournament_id=draft.pk)
    assert not Tournament.objects.exists()
    assert AuditEntry.objects.latest("id").verb == "tournament.discard"


@pytest.mark.parametrize("state", ["open", "running", "paused", "finished", "cancelled"])
def test_what_was_open_once_stays(draft, state: str) -> None:
    Tournament.objects.update(state=state)
    with pytest.raises(Conflict, match=f"discard: tournament {draft.pk} is {state}; this needs it to be draft"):
        discarding.discard(actor=arena.organiser(), tournament_id=draft.pk)
    assert Tournament.objects.get().state == state


def test_anothers_draft_is_not_there_for_you(draft) -> None:
    with pytest.raises(Missing):
        discarding.discard(actor=arena.organiser("oscar"), tournament_id=draft.pk)
