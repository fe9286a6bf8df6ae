"""The tie-breaks there are, which seats each is for, and which orders of them an event may have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.standings.direct import DirectEncounter
from tournaments.standings.measure import Measure
from tournaments.standings.opponents import AverageRating, Buchholz, Koya, SonnebornBerger
from tournaments.standings.own import BoardPoints, Places, Progressive, Wins

TWO = range(2, 3)
PODS = range(3, 7)
ANY = range(2, 7)


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break as an event may have it in its order; more is better, always.

    seats         sizes of a full table that it is for
    article       of FIDE C.07 where it is from one
    unit          of the values
    explanation   what it says, for people
    by            what computes it: a number for everyone, or a ranking of those tied so far
    needs         what `standings` must be given for it beyond the results: "ratings", "board_points"
    round_robin   whether it may be used where all pairings are fixed at the start
    repeatable    whether it may stand in an order more than once (C.07, 4.3, type A)
    """

    id: str
    title: str
    seats: range
    article: str
    unit: str
    explanation: str
    by: Measure | DirectEncounter
    needs: str | None = None
    round_robin: bool = True
    repeatable: bool = False


def _buchholz(id_: str, title: str, seats: range, article: str, cut: str, low: int = 0, high: int = 0) -> TieBreak:
    text = f"The scores of all opponents{cut}. A round not played counts as met a dummy with the own score."
    return TieBreak(id_, title, seats, article, "standing points", text, Buchholz(low, high), round_robin=False)


_ALL = (
    _buchholz("buchholz", "Buchholz", ANY, "8.1", ""),
    _buchholz("buchholz_cut1", "Buchholz cut 1", TWO, "8.1, 14.1", " without the least", 1),
    _buchholz("buchholz_cut2", "Buchholz cut 2", TWO, "8.1, 14.2", " without the two least", 2),
    _buchholz("buchholz_median1", "Buchholz median 1", TWO, "8.1, 14.3", " without the least and the greatest", 1, 1),
    TieBreak(
        "sonneborn_berger",
        "Sonneborn-Berger",
        ANY,
        "9.1",
        "products of standing points",
        "The scores of all opponents, each times what was scored against it: with two seats standing points, with more"
        " 2 for one ranked below and 1 for a tie.",
        SonnebornBerger(),
    ),
    TieBreak(
        "sonneborn_berger_cut1",
        "Sonneborn-Berger cut 1",
        TWO,
        "9.1, 14.1",
        "products of standing points",
        "Sonneborn-Berger without the opponent of the lowest score.",
        SonnebornBerger(1),
    ),
    TieBreak(
        "direct_encounter",
        "Direct encounter",
        ANY,
        "6",
        "those tied that are ranked below",
        "What those tied scored against each other, where that is decisive whatever games between them are missing.",
        DirectEncounter(),
        repeatable=True,
    ),
    TieBreak(
        "direct_encounter_forfeits",
        "Direct encounter with forfeits",
        ANY,
        "6.1.1",
        "those tied that are ranked below",
        "Direct encounter in which forfeits count as games.",
        DirectEncounter(forfeits=True),
        repeatable=True,
    ),
    TieBreak(
        "wins",
        "Wins",
        ANY,
        "7.1",
        "rounds",
        "The rounds won, alone above everyone else or without playing.",
        Wins(),
    ),
    TieBreak(
        "wins_played",
        "Wins at a table",
        ANY,
        "7.2",
        "rounds",
        "The matches won, alone above everyone else; forfeits and byes are none.",
        Wins(played=True),
    ),
    TieBreak(
        "progressive",
        "Progressive score",
        ANY,
        "7.5",
        "standing points",
        "The scores after every round, added up.",
        Progressive(),
    ),
    TieBreak(
        "progressive_cut1",
        "Progressive score cut 1",
        ANY,
        "7.5, 14.1",
        "standing points",
        "The scores after every round but the first, added up.",
        Progressive(1),
    ),
    TieBreak(
        "koya",
        "Koya",
        TWO,
        "9.2",
        "standing points",
        "The points made against all who have at least half of the greatest possible score.",
        Koya(),
    ),
    TieBreak(
        "average_rating",
        "Average rating of opponents",
        ANY,
        "10.1",
        "rating",
        "The mean rating of the opponents met at a table, rounded.",
        AverageRating(),
        needs="ratings",
    ),
    TieBreak(
        "board_points",
        "Board points",
        ANY,
        "11.1.2",
        "game points",
        "The game points of all games of all matches.",
        BoardPoints(),
        needs="board_points",
    ),
    TieBreak(
        "places",
        "Places",
        PODS,
        "",
        "seats above and half seats tied, doubled",
        "2 for every seat ranked above and 1 for every tie, whatever points the event gives by place.",
        Places(),
    ),
)

TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType({tie_break.id: tie_break for tie_break in _ALL})


def tie_breaks(seats: int, *, predetermined: bool = False) -> tuple[TieBreak, ...]:
    """Those that an event with tables of `seats` may have; `predetermined`: a round robin."""
    return tuple(t for t in _ALL if seats in t.seats and (t.round_robin or not predetermined))


def default_order(seats: int, *, predetermined: bool = False) -> tuple[str, ...]:
    """The order of an event that states none."""
    if predetermined:
        return ("direct_encounter", "wins", "sonneborn_berger")
    if seats == 2:
        return ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")
    return ("buchholz", "sonneborn_berger", "direct_encounter", "wins")


def check_order(
    order: Sequence[str], seats: int, *, predetermined: bool = False, given: Sequence[str] = ()
) -> tuple[TieBreak, ...]:
    """The tie-breaks of an order.

    given   what the event has for those that need it: "ratings", "board_points"
    Raises ValueError for one that is unknown, not for so many seats, there twice to no effect, lacks what it needs, or
    is Buchholz in a round robin (C.07 of 2026, article 8: all have met all, so it says nothing but the own score).
    """
    found: list[TieBreak] = []
    for name in order:
        tie_break = TIE_BREAKS.get(name)
        if tie_break is None or seats not in tie_break.seats:
            fitting = ", ".join(t.id for t in tie_breaks(seats, predetermined=predetermined))
            what = "a tie-break" if tie_break is None else f"for {seats} seats"
            raise ValueError(f"order: {name!r} is not {what}; one of {fitting}")
        if predetermined and not tie_break.round_robin:
            raise ValueError(
                f"order: {name!r} says nothing in a round robin, where all meet the same opponents; use one of"
                f" {', '.join(t.id for t in tie_breaks(seats, predetermined=True))}"
            )
        if tie_break in found and not tie_break.repeatable:
            raise ValueError(f"order: {name!r} is there twice; the second could break no tie that the first did not")
        if tie_break.needs and tie_break.needs not in given:
            raise ValueError(f"order: {name!r} needs {tie_break.needs}, which this event does not have")
        found.append(tie_break)
    return tuple(found)
