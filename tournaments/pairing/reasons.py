"""Why a Swiss pairing is as it is, in words."""

from collections.abc import Mapping, Sequence

from tournaments.pairing.base import Field
from tournaments.pairing.floats import Pair
from tournaments.pairing.forbidden import Bans


class Reasons:
    """The sentences for one paired round.

    pairs    all pairs, the higher in the order of score and seed first
    groups   the score groups of those paired, in that order
    """

    def __init__(self, field: Field, bans: Bans, groups: Sequence[Sequence[int]], pairs: Sequence[Pair]) -> None:
        self.field, self.bans, self.groups = field, bans, groups
        self.group = {entrant: number for number, group in enumerate(groups) for entrant in group}
        self.down, self.up = [0] * len(groups), [0] * len(groups)
        away: set[int] = set()
        for a, b in pairs:
            if self.group[a] != self.group[b]:
                self.down[self.group[a]] += 1
                self.up[self.group[b]] += 1
                away.update((a, b))
        self.place = {
            entrant: place
            for group in groups
            for place, entrant in enumerate((entrant for entrant in group if entrant not in away), 1)
        }

    def pair(self, a: int, b: int) -> str:
        """Why a, the higher, meets b."""
        high, low = self.group[a], self.group[b]
        if high == low:
            stay = len(self.groups[high]) - self.down[high] - self.up[high]
            why = f"both on {self.points(a)} points, {self.place[a]} and {self.place[b]} of the {stay} who stay there"
        else:
            why = f"{a} on {self.points(a)} points floats down to {b} on {self.points(b)}: {self._float(high)}"
            if low - high > 1:
                why += "; nobody nearer is left for it"
        return why + self._ban(a, b)

    def _float(self, number: int) -> str:
        points, left = self.points(self.groups[number][0]), len(self.groups[number]) - self.up[number]
        if left == 1:
            return f"nobody else is left on {points} points"
        if left % 2 and self.down[number] == 1:
            return f"an odd number, {left}, is left on {points} points"
        return f"the {left} left on {points} points cannot all be paired there"

    def _ban(self, a: int, b: int) -> str:
        if (ban := self.bans[a].get(b)) is None:
            return ""
        why = ""
        if ban.barred:
            why += "; BARRED PAIR, since those present cannot be paired without one"
        if ban.met:
            why += f"; REMATCH of round {ban.met}"
            if not ban.barred:
                why += ", since those present cannot be paired without one, or without a second bye"
        return why

    def points(self, entrant: int) -> str:
        """The score, with the bonus apart."""
        bonus = self.field.bonus.get(entrant, 0)
        return f"{self.field.score(entrant)}" + (f" + {bonus}" if bonus else "")


def bye(field: Field, resting: int, queue: Sequence[int], had: Mapping[int, int], missed: Mapping[int, int]) -> str:
    """Why this one rests, given the queue for byes."""
    why = (
        f"the number present is odd; first by fewest byes ({had[resting]}), lowest score ({field.score(resting)}), "
        f"fewest unplayed rounds ({missed[resting]}) and lowest seed"
    )
    if before := queue[: queue.index(resting)]:
        names = ", ".join(map(str, before[:3])) + (", ..." if len(before) > 3 else "")
        why += f"; of those who can rest without a rematch or barred pair, which {names} cannot"
    return why


def notes(field: Field, bans: Bans, pairs: Sequence[Pair], resting: int | None, had: Mapping[int, int]) -> list[str]:
    """What had to be given up in this round."""
    found: list[str] = []
    banned = [(a, b, bans[a][b]) for a, b in pairs if b in bans[a]]
    if barred := [f"{a} and {b}" for a, b, ban in banned if ban.barred]:
        found.append(f"{len(barred)} barred: {_some(barred)}; those present cannot be paired with fewer")
    if again := [f"{a} and {b} (round {ban.met})" for a, b, ban in banned if ban.met and not ban.barred]:
        found.append(
            f"{len(again)} meet again: {_some(again)}; those present cannot be paired with fewer without a "
            "second bye or a barred pair, and these met longest ago"
        )
    if resting is not None and had[resting]:
        all_had = all(had[entrant] for entrant in field.present)
        reason = "everyone present has had one" if all_had else "every other choice would need more barred pairs"
        found.append(f"{resting} has bye number {had[resting] + 1}: {reason}")
    return found


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")
