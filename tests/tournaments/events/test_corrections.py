"""Corrections, forfeits and disqualification: every later standing follows from what counts now."""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tournaments import history, ranking
from tournaments.access.errors import Conflict, Invalid, NotAllowed
from tournaments.events import entries, lifecycle, rulings
from tournaments.models import AuditEntry, Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("messages")]

WHY = "the table was set up wrongly"


@pytest.fixture
def event() -> Tournament:
    """Four entries, two of three rounds played."""
    event = arena.event(4, format="swiss", rounds=3)
    arena.play_round(event)
    arena.play_round(event)
    return event


def first(event: Tournament) -> Match:
    return Match.objects.get(round__tournament=event, round__number=1, table=1)


def points(event: Tournament, last: int | None = None) -> dict[int, int]:
    return {row.entrant: row.points for row in ranking.standings(event, last=last)}


def entrants(match: Match) -> tuple[int, int]:
    a, b = match.seats.order_by("seat").values_list("entry__number", flat=True)
    return a, b


def correct(match: Match, ranks, **how):
    return rulings.correct(actor=arena.organiser(), match_id=match.pk, ranks=ranks, reason=WHY, **how)


def test_a_correction_reaches_every_later_standing_and_no_pairing(event) -> None:
    match = first(event)
    a, b = entrants(match)
    correct(match, [0, 1])
    before = [points(event, last) for last in (1, 2)]
    tables = list(Match.objects.filter(round__tournament=event).values_list("id", "seats__entry__number"))
    corrected = correct(match, [1, 0])
    assert (corrected.ruled, corrected.ruling) == (True, WHY)
    for last, was in zip((1, 2), before, strict=True):
        assert points(event, last) == {**was, a: was[a] - 2, b: was[b] + 2}
    assert list(Match.objects.filter(round__tournament=event).values_list("id", "seats__entry__number")) == tables


def test_it_is_corrected_back_to_what_was_played(event) -> None:
    match = first(event)
    played = match.ranks
    correct(match, [0, 0])
    back = correct(match, None)
    assert (back.ranks, back.ruled, back.forfeit) == (played, False, False)
    log = AuditEntry.objects.filter(verb="match.correct").count()
    correct(match, None)
    assert AuditEntry.objects.filter(verb="match.correct").count() == log == 2


def test_a_finished_event_is_corrected_and_a_cancelled_one_is_not(event) -> None:
    arena.play_round(event)
    assert event.state == "finished"
    a, _ = entrants(first(event))
    correct(first(event), [0, 1])
    was = points(event)[a]
    correct(first(event), [1, 0])
    assert points(event)[a] == was - 2
    other = arena.event(4, format="swiss", rounds=3)
    arena.play_round(other)
    lifecycle.cancel(actor=arena.organiser(), tournament_id=other.pk)
    with pytest.raises(Conflict, match="cancelled"):
        correct(first(other), [0, 1])


def test_a_forfeit_is_a_win_without_a_meeting_and_both_may_lose(event) -> None:
    match = first(event)
    a, b = entrants(match)
    correct(match, [0, 1], forfeit=True)
    meeting = history.played(event, last=1).meetings[0]
    assert (meeting.entrants, meeting.points, meeting.forfeit) == ((a, b), (2, 0), True)
    correct(match, [0, 0], forfeit=True)
    assert history.played(event, last=1).meetings[0].points == (0, 0)


def test_a_match_that_is_corrected_before_its_round_closes_is_not_rated() -> None:
    event = arena.event(2, format="swiss", rounds=1)
    match = first(event)
    with pytest.raises(Conflict, match=r"is pending; this needs it to be finished or void"):
        correct(match, [0, 1])


@pytest.mark.parametrize(
    ("ranks", "how", "words"),
    [
        ([0], {}, "is no ranking of 2 seats"),
        ([0, 2], {}, "is no ranking of 2 seats"),
        ([0, 1], {"reason": "  "}, "reason: say in 1 to 500 characters why"),
        ([0, 1], {"reason": "x" * 501}, "reason: say in 1 to 500 characters why"),
    ],
)
def test_what_is_no_correction(event, ranks, how, words) -> None:
    match = first(event)
    with pytest.raises(Invalid, match=words):
        rulings.correct(actor=arena.organiser(), match_id=match.pk, ranks=ranks, **{"reason": WHY, **how})
    with pytest.raises(NotAllowed):
        rulings.correct(actor=arena.owner("eve"), match_id=match.pk, ranks=[0, 1], reason=WHY)


def test_a_void_match_is_not_corrected_to_what_was_never_played(event) -> None:
    match = first(event)
    match.games.all().delete()
    Match.objects.filter(pk=match.pk).update(state="void", ranks=None)
    with pytest.raises(Conflict, match=r"of the 2 games .* only 0 were played; say its ranks"):
        correct(match, None)
    assert correct(match, [0, 1]).state == "finished"


def test_results_of_the_disqualified_count_or_not_as_the_organiser_says(event) -> None:
    match = first(event)
    a, b = entrants(match)
    correct(match, [0, 1])
    entry = event.entries.get(number=a)
    before = points(event)
    asked = {"actor": arena.organiser(), "tournament_id": event.pk, "bot_id": entry.bot_id}
    assert entries.disqualify(**asked).state == "disqualified"
    assert points(event) == before
    assert entries.disqualify(**asked, annul=True).annulled
    after = points(event)
    assert after[a] == 0
    assert after[b] == before[b] + 2
    assert entries.disqualify(**asked, annul=False).annulled is False
    assert points(event) == before


def test_whoever_met_the_annulled_wins_and_its_byes_are_worth_nothing() -> None:
    event = arena.event(3, format="swiss", rounds=3)
    arena.play_out(event)
    rests = {bye.entrant for bye in history.played(event, last=3).byes}
    assert rests == {1, 2, 3}
    entry = event.entries.get(number=1)
    entries.disqualify(actor=arena.organiser(), tournament_id=event.pk, bot_id=entry.bot_id, annul=True)
    table = points(event)
    assert table[1] == 0
    assert table[2] + table[3] == 2 + 2 + 2 + 2 + 2  # two byes, two wins over 1, one match between them


def test_last_of_three_at_a_table() -> None:
    event = arena.event(3, format="pods", seats=3, rounds=1)
    arena.play_out(event)
    match = first(event)
    numbers = list(match.seats.order_by("seat").values_list("entry__number", flat=True))
    correct(match, [0, 1, 2])
    entry = event.entries.get(number=numbers[0])
    entries.disqualify(actor=arena.organiser(), tournament_id=event.pk, bot_id=entry.bot_id, annul=True)
    assert points(event) == {numbers[0]: 0, numbers[1]: 4, numbers[2]: 2}
