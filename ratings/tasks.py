"""The Celery tasks of ratings: each carries ids only and calls one function.

What takes long has a queue of its own, `ratings`, whose worker does one thing at a time: no round waits for it.
"""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from ratings.rebuild import BuildInProgress, drop_left, due, left
from ratings.rebuild import rebuild as build_anew
from ratings.second_opinion import opine, overdue

_LONG = 6 * 3600


@shared_task(name="ratings.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    # What is still to be done when the next sweep comes is asked for again: no message need outlive this one.
    soon = {"expires": settings.CROUPIER_SWEEP_SECONDS}
    for pool_id in due():
        rebuild.apply_async((pool_id,), **soon)
    if left():
        drop.apply_async(**soon)


@shared_task(name="ratings.rebuild", time_limit=_LONG)  # type: ignore[untyped-decorator]
def rebuild(pool_id: int) -> None:
    if pool_id not in due():
        return
    try:
        build_anew(pool_id)
    except BuildInProgress:
        return


@shared_task(name="ratings.drop", time_limit=_LONG)  # type: ignore[untyped-decorator]
def drop() -> None:
    drop_left()


@shared_task(name="ratings.batch")  # type: ignore[untyped-decorator]
def batch() -> None:
    for pool_id in overdue():
        batch_pool.delay(pool_id)


@shared_task(name="ratings.batch_pool", time_limit=_LONG)  # type: ignore[untyped-decorator]
def batch_pool(pool_id: int) -> None:
    if pool_id not in overdue():
        return
    try:
        opine(pool_id)
    except BuildInProgress:
        return
