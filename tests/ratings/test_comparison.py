"""What a replay would change, told beforehand: it is what the rebuild then does, and nothing has changed by asking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings import comparison
from ratings.changes import set_counted
from ratings.comparison import (
    Comparison,
    Standing,
    preview,
    preview_counted,
    preview_rebuild,
    preview_rerate,
)
from ratings.ledger import append_event, lock
from ratings.models import LedgerEvent, Pool, Rating
from ratings.rebuild import rebuild
from ratings.replay import read
from ratings.skill import Parameters
from tests.ratings.rows import make_matches, make_pool, make_versions
from tests.ratings.test_rebuild import play, shown
from tournaments.models import Bot, BotVersion

pytestmark = pytest.mark.django_db

WILDER = Parameters(mu0=30.0, sigma0=9.0, beta=3.0, tau=0.5, draw_probability=0.4, delta=2.0)


def standings(pool: Pool) -> dict[int, Standing]:
    """What is shown, ranks by the slow and obvious way."""
    rows = list(Rating.objects.current().filter(pool=pool))
    return {
        row.version_id: Standing(
            row.mu, row.sigma, row.score, 1 + sum(other.public and other.score > row.score for other in rows)
        )
        for row in rows
    }


def check(foretold: Comparison, before: dict[int, Standing], after: dict[int, Standing]) -> None:
    """That a comparison says what became of a pool in which every version is public."""
    assert before.keys() == after.keys()
    moved = {version for version in before if abs(before[version].mu - after[version].mu) > 1e-9}
    distances = [abs(after[version].mu - before[version].mu) for version in before]
    assert (foretold.versions, foretold.moved) == (len(before), len(moved))
    assert foretold.greatest == max(distances)
    assert foretold.mean == pytest.approx(sum(distances) / len(before))
    assert moved
    lines = {line.version: line for line in foretold.lines}
    assert moved <= lines.keys()
    for version, line in lines.items():
        assert (line.before, line.after) == (before[version], after[version])
        bot = Bot.objects.get(pk=line.bot)
        assert (line.name, line.owner, line.number) == (bot.name, bot.owner.username, 3)
    changes = [abs(line.change) for line in foretold.lines]
    assert changes == sorted(changes, reverse=True)


def test_as_long_as_nothing_is_wrong_a_rebuild_changes_nothing() -> None:
    pool, versions = make_pool(3), make_versions(7)
    empty = preview_rebuild(pool.pk)
    assert (empty.boards, empty.versions, empty.mean, empty.is_same, empty.lines) == (0, 0, 0.0, True, ())
    play(pool, versions, 4)
    told: list[int] = []
    found = preview_rebuild(pool.pk, told.append)
    assert found.is_same
    assert (found.pool_id, found.boards, found.versions) == (pool.pk, 8, Rating.objects.current().count())
    assert (found.moved, found.others, found.missing, found.surplus, found.greatest, found.lines) == (0, 0, 0, 0, 0, ())
    assert told == list(range(2, found.boards + 1, 2))


def test_voiding_is_foretold_and_so_is_the_way_back() -> None:
    pool, other, versions = make_pool(), make_pool(3), make_versions(8)
    matches, elsewhere = play(pool, versions, 4), play(other, versions, 2)
    gone = [matches[1], matches[6]]
    before, everything = standings(pool), shown(pool)
    foretold = preview_counted([*gone, *make_matches(1)], False)
    assert [one.pool_id for one in foretold] == [pool.pk]
    assert shown(pool) == everything
    assert not read(pool.pk).voided
    set_counted(match_ids=gone, counted=False, reason="a false start", by=None)
    # It still shows what it did, and now the ledger itself says otherwise.
    assert preview_rebuild(pool.pk) == foretold[0]
    rebuild(pool.pk)
    check(foretold[0], before, standings(pool))
    back = preview_counted(gone, True)[0]
    rows = {row.version: row for row in foretold[0].lines}
    assert {row.version for row in back.lines} == set(rows)
    for row in back.lines:
        assert (row.before, row.after) == (rows[row.version].after, rows[row.version].before)
    both = preview_counted([gone[0], elsewhere[0]], False)
    assert [one.pool_id for one in both] == [pool.pk, other.pk]
    assert [one.is_same for one in both] == [True, False]


def test_a_rerating_is_foretold_under_the_current_and_under_other_parameters() -> None:
    pool, versions = make_pool(), make_versions(6)
    play(pool, versions, 3)
    assert preview_rerate(pool.pk).is_same
    before = standings(pool)
    asked = preview_rerate(pool.pk, parameters=WILDER)
    assert Pool.objects.get(pk=pool.pk).parameters == pool.parameters
    pool = apply(pool, WILDER)
    assert preview_rerate(pool.pk) == asked
    append_event(lock([pool.pk])[pool.pk], LedgerEvent.Kind.RERATE, {"version": 2})
    rebuild(pool.pk)
    check(asked, before, standings(pool))


def apply(pool: Pool, parameters: Parameters) -> Pool:
    """Let other parameters hold from now on."""
    values = {name: getattr(parameters, name) for name in Parameters.__dataclass_fields__}
    append_event(lock([pool.pk])[pool.pk], LedgerEvent.Kind.PARAMETERS, {"version": 2, **values})
    Pool.objects.filter(pk=pool.pk).update(parameters_version=2, **values)
    return Pool.objects.get(pk=pool.pk)


def test_any_reading_can_be_tried() -> None:
    pool, versions = make_pool(), make_versions(4)
    matches = play(pool, versions, 3)
    reading = replace(read(pool.pk), voided=frozenset(matches))
    found = preview(pool.pk, reading)
    assert found.moved == len(versions)
    assert {line.after.mu for line in found.lines if line.after} == {pool.mu0}
    # nobody is better than another
    assert {line.after.rank for line in found.lines if line.after} == {1}


def test_only_the_greatest_moves_are_kept() -> None:
    pool, versions = make_pool(), make_versions(9)
    matches = play(pool, versions, 4)
    whole = preview_counted(matches, False)[0]
    part = preview_counted(matches, False, top=3)[0]
    assert part == replace(whole, lines=whole.lines[:3])
    assert preview_counted(matches, False, top=0)[0].lines == ()


def test_versions_that_are_shown_no_more_have_no_rank() -> None:
    pool, versions = make_pool(), make_versions(5)
    matches = play(pool, versions, 3)
    old = BotVersion.objects.get(pk=versions[0])
    new = BotVersion.objects.create(bot=old.bot, number=4, policy="greedy")
    Bot.objects.filter(pk=old.bot_id).update(active=new)
    play(pool, [new.pk, *versions[1:]], 2, first=3)
    found = {line.version: line for line in preview_counted(matches, False)[0].lines}
    assert (found[old.pk].before.rank, found[old.pk].after.rank, found[old.pk].number) == (None, None, 3)
    assert found[new.pk].number == 4
    public = [row.score for row in Rating.objects.current().filter(pool=pool, public=True)]
    for version, line in found.items():
        if version != old.pk:
            assert line.before.rank == 1 + sum(score > line.before.score for score in public)


@pytest.mark.parametrize("count", [1, 5])
def test_a_cache_that_is_wrong_is_told_apart(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.cache._CHUNK", 2)
    pool, versions = make_pool(), make_versions(6)
    play(pool, versions, 3)
    rows = Rating.objects.current().filter(pool=pool)
    rows.filter(version=versions[0]).delete()
    rows.filter(version=versions[1]).update(wins=99)
    rows.filter(version=versions[2]).update(mu=rows.get(version=versions[2]).mu + 5e-10)
    rows.filter(version=versions[3]).update(sigma=rows.get(version=versions[3]).sigma + 2e-9)
    stranger = make_versions(1)[0]
    row = rows.get(version=versions[4])
    row.pk, row.version_id = None, stranger
    row.save()
    found = preview_rebuild(pool.pk, top=count)
    assert (found.versions, found.moved, found.others, found.missing, found.surplus) == (5, 0, 2, 1, 1)
    assert not found.is_same
    expected = [versions[0], stranger, versions[3], versions[1]][:count]
    assert [line.version for line in found.lines] == expected
    assert found.lines[0].before is None
    assert found.lines[0].after is not None
    assert found.lines[0].change == comparison.inf
