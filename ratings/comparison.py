"""What a replay of the ledger would change in what a pool shows: asked before matches are voided or ratings rebuilt."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappush, heappushpop
from math import inf

from django.apps import apps
from django.db.models import Model

from ratings.cache import all_lines
from ratings.contestants import chunks
from ratings.ledger import RatedBoard, rehearse_round
from ratings.models import LedgerRow, Pool, Rating
from ratings.replay import Progress, Reading, read, replay
from ratings.skill import Parameters
from ratings.snapshot import snapshot
from ratings.state import Line, PoolState

# A greater difference of two mu is a move; what is less is beyond what ratings promise.
TOLERANCE = 1e-9
# Lines of a comparison.
TOP = 100
_WHOLE_LEDGER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A version's rating; `rank` is 1 + the number of public ratings with a greater score, None if it is not public."""

    mu: float
    sigma: float
    score: float
    rank: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """What happens to the rating of a version, `number` of its bot. `before` or `after` is None where it has none."""

    version: int
    number: int
    bot: int
    name: str
    owner: str
    before: Standing | None
    after: Standing | None

    @property
    def change(self) -> float:
        """By how much the score grows; infinite for a version that is on one side only."""
        if self.before is None or self.after is None:
            return inf
        return self.after.score - self.before.score


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is shown of a pool, and what a replay says.

    boards    rated boards of the ledger, those that count for nothing included
    versions  versions compared: those on both sides
    moved     of these, how many mu move by more than 1e-9
    greatest  the greatest of all |change of mu|, mean: their mean, in the pool's skill units
    others    how many of the versions compared differ in anything but mu: sigma by more than 1e-9, or any of the counts
              and marks of a rating
    missing   versions that only the ledger has, surplus: that only what is shown has
    lines     of versions that differ in anything, the greatest |change of the score| first, at most as many as asked
              for
    """

    pool_id: int
    title: str
    boards: int
    versions: int
    moved: int
    greatest: float
    mean: float
    others: int
    missing: int
    surplus: int
    lines: tuple[Move, ...]

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not (self.moved or self.others or self.missing or self.surplus)


def preview(pool_id: int, reading: Reading, progress: Progress | None = None, *, top: int = TOP) -> Comparison:
    """What the pool would show if its ledger were read so. Changes nothing and holds nobody up.

    Raises Pool.DoesNotExist, ValueError for a board that was rated by another algorithm.
    """
    return _preview(pool_id, lambda _: reading, progress, top)


def preview_rebuild(pool_id: int, progress: Progress | None = None, *, top: int = TOP) -> Comparison:
    """What a rebuild would change now: nothing, unless one is due or something went wrong. Raises as `preview`."""
    return _preview(pool_id, lambda reading: reading, progress, top)


def preview_rerate(
    pool_id: int, progress: Progress | None = None, *, parameters: Parameters | None = None, top: int = TOP
) -> Comparison:
    """What would change if every board so far had been played under the current constants, or under others.

    Raises as `preview`.
    """

    def rerated(reading: Reading) -> Reading:
        edition = Pool.objects.get(pk=pool_id).parameters_version
        editions = dict(reading.editions)
        if parameters is not None:
            edition += 1
            editions[edition] = parameters.admit_draws()
        return replace(reading, editions=editions, rerated=(reading.through + 1, _WHOLE_LEDGER, edition))

    return _preview(pool_id, rerated, progress, top)


def preview_counted(
    match_ids: Iterable[int], counted: bool, progress: Progress | None = None, *, top: int = TOP
) -> list[Comparison]:
    """What would change if the boards of these matches counted no more, or again; one for each pool that rated any.

    Pools in the order of their ids. Matches that were never rated are passed over. Raises as `preview`.
    """
    wanted = frozenset(match_ids)
    pools: dict[int, None] = {}
    for chunk in chunks(sorted(wanted)):
        rows = LedgerRow.objects.filter(match_id__in=chunk).order_by("pool_id")
        pools.update(dict.fromkeys(rows.values_list("pool_id", flat=True)))

    def changed(reading: Reading) -> Reading:
        return replace(reading, voided=reading.voided - wanted if counted else reading.voided | wanted)

    return [_preview(pool_id, changed, progress, top) for pool_id in sorted(pools)]


def preview_match_changes(
    pool_id: int,
    *,
    voided: Iterable[int] = (),
    restored: Iterable[int] = (),
    boards: Sequence[RatedBoard] = (),
    top: int = TOP,
) -> Comparison:
    """What would change if the boards of some matches counted no more, those of others again, and these were appended.

    Raises as `preview`, and ValueError for boards that do not fit the pool.
    """
    with snapshot():
        pool, reading = Pool.objects.get(pk=pool_id), read(pool_id)
        counted = replace(reading, voided=reading.voided.union(voided).difference(restored))
        state = replay(pool_id, reading=counted)
        rehearse_round(pool, state, boards)
        return compare(pool, state, top=top)


def _preview(pool_id: int, change: Callable[[Reading], Reading], progress: Progress | None, top: int) -> Comparison:
    with snapshot():
        pool = Pool.objects.get(pk=pool_id)
        return compare(pool, replay(pool_id, reading=change(read(pool_id)), progress=progress), top=top)


def compare(pool: Pool, state: PoolState, *, top: int = TOP) -> Comparison:
    """What a pool shows beside a pool in memory, both at the same place of the ledger: to be called in one snapshot.

    Of the ratings shown only a few are in memory at a time, and of the differences those that are asked for.
    """
    shown = _Scores()
    heap: list[tuple[float, int, Line | None, Line | None]] = []
    versions = moved = others = surplus = 0
    greatest = total = 0.0

    def note(size: float, version: int, before: Line | None, after: Line | None) -> None:
        # Equal sizes stand in the order of their versions' ids.
        entry = (size, -version, before, after)
        if len(heap) < top:
            heappush(heap, entry)
        elif top:
            heappushpop(heap, entry)

    for line in all_lines(pool.build_id) if pool.build_id is not None else ():
        shown.add(line)
        other = state.lines.get(line.version)
        if other is None:
            surplus += 1
            note(inf, line.version, line, None)
            continue
        distance = abs(other.mu - line.mu)
        versions += 1
        total += distance
        greatest = max(greatest, distance)
        moved += distance > TOLERANCE
        differs = is_different(line, other)
        others += differs
        if differs or distance > TOLERANCE:
            note(abs(other.belief.score - line.belief.score), line.version, line, other)
    replayed = _Scores()
    for line in state.lines.values():
        replayed.add(line)
    if versions < len(state.lines):
        known = frozenset(Rating.objects.filter(build=pool.build).values_list("version_id", flat=True))
        for version in state.lines.keys() - known:
            note(inf, version, None, state.lines[version])
    found = [(before, after) for _, _, before, after in sorted(heap, key=lambda entry: (-entry[0], -entry[1]))]
    return Comparison(
        pool_id=pool.pk,
        title=pool.title,
        boards=pool.boards_in_ledger,
        versions=versions,
        moved=moved,
        greatest=greatest,
        mean=total / versions if versions else 0.0,
        others=others,
        missing=len(state.lines) - versions,
        surplus=surplus,
        lines=tuple(_moves(found, shown, replayed)),
    )


def is_different(one: Line, other: Line) -> bool:
    """Whether two lines of one version differ in anything but mu; sigmas within 1e-9 are the same."""
    return abs(one.sigma - other.sigma) > TOLERANCE or one.counts != other.counts


class _Scores:
    """The public scores of a pool."""

    def __init__(self) -> None:
        self._scores: list[float] = []
        self._sorted = True

    def add(self, line: Line) -> None:
        if line.public:
            self._scores.append(line.belief.score)
            self._sorted = False

    def standing(self, line: Line | None) -> Standing | None:
        """How a line stands among all that were added."""
        if line is None:
            return None
        if not self._sorted:
            self._scores.sort()
            self._sorted = True
        score = line.belief.score
        rank = len(self._scores) - bisect_right(self._scores, score) + 1 if line.public else None
        return Standing(line.mu, line.sigma, score, rank)


def _moves(found: list[tuple[Line | None, Line | None]], shown: _Scores, replayed: _Scores) -> Iterator[Move]:
    model: type[Model] = apps.get_model("tournaments", "BotVersion")
    versions = [(after or before).version for before, after in found]  # type: ignore[union-attr]
    names: dict[int, tuple[int, int, str, str]] = {}
    for chunk in chunks(versions):
        rows = model._default_manager.filter(pk__in=chunk)
        for version, *rest in rows.values_list("pk", "number", "bot_id", "bot__name", "bot__owner__username"):
            names[version] = tuple(rest)
    for version, (before, after) in zip(versions, found, strict=True):
        yield Move(version, *names[version], before=shown.standing(before), after=replayed.standing(after))
