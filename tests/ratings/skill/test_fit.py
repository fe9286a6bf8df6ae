"""Estimating luck: the grid's best is found, the truth is near, and what cannot be told is said."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from statistics import stdev

import pytest

from deploy.bench.seasons import Season, play
from plugins.chance import Chance
from ratings.skill import Parameters
from ratings.skill.fit import BETAS, DRAWS, fit, standard_error
from ratings.skill.prequential import log_losses
from ratings.skill.record import Record
from tests.ratings.skill.records import PARAMETERS, newcomers, pair

PRESENT = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 3, tau=25 / 300, draw_probability=0.25)


def season(beta: float, draw_probability: float, seed: bytes, size: Season) -> Record:
    truth = replace(PRESENT, beta=beta * PRESENT.sigma0, draw_probability=draw_probability)
    return play(size, truth, Chance(seed))[1]


def best_of_all(record: Record) -> tuple[float, float]:
    """Beta in units of sigma0 and draw probability, by trying the whole grid."""
    return min(
        (sum(log_losses(record, [replace(PRESENT, beta=beta * PRESENT.sigma0, draw_probability=draw)])), beta, draw)
        for beta in BETAS
        for draw in DRAWS
    )[1:]


def test_the_grid() -> None:
    assert len(BETAS) == len(DRAWS) == 41
    assert (BETAS[0], BETAS[16], BETAS[-1]) == (0.25, 1.0, 8.0)
    assert (DRAWS[0], DRAWS[-1]) == (pytest.approx(0.01), pytest.approx(0.9))
    assert list(DRAWS) == sorted(DRAWS)


@pytest.mark.parametrize(
    ("beta", "draw_probability", "seed"),
    [
        (0.5, 0.1, b"a"),
        (2.0, 0.5, b"b"),
        (5.0, 0.02, b"c"),
        (0.3, 0.8, b"d"),
    ],
)
def test_it_finds_the_best_of_the_whole_grid(beta: float, draw_probability: float, seed: bytes) -> None:
    record = season(beta, draw_probability, seed, Season(bots=8, events=4, rounds=4))
    found = fit(record, PRESENT)
    after = found.after.parameters
    assert (after.beta / after.sigma0, after.draw_probability) == pytest.approx(best_of_all(record))
    assert found.replays < 120


def test_it_finds_the_luck_that_was() -> None:
    record = season(0.5, 0.1, b"truth", Season(bots=32, events=8, rounds=6))
    found = fit(record, PRESENT)
    after = found.after.parameters
    assert after == replace(PRESENT, beta=after.beta, draw_probability=after.draw_probability)
    assert after.beta / after.sigma0 == pytest.approx(0.5, rel=0.25)
    assert after.draw_probability == pytest.approx(0.1, abs=0.03)
    assert found.is_clear
    assert found.at_edge == ()
    assert found.gain == found.before.log_loss - found.after.log_loss > 0.0
    assert found.before.parameters is PRESENT
    assert sum(part.count for part in found.after.calibration.bins) == len(record.boards)
    assert found.after.calibration.error < found.before.calibration.error
    assert fit(record, PRESENT) == found


def test_it_says_that_the_best_lies_at_the_edge() -> None:
    # Never a tie, and always the same order: no luck at all.
    boards = [pair(a, b) for _ in range(6) for a in range(4) for b in range(a + 1, 4)]
    found = fit(newcomers(4, boards, PRESENT), PRESENT)
    assert found.at_edge == ("beta", "draw_probability")
    assert found.after.parameters.beta == 0.25 * PRESENT.sigma0


def test_it_says_that_the_ledger_is_too_small_to_tell() -> None:
    few = fit(newcomers(2, [pair(0, 1), pair(1, 0, tie=True), pair(0, 1)], PRESENT), PRESENT)
    assert few.gain > 0.0
    assert not few.is_clear
    one = fit(newcomers(2, [pair(0, 1)], PRESENT), PRESENT)
    assert (one.error, one.is_clear) == (None, False)
    none = fit(newcomers(2, [], PRESENT), PRESENT)
    assert (none.gain, none.error, none.is_clear, none.at_edge) == (0.0, None, False, ())
    assert none.after == none.before


def test_what_is_best_already_stays() -> None:
    record = season(1.0, 0.25, b"stays", Season(bots=8, events=4, rounds=4))
    best = fit(record, PRESENT).after.parameters
    again = fit(record, best)
    assert again.after is again.before
    assert (again.gain, again.error, again.at_edge) == (0.0, 0.0, ())


def test_it_tells_how_far_it_is() -> None:
    seen: list[tuple[int, int]] = []
    found = fit(newcomers(2, [pair(0, 1), pair(1, 0)]), PARAMETERS, lambda done, least: seen.append((done, least)))
    assert [done for done, _ in seen] == list(range(1, found.replays + 1))
    assert all(done <= least for done, least in seen)
    assert seen[0][1] == 62


def test_the_standard_error_is_of_stretches() -> None:
    # Fewer boards than stretches: the plain standard error of the mean.
    values = [0.1, -0.2, 0.4, 0.0]
    assert standard_error(values, 4) == pytest.approx(stdev(values) / sqrt(4))
    # three pairs a board
    assert standard_error(values, 12) == pytest.approx(stdev(values) / sqrt(4) / 3)
    # The same value a hundred times over tells no more than once.
    repeated = [value for value in range(30) for _ in range(100)]
    assert standard_error(repeated, 3000) == pytest.approx(stdev(range(30)) / sqrt(30))
    assert standard_error([1.0], 1) is None
