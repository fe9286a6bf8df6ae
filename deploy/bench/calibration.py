"""How well live and batch ratings find known skills, and whether their 95% intervals hold them 95 times of 100."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist, fmean, stdev

from deploy.bench.progress import progress
from deploy.bench.report import Report, Table
from deploy.bench.seasons import Season, play
from plugins.chance import Chance
from ratings.management.table import Cell
from ratings.skill import Belief, Parameters
from ratings.skill.batch import settle
from ratings.skill.fit import Fit, fit
from ratings.skill.live import rate_all
from ratings.skill.record import Record

# ratings.pools.DEFAULT_PARAMETERS, but for the draw probability, which is the true one here. Nobody has a new version.
DEFAULT = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 3, tau=25 / 300, draw_probability=0.25)
LUCK = (0.5, 1.0, 3.0)  # the true beta, in units of sigma0
SEEDS = 30
KINDS = ("live", "batch")
WITHIN = (0.93, 0.97)  # the goal for the share of skills that 95% intervals hold, with fitted parameters
_Z95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Judged:
    """How ratings of one season compare with the true skills.

    kendall   Kendall's tau of mu and skill
    covered   the share of skills inside their 95% intervals
    relative  the same, once skills and ratings are both taken from their mean over all bots
    scaled    the same as relative, once ratings are in units of the beta they were made with, skills in the true one
    """

    kendall: float
    covered: float
    relative: float
    scaled: float


# By luck, parameters ("default", "fitted" or "true") and kind, what each seed gave.
Found = Mapping[tuple[float, str, str], Sequence[Judged]]

MEASURES: Mapping[str, str] = {
    "kendall": "Kendall tau",
    "covered": "covered %",
    "relative": "relative %",
    "scaled": "scaled %",
}
SHARES = ("covered", "relative", "scaled")
NOTES = [
    "Skills are N(mu0, sigma0^2) and the results follow the model, with the luck named: beta in units of sigma0. Every "
    "cell is the mean over seeds ± the standard deviation of one season.",
    "covered: skills inside mu ± 1.96 sigma. relative: the same for skills and ratings taken from their mean over all "
    "bots. scaled: as relative, ratings in units of the beta they were made with and skills in units of the true one.",
    "Boards tell of differences of skill in units of beta, and of nothing else. Where the pool lies as a whole stays "
    "as uncertain as the mean of so many drawn skills, sigma0 / sqrt(bots), and beta in units of sigma0 as uncertain "
    "as their spread, one part in sqrt(2 bots), however many boards there are. Beliefs kept for each bot by itself, "
    "live or batch, cannot carry errors that all share; 'relative' is free of the first, 'scaled' of both. Ranks and "
    "forecasts depend on what is 'scaled' alone.",
]


def run(arguments: Sequence[str]) -> Report:
    """Every luck with every seed: a season is played, its luck estimated, and all boards rated in both ways."""
    options = parse(arguments)
    season = Season(options.bots, options.events, options.rounds)
    found: dict[tuple[float, str, str], list[Judged]] = {}
    fits: dict[float, list[Fit]] = {luck: [] for luck in options.luck}
    for number, (luck, seed) in enumerate([(luck, seed) for luck in options.luck for seed in range(options.seeds)], 1):
        progress(f"{number} of {len(options.luck) * options.seeds}: luck {luck:g}, seed {seed}")
        truth = replace(DEFAULT, beta=luck * DEFAULT.sigma0)
        skills, record = play(season, truth, Chance(b"calibration %d" % seed))
        fitted = fit(record, DEFAULT)
        fits[luck].append(fitted)
        for name, parameters in (("default", DEFAULT), ("fitted", fitted.after.parameters), ("true", truth)):
            for kind, judged in zip(KINDS, judge(skills, record, parameters), strict=True):
                found.setdefault((luck, name, kind), []).append(judged)
    progress("")
    columns = ["luck", "parameters", "ratings", *MEASURES.values()]
    tables = [
        Table("Ratings beside the true skills", columns, list(judged_rows(found))),
        Table(
            "Estimates of luck",
            ["luck", "beta / sigma0", "draw probability", "log-loss before", "after", "clear"],
            [fitted_row(luck, fits[luck]) for luck in options.luck],
        ),
        Table("Goals: 95% intervals with fitted parameters", ["what", "luck", "ratings", "goal", "measured", ""], [
            *goals(found)
        ]),
    ]  # fmt: skip
    given: dict[str, Cell] = {
        "bots": options.bots,
        "events": options.events,
        "rounds": options.rounds,
        "seeds": options.seeds,
        "luck": " ".join(f"{luck:g}" for luck in options.luck),
        "boards": len(record.boards),
        "load": round(os.getloadavg()[0], 2),
    }
    return Report(tables, given, NOTES)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options. Ends the program with a message and status 2 where one is unknown or wrong."""
    season = Season()
    parser = argparse.ArgumentParser(prog="bench.sh calibration", description=__doc__)
    parser.add_argument("--bots", type=int, default=season.bots)
    parser.add_argument("--events", type=int, default=season.events)
    parser.add_argument("--rounds", type=int, default=season.rounds, help="of each event; a match is one board")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--luck", nargs="+", type=float, default=list(LUCK), help="true beta in units of sigma0")
    options = parser.parse_args(arguments)
    if min(options.bots, options.seeds) < 2:
        parser.error("--bots and --seeds are at least 2")
    if min(options.events, options.rounds) < 1:
        parser.error("--events and --rounds are at least 1")
    if min(options.luck) <= 0.0:
        parser.error("--luck is greater than 0")
    options.luck = sorted(set(options.luck))
    return options


def judge(skills: Sequence[float], record: Record, parameters: Parameters) -> tuple[Judged, Judged]:
    """Live and batch ratings of the record under some parameters, beside the skills; the record has the true ones."""
    rated = replace(record, editions=[parameters], origins=[parameters.newcomer] * len(skills))
    settled = settle(rated)
    if not settled.converged:
        raise ArithmeticError(f"batch ratings: still moving by {settled.change:g} sigma after {settled.sweeps} sweeps")
    unit = parameters.beta / record.editions[0].beta
    live, batch = (compared(skills, beliefs, unit) for beliefs in (rate_all(rated).beliefs(), settled.beliefs))
    return live, batch


def compared(skills: Sequence[float], beliefs: Sequence[Belief], unit: float) -> Judged:
    """Ratings beside skills; unit: the beta of the ratings divided by the true one."""
    mus, sigmas = [belief.mu for belief in beliefs], [belief.sigma for belief in beliefs]
    leads, true_leads = ([value - fmean(values) for value in values] for values in (mus, skills))
    return Judged(
        kendall=kendall(mus, skills),
        covered=_held(mus, sigmas, skills),
        relative=_held(leads, sigmas, true_leads),
        scaled=_held(leads, sigmas, [unit * lead for lead in true_leads]),
    )


def kendall(one: Sequence[float], other: Sequence[float]) -> float:
    """Kendall's tau a: the share of pairs that stand in the same order less the share that do not. Ties are neither."""
    balance = 0
    for i, (x, y) in enumerate(zip(one, other, strict=True)):
        for a, b in zip(one[:i], other[:i], strict=True):
            product = (x - a) * (y - b)
            balance += (product > 0) - (product < 0)
    return 2.0 * balance / (len(one) * (len(one) - 1))


def _held(means: Sequence[float], sigmas: Sequence[float], values: Sequence[float]) -> float:
    held = [abs(mean - value) <= _Z95 * sigma for mean, sigma, value in zip(means, sigmas, values, strict=True)]
    return fmean(held)


def judged_rows(found: Found) -> Iterator[list[Cell]]:
    """A row for every luck, parameters and kind of rating."""
    for (luck, name, kind), judged in found.items():
        cells: list[Cell] = []
        for measure in MEASURES:
            values = [getattr(one, measure) for one in judged]
            cells.append(_spread([100 * value for value in values], 1) if measure in SHARES else _spread(values, 3))
        yield [f"{luck:g}", name, kind, *cells]


def fitted_row(luck: float, fits: Sequence[Fit]) -> list[Cell]:
    """What was estimated at one luck."""
    parameters = [one.after.parameters for one in fits]
    return [
        f"{luck:g}",
        _spread([one.beta / one.sigma0 for one in parameters], 2),
        _spread([one.draw_probability for one in parameters], 3),
        _spread([one.before.log_loss for one in fits], 3),
        _spread([one.after.log_loss for one in fits], 3),
        f"{sum(one.is_clear for one in fits)} of {len(fits)}",
    ]


def goals(found: Found) -> Iterator[list[Cell]]:
    """Whether the mean coverage with fitted parameters is within the goal."""
    low, high = WITHIN
    for measure in SHARES:
        for (luck, name, kind), judged in found.items():
            if name == "fitted":
                share = fmean(getattr(one, measure) for one in judged)
                verdict = "met" if low <= share <= high else "missed"
                yield [measure, f"{luck:g}", kind, f"{low:.0%} to {high:.0%}", f"{share:.1%}", verdict]


def _spread(values: Sequence[float], digits: int) -> str:
    return f"{fmean(values):.{digits}f} ± {stdev(values):.{digits}f}"
