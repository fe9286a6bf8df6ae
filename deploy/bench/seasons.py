"""Seasons of Swiss events between bots whose skills are known, because they were drawn: what ratings are judged by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from plugins.chance import Chance, Stream
from ratings.skill import Parameters
from ratings.skill.core import draw_margin
from ratings.skill.record import Board, Record

_STANDARD = NormalDist()
_FINE = 1 << 53


@dataclass(frozen=True)
class Season:
    """Every event has all bots in it; every match is one board of two, and the results follow the model exactly."""

    bots: int = 64
    events: int = 12
    rounds: int = 6


def normal(stream: Stream) -> float:
    """A standard normal number, by the inverse of its distribution function."""
    return _STANDARD.inv_cdf((stream.below(_FINE) + 0.5) / _FINE)


def play(season: Season, truth: Parameters, chance: Chance) -> tuple[list[float], Record]:
    """The true skills, and the boards of a season under parameters `truth`.

    Skills are N(mu0, sigma0^2) and stay. A performance is the skill and N(0, beta^2); the greater wins, unless the two
    differ by less than the draw margin.
    """
    drawn = chance.stream("skills")
    skills = [truth.mu0 + truth.sigma0 * normal(drawn) for _ in range(season.bots)]
    boards: list[Board] = []
    for number in range(season.events):
        boards += event(skills, season.rounds, truth, chance.derive(f"event:{number}"))
    return skills, Record(boards, [truth], [truth.newcomer] * season.bots)


def event(skills: Sequence[float], rounds: int, truth: Parameters, chance: Chance) -> list[Board]:
    """The boards of one event: in every round neighbours in order of points meet who have not met in it before.

    Equal points stand in random order. Where all who are left have met, the next two meet again.
    """
    lots, luck, margin = chance.stream("lots"), chance.stream("luck"), draw_margin(truth)
    points, met, boards = [0] * len(skills), set[tuple[int, int]](), list[Board]()
    for _ in range(rounds):
        order = list(range(len(skills)))
        lots.shuffle(order)
        order.sort(key=lambda bot: -points[bot])
        while len(order) > 1:
            a = order.pop(0)
            fresh = (bot for bot in order if (min(a, bot), max(a, bot)) not in met)
            b = next(fresh, order[0])
            order.remove(b)
            met.add((min(a, b), max(a, b)))
            lead = skills[a] - skills[b] + truth.beta * (normal(luck) - normal(luck))
            tie = abs(lead) < margin
            ranks = (0, 0) if tie else (0, 1) if lead > 0 else (1, 0)
            points[a] += 1 if tie else 2 - 2 * ranks[0]
            points[b] += 1 if tie else 2 - 2 * ranks[1]
            boards.append(Board((a, b), ranks, (0, 1) if lots.below(2) else (1, 0)))
    return boards
