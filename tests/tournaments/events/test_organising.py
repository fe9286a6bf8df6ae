"""Starting by itself, extending, cloning, releasing hidden results, keeping pairs apart."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from ratings.models import LedgerRow
from tests.tournaments import arena
from tournaments import ranking
from tournaments.access.errors import Conflict, Invalid, NotAllowed
from tournaments.events import admission, barring, entries, lifecycle, rulings, schedule, setup
from tournaments.models import AuditEntry, Match, Tournament
from tournaments.pairing.base import CannotPair
from tournaments.pairing.swiss import Swiss

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("messages")]

HOUR = timedelta(hours=1)


def swiss(bots: int = 4, **values) -> Tournament:
    return arena.event(bots, **{"format": "swiss", "rounds": 3, **values})


def pairs(event: Tournament, number: int) -> set[frozenset[int]]:
    matches = Match.objects.filter(round__tournament=event, round__number=number)
    return {frozenset(match.seats.values_list("entry__number", flat=True)) for match in matches}


def test_an_event_starts_by_itself_when_its_time_has_come() -> None:
    late = swiss(start=False, starts_at=timezone.now() + HOUR)
    due = swiss(start=False, starts_at=timezone.now() - HOUR)
    for _ in range(2):
        schedule.start_due()
    for event in (late, due):
        event.refresh_from_db()
    assert (late.state, due.state) == ("open", "running")
    assert due.round_set.count() == 1


def test_an_event_that_cannot_start_says_why_and_holds_up_no_other() -> None:
    event = swiss(1, start=False, starts_at=timezone.now() - HOUR)
    other = swiss(4, start=False, starts_at=timezone.now() - HOUR)
    schedule.start_due()
    event.refresh_from_db()
    other.refresh_from_db()
    assert event.state == "open"
    assert event.fault == "start: Swiss needs at least 2 entrants, not 1"
    assert other.state == "running"
    ada = arena.owner("ada")
    entries.enter(actor=ada, tournament_id=event.pk, bot_id=arena.bot("Gin", by=ada).pk)
    schedule.start_due()
    event.refresh_from_db()
    assert (event.state, event.fault) == ("running", "")


def test_an_event_starts_by_itself_whatever_rights_its_organiser_still_has() -> None:
    """As of one who had set it up with a token from staff, which stands without the permission."""
    event = swiss(start=False, starts_at=timezone.now() - HOUR)
    event.organiser.user_permissions.clear()
    event.organiser.is_active = False
    event.organiser.save()
    schedule.start_due()
    event.refresh_from_db()
    assert (event.state, event.fault) == ("running", "")
    assert AuditEntry.objects.get(verb="tournament.start").user is None


def test_an_event_that_is_put_off_while_the_sweeper_looks_does_not_start() -> None:
    event = swiss(start=False, starts_at=timezone.now() + HOUR)
    assert lifecycle.start_if_due(event.pk) is False
    event.refresh_from_db()
    assert event.state == "open"


def test_extending_says_how_many_rounds_there_are_in_all() -> None:
    event = swiss(6, rounds=2)
    asked = {"actor": arena.organiser(), "tournament_id": event.pk}
    arena.play_round(event)
    for _ in range(2):
        assert lifecycle.extend(**asked, planned=3).rounds == 3
    assert AuditEntry.objects.filter(verb="tournament.extend").count() == 1
    arena.play_round(event)
    assert (event.state, event.round_set.count()) == ("running", 3)
    with pytest.raises(Invalid, match="rounds: 2 is not between 3, which are paired, and 200"):
        lifecycle.extend(**asked, planned=2)
    arena.play_out(event)
    with pytest.raises(Conflict, match="is finished"):
        lifecycle.extend(**asked, planned=5)


def test_a_round_robin_is_not_extended() -> None:
    event = arena.event(4)
    with pytest.raises(Conflict, match="the entries determine the rounds"):
        lifecycle.extend(actor=arena.organiser(), tournament_id=event.pk, planned=9)


def test_a_clone_is_a_draft_with_the_same_settings_and_another_secret() -> None:
    arena.owner("owner0")
    event = swiss(0, capacity=10, admission="invited", start=False, starts_at=timezone.now() + HOUR)
    admission.invite(actor=arena.organiser(), tournament_id=event.pk, usernames=["owner0"])
    copy = setup.clone(actor=arena.organiser(), tournament_id=event.pk)
    assert (copy.state, copy.name, copy.starts_at, copy.entries.count()) == ("draft", "Cup (copy)", None, 0)
    assert bytes(copy.secret) != bytes(event.secret)
    assert admission.invited(copy) == ["owner0"]
    kept = [name for name in setup.SETTABLE if name not in setup.NOT_CLONED]
    assert {name: getattr(copy, name) for name in kept} == {name: getattr(event, name) for name in kept}
    with pytest.raises(NotAllowed):
        setup.clone(actor=arena.organiser("oscar"), tournament_id=event.pk)


def test_a_round_robin_is_cloned_without_the_rounds_it_had() -> None:
    event = arena.event(4)
    assert event.rounds == 3
    assert setup.clone(actor=arena.organiser(), tournament_id=event.pk).rounds is None


def test_hidden_results_are_rated_when_they_are_released() -> None:
    event = swiss(4, hidden=True)
    arena.play_round(event)
    assert not LedgerRow.objects.exists()
    arena.play_round(event)
    assert event.is_concealed
    for _ in range(2):
        released = lifecycle.release(actor=arena.organiser(), tournament_id=event.pk)
        assert not released.is_concealed
    rounds = list(LedgerRow.objects.order_by("seq").values_list("match_id", flat=True))
    played = Match.objects.filter(round__tournament=event, round__number__lte=2).order_by("round__number", "table")
    assert rounds == list(played.values_list("id", flat=True))
    arena.play_out(event)
    assert LedgerRow.objects.count() == 6


def test_only_what_is_hidden_and_has_begun_is_released() -> None:
    with pytest.raises(Conflict, match="are not hidden"):
        lifecycle.release(actor=arena.organiser(), tournament_id=swiss().pk)
    with pytest.raises(Conflict, match="is open"):
        lifecycle.release(actor=arena.organiser(), tournament_id=swiss(start=False, hidden=True).pk)


def test_an_open_event_lets_change_what_has_had_no_effect() -> None:
    event = swiss(start=False)
    asked = {"actor": arena.organiser(), "tournament_id": event.pk}
    assert setup.edit(**asked, values={"capacity": 8, "description": "New"}).capacity == 8
    with pytest.raises(Conflict, match="edit: format, seats can be changed in a draft only"):
        setup.edit(**asked, values={"seats": 3, "format": "pods", "name": "New"})
    lifecycle.start(**asked)
    with pytest.raises(Conflict, match="is running"):
        setup.edit(**asked, values={"capacity": 9})


def test_barred_pairs_do_not_meet_while_others_can() -> None:
    event = swiss(4, rounds=1, start=False)
    bots = dict(event.entries.values_list("id", "bot_id"))
    ids = sorted(bots)
    asked = {"actor": arena.organiser(), "tournament_id": event.pk}
    barring.bar(**asked, bot_ids=(bots[ids[2]], bots[ids[0]]))  # 1 v 3 would be the first pair
    barring.bar(**asked, bot_ids=(bots[ids[0]], bots[ids[2]]))
    assert event.barred.count() == 1
    lifecycle.start(**asked)
    assert frozenset({1, 3}) not in pairs(event, 1)
    with pytest.raises(Invalid, match="name two bots"):
        barring.bar(**asked, bot_ids=(bots[ids[0]], bots[ids[0]]))
    for _ in range(2):
        barring.unbar(**asked, bot_ids=(bots[ids[0]], bots[ids[2]]))
    assert not event.barred.exists()


def test_bots_of_one_owner_do_not_meet_in_the_first_rounds() -> None:
    # Three owners, round about: 1 and 4, 2 and 5, 3 and 6 are of one owner, and would meet in round 1.
    assert pairs(swiss(6, rounds=1, owners=3), 1) == {frozenset({1, 4}), frozenset({2, 5}), frozenset({3, 6})}
    apart = pairs(swiss(6, rounds=1, owners=3, same_owner_rounds=1), 1)
    assert all(max(pair) - min(pair) != 3 for pair in apart)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"capacity": 1}, "capacity: 1 is not between 2 and"),
        ({"late_points": 3, "late_until": 2}, "late_points: 3 is not between 0 and 2, what a win is worth"),
        ({"late_points": 1}, "without late_until nobody enters late"),
        ({"late_until": 4}, "late_until: round 4 is not one of the 3 planned"),
        ({"check_in_minutes": 5}, "they count back from starts_at"),
        ({"admission": "friends"}, 'admission: "friends" is not one of public, invited, private'),
        ({"format": "round_robin", "rounds": None, "late_until": 2}, "the entries determine the rounds"),
        ({"format": "round_robin", "rounds": None, "acceleration": "baku"}, 'acceleration: "baku"; leave it out'),
        (
            {"format": "pod_round_robin", "seats": 3, "same_owner_rounds": 1},
            "a pod round robin everyone meets everyone",
        ),
        ({"format_options": {"balance_seats": True}}, "format_options.balance_seats: true is only for events with"),
        ({"format_options": {"speed": 1}}, 'format_options: "speed" is not one of'),
        ({"tie_breaks": ["buchholz", "places"]}, "tie_breaks: 'places' is not for 2 seats"),
        ({"tie_breaks": ["wins", "wins"]}, "tie_breaks: 'wins' is there twice"),
        ({"points": [2, 0]}, "points: they are for three to six seats, not 2"),
        ({"format": "pods", "seats": 3, "points": [3, 2]}, "points: 2 values for 3 places"),
        ({"format": "pods", "seats": 3, "points": [12, 6, 0], "scoring": "game"}, "are for scoring: match"),
    ],
)
def test_settings_that_do_not_fit(values, words) -> None:
    with pytest.raises(Invalid, match=words):
        swiss(0, start=False, **values)


def test_times_that_do_not_fit() -> None:
    now = timezone.now()
    with pytest.raises(Invalid, match=r"entries_until: .* is not after entries_from"):
        swiss(0, start=False, entries_from=now, entries_until=now - HOUR)
    with pytest.raises(Invalid, match=r"starts_at: .* is not after entries_from"):
        swiss(0, start=False, entries_from=now, starts_at=now - HOUR)


def test_points_by_place_and_an_order_of_tie_breaks() -> None:
    event = swiss(
        3, format="pods", seats=3, rounds=1, points=[36, 12, 0], tie_breaks=["places", "wins", "board_points"]
    )
    arena.play_round(event)
    match = Match.objects.get(round__tournament=event)
    rulings.correct(actor=arena.organiser(), match_id=match.pk, ranks=[1, 0, 1], reason="why not")
    seated = list(match.seats.order_by("seat").values_list("entry__number", flat=True))
    rows = {row.entrant: (row.points, dict(row.tie_breaks)["places"]) for row in ranking.standings(event)}
    assert rows == {seated[0]: (6, 1), seated[1]: (36, 4), seated[2]: (6, 1)}


def test_ratings_are_those_of_the_start() -> None:
    event = swiss(4, tie_breaks=["average_rating"])
    assert set(event.entries.values_list("rating", flat=True)) == {2500}
    arena.play_round(event)
    assert {dict(row.tie_breaks)["average_rating"] for row in ranking.standings(event)} == {2500}


def test_accelerated_rounds_let_the_upper_half_meet() -> None:
    def upper(event: Tournament) -> set[frozenset[int]]:
        arena.play_round(event)
        return {pair for pair in pairs(event, 1) if max(pair) <= 4}

    assert upper(swiss(8, rounds=4)) == set()
    assert upper(swiss(8, rounds=4, acceleration="baku")) == {frozenset({1, 3}), frozenset({2, 4})}


def test_acceleration_does_not_count_in_the_standings() -> None:
    event = swiss(8, rounds=4, acceleration="baku")
    arena.play_round(event)
    assert sum(row.points for row in ranking.standings(event)) == 8


def test_a_start_that_cannot_be_paired_is_refused_and_changes_nothing(monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise CannotPair("round 1: nobody fits")

    event = swiss(start=False)
    monkeypatch.setattr(Swiss, "pair", fail)
    with pytest.raises(Conflict, match="start: round 1: nobody fits") as refused:
        lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    assert refused.value.code == "cannot_pair"
    event.refresh_from_db()
    assert (event.state, event.rounds, event.entries.filter(number__isnull=False).count()) == ("open", 3, 0)
