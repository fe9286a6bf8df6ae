"""`manage.py batch_ratings`: a second opinion of every rating, from all boards at once, in no order."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Avg, F, Max
from django.db.models.functions import Abs

from ratings.management.pools import add_pool, pools, title
from ratings.management.progress import Progress
from ratings.management.table import table
from ratings.models import BatchRating, Build, Pool
from ratings.rebuild import BuildInProgress, LostBuild
from ratings.second_opinion import opine


class Command(BaseCommand):
    """Rounds go on being closed meanwhile. Exit status: 0; 1 for a pool that somebody else is at, or whose ledger
    cannot be replayed; 2 for wrong use.
    """

    help = "Rate whole pools at once, whatever the order of their boards, and show it beside the live ratings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_pool(parser)
        parser.add_argument(
            "--top", type=int, default=10, metavar="N", help="bots to list to whom the order did most; default: 10"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = pools(options["pool"])
        if options["top"] < 0:
            raise CommandError("--top: is at least 0", returncode=2)
        for pool in chosen:
            self._say(pool, self._build(pool), options["top"])

    def _build(self, pool: Pool) -> Build:
        with Progress(self.stderr, f"pool {pool.pk}", pool.boards_in_ledger) as progress:
            try:
                return opine(
                    pool.pk,
                    progress=progress,
                    sweep=lambda number, change: progress.say(f"sweep {number}, greatest change {change:.1e} sigma"),
                )
            except (BuildInProgress, LostBuild) as exc:
                raise CommandError(str(exc), returncode=1) from None
            except ValueError as exc:
                raise CommandError(f"{title(pool)}: {exc}", returncode=1) from None

    def _say(self, pool: Pool, build: Build, top: int) -> None:
        rows = BatchRating.objects.filter(build=build).annotate(
            luck=F("live_mu") - F("mu"), size=Abs(F("live_mu") - F("mu"))
        )
        found = rows.aggregate(mean=Avg("size"), greatest=Max("size"))
        self.stdout.write(f"{title(pool)}: {build.boards:,} boards, {rows.count():,} versions; {build.note}")
        if not found["greatest"]:
            return
        self.stdout.write(f"the luck of the order: {found['mean']:.4g} on average, {found['greatest']:.4g} at most")
        names = ("version__bot__name", "version__number", "version__bot__owner__username")
        lines = rows.order_by("-size", "version").values_list(*names, "live_mu", "live_sigma", "mu", "sigma", "luck")
        if top:
            columns = ["bot", "version", "owner", "live mu", "sigma", "batch mu", "sigma", "luck"]
            self.stdout.write(table(columns, list(lines[:top])))
