"""What the commands about pools share: which pools are meant, and how a comparison reads on a terminal."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator

from django.core.management.base import CommandError

from ratings.comparison import Comparison, Move, Standing
from ratings.management.table import Cell, table
from ratings.models import Pool

_COLUMNS = ["bot", "version", "owner", "mu", "to", "sigma", "to", "score", "to", "change", "rank", "to"]


def add_pool(parser: ArgumentParser, *, required: bool = False) -> None:
    """The option that names a pool."""
    text = "id of the pool" if required else "id of the pool; default: every pool"
    parser.add_argument("--pool", type=int, required=required, metavar="ID", help=text)


def pools(pool_id: int | None) -> list[Pool]:
    """The pool that was named, or all of them. Ends the command with status 2 if there is none of that id."""
    found = list(Pool.objects.order_by("pk") if pool_id is None else Pool.objects.filter(pk=pool_id))
    if pool_id is not None and not found:
        raise CommandError(f"--pool: there is no pool {pool_id}", returncode=2)
    return found


def title(pool: Pool) -> str:
    return f"pool {pool.pk}, {pool.title}"


def described(found: Comparison) -> str:
    """A comparison in a sentence."""
    counted = f"boards {found.boards:,}, versions {found.versions:,}"
    if found.is_same:
        return f"{counted}: nothing differs"
    parts = [
        f"mu moves by more than 1e-9 for {found.moved:,}, "
        f"by {found.greatest:.4g} at most and {found.mean:.4g} on average"
    ]
    if found.others:
        parts.append(f"sigma, counts or marks differ for {found.others:,}")
    if found.missing:
        parts.append(f"in the ledger alone: {found.missing:,}")
    if found.surplus:
        parts.append(f"not in the ledger: {found.surplus:,}")
    return f"{counted}: {'; '.join(parts)}"


def movers(found: Comparison) -> str:
    """The lines of a comparison as a table."""
    return table(_COLUMNS, [list(_row(line)) for line in found.lines])


def _row(line: Move) -> Iterator[Cell]:
    yield from (line.name, line.number, line.owner)
    before, after = line.before, line.after
    for name in ("mu", "sigma", "score"):
        yield from (_value(before, name), _value(after, name))
    yield None if before is None or after is None else line.change
    yield from (_value(before, "rank"), _value(after, "rank"))


def _value(standing: Standing | None, name: str) -> float | int | None:
    return None if standing is None else getattr(standing, name)
