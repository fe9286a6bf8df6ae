"""`manage.py fit_pool`: what it finds, when it warns, and that it changes nothing unless it is told to."""

from __future__ import annotations

from functools import partial

import pytest

from ratings.ledger import RatedBoard, append_round
from ratings.management.commands import fit_pool
from ratings.models import LedgerEvent, LedgerRow, Pool
from ratings.records import read_record
from ratings.skill.fit import fit
from tests.ratings.management.commands.running import run_command
from tests.ratings.rows import make_matches, make_pool, make_versions
from tests.ratings.test_rebuild import shown
from tests.ratings.verification.rows import rows
from tournaments.access.models import AuditEntry

pytestmark = pytest.mark.django_db


run = partial(run_command, "fit_pool")


@pytest.fixture
def pool() -> Pool:
    """Six rounds of everyone against everyone, and the lesser id always wins: less luck than the pool says."""
    found, versions = make_pool(), make_versions(6)
    for _ in range(6):
        tables = [(a, b) for a in versions for b in versions if a < b]
        matches = make_matches(len(tables))
        boards = [RatedBoard(match, 1, table, (0, 1), (0, 1)) for match, table in zip(matches, tables, strict=True)]
        append_round(pool_id=found.pk, boards=boards)
    found.refresh_from_db()
    return found


def test_it_says_what_it_finds_and_changes_nothing(pool: Pool) -> None:
    before = shown(pool)
    lines, error, status = run("--pool", pool.pk)
    assert (error, status) == ("", 0)
    assert shown(pool) == before
    assert Pool.objects.get(pk=pool.pk).parameters == pool.parameters
    found = fit(read_record(pool.pk).record, pool.parameters)
    assert lines[0] == f"pool {pool.pk}, {pool.title}: 90 boards that count, 90 pairs of sides"
    for line, name, foretelling in zip(lines[3:5], ("before", "after"), (found.before, found.after), strict=True):
        constants = foretelling.parameters
        values = (constants.beta, constants.draw_probability, foretelling.log_loss, foretelling.calibration.error)
        assert line.split() == [name, *(f"{value:.4f}" for value in values)]
    assert found.after.parameters.beta < pool.beta
    assert found.gain > 0
    assert lines[5].startswith(f"log-loss is in nats a pair; it falls by {found.gain:.4g} (standard error ")
    at = lines.index("forecasts of a win, after")
    assert lines[at + 1].split() == ["forecast", "count", "mean", "forecast", "observed", "95%", "from", "to"]
    bins = lines[at + 3 : at + 13]
    assert sum(int(line.split()[3]) for line in bins) == 90
    last = found.after.calibration.bins[-1]
    numbers = (last.forecast, last.observed, *last.interval)
    assert bins[-1].split() == ["0.9", "to", "1.0", str(last.count), *(f"{value:.3f}" for value in numbers)]
    said = "warning: the ledger is small: 90 pairs; from about 2,000 on a fit says something of the pool"
    assert said in lines
    assert any("at the edge of the grid: better values may lie beyond" in line for line in lines)
    assert lines[-1] == "nothing was changed; --apply lets these hold for boards to come"


def test_a_ledger_that_is_large_enough_is_no_reason_to_warn(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_pool, "ENOUGH", 90)
    assert not any("small" in line for line in run("--pool", pool.pk)[0])


def test_it_applies_what_it_found_to_boards_to_come(pool: Pool) -> None:
    before = shown(pool)
    found = fit(read_record(pool.pk).record, pool.parameters)
    lines, error, status = run("--pool", pool.pk, "--apply")
    assert (error, status) == ("", 0)
    assert lines[-1] == (
        "applied: parameters 2 hold for boards to come. What was rated stays as it was; "
        f"manage.py rebuild_ratings --pool {pool.pk} --current-parameters --reason WHY rerates it"
    )
    assert shown(pool) == before
    assert Pool.objects.get(pk=pool.pk).parameters == found.after.parameters
    event = rows(LedgerEvent, pool, kind="parameters").order_by("-number")[0]
    assert event.reason == (f"fitted to the ledger: log-loss {found.before.log_loss:.4f} to {found.after.log_loss:.4f}")
    assert event.by is None
    assert AuditEntry.objects.get(verb="pool.change_parameters").user is None
    lines, _, status = run("--pool", pool.pk, "--apply", "--reason", "once more")
    assert (lines[-1], status) == ("nothing on the grid foretells better than the present parameters", 0)
    assert Pool.objects.get(pk=pool.pk).parameters_version == 2


def test_a_ledger_without_boards_says_nothing() -> None:
    pool = make_pool()
    lines, error, status = run("--pool", pool.pk, "--apply")
    assert (error, status) == ("", 0)
    assert lines == [
        f"pool {pool.pk}, {pool.title}: 0 boards that count, 0 pairs of sides",
        "warning: the ledger is small: 0 pairs; from about 2,000 on a fit says something of the pool",
        "nothing on the grid foretells better than the present parameters",
    ]


def test_refusals(pool: Pool) -> None:
    assert run("--pool", 77) == ([], "--pool: there is no pool 77", 2)
    assert run("--pool", pool.pk, "--reason", "why") == ([], "--reason: only with --apply", 2)
    assert "the following arguments are required: --pool" in run()[1]
    rows(LedgerRow, pool, seq=2).update(algorithm_version=7)
    assert run("--pool", pool.pk)[1:] == (
        f"pool {pool.pk}, {pool.title}: ledger row {pool.pk}:2: rated by algorithm 7, which is not 1",
        1,
    )
