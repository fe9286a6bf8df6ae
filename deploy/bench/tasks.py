"""The Celery app of the measurements: that of the service, and a task that does nothing."""

from deploy.celery import app

__all__ = ["app", "noop"]


@app.task(name="bench.noop")  # type: ignore[untyped-decorator]
def noop(number: int) -> None:
    """Takes an id, as a match does, and returns."""
