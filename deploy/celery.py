"""The Celery app: ``celery -A deploy.celery worker``."""

import os
from typing import Any

from celery import Celery
from celery.signals import celeryd_after_setup, worker_process_init
from django.db import connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("croupier")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_after_setup.connect  # type: ignore[untyped-decorator]
def leave_programs_to_others(instance: Any, **_: object) -> None:
    """A worker that is to play programs tries the sandbox; without one it does not take their queue."""
    from tournaments.dispatch.hosts import examine
    from tournaments.dispatch.routes import PROGRAMS

    queues = instance.app.amqp.queues
    if PROGRAMS in queues.consume_from:
        if examine():
            queues.deselect(PROGRAMS)
        connections.close_all()  # what comes now are the pool's processes, each with a connection of its own


@worker_process_init.connect  # type: ignore[untyped-decorator]
def keep_the_connection(**_: object) -> None:
    """A pool process keeps its connection to the database from task to task; a broken one is closed after its task."""
    connections.settings["default"].update(CONN_MAX_AGE=None, CONN_HEALTH_CHECKS=False)
