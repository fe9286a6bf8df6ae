"""The report of a measurement: as text, as JSON, and the program that runs one."""

from __future__ import annotations

import json
import subprocess
import sys

from deploy.bench.__main__ import benches, main
from deploy.bench.report import Report, Table, show, write
from deploy.process import ROOT

REPORT = Report(
    tables=[Table("CPU by process", ["process", "ms per match"], [["worker", 1.5], ["broker", 0.25]])],
    parameters={"matches": 1000},
    notes=["Playing is taken off."],
)


def test_it_is_shown_as_tables_and_notes():
    text = show(REPORT)
    assert text.startswith("CPU by process\n\nprocess  ms per match\n")
    assert text.endswith("\n\nPlaying is taken off.")


def test_it_is_written_with_the_facts_of_the_machine(tmp_path):
    path = write("matches", REPORT, tmp_path / "bench")
    assert path == tmp_path / "bench" / "matches.json"
    data = json.loads(path.read_text())
    assert data["tables"] == [
        {
            "title": "CPU by process",
            "rows": [{"process": "worker", "ms per match": 1.5}, {"process": "broker", "ms per match": 0.25}],
        }
    ]
    assert data["parameters"] == {"matches": 1000}
    assert data["machine"]["cores"] >= 1
    assert data["machine"]["celery"]


def test_an_unknown_name_is_refused():
    done = subprocess.run(
        [sys.executable, "-m", "deploy.bench", "nonsense"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("bench: 'nonsense' is not one of ")


def test_every_measurement_is_listed_with_its_subject(capsys):
    assert main([]) == 0
    out = capsys.readouterr().out
    for name, line in benches().items():
        assert line, f"deploy/bench/{name}.py says no subject"
        assert line in out
