"""The API held against its own schema: generated requests, right and wrong ones, at every operation."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.config import CoveragePhaseConfig, GenerationConfig, PhasesConfig, ProjectConfig, ProjectsConfig
from schemathesis.config import SchemathesisConfig as Config
from schemathesis.specs.openapi import checks

from ratings.models import Pool
from tests.tournaments import arena, reporting
from tests.tournaments.api.conftest import caller
from tests.tournaments.bots.uploading import sandbox_at
from tests.tournaments.trials import challenge, play
from tournaments.access.fields import MAX_ID
from tournaments.bots import notices
from tournaments.dispatch import claim
from tournaments.models import Bot, Match, Notice, Token

pytestmark = pytest.mark.django_db

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
QUICK, THOROUGH = 5, 40


def load(*, coverage: bool) -> Any:
    """The schema; with `coverage`, every boundary of every field is tried besides what is drawn."""
    project = ProjectConfig(
        phases=PhasesConfig(coverage=CoveragePhaseConfig(enabled=coverage)),
        # The headers of authentication are set below.
        generation=GenerationConfig(deterministic=True, with_security_parameters=False),
    )
    described = SchemaGenerator().get_schema(request=None, public=True)
    loaded = schemathesis.openapi.from_dict(described, config=Config(projects=ProjectsConfig(default=project)))
    loaded.app = get_wsgi_application()
    return loaded


def drawn(examples: int) -> settings:
    """The same requests in every run."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


quick, thorough = load(coverage=False), load(coverage=True)


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Ids of what there is, by resource, and the headers of an organiser. What a test changes is undone after it."""
    claim.forget()  # it is made before what forgets for each test
    with django_db_blocker.unblock(), transaction.atomic():
        sandbox_at()
        organiser = arena.organiser("olga")
        running = arena.event(3, options={"start_size": 1})
        arena.play_round(running)
        hidden = arena.event(3, options={"start_size": 1}, format="swiss", rounds=2, hidden=True)
        arena.play_round(hidden)
        opened = arena.event(2, start=False)
        draft = arena.setup.create(actor=organiser, values={"name": "Cup", "engine": "trash", "format": "swiss"})
        bots = list(Bot.objects.order_by("pk").values_list("pk", flat=True))
        Bot.objects.filter(pk__in=bots[:3]).update(owner=organiser.user)
        told = Bot.objects.get(pk=bots[0])
        reporting.trial(told, state="finished", verdict="crash")
        notices.tell(told.active, Notice.Kind.LIFTED, "It is so.")
        client = caller(organiser, "read", "bots", "organise")
        yield {
            "tournaments": [running.pk, hidden.pk, opened.pk, draft.pk],
            "matches": list(Match.objects.order_by("pk").values_list("pk", flat=True)),
            "bots": bots,
            "pools": list(Pool.objects.values_list("pk", flat=True)),
            "notices": list(Notice.objects.values_list("pk", flat=True)),
            "tokens": list(Token.objects.values_list("pk", flat=True)),
            "trials": [play(challenge(by="olga")).pk, challenge(by="olga").pk],
            "number": [1, 2],
            "headers": {"Authorization": client._credentials["HTTP_AUTHORIZATION"]},
        }
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _as_in_tests(monkeypatch):
    """Clients ask as often as they like, and the end of a request leaves the test's transaction alone."""
    monkeypatch.setattr(
        SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "account", "play", "registration"))
    )
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask(case: Any, world: dict[str, Any]) -> None:
    """Send the request as nobody, then as one who may organise and owns bots.

    Every other right number in its address becomes that of something there.
    """
    resource = case.path.removeprefix("/api/v1/").split("/")[0]
    for name, value in case.path_parameters.items():
        there = world.get({"number": "number", "bot_id": "bots"}.get(name, resource), [])
        if isinstance(value, int) and 0 < value <= MAX_ID and value % 2 and there:
            case.path_parameters[name] = there[value // 2 % len(there)]
    for headers in ({}, world["headers"]):
        case.call_and_validate(headers=headers, checks=CHECKS)


@quick.parametrize()
@drawn(QUICK)
def test_it_keeps_its_promises(case, world):
    ask(case, world)


@pytest.mark.long
@thorough.parametrize()
@drawn(THOROUGH)
def test_it_keeps_its_promises_at_length(case, world):
    ask(case, world)
