"""A broker that is away stops nobody: verbs succeed, and their messages are sent when it is back."""

from __future__ import annotations

import pytest

from tests.e2e.stack import Stack
from tests.tournaments import arena
from tournaments.dispatch.send import waiting_messages
from tournaments.models import Match

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_it_counts_the_messages_that_wait(stack: Stack) -> None:
    assert waiting_messages() == 0
    arena.event(6)
    assert waiting_messages() == 3


def test_a_start_without_broker_succeeds_and_is_made_good_later(stack: Stack) -> None:
    stack.broker.kill()
    event = arena.event(2)
    assert event.state == "running"
    assert waiting_messages() is None
    stack.broker.start()
    stack.worker()
    stack.beat()
    stack.wait_finished(event)
    assert Match.objects.get(round__tournament=event).attempt == 1
