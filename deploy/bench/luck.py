"""How much skill decides a board and how often boards tie, with the shipped policies, and the defaults that follow."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import NormalDist

from deploy.bench.progress import progress
from deploy.bench.report import Report, Table
from plugins import registry
from ratings.management.table import Cell
from tournaments.play import deal
from tournaments.play.local import play_game
from tournaments.standings.scoring import GameResult, board_ranks

# Stronger last.
POLICIES = ("random", "greedy", "search")
# Seats beside two that are measured, where an engine has them.
MORE_SEATS = (3, 4, 6)
NOTES = [
    "A board is one deal, played once from every seat; its result is that of the sum, as in a tournament. 'won', "
    "'tied', 'lost': shares of boards of the first against the second; with more seats of the pairs of one first "
    "and each of the seconds at its table.",
    "By TrueSkill a side that is better by d wins a board with probability Phi((d - m) / (sqrt 2 beta)), and "
    "loses it with Phi((-d - m) / (sqrt 2 beta)). From both shares, taken half a board away from 0 and 1 at "
    "least, follow 'skill' = d / (sqrt 2 beta), and 'tie' = 2 Phi(m / (sqrt 2 beta)) - 1, how often two equals "
    "tie.",
    "beta: from random to the best policy are two sigma0, one to either side of a newcomer. 'span' is the sum of "
    "the steps in units of sqrt 2 beta, so beta / sigma0 = sqrt 2 / span. Where no board was lost the span is at "
    "least that.",
    "Draw probability: the mean of 'tie' of two random sides, which have nothing in common, and of the two best "
    "policies that are not the same in effect, which have much in common.",
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Boards of one policy against another, from the first's side."""

    won: int
    tied: int
    lost: int

    @property
    def boards(self) -> int:
        return self.won + self.tied + self.lost

    @property
    def skill(self) -> float:
        """By how much the first is better, in units of sqrt 2 beta."""
        return (self._quantile(self.won) - self._quantile(self.lost)) / 2.0

    @property
    def tie(self) -> float:
        """The probability that two equal sides tie."""
        margin = -(self._quantile(self.won) + self._quantile(self.lost)) / 2.0
        return 2.0 * NormalDist().cdf(max(margin, 0.0)) - 1.0

    def _quantile(self, count: int) -> float:
        share = min(max(count, 0.5), self.boards - 0.5) / self.boards
        return NormalDist().inv_cdf(share)


@dataclass(frozen=True, slots=True)
class Game:
    """What is played."""

    engine: str
    variant: str
    seats: int


def run(arguments: Sequence[str]) -> Report:
    """Every engine and variant, two seats and more, each policy against the next better one."""
    options = parse(arguments)
    found: dict[tuple[Game, str, str], Outcome] = {}
    for game in games(options.only, options.variants, options.seats):
        known = [name for name in POLICIES if name in registry.policies(game.engine)]
        for worse, better in [("random", "random"), *pairwise(known)]:
            boards = options.search_boards if better == "search" else options.boards
            # It thinks for long, and more sides do so for longer.
            if boards and (better != "search" or game.seats == 2):
                progress(f"{game.engine} {game.variant}, {game.seats} seats: {better} v {worse}, {boards} boards")
                found[game, better, worse] = played(game, better, worse, boards)
    progress("")
    parameters: dict[str, Cell] = {"boards": options.boards, "search boards": options.search_boards}
    return Report([outcomes(found), defaults(found)], parameters, NOTES)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options. Ends the program with a message and status 2 where one is unknown or wrong."""
    parser = argparse.ArgumentParser(prog="bench.sh luck", description=__doc__)
    engines = sorted(registry.engines())
    parser.add_argument("--boards", type=int, default=400)
    parser.add_argument("--search-boards", type=int, default=60, help="of search, which thinks for long; 0 for none")
    parser.add_argument("--only", nargs="+", choices=engines, default=engines, metavar="ENGINE")
    parser.add_argument("--variants", nargs="+", metavar="NAME", help="default: all")
    parser.add_argument("--seats", nargs="+", type=int, default=[2, *MORE_SEATS], metavar="N")
    options = parser.parse_args(arguments)
    if options.boards < 10 or options.search_boards < 0:
        parser.error("--boards are at least 10, --search-boards at least 0")
    return options


def games(engines: Sequence[str], variants: Sequence[str] | None, seats: Sequence[int]) -> Iterator[Game]:
    """The games to be measured; more than two seats of an engine's first variant only."""
    for engine in engines:
        info = registry.info(engine)
        for number, variant in enumerate(info.variants):
            if variants is None or variant in variants:
                for count in seats:
                    if count in info.seats and (count == 2 or number == 0):
                        yield Game(engine, variant, count)


def played(game: Game, better: str, worse: str, boards: int) -> Outcome:
    """One better side against others; always the same boards."""
    policies = [better, *[worse] * (game.seats - 1)]
    options = registry.complete_options(registry.info(game.engine), {}, game.variant)
    seed = f"luck of {game.engine} {game.variant} {game.seats}".encode()
    counts = [0, 0, 0]
    for board in range(boards):
        dealt = deal.board_seed(seed, round_number=1, table=None, board=board)
        results = []
        for rotation in range(game.seats):
            one = play_game(
                engine_id=game.engine, options=options, seed=dealt, table=1, rotation=rotation, policies=policies
            )
            results.append(GameResult(board, rotation, one.ranks, one.scores))
        own, *others = board_ranks(results)
        for other in others:
            counts[(own > other) - (own < other) + 1] += 1
    return Outcome(*counts)


def outcomes(found: dict[tuple[Game, str, str], Outcome]) -> Table:
    """A row for each pair of policies."""
    columns = ["engine", "variant", "seats", "first", "second", "pairs", "won", "tied", "lost", "skill", "tie"]
    rows: list[Sequence[Cell]] = []
    for (game, first, second), outcome in found.items():
        shares = [round(count / outcome.boards, 3) for count in (outcome.won, outcome.tied, outcome.lost)]
        names: list[Cell] = [game.engine, game.variant, game.seats, first, second, outcome.boards]
        rows.append([*names, *shares, round(outcome.skill, 2), round(outcome.tie, 2)])
    return Table("Boards between policies", columns, rows)


def defaults(found: dict[tuple[Game, str, str], Outcome]) -> Table:
    """What the rule makes of them, for each game. A step down, where the better policy lost more, counts as none."""
    rows: list[Sequence[Cell]] = []
    for game in dict.fromkeys(game for game, _, _ in found):
        steps = [one for (played, first, second), one in found.items() if played == game and first != second]
        span = sum(max(step.skill, 0.0) for step in steps)
        ties = [found[game, "random", "random"].tie]
        ties += [step.tie for step in steps if step.tied < step.boards][-1:]
        beta = round(sqrt(2.0) / span, 2) if span else None
        rows.append([game.engine, game.variant, game.seats, round(span, 2), beta, round(sum(ties) / len(ties), 2)])
    return Table("What follows", ["engine", "variant", "seats", "span", "beta / sigma0", "draw probability"], rows)
