"""Which matches count for ratings, what makes the ledger follow, and that a dry run says beforehand what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ratings import dry_runs
from ratings.comparison import Comparison
from ratings.models import LedgerEvent, LedgerRow, Pool, Rating
from ratings.rebuild import rebuild
from ratings.skill import Belief, rate
from tests.ratings.rows import believed
from tests.tournaments import arena
from tests.tournaments.events.test_rounds import make_void, matches
from tournaments import ranking
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.dispatch.turn import take_turn
from tournaments.events import entries, lifecycle, rounds, rulings
from tournaments.events.rating import rehearse
from tournaments.models import AuditEntry, Game, Match, Tournament
from tournaments.rated import rated, with_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]

WHY = "a card was dealt twice"
TAKEN_OUT = ("no", f"it was taken out of the ratings: {WHY}")


@pytest.fixture
def event() -> Tournament:
    """Four entries, two of three rounds closed and rated."""
    event = arena.event(4, format="swiss", rounds=3)
    for number in (1, 2):
        play(event, number)
        rounds.close(event.round_set.get(number=number).pk)
    return event


def play(event: Tournament, number: int) -> None:
    """Play a round and let the first seat have won every game, whatever the secret has dealt."""
    for match in matches(event, number):
        take_turn(match.pk)
    Game.objects.filter(match__in=matches(event, number)).update(ranks=[0, 1], scores=[1, 0])
    matches(event, number).update(ranks=[0, 1])


def first(event: Tournament) -> Match:
    return matches(event).get(table=1)


def told(match: Match) -> tuple[str, str]:
    """What the API says of it."""
    found = rated(with_rows(Match.objects.select_related("round__tournament")).get(pk=match.pk))
    return found.counts, found.why


def followed() -> dict[int, Belief]:
    """What is shown by version once the builds that are due are there: what the ledger alone says."""
    for pool in Pool.stale():
        rebuild(pool.pk)
    found = {one.version_id: one.belief for one in Rating.objects.current()}
    assert found == {version: belief for pool in Pool.objects.all() for version, belief in believed(pool).items()}
    return found


def counted(*gone: Match) -> dict[int, Belief]:
    """What boards of the ledger, but for those of some matches, make of newcomers: by the package, one by one."""
    pool = Pool.objects.get()
    found: dict[int, Belief] = {}
    for row in LedgerRow.objects.order_by("seq"):
        before = [found.setdefault(version, pool.parameters.newcomer) for version in row.versions]
        if row.match_id not in [match.pk for match in gone]:
            found |= dict(zip(row.versions, rate(before, row.ranks, pool.parameters, row.order), strict=True))
    return found


def close_to(beliefs: dict[int, Belief]) -> dict[int, Any]:
    return {version: pytest.approx((one.mu, one.sigma), abs=1e-9) for version, one in beliefs.items()}


def pairs(beliefs: dict[int, Belief]) -> dict[int, tuple[float, float]]:
    return {version: (one.mu, one.sigma) for version, one in beliefs.items()}


def said() -> list[tuple[str, list[int], str]]:
    """The events by which matches stopped counting, or did again."""
    kinds = (LedgerEvent.Kind.VOID, LedgerEvent.Kind.RESTORE)
    rows = LedgerEvent.objects.filter(kind__in=kinds).order_by("id")
    return [(kind, data["matches"], reason) for kind, data, reason in rows.values_list("kind", "data", "reason")]


def disqualify(match: Match, annul: bool, **how: Any) -> None:
    """Whoever sits at the first seat."""
    seat = match.seats.get(seat=0)
    tournament_id, bot_id = match.round.tournament_id, seat.entry.bot_id
    entries.disqualify(actor=arena.organiser(), tournament_id=tournament_id, bot_id=bot_id, annul=annul, **how)


def tables_of(match: Match) -> list[Match]:
    """Where whoever sits at its first seat sat in closed rounds."""
    mine = Match.objects.filter(seats__entry=match.seats.get(seat=0).entry, round__state="closed")
    return list(mine.order_by("id"))


OUT: dict[str, Callable[..., object]] = {
    "unrate": lambda match, **how: rulings.unrate(actor=arena.organiser(), match_id=match.pk, reason=WHY, **how),
    "correct": lambda match, **how: rulings.correct(
        actor=arena.organiser(), match_id=match.pk, ranks=[0, 0], reason=WHY, **how
    ),
    "annul": lambda match, **how: disqualify(match, True, **how),
}
BACK: dict[str, Callable[..., object]] = {
    "unrate": lambda match, **how: rulings.rate(actor=arena.organiser(), match_id=match.pk, **how),
    "correct": lambda match, **how: rulings.correct(
        actor=arena.organiser(), match_id=match.pk, ranks=None, reason="it was not", **how
    ),
    "annul": lambda match, **how: disqualify(match, False, **how),
}


@pytest.mark.parametrize("verb", OUT)
def test_a_match_counts_no_more_nor_for_what_came_after_it_and_again(event, verb) -> None:
    match = first(event)
    concerned = tables_of(match) if verb == "annul" else [match]
    before = followed()
    assert pairs(before) == close_to(counted())
    assert told(match) == ("yes", "")
    for _ in range(2):  # said again it changes nothing
        OUT[verb](match)
    assert Pool.objects.get().is_stale
    assert pairs(followed()) == close_to(counted(*concerned))
    assert told(match)[0] == "no"
    for _ in range(2):
        BACK[verb](match)
    assert followed() == before
    assert told(match) == ("yes", "")
    ids = [one.pk for one in concerned]
    assert [(kind, gone) for kind, gone, _ in said()] == [("void", ids), ("restore", ids)]


@pytest.mark.parametrize("way", ["out", "back"])
@pytest.mark.parametrize("verb", OUT)
def test_a_dry_run_says_what_it_does_and_does_nothing(event, verb, way) -> None:
    match = first(event)
    if way == "back":
        OUT[verb](match)
        followed()
    verbs = {"out": OUT, "back": BACK}[way]
    rows = list(Match.objects.values()), list(LedgerEvent.objects.values()), AuditEntry.objects.count()
    [foretold] = rehearse(lambda **how: verbs[verb](match, **how))
    assert (list(Match.objects.values()), list(LedgerEvent.objects.values()), AuditEntry.objects.count()) == rows
    assert not Pool.objects.get().is_stale
    check(foretold, lambda: verbs[verb](match))
    # once it is done there is nothing to be foretold
    assert rehearse(lambda **how: verbs[verb](match, **how)) == []


def check(foretold: Comparison, act: Callable[[], object]) -> None:
    """That doing it moves ratings as was foretold, the greatest change first."""
    before, before_ranks = followed(), ranks()
    act()
    after, after_ranks = followed(), ranks()
    assert foretold.moved > 0
    assert len(foretold.lines) >= foretold.moved
    for line in foretold.lines:
        assert line.before is not None
        assert line.after is not None
        for one, beliefs, places in ((line.before, before, before_ranks), (line.after, after, after_ranks)):
            belief = beliefs[line.version]
            assert (one.mu, one.sigma, one.score) == (belief.mu, belief.sigma, belief.score)
            assert one.rank == places[line.version]
    sizes = [abs(line.change) for line in foretold.lines]
    assert sizes == sorted(sizes, reverse=True)


def ranks() -> dict[int, int]:
    scores = {one.version_id: one.score for one in Rating.objects.current()}
    return {version: 1 + sum(other > score for other in scores.values()) for version, score in scores.items()}


def test_it_counts_only_when_nothing_else_forbids_it(event) -> None:
    match = first(event)
    for verb in OUT:
        OUT[verb](match)
    for verb in ("unrate", "correct"):
        BACK[verb](match)
        assert told(match)[0] == "no"
    void = set()
    for kind, gone, _ in said():
        void = void | set(gone) if kind == "void" else void - set(gone)
    assert match.pk in void
    BACK["annul"](match)
    assert told(match) == ("yes", "")
    assert pairs(followed()) == close_to(counted())


def test_standings_follow_corrections_and_not_what_is_rated(event) -> None:
    before = ranking.standings(event)
    OUT["unrate"](first(event))
    assert ranking.standings(event) == before
    OUT["correct"](first(event))
    assert ranking.standings(event) != before


def test_a_match_that_came_into_question_before_its_round_closed_is_rated_when_it_counts_after_all(event) -> None:
    """Its boards enter the ledger then: it is no pool's past that is changed."""
    play(event, 3)
    match, _ = matches(event, 3)
    OUT["correct"](match)
    rounds.close(match.round_id)
    assert not LedgerRow.objects.filter(match=match).exists()
    assert told(match) == ("no", "its ranks are a ruling")
    events = LedgerEvent.objects.count()
    [foretold] = rehearse(lambda **how: BACK["correct"](match, **how))
    assert not LedgerRow.objects.filter(match=match).exists()
    check(foretold, lambda: BACK["correct"](match))
    assert LedgerRow.objects.order_by("-seq")[0].match_id == match.pk
    assert LedgerEvent.objects.count() == events
    assert told(match) == ("yes", "")
    assert pairs(followed()) == close_to(counted())


@pytest.mark.parametrize("verb", OUT)
def test_what_does_not_count_at_the_close_never_enters_the_ledger(verb) -> None:
    event = arena.event(4)
    play(event, 1)
    match, other = matches(event)
    if verb == "unrate":
        Match.objects.filter(pk=match.pk).update(unrated=WHY)
    else:
        OUT[verb](match)
    rounds.close(match.round_id)
    assert list(LedgerRow.objects.values_list("match_id", flat=True)) == [other.pk]


@pytest.mark.parametrize("state", ["running", "paused", "finished", "cancelled"])
def test_it_is_asked_in_every_state_after_the_start(event, state) -> None:
    match, asked = first(event), {"actor": arena.organiser(), "tournament_id": event.pk}
    if state == "paused":
        lifecycle.pause(**asked)
    elif state == "cancelled":
        lifecycle.cancel(**asked)
    elif state == "finished":
        arena.play_out(event)
    OUT["unrate"](match)
    assert told(match) == TAKEN_OUT
    BACK["unrate"](match)
    assert told(match) == ("yes", "")
    verbs = AuditEntry.objects.filter(verb__in=["match.unrate", "match.rate"]).order_by("id")
    assert list(verbs.values_list("verb", "details")) == [("match.unrate", {"reason": WHY}), ("match.rate", {})]


def test_the_last_reason_stands(event) -> None:
    match = first(event)
    OUT["unrate"](match)
    rulings.unrate(actor=arena.organiser(), match_id=match.pk, reason=" twice over ")
    assert told(match) == ("no", "it was taken out of the ratings: twice over")
    assert said() == [("void", [match.pk], WHY)]


def test_who_and_when_not(event) -> None:
    match, open_ = first(event), matches(event, 3)[0]
    for verb in (rulings.unrate, rulings.rate):
        how = {"reason": WHY} if verb is rulings.unrate else {}
        with pytest.raises(NotAllowed, match="another organiser's"):
            verb(actor=arena.organiser("oscar"), match_id=match.pk, **how)
        with pytest.raises(NotAllowed):
            verb(actor=arena.owner("owner0"), match_id=match.pk, **how)
        with pytest.raises(Missing, match="there is no match"):
            verb(actor=arena.organiser(), match_id=10**9, **how)
        with pytest.raises(Conflict, match="is not closed yet") as refused:
            verb(actor=arena.organiser(), match_id=open_.pk, **how)
        assert refused.value.code == "round_not_closed"
        unrated = arena.play_out(arena.event(2, rated=False))
        with pytest.raises(Conflict, match="is not rated") as refused:
            verb(actor=arena.organiser(), match_id=first(unrated).pk, **how)
        assert refused.value.code == "not_rated"
    for reason in (" ", "x" * 501):
        with pytest.raises(Invalid, match="reason: say in 1 to 500 characters why"):
            rulings.unrate(actor=arena.organiser(), match_id=match.pk, reason=reason)
    staff = arena.organiser("sue")
    staff.user.is_staff = True
    staff.user.save()
    assert rulings.unrate(actor=staff, match_id=match.pk, reason=WHY).unrated == WHY
    assert LedgerEvent.objects.get(kind="void").by == staff.user


def test_a_hidden_event_keeps_what_was_said_until_it_is_released() -> None:
    event = arena.event(4, hidden=True, format="swiss", rounds=3)
    for number in (1, 2):
        play(event, number)
        rounds.close(event.round_set.get(number=number).pk)
    match, back = matches(event)
    for one in (match, back):
        OUT["unrate"](one)
        assert rehearse(lambda one=one, **how: BACK["unrate"](one, **how)) == []
    BACK["unrate"](back)
    assert told(match) == TAKEN_OUT
    assert told(back) == ("not_yet", "the results of the event are not released yet")
    assert not LedgerRow.objects.exists()
    lifecycle.release(actor=arena.organiser(), tournament_id=event.pk)
    rows = LedgerRow.objects.order_by("seq").values_list("match__round__number", "match__table")
    assert list(rows) == [(1, 2), (2, 1), (2, 2)]
    assert told(match) == TAKEN_OUT
    assert told(back) == ("yes", "")
    # its boards are rated late, as of now
    [foretold] = rehearse(lambda **how: BACK["unrate"](match, **how))
    check(foretold, lambda: BACK["unrate"](match))
    assert LedgerRow.objects.order_by("-seq")[0].match_id == match.pk


def test_how_many_games_a_board_had() -> None:
    arena.play_out(arena.event(2, boards=2))
    arena.play_out(arena.event(2, boards=1, rotate=False))
    arena.play_out(arena.event(3, format="pods", seats=3, rounds=1))
    assert list(LedgerRow.objects.order_by("id").values_list("games", flat=True)) == [2, 2, 1, 3]
    assert sorted(Rating.objects.values_list("boards", "games")) == [(1, 1)] * 2 + [(1, 3)] * 3 + [(2, 4)] * 2


def test_boards_of_one_owner_are_not_rated_unless_the_pool_rates_them() -> None:
    event = arena.event(4, owners=2)
    arena.play_out(event)
    owners = {
        match.pk: len(set(match.seats.values_list("entry__bot__owner", flat=True)))
        for match in Match.objects.filter(round__tournament=event)
    }
    assert sorted(owners.values()) == [1, 1, 2, 2, 2, 2]
    rows = set(LedgerRow.objects.values_list("match_id", flat=True))
    assert rows == {match for match, count in owners.items() if count == 2}
    alone = next(match for match, count in owners.items() if count == 1)
    assert told(Match.objects.get(pk=alone)) == (
        "no",
        "one owner had more than one bot at the table, or a bot did not show up",
    )
    Pool.objects.update(same_owner=True)
    arena.play_out(arena.event(2, owners=1))
    assert LedgerRow.objects.count() == 5


def test_a_match_that_does_not_count_says_why(event) -> None:
    playing, waiting = matches(event, 3)
    assert told(playing) == ("not_yet", "it is not over yet")
    take_turn(playing.pk)
    assert told(playing) == ("not_yet", "its round is not closed yet")
    make_void(waiting)
    assert told(waiting) == ("no", "it is void")
    lifecycle.cancel(actor=arena.organiser(), tournament_id=event.pk)
    assert told(playing) == ("no", "the event was cancelled before its round was closed")
    assert told(waiting) == ("no", "it is cancelled")
    match = first(event)
    assert told(match) == ("yes", "")
    Tournament.objects.update(rated=False)
    assert told(match) == ("no", "the event is not rated")
    again = arena.event(4)
    arena.play_round(again)
    match = first(again)
    OUT["annul"](match)
    assert told(match) == ("no", "results of a bot at the table are annulled")


def test_a_pool_too_large_is_asked_about_in_the_shell(event, monkeypatch) -> None:
    monkeypatch.setattr(dry_runs, "MOST_BOARDS", 3)
    match, pool = first(event), Pool.objects.get()
    with pytest.raises(Conflict, match=f"rebuild_ratings --pool {pool.pk} --dry-run --void {match.pk}$") as refused:
        rehearse(lambda **how: OUT["unrate"](match, **how))
    assert refused.value.code == "too_large"
    assert f"pool {pool.pk} has 4 boards, and no more than 3 are replayed here" in str(refused.value)
    OUT["unrate"](match)
    with pytest.raises(Conflict, match=f"rebuild_ratings --pool {pool.pk} --dry-run --restore {match.pk}$"):
        rehearse(lambda **how: BACK["unrate"](match, **how))
    monkeypatch.setattr(dry_runs, "MOST_BOARDS", 4)
    assert len(rehearse(lambda **how: BACK["unrate"](match, **how))) == 1


def test_a_board_on_which_a_bot_did_not_show_up_is_not_rated(messages) -> None:
    event = arena.event(2, boards=2)
    match = Match.objects.get(round__tournament=event)
    arena.take_turn(match.pk)
    match.games.filter(board=1, rotation=1).update(verdicts=["no_show", "played"])
    rounds.close(match.round_id)
    assert list(LedgerRow.objects.values_list("match_id", "board")) == [(match.pk, 2)]
