"""Accounts, tokens and clients for the tests of access."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import cache
from rest_framework.test import APIClient

from tournaments.access.actors import ORGANISE_PERMISSION
from tournaments.access.tokens import create_token


@pytest.fixture(autouse=True)
def _fresh_throttles() -> None:
    cache.clear()


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob")


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("sue", is_staff=True)


@pytest.fixture
def organiser(db: None) -> User:
    """An account with the permission that `organise` needs, whether or not Tournament has declared it yet."""
    from django.contrib.contenttypes.models import ContentType

    app, codename = ORGANISE_PERMISSION.split(".")
    kind, _ = ContentType.objects.get_or_create(app_label=app, model="tournament")
    permission, _ = Permission.objects.get_or_create(content_type=kind, codename=codename)
    user = User.objects.create_user("oda")
    user.user_permissions.add(permission)
    return user


@pytest.fixture
def client_of() -> Callable[..., APIClient]:
    """A client with a new token of the user's."""

    def make(user: User, *scopes: str) -> APIClient:
        _, text = create_token(owner=user, name="test", scopes=scopes or ("read", "bots"))
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
        return client

    return make


@pytest.fixture
def anonymous() -> APIClient:
    return APIClient(raise_request_exception=False)
