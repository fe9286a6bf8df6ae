"""`python -m deploy.bench NAME`: runs deploy/bench/NAME.py, prints its tables, writes var/bench/NAME.json."""

from __future__ import annotations

import ast
import os
import sys
from importlib import import_module
from pathlib import Path

from deploy.bench.report import Report, show, write
from deploy.process import ROOT, ServiceError
from deploy.services import failure
from deploy.stopping import StopRequested, stop_on_signals


def benches() -> dict[str, str]:
    """Every measurement there is (a file here with a function `run`), with the first line of its file, by name."""
    found: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        if any(isinstance(part, ast.FunctionDef) and part.name == "run" for part in module.body):
            found[path.stem] = (ast.get_docstring(module) or "").partition("\n")[0]
    return found


def main(arguments: list[str]) -> int:
    """Run one measurement (0), or list them (2 if the name is not one of them)."""
    known = benches()
    if not arguments or arguments[0] in {"-h", "--help"}:
        print("usage: sh deploy/bench.sh NAME [ARGUMENTS]\n")
        for name, line in known.items():
            print(f"  {name:<12} {line}")
        return 0
    if arguments[0] not in known:
        print(f"bench: {arguments[0]!r} is not one of {', '.join(known)}", file=sys.stderr)
        return 2
    name = arguments[0]
    kept = Path(os.environ.get("CROUPIER_VAR", ROOT / "var")) / "bench"  # a measurement may change the environment
    try:
        with stop_on_signals():
            report: Report = import_module(f"deploy.bench.{name}").run(arguments[1:])
            print(show(report))
            print(f"\n{write(name, report, kept)}")
    except StopRequested as request:
        return 128 + request.number
    except (ServiceError, OSError) as error:
        print(failure(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
