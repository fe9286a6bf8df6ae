"""`manage.py fit_pool`: the luck of a pool, estimated from how well its ratings foretold their boards."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.changes import change_parameters
from ratings.management.pools import add_pool, pools, title
from ratings.management.progress import Progress
from ratings.management.table import Cell, table
from ratings.models import Pool
from ratings.records import ReadRecord, read_record
from ratings.skill.fit import Fit, Foretelling, fit
from ratings.skill.prequential import pairs
from tournaments.access.errors import Refused

# Pairs of sides from which on a fit says something of a pool rather than of its first evenings: the standard error of
# a share of one half is then about one in a hundred.
ENOUGH = 2_000


class Command(BaseCommand):
    """Exit status: 0; 1 for a ledger that cannot be replayed; 2 for wrong use."""

    help = "Estimate beta and draw probability of a pool from its ledger. Changes nothing without --apply."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_pool(parser, required=True)
        parser.add_argument("--apply", action="store_true", help="let what was found hold for boards to come")
        parser.add_argument(
            "--reason", default="", help="for the ledger; default: that it was fitted, and what it gains"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        pool = pools(options["pool"])[0]
        if options["reason"] and not options["apply"]:
            raise CommandError("--reason: only with --apply", returncode=2)
        read, found = self._fit(pool)
        count = pairs(read.record)
        self.stdout.write(f"{title(pool)}: {len(read.record.boards):,} boards that count, {count:,} pairs of sides")
        if count:
            self._say(found)
        warnings = list(_warnings(found, count))
        for line in warnings:
            self.stdout.write(f"warning: {line}")
        if not count or found.after is found.before:
            self.stdout.write("nothing on the grid foretells better than the present parameters")
        elif options["apply"]:
            self._apply(pool, found, options["reason"])
        else:
            self.stdout.write("nothing was changed; --apply lets these hold for boards to come")

    def _fit(self, pool: Pool) -> tuple[ReadRecord, Fit]:
        try:
            with Progress(self.stderr, f"pool {pool.pk}", pool.boards_in_ledger) as progress:
                read = read_record(pool.pk, progress)
        except ValueError as exc:
            raise CommandError(f"{title(pool)}: {exc}", returncode=1) from None
        with Progress(self.stderr, f"pool {pool.pk}", 0) as progress:
            found = fit(
                read.record, pool.parameters, lambda done, total: progress.say(f"replay {done} of about {total}")
            )
        return read, found

    def _say(self, found: Fit) -> None:
        columns = ["", "beta", "draw probability", "log-loss", "calibration error"]
        self.stdout.write(table(columns, [_row("before", found.before), _row("after", found.after)], decimals=4))
        error = f" (standard error {found.error:.2g})" if found.error is not None else ""
        self.stdout.write(f"log-loss is in nats a pair; it falls by {found.gain:.4g}{error}")
        for name, foretelling in (("before", found.before), ("after", found.after)):
            self.stdout.write(f"\nforecasts of a win, {name}\n{_calibration(foretelling)}")

    def _apply(self, pool: Pool, found: Fit, reason: str) -> None:
        after = found.after.parameters
        values = {"beta": after.beta, "draw_probability": after.draw_probability}
        reason = reason or f"fitted to the ledger: log-loss {found.before.log_loss:.4f} to {found.after.log_loss:.4f}"
        try:
            changed = change_parameters(actor=None, pool_id=pool.pk, values=values, reason=reason)
        except Refused as exc:
            raise CommandError(exc.message, returncode=2) from None
        self.stdout.write(
            f"applied: parameters {changed.parameters_version} hold for boards to come. What was rated stays as it "
            f"was; manage.py rebuild_ratings --pool {pool.pk} --current-parameters --reason WHY rerates it"
        )


def _row(name: str, found: Foretelling) -> list[Cell]:
    parameters = found.parameters
    return [name, parameters.beta, parameters.draw_probability, found.log_loss, found.calibration.error]


def _calibration(found: Foretelling) -> str:
    rows: list[list[Cell]] = [
        [
            f"{one.low:.1f} to {one.high:.1f}",
            one.count,
            one.forecast,
            one.observed,
            *(one.interval if one.count else ("", "")),
        ]
        for one in found.calibration.bins
    ]
    return table(["forecast", "count", "mean forecast", "observed", "95% from", "to"], rows, decimals=3)


def _warnings(found: Fit, count: int) -> list[str]:
    said = []
    if count < ENOUGH:
        said.append(f"the ledger is small: {count:,} pairs; from about {ENOUGH:,} on a fit says something of the pool")
    if found.after is not found.before and not found.is_clear:
        said.append("the gain is within two standard errors: it may be chance")
    if found.at_edge:
        said.append(
            f"the best {' and '.join(found.at_edge)} lies at the edge of the grid: better values may lie beyond"
        )
    return said
