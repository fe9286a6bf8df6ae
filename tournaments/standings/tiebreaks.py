"""Tie-breaks: what those one has met are worth. All integers, in standing points or products of them.

Every round brings everyone seats - 1 opponents: the others at the table; for each seat left empty, and for a round that
was not played, dummies whose score is always the entrant's own (as FIDE Handbook C.07 of 2024, article 16.4, has it).
"""

from collections.abc import Iterable, Mapping

from tournaments.pairing.base import Bye, Meeting

# An opponent's seed number (a dummy is the entrant itself, whose score it shares) and 2 won, 1 tied or 0 lost.
Result = tuple[int, int]


def results(
    entrants: Iterable[int], meetings: Iterable[Meeting], byes: Iterable[Bye], *, seats: int, win: int
) -> dict[int, list[Result]]:
    """What everyone has against everyone met. A round without meeting or bye counts as a bye for nothing.

    seats   of a full table
    win     standing points of a won match. A bye is won against all dummies if it brought these, lost if it brought
            none, and of the results between takes what its points are worth.
    """
    found: dict[int, list[Result]] = {entrant: [] for entrant in entrants}
    last = 0
    for meeting in meetings:
        last = max(last, meeting.round)
        seated = [*zip(meeting.entrants, meeting.better, strict=True)]
        for entrant, better in seated:
            own = found[entrant]
            for other, theirs in seated:
                if other != entrant:
                    own.append((other, 2 if better > theirs else int(better == theirs)))
            if len(seated) < seats:
                own += [(entrant, 1)] * (seats - len(seated))
    for bye in byes:
        last = max(last, bye.round)
        each, more = divmod(2 * (seats - 1) * bye.points // win, seats - 1)
        found[bye.entrant] += [(bye.entrant, each + (dummy < more)) for dummy in range(seats - 1)]
    for entrant, own in found.items():
        own += [(entrant, 0)] * (last * (seats - 1) - len(own))
    return found


def buchholz(own: Iterable[Result], scores: Mapping[int, int]) -> int:
    """The sum of the opponents' scores, in standing points (for two seats, half points of chess)."""
    return sum([scores[opponent] for opponent, _ in own])


def sonneborn_berger(own: Iterable[Result], scores: Mapping[int, int]) -> int:
    """The sum of the opponents' scores, each times 2 if beaten and 1 if tied with (for two seats, quarter points of
    chess).
    """
    return sum([points * scores[opponent] for opponent, points in own])
