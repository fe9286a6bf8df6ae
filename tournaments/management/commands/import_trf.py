"""`manage.py import_trf FILE --organiser NAME --engine ID`: makes a paused event from a Tournament Report File."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from tournaments.access.actors import Actor
from tournaments.access.errors import Refused
from tournaments.interchange.imports import Wanted, import_report
from tournaments.interchange.plan import FORMATS
from tournaments.management.trf_file import read_file
from tournaments.trf.values import TrfError


class Command(BaseCommand):
    """Every player needs a bot of the organiser's with its name. Nothing is made if anything does not fit; the same
    file once more makes another event.
    """

    help = "Make a paused tournament from a FIDE Tournament Report File (TRF); resume pairs its next round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="- is standard input")
        parser.add_argument("--organiser", required=True, metavar="NAME", help="whose event it is, and whose bots play")
        parser.add_argument("--engine", required=True, metavar="ID", help="the game of the rounds to come")
        parser.add_argument("--variant", default="", metavar="NAME", help="default: the engine's first")
        parser.add_argument("--format", choices=FORMATS, help="default: as the file says, or else dutch")
        parser.add_argument(
            "--rounds", type=int, metavar="N", help="in all; default: as the file says, or else those it has"
        )
        parser.add_argument(
            "--policy", metavar="NAME", help="make a bot that plays it for every player without; default: refuse"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        organiser = User.objects.filter(username=options["organiser"]).first()
        if organiser is None:
            raise CommandError(f"no account {options['organiser']!r}")
        wanted = Wanted(**{name: options[name] for name in ("engine", "variant", "format", "rounds", "policy")})
        try:
            tournament = import_report(actor=Actor(organiser), report=read_file(options["file"]), wanted=wanted)
        except TrfError as exc:
            raise CommandError(f"{options['file']}: {exc}") from None
        except Refused as exc:
            raise CommandError(exc.message) from None
        entries, played = tournament.entries.count(), tournament.round_set.count()
        self.stdout.write(
            f"tournament {tournament.pk}: {tournament.name}, {entries} entries, {played} of {tournament.rounds} rounds "
            "played; it is paused, and resume pairs the next"
        )
