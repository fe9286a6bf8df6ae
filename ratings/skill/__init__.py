"""The mathematics of TrueSkill: beliefs about skill, and how a board's ranks move them. Pure; no Django."""

from ratings.skill.beliefs import Z95, Belief, Parameters
from ratings.skill.boards import MAX_SIDES, MIN_SIDES
from ratings.skill.core import Rater
from ratings.skill.forecast import Forecast, predict
from ratings.skill.update import ALGORITHM_VERSION, rate

__all__ = [
    "ALGORITHM_VERSION",
    "MAX_SIDES",
    "MIN_SIDES",
    "Z95",
    "Belief",
    "Forecast",
    "Parameters",
    "Rater",
    "predict",
    "rate",
]
