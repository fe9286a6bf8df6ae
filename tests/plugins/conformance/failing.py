"""Makes all checks of an engine that is broken in one place, and says which of them failed."""

import re

from plugins.conformance import plan
from plugins.conformance.checks.repeatability import other_processes_play_the_same
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import subject
from tests.plugins.conformance.little import POLICIES, Little, LittleState, info


def broken(state=None, **methods):
    """The little game with methods of its engine replaced, and with those of its state in the class ``state``."""
    if state is not None:
        methods["State"] = type("BrokenState", (state, LittleState), {})
    return info(type("Broken", (Little,), methods))


def failures(engine, policies=POLICIES, variants=("standard",), seats=(3,), processes=False, only=None, **settings):
    """Name of the check -> message of its first failure. Other processes are asked only with ``processes``.

    ``only``: the one check to make, where the others have nothing to find.
    """
    given = subject(engine, policies, **{"seeds": 1, **settings})
    given.choose_tables(variants, seats)
    found = {}
    for check in plan.checks(given):
        if check.run is other_processes_play_the_same and not processes:
            continue
        if only not in (None, plan.name(check)):
            continue
        for case in plan.cases(given, check):
            try:
                case.run()
            except ConformanceError as failure:
                found.setdefault(plan.name(check), str(failure))
    return found


def assert_caught(check, message, engine, also=(), **settings):
    """Exactly ``check``, and those of ``also`` which cannot but notice, fail; ``check`` with this message."""
    found = failures(engine, **settings)
    assert set(found) == {check, *also}, found
    assert re.search(message, found[check]), found[check]
