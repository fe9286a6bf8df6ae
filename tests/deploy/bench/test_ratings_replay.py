"""The measurement of replays runs on a small ledger, and what it generates is one; how fast it is is not judged."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from deploy.bench import ratings_replay
from deploy.bench.__main__ import main
from deploy.bench.replay_ledger import generate
from deploy.bench.replay_process import ROUND
from ratings.models import LedgerRow, Rating
from ratings.rebuild import rebuild
from ratings.verification import verify


@pytest.mark.django_db
def test_a_generated_ledger_is_in_order_and_skill_shows() -> None:
    pool = generate(1_300, 1_200)
    rows = list(LedgerRow.objects.filter(pool=pool).order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, 1_301))
    assert [row.batch for row in rows] == [row.seq - (row.seq - 1) % ROUND for row in rows]
    for first in range(0, 1_300, ROUND):
        met = [version for row in rows[first : first + ROUND] for version in row.versions]
        assert len(set(met)) == len(met)
    assert 0.2 < sum(row.ranks == [0, 0] for row in rows) / len(rows) < 0.3
    assert {tuple(row.order) for row in rows} == {(0, 1), (1, 0)}
    rebuild(pool.pk)
    assert verify(pool.pk).is_right
    assert Rating.objects.current().count() == 1_200
    # Later bots are better.
    won = Counter(max(row.versions) == row.versions[row.ranks.index(0)] for row in rows if row.ranks != [0, 0])
    assert won[True] > won[False]


@pytest.mark.long
def test_it_reports_each_database_beside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))
    monkeypatch.setattr(ratings_replay, "SAMPLE_SECONDS", 0.01)
    arguments = ["--boards", "600", "--bots", "1100", "--databases", "sqlite"]
    assert main(["ratings", "replay", *arguments]) == 0
    assert capsys.readouterr().out.startswith("600 boards of 1,100 bots\n\n")
    found = json.loads((tmp_path / "bench" / "ratings.json").read_text())
    (rows,) = (table["rows"] for table in found["tables"])
    assert [(row["what"], row["database"]) for row in rows] == [
        ("trueskill, computing alone", None),
        ("core, computing alone", None),
        ("replay", "sqlite"),
        ("rebuild", "sqlite"),
        ("verify", "sqlite"),
    ]
    assert all(row["CPU seconds"] is not None for row in rows)


@pytest.mark.parametrize("arguments", [["--boards", "0"], ["--bots", "1039"], ["--databases", "oracle"]])
def test_it_rejects_what_cannot_be(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        ratings_replay.parse(arguments)
    assert ended.value.code == 2
    assert arguments[0] in capsys.readouterr().err
