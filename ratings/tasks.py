"""The Celery tasks of ratings: each carries ids only and calls one function."""

from __future__ import annotations

from celery import shared_task

from ratings.rebuild import BuildInProgress, drop_left, due
from ratings.rebuild import rebuild as build_anew


@shared_task(name="ratings.rebuild", time_limit=6 * 3600)  # type: ignore[untyped-decorator]
def rebuild(pool_id: int) -> None:
    try:
        build_anew(pool_id)
    except BuildInProgress:
        return


@shared_task(name="ratings.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    for pool_id in due():
        rebuild.delay(pool_id)
    drop_left()
