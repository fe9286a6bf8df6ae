"""`manage.py pair --trf FILE`: pairs the next round of a Tournament Report File, or checks the rounds it has."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.management.trf_file import read_file
from tournaments.pairing.base import CannotPair, Field, Format, Pairings
from tournaments.pairing.dutch import Dutch
from tournaments.pairing.registry import get
from tournaments.trf.check import Difference, differences, paired
from tournaments.trf.fields import format_of, format_options, to_field
from tournaments.trf.values import Report, TrfError

_FORMATS = ("dutch", "swiss", "round_robin")


class Command(BaseCommand):
    """Exit status: 0; 1 for a round that cannot be paired, or with --check one that differs; 2 for a wrong file or use.
    It needs no database.
    """

    help = "Pair the next round of a FIDE Tournament Report File (TRF), or check the rounds that are in it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--trf", required=True, metavar="FILE", help="the file; - is standard input")
        parser.add_argument(
            "--format", choices=_FORMATS, help="default: what the file says in 192 or 092, and dutch if that is neither"
        )
        parser.add_argument(
            "--round", type=int, metavar="N", help="default: the next, with --check all that are paired"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument(
            "--check", action="store_true", help="pair what is paired from the history before it; 1 if it differs"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = read_file(options["trf"])
            chosen = get(options["format"] or format_of(report))
            if options["check"]:
                self._check(report, chosen, options["round"], as_json=options["json"])
            else:
                field = _field(report, chosen, options["round"] or report.played + 1)
                if report.rounds is None and chosen.id == "dutch" and field.round == field.rounds:
                    self.stderr.write(f"142 or XXR is missing: round {field.round} is paired as the last")
                self._pair(report, chosen, field, as_json=options["json"])
        except TrfError as exc:
            raise CommandError(f"{options['trf']}: {exc}", returncode=2) from None

    def _pair(self, report: Report, chosen: Format, field: Field, *, as_json: bool) -> None:
        try:
            pairings = chosen.pair(field)
        except CannotPair as exc:
            raise CommandError(str(exc), returncode=1) from None
        if as_json:
            self.stdout.write(json.dumps({"format": chosen.id, "round": field.round, **_data(pairings)}))
            return
        self.stdout.write(f"{report.name or 'Tournament'}, round {field.round}, {chosen.title}")
        for line in _lines(report, pairings):
            self.stdout.write(line)

    def _check(self, report: Report, chosen: Format, only: int | None, *, as_json: bool) -> None:
        rounds = [only] if only is not None else list(range(1, report.played + 1))
        if not set(rounds) <= set(range(1, report.played + 1)) or not rounds:
            wrong = f"round {only} is not one of the {report.played} in it" if rounds else "no round in it is paired"
            raise TrfError(wrong)
        found: dict[int, Difference] = {}
        for round_ in rounds:
            difference = differences(report, chosen, _field(report, chosen, round_))
            if difference:
                found[round_] = difference
            if not as_json:
                self.stdout.write(f"round {round_}: {difference or 'the same'}")
        if as_json:
            data = {str(round_): difference.data() for round_, difference in found.items()}
            self.stdout.write(json.dumps({"format": chosen.id, "rounds": rounds, "differences": data}))
        if found:
            raise CommandError(f"{len(found)} of {len(rounds)} rounds differ from {chosen.title}", returncode=1)


def _field(report: Report, chosen: Format, round_: int) -> Field:
    options = format_options(report, chosen)
    if chosen.id == Dutch.id:
        # An arbiter wants to hear that there is no legal pairing, rather than see another one.
        options["impossible"] = "stop"
    return replace(to_field(report, round_), options=options)


def _data(pairings: Pairings) -> dict[str, Any]:
    return {
        "tables": [
            {"table": number, "entrants": list(table.entrants), "why": table.why}
            for number, table in enumerate(pairings.tables, 1)
        ],
        "byes": [{"entrant": rest.entrant, "why": rest.why} for rest in pairings.byes],
        "forfeits": [
            {"entrants": list(forfeit.entrants), "winner": forfeit.winner, "why": forfeit.why}
            for forfeit in pairings.forfeits
        ],
        "notes": list(pairings.notes),
    }


def _lines(report: Report, pairings: Pairings) -> Iterator[str]:
    names = {player.number: f"{player.number} {player.name}".rstrip() for player in report.players}
    width = max((len(names[number]) for number in paired(pairings)), default=0)
    for number, table in enumerate(pairings.tables, 1):
        first, second = (names[entrant] for entrant in table.entrants)
        yield f"{number:>4}  {first:<{width}}  v  {second:<{width}}  {table.why}"
    for forfeit in pairings.forfeits:
        first, second = (names[entrant] for entrant in forfeit.entrants)
        yield f"   -  {first:<{width}}  v  {second:<{width}}  {forfeit.why}"
    for rest in pairings.byes:
        yield f" bye  {names[rest.entrant]:<{width}}     {'':<{width}}  {rest.why}"
    for note in pairings.notes:
        yield f"note: {note}"
