"""`manage.py rebuild_ratings`: what it says, what it changes, and its exit status."""

from __future__ import annotations

from typing import Any

import pytest

from ratings.changes import change_parameters, set_counted
from ratings.models import LedgerEvent, LedgerRow, Pool, Rating
from ratings.rebuild import begin
from tests.ratings.management.commands.running import run_command
from tests.ratings.rows import make_matches, make_pool, make_versions
from tests.ratings.test_rebuild import play, shown
from tests.ratings.verification.rows import rows
from tournaments.access.models import AuditEntry

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> list[str]:
    lines, error, status = run_command("rebuild_ratings", *arguments)
    assert (error, status) == ("", 0)
    return lines


def fails(*arguments: object) -> tuple[str, int]:
    return run_command("rebuild_ratings", *arguments)[1:]


@pytest.fixture
def pool() -> Pool:
    found = make_pool()
    play(found, make_versions(6), 3)
    found.refresh_from_db()
    return found


def test_it_builds_every_pool_anew_and_says_that_nothing_differed(pool: Pool) -> None:
    other = make_pool(3)
    before = shown(pool)
    lines = run()
    old = pool.build_id
    assert shown(pool) == before
    other.refresh_from_db()
    assert pool.build_id != old
    assert lines == [
        f"pool {pool.pk}, {pool.title}: boards 5, versions 6: nothing differs",
        f"pool {pool.pk}, {pool.title}: shows build {pool.build_id}",
        f"pool {other.pk}, {other.title}: boards 0, versions 0: nothing differs",
        f"pool {other.pk}, {other.title}: shows build {other.build_id}",
    ]


def test_it_says_what_differed_before_it_shows_the_right_thing(pool: Pool) -> None:
    before = shown(pool)
    first, second, third = rows(Rating, pool).order_by("version")[:3]
    rows(Rating, pool, version=first.version_id).update(mu=first.mu + 0.25, score=first.score + 0.25)
    rows(Rating, pool, version=second.version_id).update(wins=99)
    rows(Rating, pool, version=third.version_id).delete()
    spoilt, build = shown(pool), pool.build_id
    dry = run("--dry-run", "--pool", pool.pk)
    assert shown(pool) == spoilt
    assert pool.build_id == build
    lines = run("--pool", pool.pk)
    assert shown(pool) == before
    assert lines[:-1] == dry
    assert dry[0] == (
        f"pool {pool.pk}, {pool.title}: boards 5, versions 5: "
        "mu moves by more than 1e-9 for 1, by 0.25 at most and 0.05 on average; "
        "sigma, counts or marks differ for 1; in the ledger alone: 1"
    )
    assert dry[1].split() == [
        "bot",
        "version",
        "owner",
        "mu",
        "to",
        "sigma",
        "to",
        "score",
        "to",
        "change",
        "rank",
        "to",
    ]
    assert [line.split()[1:3] for line in dry[3:]] == [["3", owner(row)] for row in (third, first, second)]
    assert dry[4].split()[-3] == "-0.25"


def owner(row: Rating) -> str:
    return row.version.bot.owner.username


def test_a_void_is_foretold(pool: Pool) -> None:
    matches = list(rows(LedgerRow, pool).values_list("match_id", flat=True))
    before = shown(pool)
    dry = run("--dry-run", "--void", matches[0], "--top", 2)
    assert len(dry) == 5
    assert not rows(LedgerEvent, pool, kind="void").exists()
    set_counted(match_ids=matches[:1], counted=False, reason="spilt tea", by=None)
    assert run("--dry-run", "--pool", pool.pk, "--top", 2) == dry
    assert shown(pool) == before
    assert run("--top", 2)[:-1] == dry
    assert run("--dry-run", "--restore", matches[1])[0].endswith("nothing differs")
    back = run("--dry-run", "--restore", *matches, "--top", 2)
    set_counted(match_ids=matches, counted=True, reason="it was coffee", by=None)
    assert run("--dry-run", "--top", 2) == back != dry
    assert run("--dry-run", "--void", *make_matches(2)) == [
        "none of these matches was rated there: nothing would change"
    ]
    other = make_pool()
    assert run("--dry-run", "--pool", other.pk, "--void", matches[0])[0].startswith("none of these matches")


def test_everything_is_rerated_under_the_current_parameters(pool: Pool) -> None:
    change_parameters(actor=None, pool_id=pool.pk, values={"beta": 3.0}, reason="less luck than was thought")
    dry = run("--current-parameters", "--dry-run")
    assert run("--dry-run")[0].endswith("nothing differs")
    lines = run("--current-parameters", "--reason", "so that old and new boards are worth the same")
    assert lines[:-1] == dry
    event = rows(LedgerEvent, pool, kind="rerate").get()
    assert (event.data, event.by, event.reason) == (
        {"version": 2},
        None,
        "so that old and new boards are worth the same",
    )
    audit = AuditEntry.objects.get(verb="pool.rerate")
    assert (audit.user, audit.target_id) == (None, str(pool.pk))
    assert run("--current-parameters", "--dry-run")[0].endswith("nothing differs")


def test_other_parameters_are_tried(pool: Pool) -> None:
    tried = run("--dry-run", "--parameter", "beta=3", "--parameter", "delta=1", "--pool", pool.pk)
    change_parameters(actor=None, pool_id=pool.pk, values={"beta": 3.0, "delta": 1.0}, reason="less luck")
    assert run("--dry-run", "--current-parameters") == tried
    assert len(tried) > 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pool", 999999], "--pool: there is no pool 999999"),
        (["--void", 1], "--void: only with --dry-run; the organiser of the event voids"),
        (["--restore", 1], "--restore: only with --dry-run; the organiser of the event restores"),
        (
            ["--void", 1, "--dry-run", "--current-parameters"],
            "Error: argument --current-parameters: not allowed with argument --void",
        ),
        (["--parameter", "beta=3"], "--parameter: only with --dry-run; staff change a pool's parameters"),
        (
            ["--parameter", "beta", "--dry-run"],
            "Error: argument --parameter: 'beta' does not read like beta=4.2",
        ),
        (["--parameter", "luck=4", "--dry-run"], "--parameter: luck: is not one of mu0, sigma0, beta, tau, "),
        (["--parameter", "beta=0", "--dry-run"], "--parameter: beta: 0.0 is not from 0.001 to 1000"),
        (["--current-parameters"], "--current-parameters: say in --reason why"),
        (["--current-parameters", "--reason", "  "], "--current-parameters: say in --reason why"),
        (["--current-parameters", "--reason", "x" * 501], "reason: say in 1 to 500 characters why"),
        (["--reason", "why not"], "--reason: only with --current-parameters; a rebuild needs none"),
        (["--top", -1], "--top: is at least 0"),
    ],
)
def test_wrong_use(pool: Pool, arguments: list[Any], said: str) -> None:
    build = pool.build_id
    error, status = fails(*arguments)
    # What the parser itself refuses ends with 2 at the shell.
    assert status == (1 if error.startswith("Error: ") else 2)
    assert error.startswith(said)
    pool.refresh_from_db()
    assert pool.build_id == build


def test_one_at_a_time(pool: Pool) -> None:
    build = begin(pool.pk)
    said, status = fails("--pool", pool.pk)
    assert status == 1
    assert said.startswith(f"build {build.pk} of {pool.title} was begun at ")


def test_a_ledger_of_another_algorithm_is_refused(pool: Pool) -> None:
    rows(LedgerRow, pool, seq=2).update(algorithm_version=7)
    said = f"pool {pool.pk}, {pool.title}: ledger row {pool.pk}:2: rated by algorithm 7, which is not 1"
    assert fails("--dry-run") == (said, 1)
    assert fails() == (said, 1)
