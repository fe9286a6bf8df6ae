"""How the service is put together: settings, processes, scripts."""

from deploy.celery import app as celery_app

__all__ = ["celery_app"]
