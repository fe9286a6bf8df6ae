"""`manage.py verify_ratings`: whether what the pools show follows from their ledgers, to 1e-9."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.management.pools import add_pool, pools, title
from ratings.management.progress import Progress
from ratings.verification import Findings, verify


class Command(BaseCommand):
    """Rounds go on being closed meanwhile. Exit status: 0; 1 if anything differs; 2 for wrong use."""

    help = "Replay the ledgers of rated boards and compare everything that is shown with what follows from them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_pool(parser)
        parser.add_argument(
            "--most", type=int, default=20, metavar="N", help="differences to print of each kind; default: 20"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["most"] < 1:
            raise CommandError("--most: is at least 1", returncode=2)
        chosen = pools(options["pool"])
        wrong = 0
        for pool in chosen:
            with Progress(self.stderr, f"pool {pool.pk}", pool.boards_in_ledger) as progress:
                findings = verify(pool.pk, progress, most=options["most"])
            self._say(f"{title(pool)}: ", findings)
            wrong += not findings.is_right
        if wrong:
            raise CommandError(f"{wrong} of {len(chosen)} pools do not show what their ledgers say", returncode=1)

    def _say(self, where: str, findings: Findings) -> None:
        looked_at = ", ".join(f"{name} {count:,}" for name, count in findings.looked_at.items())
        if findings.is_right:
            self.stdout.write(f"{where}right: {looked_at}")
        else:
            counts = ", ".join(f"{part} {count:,}" for part, count in findings.counts.items())
            self.stdout.write(f"{where}differs: {counts}")
            for line in findings.differences:
                self.stdout.write(f"  {line}")
            for part, count in findings.unsaid.items():
                self.stdout.write(f"  {part}: {count:,} more")
        for note in findings.notes:
            self.stdout.write(f"  note: {note}")
