"""What staff and organisers may try before they do it to a pool: the same rights and checks, and nothing is changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ratings.changes import require_staff, wanted_parameters
from ratings.comparison import Comparison, preview_rerate
from ratings.models import Pool
from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Conflict, Missing

# Boards of a ledger that are replayed while somebody waits: a few seconds.
MOST_BOARDS = 100_000


def try_parameters(*, actor: Actor, pool_id: int, values: Mapping[str, Any]) -> Comparison:
    """What `change_parameters` and then `rerate` would change in what is shown. For staff.

    Raises NotAllowed, Missing, Invalid for a value out of bounds, Conflict for a ledger of more than 100,000 boards.
    """
    require_staff(actor, "change_parameters")
    pool = small_enough(pool_id, "".join(f" --parameter {name}={value}" for name, value in values.items()))
    return preview_rerate(pool_id, parameters=wanted_parameters(pool, values))


def try_rerate(*, actor: Actor, pool_id: int) -> Comparison:
    """What `rerate` would change in what is shown. For whoever may organise. Raises as above."""
    actor.require(Scope.ORGANISE)
    small_enough(pool_id, " --current-parameters")
    return preview_rerate(pool_id)


def small_enough(pool_id: int, options: str) -> Pool:
    """The pool, if its ledger is replayed while somebody waits. Raises Missing, Conflict (`too_large`) otherwise.

    options  of `manage.py rebuild_ratings --dry-run` that say the same at the shell
    """
    pool = Pool.objects.filter(pk=pool_id).first()
    if pool is None:
        raise Missing(f"there is no pool {pool_id}")
    boards = pool.boards_in_ledger
    if boards > MOST_BOARDS:
        raise Conflict(
            f"dry_run: pool {pool_id} has {boards:,} boards, and no more than {MOST_BOARDS:,} are replayed here; "
            f"at the shell: manage.py rebuild_ratings --pool {pool_id} --dry-run{options}",
            code="too_large",
        )
    return pool
