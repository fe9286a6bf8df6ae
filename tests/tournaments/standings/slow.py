"""The articles of FIDE C.07 read plainly, one at a time, in fractions and lists, sharing nothing with the program.

`Reading` answers for events of two seats: a win is 2, so the chess points of the articles are halves of ours.
"""

from fractions import Fraction
from itertools import product
from typing import Any

from tournaments.pairing.base import Missed

HALF = Fraction(1, 2)


class Reading:
    """All values of one event. `given` are arguments of `standings`."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given
        self.rounds = range(1, given["rounds"] + 1)
        self.edition = given.get("edition", "2026")
        self.round_robin = given.get("predetermined", False)
        # (entrant, round) -> (what happened, chess points, the scheduled opponent)
        self.record: dict[tuple[int, int], tuple[str, Fraction, int | None]] = {}
        for entrant, round_ in product(given["entrants"], self.rounds):
            self.record[entrant, round_] = ("requested bye", Fraction(0), None)
        for meeting in given["meetings"]:
            for me, you in ((0, 1), (1, 0)):
                points = Fraction(meeting.points[me], 2)
                what = "game" if not meeting.forfeit else "forfeit win" if points == 1 else "forfeit loss"
                self.record[meeting.entrants[me], meeting.round] = (what, points, meeting.entrants[you])
        for bye in given["byes"]:
            what = {
                Missed.PAIRING: "allocated bye",
                Missed.GRANTED: "full-point bye",
            }.get(bye.kind, "requested bye")
            self.record[bye.entrant, bye.round] = (what, Fraction(bye.points, 2), None)

    def score(self, entrant: int) -> Fraction:
        return sum((self.record[entrant, round_][1] for round_ in self.rounds), Fraction(0))

    def category(self, entrant: int, round_: int) -> str:
        """Article 16.2."""
        what = self.record[entrant, round_][0]
        if what in ("allocated bye", "full-point bye"):
            return "16.2.1"
        if what == "forfeit win":
            return "16.2.2"
        if what == "forfeit loss":
            return "16.2.4"
        if what == "requested bye":
            later = [self.record[entrant, other][0] for other in self.rounds if other > round_]
            is_followed = any(each not in ("requested bye", "forfeit loss") for each in later)
            return "16.2.3" if is_followed else "16.2.5"
        return "played"

    def adjusted(self, entrant: int) -> Fraction:
        """Article 16.3."""
        if self.round_robin:
            return self.score(entrant)
        total = Fraction(0)
        for round_ in self.rounds:
            total += HALF if self.category(entrant, round_) == "16.2.5" else self.record[entrant, round_][1]
        return total

    def elements(self, entrant: int) -> list[dict[str, Any]]:
        """Score of the opponent, product, and whether the round is a VUR, for every round (15.2, 16.4)."""
        found = []
        for round_ in self.rounds:
            what, points, opponent = self.record[entrant, round_]
            if what == "game" or (self.round_robin and opponent):
                assert opponent is not None
                score, vur = self.adjusted(opponent), False
            elif self.round_robin:
                continue
            else:
                score, vur = self.score(entrant), what in ("requested bye", "forfeit loss")
                if self.edition == "2026":
                    if self.category(entrant, round_) in ("16.2.2", "16.2.4"):
                        assert opponent is not None
                        score = min(score, self.adjusted(opponent))
                    else:
                        score = min(score, HALF * len(self.rounds))
            found.append({"score": score, "product": score * points, "vur": vur})
        return found

    def cut(self, entrant: int, what: str, low: int = 0, high: int = 0) -> Fraction:
        """Articles 14 and 16.5, for what = "score" (Buchholz) or "product" (Sonneborn-Berger)."""
        left = self.elements(entrant)
        for _ in range(low):
            if left:
                lowest_score = min(element["score"] for element in left)
                least = min(element[what] for element in left if element["score"] == lowest_score)
                vurs = [element[what] for element in left if element["vur"]]
                if vurs and min(vurs) >= least:
                    candidates = [e for e in left if e["vur"] and e[what] == min(vurs)]
                    left.remove(min(candidates, key=lambda element: element["score"]))
                else:
                    left.remove(next(e for e in left if e["score"] == lowest_score and e[what] == least))
        for _ in range(high):
            if left:
                left.remove(max(left, key=lambda element: element["score"]))
        return sum((element[what] for element in left), Fraction(0))

    def wins(self, entrant: int) -> int:
        return sum(self.record[entrant, round_][1] >= 1 for round_ in self.rounds)

    def games_won(self, entrant: int) -> int:
        return sum(self.record[entrant, round_][:2] == ("game", Fraction(1)) for round_ in self.rounds)

    def progressive(self, entrant: int, first: int = 1) -> Fraction:
        totals = [
            sum((self.record[entrant, before][1] for before in range(1, round_ + 1)), Fraction(0))
            for round_ in self.rounds
            if round_ >= first
        ]
        return sum(totals, Fraction(0))

    def koya(self, entrant: int) -> Fraction:
        rounds = len(self.rounds)
        number = len(self.given["entrants"])
        possible = rounds - (rounds // number if self.round_robin and number % 2 else 0)
        return sum(
            (
                points
                for round_ in self.rounds
                for _, points, opponent in [self.record[entrant, round_]]
                if opponent is not None and self.score(opponent) / Fraction(max(possible, 1)) >= HALF
            ),
            Fraction(0),
        )

    def average_rating(self, entrant: int) -> int:
        ratings = [
            self.given["ratings"][opponent]
            for round_ in self.rounds
            for what, _, opponent in [self.record[entrant, round_]]
            if what == "game"
        ]
        if not ratings:
            return 0
        mean = Fraction(sum(ratings), len(ratings))
        down = mean.numerator // mean.denominator
        return down + (mean - down >= HALF)

    def direct_encounter(self, tied: list[int], forfeits: bool) -> list[set[int]]:
        """Article 6: the tied, best first, in sets of those that stay tied."""
        if len(tied) < 2:
            return [set(tied)]
        scores: dict[tuple[int, int], list[Fraction]] = {}
        for entrant, round_ in product(tied, self.rounds):
            what, points, opponent = self.record[entrant, round_]
            if opponent in tied and (what == "game" or forfeits or self.round_robin):
                assert opponent is not None
                scores.setdefault((entrant, opponent), []).append(points)
        addend = {pair: sum(all_, Fraction(0)) / len(all_) for pair, all_ in scores.items()}
        missing = [(a, b) for a in tied for b in tied if a < b and (a, b) not in addend]
        if not missing:
            standing = {a: sum((addend[a, b] for b in tied if b != a), Fraction(0)) for a in tied}
            levels = sorted(set(standing.values()), reverse=True)
            if len(levels) == 1:
                return [set(tied)]
            return [
                part
                for level in levels
                for part in self.direct_encounter([a for a in tied if standing[a] == level], forfeits)
            ]
        first: list[int] = []
        while len(first) < len(tied):
            rest = [a for a in tied if a not in first]
            top = [a for a in rest if self._alone(a, rest, tied, addend)]
            if not top:
                break
            first += top
        ranked = [{a} for a in first]
        rest = [a for a in tied if a not in first]
        if not first:
            return [set(tied)]
        return ranked + (self.direct_encounter(rest, forfeits) if rest else [])

    @staticmethod
    def _alone(who: int, rest: list[int], tied: list[int], addend: dict[tuple[int, int], Fraction]) -> bool:
        """Whether `who` is above all others of the rest if it loses, and they win, every game that is missing."""
        worst = sum((addend.get((who, b), Fraction(0)) for b in tied if b != who), Fraction(0))
        return all(
            worst > sum((addend.get((other, b), Fraction(1)) for b in tied if b != other), Fraction(0))
            for other in rest
            if other != who
        )

    def value(self, name: str, entrant: int) -> Fraction:
        """A tie-break in our units."""
        return {
            "buchholz": lambda: 2 * self.cut(entrant, "score"),
            "buchholz_cut1": lambda: 2 * self.cut(entrant, "score", 1),
            "buchholz_cut2": lambda: 2 * self.cut(entrant, "score", 2),
            "buchholz_median1": lambda: 2 * self.cut(entrant, "score", 1, 1),
            "sonneborn_berger": lambda: 4 * self.cut(entrant, "product"),
            "sonneborn_berger_cut1": lambda: 4 * self.cut(entrant, "product", 1),
            "wins": lambda: Fraction(self.wins(entrant)),
            "wins_played": lambda: Fraction(self.games_won(entrant)),
            "progressive": lambda: 2 * self.progressive(entrant),
            "progressive_cut1": lambda: 2 * self.progressive(entrant, 2),
            "koya": lambda: 2 * self.koya(entrant),
            "average_rating": lambda: Fraction(self.average_rating(entrant)),
        }[name]()

    def places(self, order: list[str]) -> dict[int, int]:
        """The place of everyone, by points and this order."""
        groups = [set(self.given["entrants"])]
        for name in ("points", *order):
            finer: list[set[int]] = []
            for group in groups:
                if name.startswith("direct_encounter"):
                    finer += self.direct_encounter(sorted(group), name.endswith("forfeits"))
                    continue
                values = {e: self.score(e) if name == "points" else self.value(name, e) for e in group}
                finer += [{e for e in group if values[e] == v} for v in sorted(set(values.values()), reverse=True)]
            groups = finer
        places: dict[int, int] = {}
        for group in groups:
            places |= dict.fromkeys(group, len(places) + 1)
        return places


MEASURED = (
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "buchholz_median1",
    "sonneborn_berger",
    "sonneborn_berger_cut1",
    "wins",
    "wins_played",
    "progressive",
    "progressive_cut1",
    "koya",
    "average_rating",
)
