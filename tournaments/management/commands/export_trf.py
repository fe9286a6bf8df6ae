"""`manage.py export_trf ID`: prints an event of two seats as a Tournament Report File."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.access.errors import Refused
from tournaments.interchange.reports import trf
from tournaments.models import Tournament
from tournaments.trf.write import Form


class Command(BaseCommand):
    """Who has the shell sees what the organiser sees: hidden results, barred pairs and requested byes too."""

    help = "Print a tournament of two seats as a FIDE Tournament Report File (TRF)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", type=int, metavar="ID", help="id of the tournament")
        parser.add_argument(
            "--form", choices=[form.value for form in Form], default=Form.TRF26.value, help="default: %(default)s"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        number = options["tournament"]
        try:
            tournament = Tournament.objects.filter(pk=number).first()
        except OverflowError:
            tournament = None
        if tournament is None:
            raise CommandError(f"there is no tournament {number}")
        try:
            text = trf(tournament, Form(options["form"]), insider=True)
        except Refused as exc:
            raise CommandError(exc.message) from None
        self.stdout.write(text, ending="")
