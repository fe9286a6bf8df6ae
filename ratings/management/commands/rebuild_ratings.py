"""`manage.py rebuild_ratings`: replays the ledger and shows what follows from it, or says what that would change."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError

from ratings.changes import PARAMETERS, rerate, wanted_parameters
from ratings.comparison import (
    Comparison,
    compare,
    preview_counted,
    preview_rebuild,
    preview_rerate,
)
from ratings.management.pools import add_pool, described, movers, pools, title
from ratings.management.progress import Progress
from ratings.models import Pool
from ratings.rebuild import BuildInProgress, LostBuild, rebuild
from ratings.state import PoolState
from tournaments.access.errors import Refused

T = TypeVar("T")


class Command(BaseCommand):
    """Rounds go on being closed meanwhile. Exit status: 0; 1 for a pool that somebody else builds at this moment, or
    whose ledger cannot be replayed; 2 for wrong use.
    """

    help = "Replay the ledger of rated boards, say what differs from the ratings shown, and show what follows from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_pool(parser)
        parser.add_argument("--dry-run", action="store_true", help="only say what would change; changes nothing")
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--current-parameters",
            action="store_true",
            help="let every board so far count as if it had been played under the pool's current parameters",
        )
        what.add_argument(
            "--parameter",
            action="append",
            type=_parameter,
            metavar="NAME=VALUE",
            help=f"as if it had been played under another {', '.join(PARAMETERS)}; repeatable, with --dry-run alone",
        )
        what.add_argument(
            "--void", nargs="+", type=int, metavar="MATCH", help="as if these matches were void; with --dry-run alone"
        )
        what.add_argument(
            "--restore", nargs="+", type=int, metavar="MATCH", help="as if these counted again; with --dry-run alone"
        )
        parser.add_argument("--reason", default="", help="why, for the ledger; --current-parameters needs it")
        parser.add_argument("--top", type=int, default=20, metavar="N", help="lines of the table; default: 20")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = pools(options["pool"])
        _check(options)
        top = options["top"]
        if matches := options["void"] or options["restore"]:
            self._counted(chosen, matches, options["restore"] is not None, top)
            return
        for pool in chosen:
            if options["dry_run"]:
                self._preview(pool, top, is_rerating=options["current_parameters"], others=options["parameter"])
            else:
                self._rebuild(pool, options["reason"] if options["current_parameters"] else None, top)

    def _preview(self, pool: Pool, top: int, *, is_rerating: bool, others: list[tuple[str, float]] | None) -> None:
        try:
            parameters = wanted_parameters(pool, dict(others)) if others else None
        except Refused as exc:
            raise CommandError(f"--parameter: {exc.message}", returncode=2) from None

        def preview(progress: Progress) -> Comparison:
            if is_rerating or parameters is not None:
                return preview_rerate(pool.pk, progress, parameters=parameters, top=top)
            return preview_rebuild(pool.pk, progress, top=top)

        self._say(pool, self._told(pool, preview))

    def _counted(self, chosen: list[Pool], matches: list[int], counted: bool, top: int) -> None:
        pool_ids = {pool.pk: pool for pool in chosen}
        found = [one for one in preview_counted(matches, counted, top=top) if one.pool_id in pool_ids]
        if not found:
            self.stdout.write("none of these matches was rated there: nothing would change")
        for one in found:
            self._say(pool_ids[one.pool_id], one)

    def _rebuild(self, pool: Pool, reason: str | None, top: int) -> None:
        found: list[Comparison] = []

        def look(shown: Pool, state: PoolState) -> None:
            found.append(compare(shown, state, top=top))

        try:
            if reason is not None:
                rerate(actor=None, pool_id=pool.pk, reason=reason)
            build = self._told(pool, lambda progress: rebuild(pool.pk, progress=progress, look=look))
        except (BuildInProgress, LostBuild) as exc:
            raise CommandError(str(exc), returncode=1) from None
        except Refused as exc:
            raise CommandError(exc.message, returncode=2) from None
        self._say(pool, found[0])
        self.stdout.write(f"{title(pool)}: shows build {build.pk}")

    def _told(self, pool: Pool, work: Callable[[Progress], T]) -> T:
        with Progress(self.stderr, f"pool {pool.pk}", pool.boards_in_ledger) as progress:
            try:
                return work(progress)
            except ValueError as exc:
                raise CommandError(f"{title(pool)}: {exc}", returncode=1) from None

    def _say(self, pool: Pool, found: Comparison) -> None:
        self.stdout.write(f"{title(pool)}: {described(found)}")
        if found.lines:
            self.stdout.write(movers(found))


def _parameter(text: str) -> tuple[str, float]:
    """`beta=4.2`. Raises ArgumentTypeError."""
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} does not read like beta=4.2") from None


def _check(options: Mapping[str, Any]) -> None:
    """End the command with status 2 where options do not go together."""
    if options["top"] < 0:
        raise CommandError("--top: is at least 0", returncode=2)
    if not options["dry_run"]:
        for name in ("void", "restore"):
            if options[name]:
                raise CommandError(f"--{name}: only with --dry-run; the organiser of the event {name}s", returncode=2)
        if options["parameter"]:
            raise CommandError("--parameter: only with --dry-run; staff change a pool's parameters", returncode=2)
        if options["current_parameters"] and not options["reason"].strip():
            raise CommandError("--current-parameters: say in --reason why", returncode=2)
    if options["reason"] and not options["current_parameters"]:
        raise CommandError("--reason: only with --current-parameters; a rebuild needs none", returncode=2)
