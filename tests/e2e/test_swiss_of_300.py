"""A Swiss of hundreds through the whole stack, with owners who leave, return, enter late and rest all the time."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest
import rustworkx
from django.db.models import Q, Sum

from ratings.models import LedgerRow, Pool, Rating
from ratings.rebuild import BuildInProgress, due, rebuild
from tests.e2e.stack import Stack
from tests.e2e.troubles import Plan, Troubles
from tests.ratings.rows import believed
from tests.tournaments import arena
from tests.tournaments.standings.slow import Reading
from tournaments import ranking, rated
from tournaments.events import lifecycle
from tournaments.models import Bye, ByeRequest, Game, Match, Round, Seat, Tournament
from tournaments.pairing.base import Bye as Rest
from tournaments.pairing.base import Meeting, Missed
from tournaments.standings.scoring import game_points, ranks_by_sum

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TIE_BREAKS = ["buchholz_cut1", "sonneborn_berger", "direct_encounter", "wins"]
LATE_POINTS = 1


def test_a_swiss_of_300(stack: Stack) -> None:
    play(stack, bots=300, rounds=5, plan=Plan(4, 2, 3, 3, paused=(2, 4), disqualifying=3))


@pytest.mark.long
def test_a_swiss_of_1000(stack: Stack) -> None:
    play(stack, bots=1000, rounds=10, plan=Plan(15, 7, 10, 10, paused=(2, 3, 5, 7), disqualifying=4))


def play(stack: Stack, *, bots: int, rounds: int, plan: Plan) -> None:
    """Play it, and beside it a small one of so many rounds that some must meet again; check both."""
    values: dict[str, Any] = {"format": "swiss", "tie_breaks": TIE_BREAKS}
    late: dict[str, Any] = {"late_until": rounds, "late_points": LATE_POINTS, "requested_byes": 1}
    event = arena.event(bots, start=False, name="Large", rounds=rounds, rotate=False, **late, **values)
    small = arena.event(8, start=False, name="Small", rounds=8, **values)
    newcomers = [
        arena.bot(f"late {number}", by=arena.owner(f"latecomer{number}")) for number in range(plan.late * rounds)
    ]
    troubles = Troubles(stack, event, plan, newcomers)
    troubles.before_the_start()
    for either in (event, small):
        lifecycle.start(actor=arena.organiser(), tournament_id=either.pk)
        either.refresh_from_db()
    stack.worker(concurrency=2)
    stack.beat()
    troubles.to_the_end()
    stack.wait_finished(small)
    happened = {"left", "came back", "came late", "rest", "paused", "disqualified", "corrected"}
    assert happened <= set(troubles.done), troubles.done
    for either in (event, small):
        check_rounds(either, set(troubles.touched))
        check_pairings(either)
        check_standings(either)
    assert max(pair_counts(small).values()) > 1  # or its check would be of nothing
    check_ledger(stack)


def check_rounds(event: Tournament, touched: set[int]) -> None:
    """Every round closed, every match played, nobody twice in one, and whom nothing was done to in all of them."""
    rounds = list(event.round_set.order_by("number").values_list("number", "state", "fault"))
    assert rounds == [(number, Round.State.CLOSED, "") for number in range(1, (event.rounds or 0) + 1)]
    assert set(Match.objects.filter(round__tournament=event).values_list("state", flat=True)) == {"finished"}
    steady = set(event.entries.exclude(bot__in=touched).values_list("number", flat=True))
    for number, there in places(event).items():
        assert len(there) == len(set(there)), f"round {number}"
        assert steady <= set(there), f"round {number}"
    requested = Bye.objects.filter(round__tournament=event, kind="requested")
    for bye in requested.select_related("round"):
        assert bye.points == 1
        assert ByeRequest.objects.filter(entry=bye.entry_id, round=bye.round.number).exists()


def check_pairings(event: Tournament) -> None:
    """At most one bye of the pairing for each, and no rematch in a round that could have been paired without."""
    rested: Counter[int] = Counter()
    met: set[frozenset[int]] = set()
    for number in range(1, (event.rounds or 0) + 1):
        tables = [frozenset(pair) for pair in tables_of(event, number).values()]
        assert all(len(table) == 2 for table in tables)
        byes = Bye.objects.filter(round__tournament=event, round__number=number, kind="pairing")
        resting = list(byes.values_list("entry__number", flat=True))
        assert len(resting) <= 1
        if met.intersection(tables):
            there = sorted({entrant for table in tables for entrant in table}.union(resting))
            assert not can_avoid(there, met, rested), f"round {number}"
        met.update(tables)
        rested.update(resting)
    assert max(rested.values(), default=0) <= 1


def can_avoid(there: list[int], met: set[frozenset[int]], rested: Counter[int]) -> bool:
    """Whether a maximum matching of those who have not met leaves nobody over; of an odd number one rests who has had
    the fewest byes.
    """
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph(multigraph=False)
    node = {entrant: graph.add_node(entrant) for entrant in there}
    for a, b in combinations(there, 2):
        if frozenset((a, b)) not in met:
            graph.add_edge(node[a], node[b], None)
    if len(there) % 2:
        nobody = graph.add_node(0)
        for entrant in there:
            if rested[entrant] == min(rested[one] for one in there):
                graph.add_edge(node[entrant], nobody, None)
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(graph)


def check_standings(event: Tournament) -> None:
    """Points, tie-breaks and places are those of the articles read plainly, from games counted anew."""
    reading = Reading(counted(event))
    rows = {row.entrant: row for row in ranking.standings(event)}
    assert sorted(rows) == sorted(reading.given["entrants"])
    for entrant, row in rows.items():
        assert row.points == 2 * reading.score(entrant), entrant
        for name in ("buchholz_cut1", "sonneborn_berger", "wins"):
            assert row.tie_breaks[name] == reading.value(name, entrant), (entrant, name)
    assert {entrant: row.place for entrant, row in rows.items()} == reading.places(TIE_BREAKS)


def counted(event: Tournament) -> dict[str, Any]:
    """The arguments of ``Reading``, from the rows."""
    rounds = event.rounds or 0
    entries = list(event.entries.exclude(number=None).order_by("number").values_list("number", "joined", "annulled"))
    annulled = {number for number, _, is_annulled in entries if is_annulled}
    meetings = []
    for round_ in range(1, rounds + 1):
        matches = {match.pk: match for match in Match.objects.filter(round__tournament=event, round__number=round_)}
        won: dict[int, list[int]] = {pk: [0, 0] for pk in matches}
        for pk, ranks in Game.objects.filter(match__in=matches).values_list("match_id", "ranks"):
            won[pk] = [sum(pair) for pair in zip(won[pk], game_points(ranks), strict=True)]
        for pk, entrants in tables_of(event, round_).items():
            ranks = matches[pk].ranks if matches[pk].ruled else ranks_by_sum(won[pk])
            gone = annulled.intersection(entrants)
            points = tuple(0 if e in gone else 2 for e in entrants) if gone else game_points(ranks)
            meetings.append(Meeting(round_, matches[pk].table, entrants, points, forfeit=bool(gone)))
    rows = Bye.objects.filter(round__tournament=event).values_list("round__number", "entry__number", "points", "kind")
    byes = [Rest(r, e, 0 if e in annulled else points, Missed(kind)) for r, e, points, kind in rows]
    for number, joined, is_annulled in entries:
        late = 0 if is_annulled else event.late_points
        byes += [Rest(round_, number, late, Missed.LATE) for round_ in range(1, joined)]
    return {
        "entrants": [number for number, *_ in entries],
        "meetings": meetings,
        "byes": byes,
        "rounds": rounds,
    }


def check_ledger(stack: Stack) -> None:
    """Every game was recorded once, and every board that counts is rated once, for both who played it."""
    rotations = dict(Match.objects.values_list("id", "round__tournament__rotate"))
    games = Counter(Game.objects.values_list("match_id", "board", "rotation"))
    assert games == {(pk, 1, rotation): 1 for pk in rotations for rotation in range(1 + rotations[pk])}
    counting = rated.counting(Match.objects.all())
    assert set(rotations) - set(counting) == set(
        Match.objects.filter(Q(ruled=True) | Q(seats__entry__annulled=True)).values_list("id", flat=True)
    )
    ledger = Counter(LedgerRow.objects.values_list("match_id", "board"))
    assert set(ledger.values()) == {1}
    # What was corrected or annulled after the close of its round is there too, and void.
    assert {(pk, 1) for pk in counting} < set(ledger)
    stack.wait(ratings_follow, "the ratings to follow the ledger")
    assert Rating.objects.current().aggregate(boards=Sum("boards"))["boards"] == 2 * len(counting)
    for pool in Pool.objects.all():
        shown = Rating.objects.current().filter(pool=pool)
        assert {rating.version_id: rating.belief for rating in shown} == believed(pool)


def ratings_follow() -> bool:
    """Build what is due, as the sweep would have done, if nobody is at it; whether all is built."""
    for pool_id in due():
        with suppress(BuildInProgress):
            rebuild(pool_id)
    return not Pool.stale().exists()


def tables_of(event: Tournament, number: int) -> dict[int, tuple[int, ...]]:
    """Who sat at the tables of a round, in seat order, by match."""
    seats = Seat.objects.filter(match__round__tournament=event, match__round__number=number)
    found: dict[int, list[int]] = defaultdict(list)
    for pk, entrant in seats.order_by("match__table", "seat").values_list("match_id", "entry__number"):
        found[pk].append(entrant)
    return {pk: tuple(entrants) for pk, entrants in found.items()}


def places(event: Tournament) -> dict[int, list[int]]:
    """Everyone who sat at a table or rested, by round, as often as that."""
    found: dict[int, list[int]] = defaultdict(list)
    for number in range(1, (event.rounds or 0) + 1):
        found[number] += [entrant for table in tables_of(event, number).values() for entrant in table]
        byes = Bye.objects.filter(round__tournament=event, round__number=number)
        found[number] += byes.values_list("entry__number", flat=True)
    return found


def pair_counts(event: Tournament) -> Counter[frozenset[int]]:
    """How often any two met."""
    return Counter(
        frozenset(table) for number in range(1, (event.rounds or 0) + 1) for table in tables_of(event, number).values()
    )
