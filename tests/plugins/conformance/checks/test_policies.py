"""Policies that choose what is not legal, or not the same again."""

import pytest

from tests.plugins.conformance.failing import assert_caught, failures
from tests.plugins.conformance.little import INFO, POLICIES


class Illegal:
    def choose(self, view):
        return 99


class OfAnotherType:
    def choose(self, view):
        return float(view.legal[0])


class Failing:
    def choose(self, view):
        raise ZeroDivisionError("division by zero")


class Remembering:
    asked = 0

    def choose(self, view):
        Remembering.asked += 1
        return view.legal[Remembering.asked // 7 % len(view.legal)]


class Asking:
    """Uses all of a view, and spoils what it was shown: nothing is wrong with it."""

    def choose(self, view):
        assert view.observation is view.observation
        assert view.observation["seat"] == view.seat
        action = view.chance.choice(view.legal)
        view.observation["form"] = view.engine.encode(action)
        return action


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (Illegal, "decision 1: the policy odd chose 99; one of view.legal would be right"),
        (OfAnotherType, r"decision 1: the policy odd chose -?\d+\.0; one of view.legal would be right"),
        (Failing, "decision 1: the policy odd raised ZeroDivisionError: division by zero; one of view.legal would be"),
        (
            Remembering,
            r"choice \d of the policy odd was \{.*\}, and with the same stream \{.*\}; a policy draws from view.ch",
        ),
    ],
)
def test_a_policy(policy, message):
    assert_caught("policies_choose_legal_actions", message, INFO, policies=POLICIES | {"odd": policy})


def test_a_policy_may_do_what_it_likes_with_what_it_is_shown():
    assert failures(INFO, policies={"asking": Asking}) == {}


def test_a_seat_without_a_choice_is_not_asked():
    class Asked:
        def choose(self, view):
            assert len(view.legal) > 1
            return view.legal[0]

    assert failures(INFO, policies={"asked": Asked}, seeds=3) == {}
