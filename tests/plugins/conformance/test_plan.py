"""Which checks are made, and how a failure in the engine itself is told."""

import re

from plugins.conformance import plan
from plugins.conformance.checks import conservation, golden, policies, turns
from plugins.conformance.subject import subject
from tests.plugins.conformance.failing import broken, failures
from tests.plugins.conformance.little import INFO, POLICIES


def test_every_check_promises_something_and_has_a_name_of_its_own():
    names = [plan.name(check) for check in plan.CHECKS]
    assert len(set(names)) == len(names)
    for check in plan.CHECKS:
        assert re.fullmatch(r"\S.*\.", plan.promise(check)), plan.name(check)
        assert check.run.__module__.startswith("plugins.conformance.checks.")


def test_what_there_is_nothing_of_is_not_checked(tmp_path):
    everything = subject(INFO, POLICIES, golden=tmp_path)
    assert plan.checks(everything) == list(plan.CHECKS)
    left_out = {check.run for check in plan.CHECKS} - {check.run for check in plan.checks(subject(INFO, cards=None))}
    assert left_out == {
        golden.golden_games_replay,
        conservation.cards_are_conserved,
        policies.policies_choose_legal_actions,
    }


def test_cases_are_named_by_check_variant_and_seats():
    given = subject(INFO)
    check = next(check for check in plan.CHECKS if check.run is turns.games_end)
    assert [str(case) for case in plan.cases(given, check)] == [
        "games_end-standard-2",
        "games_end-standard-3",
        "games_end-full-2",
        "games_end-full-3",
    ]
    assert [str(case) for case in plan.cases(given, plan.CHECKS[1])] == ["options_are_refused_or_played"]


def test_what_the_engine_raises_is_told_with_its_place():
    def text(self, observation):
        return observation["no such key"]

    assert re.fullmatch(
        r"standard, 3 seats: text \(test_plan.py, line \d+\) raised KeyError: 'no such key'; nothing that the contract "
        "asks for raises this",
        failures(broken(text=text))["tables_can_be_looked_at"],
    )
