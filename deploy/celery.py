"""The Celery app: ``celery -A deploy.celery worker``."""

import os

from celery import Celery
from celery.signals import worker_init, worker_process_init

from deploy.process import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("croupier")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


worker_pids: list[int] = []


@worker_init.connect  # type: ignore[untyped-decorator]
def note_the_worker(**_: object) -> None:
    """Before the pool is forked: its processes must know whose they are."""
    worker_pids.append(os.getpid())


@worker_process_init.connect  # type: ignore[untyped-decorator]
def follow_the_worker(**_: object) -> None:
    """A pool process ends with its worker, also when that is killed: nobody would collect what it plays."""
    die_with_parent(worker_pids[-1])
