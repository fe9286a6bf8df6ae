"""Makes all checks of an engine and writes what came of it, line by line as it goes on."""

from __future__ import annotations

from typing import TextIO

from plugins.conformance import plan
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import Subject

SHOWN = 3  # failures of a check
_WIDTH = 40


def report(subject: Subject, out: TextIO, progress: TextIO | None) -> bool:
    """Write a line for every check; whether all were passed.

    ``progress``: a terminal on which the case that is just being made is shown, and wiped out again.
    """
    info = subject.info
    out.write(f"{info.title} ({info.id}), rules version {info.rules_version}\n{_scope(subject)}\n\n")
    checks = plan.checks(subject)
    failed = 0
    for number, check in enumerate(checks, 1):
        cases = list(plan.cases(subject, check))
        counted, words, failures = 0, "", []
        for done, case in enumerate(cases):
            if progress:
                progress.write(
                    f"\r\x1b[K{number}/{len(checks)} {plan.name(check)}: {case.table or info.id} ({done}/{len(cases)})"
                )
                progress.flush()
            try:
                looked = case.run()
            except ConformanceError as failure:
                failures.append(str(failure))
            else:
                counted, words = (counted, looked) if isinstance(looked, str) else (counted + looked, words)
        if progress:
            progress.write("\r\x1b[K")
            progress.flush()
        if isinstance(check, plan.TableCheck):
            words = f"{counted:,} {check.unit}"
        verdict = "FAILED" if failures else "ok"
        out.write(
            f"{plan.name(check)} ".ljust(_WIDTH, ".") + f" {verdict:6}  {'' if failures else words}".rstrip() + "\n"
        )
        if failures:
            failed += 1
            out.write(_failures(check, failures, len(cases)))
        out.flush()
    out.write(
        "\n" + (f"{failed} of {len(checks)} checks failed.\n" if failed else f"All {len(checks)} checks passed.\n")
    )
    if subject.golden is None:
        out.write("Golden games were not checked: --golden DIR says where they are, --write-golden makes them.\n")
    if failed:
        out.write('Seed n is Chance(b"conformance n"); decisions are counted from 1.\n')
    return not failed


def _scope(subject: Subject) -> str:
    variants = ", ".join(dict.fromkeys(table.variant for table in subject.tables))
    seats = ", ".join(map(str, dict.fromkeys(table.seats for table in subject.tables)))
    games = len(subject.tables) * subject.seeds
    return f"variants {variants}; {seats} seats; {subject.seeds} seeds each, {games} random games"


def _failures(check: plan.Check, failures: list[str], cases: int) -> str:
    """The promise that was broken, and the first failures, those that say the same once."""
    different = list(dict.fromkeys(failures))
    lines = [f"    {plan.promise(check)}", *(f"    - {failure}" for failure in different[:SHOWN])]
    if len(failures) > SHOWN:
        lines.append(f"    ({len(failures)} of {cases} variants and seats fail)")
    return "\n".join(lines) + "\n"
