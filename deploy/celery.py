"""The Celery app: ``celery -A deploy.celery worker``."""

import os

from celery import Celery
from celery.signals import worker_process_init
from django.db import connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("croupier")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect  # type: ignore[untyped-decorator]
def keep_the_connection(**_: object) -> None:
    """A pool process keeps its connection to the database from task to task; a broken one is closed after its task."""
    connections.settings["default"].update(CONN_MAX_AGE=None, CONN_HEALTH_CHECKS=False)
