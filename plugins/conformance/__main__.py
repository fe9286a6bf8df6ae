"""``python -m plugins.conformance <game>``: checks an installed engine and prints a report.

Exit status: 0 all checks passed, 1 some failed, 2 the arguments are wrong or there is no such engine.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from plugins import registry
from plugins.conformance.checks import golden
from plugins.conformance.checks.conservation import written_cards
from plugins.conformance.errors import ConformanceError
from plugins.conformance.report import report
from plugins.conformance.subject import Cards, Subject, subject


def main(arguments: list[str] | None = None) -> int:
    """The exit status."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.write_golden and given.golden is None:
        parser.error("--write-golden: --golden DIR must say where")
    try:
        chosen = subject(
            given.game,
            seeds=given.seeds,
            cards=_cards(given.cards),
            perfect_information=given.perfect_information,
            golden=given.golden,
            pythons=tuple(given.python),
        )
        _choose_tables(chosen, given.variant, given.seats)
    except registry.PluginValidationError as error:
        parser.error(str(error))
    except (registry.UnknownEngine, ValueError) as error:
        for left_out in registry.quarantined():
            print(f"{left_out.plugin} is in quarantine: {left_out.reason}", file=sys.stderr)  # noqa: T201
        parser.error(str(error))
    if given.write_golden:
        return _write_golden(chosen, given.golden)
    return 0 if report(chosen, sys.stdout, sys.stderr if sys.stderr.isatty() else None) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m plugins.conformance",
        description="Checks that an engine keeps the contract, over all variants and numbers of seats.",
    )
    parser.add_argument("game", help="the engine's id")
    parser.add_argument(
        "--seeds", type=_positive, default=5, help="random games of each variant and number of seats (5)"
    )
    parser.add_argument("--variant", action="append", default=[], help="only this one; may be repeated")
    parser.add_argument("--seats", action="append", default=[], type=int, help="only this number; may be repeated")
    parser.add_argument("--golden", type=Path, metavar="DIR", help="where the golden games are")
    parser.add_argument(
        "--write-golden", action="store_true", help="write the golden games that are missing, and no more"
    )
    parser.add_argument(
        "--python",
        action="append",
        default=[],
        metavar="PATH",
        help="a further interpreter that must play the same games",
    )
    parser.add_argument(
        "--cards",
        metavar="MODULE:FUNCTION",
        help="gives the cards of a snapshot (by default all like 7H or JK), or none",
    )
    parser.add_argument("--perfect-information", action="store_true", help="everybody sees everything in this game")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def _cards(named: str | None) -> Cards | None:
    """The function named. Raises ValueError."""
    if named is None:
        return written_cards
    if named == "none":
        return None
    module, _, function = named.partition(":")
    try:
        found: Cards = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"--cards: {named} is not a function of a module ({error})") from error
    return found


def _choose_tables(chosen: Subject, variants: list[str], seats: list[int]) -> None:
    """Raises ValueError for what the engine has not."""
    for name in variants:
        if name not in chosen.info.variants:
            raise ValueError(f"--variant: {name} is not one of {', '.join(chosen.info.variants)}")
    for number in seats:
        if number not in chosen.info.seats:
            raise ValueError(f"--seats: {number} is not one of {', '.join(map(str, chosen.info.seats))}")
    chosen.choose_tables(variants, seats)


def _write_golden(chosen: Subject, folder: Path) -> int:
    try:
        file, added = golden.write(chosen, folder)
    except (golden.GoldenFileExists, ConformanceError) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    print(f"{file}: {added} games written")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
