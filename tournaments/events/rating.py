"""Rating: boards enter the ledger as rounds close, and the ledger follows when it changes which matches count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from plugins.chance import Chance
from ratings.changes import set_counted
from ratings.comparison import Comparison, preview_match_changes
from ratings.contestants import chunks
from ratings.dry_runs import small_enough
from ratings.ledger import RatedBoard, append_round, lock
from ratings.models import LedgerRow, Pool
from ratings.pools import ensure_pool, find_pool
from tournaments import history
from tournaments.models import Game, Match, Round, Seat, Tournament
from tournaments.play import deal
from tournaments.rated import counting
from tournaments.standings.scoring import GameResult, board_ranks

UNRATED_VERDICTS = frozenset({"no_show", "disqualified"})


def rate(tournament: Tournament, turns: Sequence[Round]) -> None:
    """Append the boards of closed rounds to the ledger, a round at a time, each in table and board order.

    One pool for each number of seats. All of them are locked before any is written, by id, so that no two closers
    wait for each other.
    """
    rounds = [by_seats(rated_boards(tournament, counting(turn.matches.all()))) for turn in turns]
    pools = _pools(tournament, {seats for boards in rounds for seats in boards})
    lock(pool.pk for pool in pools.values())
    for boards in rounds:
        _append(pools, boards)


def rated_boards(tournament: Tournament, match_ids: Collection[int]) -> Iterator[RatedBoard]:
    """The boards of some matches, given by round and table, whose games were all recorded; by round, table, board.

    A board on which a bot did not show up tells nothing of anyone's skill, and is none of them.
    """
    versions: dict[int, list[int]] = {}
    found: list[tuple[Any, ...]] = []
    for chunk in chunks(match_ids):
        seats = Seat.objects.filter(match__in=chunk).order_by("match_id", "seat")
        for match_id, version in seats.values_list("match_id", "entry__version_id"):
            versions.setdefault(match_id, []).append(version)
        place = ("match__round__number", "match__table", "board")
        games = Game.objects.filter(match__in=chunk).order_by(*place, "rotation")
        found += games.values_list(*place, "match_id", "rotation", "ranks", "scores", "verdicts")
    seed = bytes(tournament.seed or b"")
    for (number, table, board, match_id), group in groupby(found, key=lambda row: row[:4]):
        rows = list(group)
        if any(not UNRATED_VERDICTS.isdisjoint(row[7]) for row in rows):
            continue
        results = [GameResult(board, row[4], tuple(row[5]), tuple(row[6])) for row in rows]
        board_seed = deal.board_seed(seed, round_number=number, table=None, board=board)
        order = list(range(len(versions[match_id])))
        Chance(deal.tie_seed(board_seed, table=table)).stream("order").shuffle(order)
        yield RatedBoard(
            match_id=match_id,
            board=board,
            versions=tuple(versions[match_id]),
            ranks=board_ranks(results, history.basis(tournament)),
            order=tuple(order),
            games=len(results),
        )


def by_seats(boards: Iterable[RatedBoard]) -> dict[int, list[RatedBoard]]:
    """The same boards by the number of seats, the least first; their order stays."""
    found: dict[int, list[RatedBoard]] = {}
    for board in boards:
        found.setdefault(len(board.versions), []).append(board)
    return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Change:
    """Matches of closed rounds of a rated event of which a verb changed whether they count for ratings.

    dropped   count no more
    restored  count again, at their old place in the ledger
    late      count, and did not when their round closed: they are rated as of now
    """

    tournament: Tournament
    dropped: tuple[int, ...]
    restored: tuple[int, ...]
    late: tuple[int, ...]
    reason: str
    by: User


Follow = Callable[[Change], object]


def follow(change: Change) -> None:
    """Let the ledger follow. The event's row is locked; so are, from now on, all pools concerned."""
    boards = by_seats(rated_boards(change.tournament, change.late))
    pools = _pools(change.tournament, boards)
    concerned = LedgerRow.objects.filter(match__in=[*change.dropped, *change.restored]).order_by()
    lock({*concerned.values_list("pool_id", flat=True), *(pool.pk for pool in pools.values())})
    set_counted(match_ids=change.dropped, counted=False, reason=change.reason, by=change.by)
    set_counted(match_ids=change.restored, counted=True, reason=change.reason, by=change.by)
    _append(pools, boards)


@contextmanager
def followed(
    tournament: Tournament, match_ids: Collection[int], *, reason: str, by: User, follow: Follow
) -> Iterator[None]:
    """Let the ledger follow what is done within to matches of an event whose row is locked.

    follow  gets the change, if there is any: `follow` of this module, or what only looks at it
    """
    if not tournament.rated or tournament.is_concealed:
        yield
        return
    rows = Match.objects.filter(pk__in=match_ids, round__state=Round.State.CLOSED)
    before = counting(rows)
    yield
    after = counting(rows)
    gained = [match for match in after if match not in before]
    known = set(LedgerRow.objects.filter(match__in=gained).order_by().values_list("match_id", flat=True))
    change = Change(
        tournament=tournament,
        dropped=tuple(match for match in before if match not in after),
        restored=tuple(match for match in gained if match in known),
        late=tuple(match for match in gained if match not in known),
        reason=reason,
        by=by,
    )
    if change.dropped or gained:
        follow(change)


def rehearse(verb: Callable[..., object], **arguments: Any) -> list[Comparison]:
    """What a verb would do to the ratings: one comparison for each pool in which it would change anything.

    verb  takes `follow` besides its own arguments; all that it does is taken back
    Raises what the verb does, and Conflict (`too_large`) for a pool that is too large to be replayed meanwhile.
    """
    changes: list[Change] = []
    with transaction.atomic():
        verb(**arguments, follow=changes.append)
        transaction.set_rollback(True)
    return [comparison for change in changes for comparison in preview(change)]


def preview(change: Change) -> list[Comparison]:
    """What a change would do, by pool. Changes nothing and holds nobody up. Raises Conflict (`too_large`)."""
    voided, restored = _by_pool(change.dropped), _by_pool(change.restored)
    late: dict[int, list[RatedBoard]] = {}
    for seats, boards in by_seats(rated_boards(change.tournament, change.late)).items():
        # A pool that nobody has made yet has no rating that could move.
        if (pool := find_pool(**_game(change.tournament), seats=seats)) is not None:
            late[pool.pk] = boards
    pools = sorted({*voided, *restored, *late})
    which = "--void" if change.dropped else "--restore"
    matches = " ".join(map(str, change.dropped or (*change.restored, *change.late)))
    for pool_id in pools:
        small_enough(pool_id, f" {which} {matches}")
    return [
        preview_match_changes(
            pool_id,
            voided=voided.get(pool_id, ()),
            restored=restored.get(pool_id, ()),
            boards=late.get(pool_id, ()),
        )
        for pool_id in pools
    ]


def _by_pool(match_ids: Collection[int]) -> dict[int, list[int]]:
    rows = LedgerRow.objects.filter(match__in=match_ids).order_by("pool_id", "match_id").distinct()
    found: dict[int, list[int]] = {}
    for pool_id, match_id in rows.values_list("pool_id", "match_id"):
        found.setdefault(pool_id, []).append(match_id)
    return found


def _game(tournament: Tournament) -> dict[str, Any]:
    """What says, with the number of seats, which pool a board of the event is rated in."""
    assert tournament.rules_version is not None
    return {
        "engine": tournament.engine,
        "options": tournament.options,
        "rules_version": tournament.rules_version,
    }


def _pools(tournament: Tournament, seats: Iterable[int]) -> dict[int, Pool]:
    """The pools of the event for boards of so many seats; made, in this order, where there are none."""
    return {number: ensure_pool(**_game(tournament), seats=number) for number in sorted(seats)}


def _append(pools: Mapping[int, Pool], boards: Mapping[int, Sequence[RatedBoard]]) -> None:
    for seats, found in boards.items():
        append_round(pool_id=pools[seats].pk, boards=found)
