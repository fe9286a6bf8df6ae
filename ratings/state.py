"""A pool in memory: how boards and events of its ledger move it. Live ratings and replays are both made here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from ratings.models import LedgerEvent
from ratings.skill import Belief, Parameters, Rater

Kind = LedgerEvent.Kind


def parameters_of(data: Mapping[str, Any]) -> Parameters:
    """The constants in the data of a `parameters` event. Raises ValueError if they could not rate every board."""
    return Parameters(**{name: value for name, value in data.items() if name != "version"}).admit_draws()


@dataclass(slots=True)
class Line:
    """What is known of one version; the fields are those of `ratings.models.Rating`."""

    version: int
    bot: int
    mu: float
    sigma: float
    boards: int = 0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    public: bool = False
    reference: bool = False
    fixed: bool = False
    last_played_at: datetime | None = None

    @property
    def belief(self) -> Belief:
        return Belief(self.mu, self.sigma)

    @property
    def counts(self) -> tuple[int | bool | datetime | None, ...]:
        """Everything but the belief, in the order of the fields."""
        return (
            self.boards, self.games, self.wins, self.draws, self.losses,
            self.public, self.reference, self.fixed, self.last_played_at,
        )  # fmt: skip


class Point(NamedTuple):  # there are millions, and a named tuple is made in a third of the time
    """What was believed of a version at a place of the ledger: at the end of a batch of boards, or when it came in."""

    version: int
    seq: int
    at: datetime
    mu: float
    sigma: float
    boards: int


class PoolState:
    """The versions of a pool, or those of them that a round needs.

    lines     by version, in the order in which they came in
    meetings  by pair of versions, the lesser id first: wins of the first, draws, losses, since this state was made
    edition   the current edition of the parameters
    """

    def __init__(self, editions: Mapping[int, Parameters] | None = None, edition: int = 0) -> None:
        self.lines: dict[int, Line] = {}
        self.meetings: dict[tuple[int, int], list[int]] = {}
        self.parameters = dict(editions or {})
        self.edition = edition
        self._raters = {number: Rater(parameters) for number, parameters in self.parameters.items()}
        self._public: dict[int, int] = {}
        self._touched: dict[int, bool] = {}

    def add(self, line: Line) -> None:
        """Put in a version as it is."""
        self.lines[line.version] = line
        if line.public:
            self._public[line.bot] = line.version

    def play(
        self, versions: Sequence[int], ranks: Sequence[int], order: Sequence[int], games: int, edition: int
    ) -> None:
        """Rate one board under an edition of the parameters; every version must be in. Fixed beliefs stay."""
        sides = [self.lines[version] for version in versions]
        rater = self._raters[edition]
        if len(sides) == 2:
            drawn = ranks[0] == ranks[1]
            first, second = order if drawn else (0, 1) if ranks[0] < ranks[1] else (1, 0)
            one, other = sides[first], sides[second]
            # Without lists: most boards are such, and it is the inner loop of a replay.
            mu1, sigma1, mu2, sigma2 = rater.two(one.mu, one.sigma, other.mu, other.sigma, drawn)
            if not one.fixed:
                one.mu, one.sigma = mu1, sigma1
            if not other.fixed:
                other.mu, other.sigma = mu2, sigma2
        else:
            mus, sigmas = rater.many([side.mu for side in sides], [side.sigma for side in sides], ranks, order)
            for side, mu, sigma in zip(sides, mus, sigmas, strict=True):
                if not side.fixed:
                    side.mu, side.sigma = mu, sigma
        for i, side in enumerate(sides):
            side.boards += 1
            side.games += games
            self._touched[side.version] = True
            for j in range(i + 1, len(sides)):
                self._meet(side, sides[j], ranks[i] - ranks[j])

    def _meet(self, one: Line, other: Line, difference: int) -> None:
        """Count a meeting in which the ranks differ by so much; a lesser rank is better."""
        if one.version > other.version:
            one, other, difference = other, one, -difference
        pair = one.version, other.version
        met = self.meetings.get(pair)
        if met is None:
            met = self.meetings[pair] = [0, 0, 0]
        if difference < 0:
            one.wins += 1
            other.losses += 1
            met[0] += 1
        elif difference > 0:
            one.losses += 1
            other.wins += 1
            met[2] += 1
        else:
            one.draws += 1
            other.draws += 1
            met[1] += 1

    def happen(self, kind: str, data: Mapping[str, Any], parameters: Parameters | None = None) -> None:
        """Take in an event of the ledger. `void`, `restore` and `rerate` say which boards are played, and how; who
        plays them must know (`ratings.replay`).

        parameters  under which newcomers come in, where these are not those of the current edition
        """
        if kind == Kind.PARAMETERS:
            self.edition = data["version"]
            self.parameters[self.edition] = parameters_of(data)
            self._raters[self.edition] = Rater(self.parameters[self.edition])
        elif kind == Kind.JOIN:
            for version, bot, predecessor, public in data["versions"]:
                self._join(version, bot, predecessor, parameters or self.parameters[self.edition])
                if public:
                    self._show(self.lines[version])
        elif kind == Kind.REFERENCE:
            line = self.lines[data["version"]]
            line.reference, line.fixed = True, data["mu"] is not None
            if line.fixed:
                line.mu, line.sigma = data["mu"], data["sigma"]
            self._touched.setdefault(line.version, False)
        elif kind == Kind.DISMISS:
            line = self.lines[data["version"]]
            line.reference = line.fixed = False

    def _join(self, version: int, bot: int, predecessor: int | None, parameters: Parameters) -> None:
        if version in self.lines:
            return
        before = self.lines.get(predecessor) if predecessor is not None else None
        belief = parameters.newcomer if before is None else parameters.successor(before.belief)
        self.lines[version] = Line(version, bot, belief.mu, belief.sigma)
        self._touched.setdefault(version, False)

    def _show(self, line: Line) -> None:
        shown = self._public.get(line.bot)
        if shown is not None:
            self.lines[shown].public = False
        line.public = True
        self._public[line.bot] = line.version

    def end_batch(self, seq: int, at: datetime) -> Iterator[Point]:
        """What is believed now, at a place of the ledger, of everyone that moved since the last end, in that order."""
        for version, played in self._touched.items():
            line = self.lines[version]
            if played:
                line.last_played_at = at
            yield Point(version, seq, at, line.mu, line.sigma, line.boards)
        self._touched.clear()
