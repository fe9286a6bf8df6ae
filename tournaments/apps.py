"""The Django app of events, bots and matches."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from plugins import registry
        from tournaments import tasks  # noqa: F401  (so that whoever sends a task knows it)

        registry.current()  # a misspelt hook is an error at start
