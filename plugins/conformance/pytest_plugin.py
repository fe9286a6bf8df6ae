"""The kit for pytest: one line in the author's tests makes one test of every check, variant and number of seats.

::

    from pathlib import Path
    from plugins.conformance.pytest_plugin import conforms

    test_high_card = conforms("high_card", golden=Path(__file__).with_name("golden"))

The tests are called ``test_high_card[games_end-standard-2]``; ``pytest -k "samples and standard"`` chooses among them.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from plugins.conformance import plan
from plugins.conformance.checks.conservation import written_cards
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import Cards, subject
from plugins.contract import EngineInfo, Policy


def conforms(
    engine: str | EngineInfo,
    *,
    golden: Path | None = None,
    seeds: int = 3,
    cards: Cards | None = written_cards,
    perfect_information: bool = False,
    policies: Mapping[str, Callable[[], Policy]] | None = None,
    pythons: Sequence[str] = (),
) -> Callable[[plan.Case], None]:
    """A test function of all checks.

    engine:              id of an installed engine, or the EngineInfo of one that is not.
    golden:              folder of golden games; without it there is no check of them.
    seeds:               random games of every variant and number of seats.
    cards:               function from a snapshot to the strings that are its cards, each card once; by default all
                         strings written like ``7H``, ``-7H`` and ``JK``. None: the game has none.
    perfect_information: everybody sees everything, and a sample is the state itself.
    policies:            name -> factory; by default those of an installed engine.
    pythons:             paths of further interpreters that must play the same games.

    Raises UnknownEngine or ContractBreach while pytest collects.
    """
    given = subject(
        engine,
        policies,
        golden=golden,
        seeds=seeds,
        cards=cards,
        perfect_information=perfect_information,
        pythons=tuple(pythons),
    )
    cases = [case for check in plan.checks(given) for case in plan.cases(given, check)]

    @pytest.mark.parametrize("case", cases, ids=str)
    def test(case: plan.Case) -> None:
        failed = None
        try:
            case.run()
        except ConformanceError as failure:
            failed = failure
        if failed is not None:
            pytest.fail(f"{failed}{_raised(failed.__cause__)}", pytrace=False)

    return test


def _raised(error: BaseException | None) -> str:
    """The traceback of what the engine raised, from where it was called; the kit's own frames say nothing."""
    if error is None:
        return ""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals.get("__name__", "").startswith("plugins."):
        trace = trace.tb_next
    return "\n\n" + "".join(traceback.format_exception(type(error), error.with_traceback(trace), trace, chain=False))
