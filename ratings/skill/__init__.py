"""The mathematics of TrueSkill: beliefs about skill, and how a board's ranks move them. Pure; no Django."""

from ratings.skill.beliefs import Z95, Belief, Parameters
from ratings.skill.update import ALGORITHM_VERSION, MAX_SIDES, MIN_SIDES, rate

__all__ = ["ALGORITHM_VERSION", "MAX_SIDES", "MIN_SIDES", "Z95", "Belief", "Parameters", "rate"]
