"""Who looks at the admin in these tests, and what there is to look at."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.admin.world import World


@pytest.fixture
def world(db: None) -> World:
    """What a test asks for is made."""
    return World()


@pytest.fixture
def everything(world: World) -> World:
    """The world with a row of every model."""
    return world.complete()


def client_of(username: str, **rights: bool) -> Client:
    """A browser in which the account is logged in; ask for it after `everything`, which sets all passwords."""
    client = Client()
    client.force_login(User.objects.create(username=username, **rights))
    return client


@pytest.fixture
def root(db: None) -> Client:
    """A superuser."""
    return client_of("root", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(db: None) -> Client:
    """Staff without any permission of Django's."""
    return client_of("staffer", is_staff=True)


@pytest.fixture
def visitor(db: None) -> Client:
    """An account that is no staff."""
    return client_of("visitor")
