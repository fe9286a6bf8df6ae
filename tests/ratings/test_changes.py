"""What staff and organisers do to a pool: events of the ledger, and what follows from each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import transaction

from ratings.changes import (
    change_parameters,
    dismiss_reference,
    make_public,
    needs_rerating,
    rerate,
    set_reference,
    set_same_owner,
)
from ratings.ledger import RatedBoard, append_round
from ratings.models import LedgerEvent, LedgerRow, Pool, Rating, RatingPoint
from ratings.rebuild import due, rebuild
from ratings.skill import Belief, Parameters, Rater
from tests.ratings.rows import believed, make_matches, make_pool, make_versions
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.access.models import AuditEntry
from tournaments.models import Bot, BotVersion

pytestmark = pytest.mark.django_db


def staff() -> Actor:
    return Actor(User.objects.get_or_create(username="sam", is_staff=True)[0])


def organiser() -> Actor:
    user, _ = User.objects.get_or_create(username="olga")
    user.user_permissions.add(Permission.objects.get(codename="organise"))
    return Actor(User.objects.get(pk=user.pk))


def play(pool: Pool, *boards: tuple[tuple[int, int], tuple[int, int]]) -> None:
    append_round(
        pool_id=pool.pk,
        boards=[
            RatedBoard(match, 1, versions, ranks, (0, 1))
            for match, (versions, ranks) in zip(make_matches(len(boards)), boards, strict=True)
        ],
    )


def cache(pool: Pool) -> dict[int, Belief]:
    return {rating.version_id: rating.belief for rating in Rating.objects.current().filter(pool=pool)}


def kinds(pool: Pool) -> list[str]:
    return list(pool.events.order_by("number").values_list("kind", flat=True))


def of(parameters: Parameters, one: Belief, other: Belief) -> tuple[Belief, Belief]:
    """After a board that the first has won."""
    mu1, sigma1, mu2, sigma2 = Rater(parameters).two(one.mu, one.sigma, other.mu, other.sigma, drawn=False)
    return Belief(mu1, sigma1), Belief(mu2, sigma2)


def test_parameters_hold_for_boards_to_come() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    play(pool, ((a, b), (0, 1)))
    before, old = cache(pool), pool.parameters
    change_parameters(actor=staff(), pool_id=pool.pk, values={"beta": 20.0, "mu0": 30.0}, reason="measured")
    assert cache(pool) == before
    pool.refresh_from_db()
    assert pool.parameters == replace(old, beta=20.0, mu0=30.0)
    assert pool.parameters_version == 2
    assert not due()
    play(pool, ((a, b), (0, 1)))
    assert (cache(pool)[a], cache(pool)[b]) == of(pool.parameters, before[a], before[b])
    assert cache(pool) == believed(pool)
    assert list(LedgerRow.objects.values_list("parameters_version", flat=True)) == [1, 2]
    rebuild(pool.pk)
    assert cache(pool) == believed(pool)
    event = pool.events.get(number=3)
    assert event.after == 1
    assert (event.kind, event.data["beta"], event.reason) == ("parameters", 20.0, "measured")
    assert AuditEntry.objects.get(verb="pool.change_parameters").details["beta"] == 20.0


def test_the_same_parameters_again_change_nothing() -> None:
    pool = make_pool()
    for _ in range(2):
        change_parameters(actor=staff(), pool_id=pool.pk, values={"tau": 0.5}, reason="drift")
    assert kinds(pool) == ["parameters", "parameters"]


@pytest.mark.parametrize(
    ("values", "field", "says"),
    [
        ({"beta": 0.0}, "/beta", "beta: 0.0 is not from 0.001 to 1000"),
        ({"beta": float("nan")}, "/beta", "beta: nan is not from 0.001 to 1000"),
        ({"draw_probability": 0.0}, "/draw_probability", "draw_probability: 0.0 is not from 0.001 to 0.99"),
        ({"tau": -1.0}, "/tau", "tau: -1.0 is not from 0 to 1000"),
        ({"mu0": -1e7}, "/mu0", "mu0: -10000000.0 is not from -1e\\+06 to 1e\\+06"),
        ({"gamma": 1.0}, "/gamma", "gamma: is not one of mu0, sigma0, beta, tau, draw_probability, delta"),
    ],
)
def test_it_rejects_parameters_that_rate_nothing(values: Any, field: str, says: str) -> None:
    pool = make_pool()
    with pytest.raises(Invalid, match=says) as refusal:
        change_parameters(actor=staff(), pool_id=pool.pk, values=values, reason="x")
    assert refusal.value.errors[0].where == field
    assert kinds(pool) == ["parameters"]


def test_what_was_rated_before_follows_only_when_asked() -> None:
    pool, (a, b, c) = make_pool(), make_versions(3)
    play(pool, ((a, b), (0, 1)), ((b, c), (1, 0)))
    assert not needs_rerating(pool)
    change_parameters(actor=staff(), pool_id=pool.pk, values={"beta": 20.0, "sigma0": 6.0}, reason="measured")
    pool.refresh_from_db()
    assert needs_rerating(pool)
    play(pool, ((a, c), (0, 1)))
    before = cache(pool)
    rerate(actor=organiser(), pool_id=pool.pk, reason="let it hold from the start")
    assert cache(pool) == before
    assert due() == [pool.pk]
    rebuild(pool.pk)
    new = pool.parameters.newcomer
    a1, b1 = of(pool.parameters, new, new)
    c2, b2 = of(pool.parameters, new, b1)
    a3, c3 = of(pool.parameters, a1, c2)
    assert cache(pool) == {a: a3, b: b2, c: c3} == believed(pool)
    assert not needs_rerating(pool)
    rerate(actor=organiser(), pool_id=pool.pk, reason="again")
    assert kinds(pool) == ["parameters", "join", "parameters", "rerate"]
    play(pool, ((a, c), (0, 1)))
    assert cache(pool) == believed(pool)


def test_a_pool_is_staffs_and_rerating_the_organisers() -> None:
    pool, nobody = make_pool(), Actor(User.objects.create(username="nobody"))
    for actor in (nobody, organiser()):
        with pytest.raises(NotAllowed):
            change_parameters(actor=actor, pool_id=pool.pk, values={"beta": 1.0}, reason="mine")
        with pytest.raises(NotAllowed):
            set_same_owner(actor=actor, pool_id=pool.pk, rated=True)
        with pytest.raises(NotAllowed):
            set_reference(actor=actor, pool_id=pool.pk, version=1, fixed=None, reason="mine")
    with pytest.raises(NotAllowed):
        rerate(actor=nobody, pool_id=pool.pk, reason="please")
    with pytest.raises(Missing, match="there is no pool 10"):
        rerate(actor=organiser(), pool_id=10**9, reason="please")
    with pytest.raises(Invalid, match="reason: say in 1 to 500 characters why"):
        rerate(actor=organiser(), pool_id=pool.pk, reason=" ")


def siblings(owner: User, how_many: int) -> list[int]:
    bots = [Bot.objects.create(owner=owner, name=f"b{n}", engine="trash") for n in range(how_many)]
    return [BotVersion.objects.create(bot=bot, number=1, policy="greedy").pk for bot in bots]


def test_boards_of_one_owner_are_not_rated_unless_the_pool_says_so() -> None:
    pool, (a,) = make_pool(seats=3), make_versions(1)
    mine, yours = siblings(User.objects.create(username="twins"), 2)

    def round_() -> int:
        return append_round(
            pool_id=pool.pk, boards=[RatedBoard(make_matches(1)[0], 1, (mine, a, yours), (0, 1, 2), (0, 1, 2))]
        )

    assert round_() == 0
    assert not LedgerRow.objects.exists()
    assert not cache(pool)
    set_same_owner(actor=staff(), pool_id=pool.pk, rated=True)
    assert round_() == 1
    assert AuditEntry.objects.get(verb="pool.set_same_owner").details == {"rated": True}


def test_a_reference_bot_is_nobodys_and_may_be_fixed() -> None:
    pool, (a,) = make_pool(), make_versions(1)
    mine, anchor = siblings(staff().user, 2)
    play(pool, ((mine, anchor), (0, 1)))
    assert not LedgerRow.objects.exists()
    fixed = Belief(30.0, 0.5)
    row = set_reference(actor=staff(), pool_id=pool.pk, version=anchor, fixed=fixed, reason="the anchor")
    assert (row.belief, row.reference, row.fixed, row.public) == (fixed, True, True, True)
    play(pool, ((mine, anchor), (0, 1)), ((a, anchor), (1, 0)))
    assert cache(pool)[anchor] == fixed
    assert cache(pool)[mine] == of(pool.parameters, pool.parameters.newcomer, fixed)[0]
    assert cache(pool)[a] == of(pool.parameters, fixed, pool.parameters.newcomer)[1]
    assert cache(pool) == believed(pool)
    row = dismiss_reference(actor=staff(), pool_id=pool.pk, version=anchor, reason="no more")
    assert (row.belief, row.reference, row.fixed) == (fixed, False, False)
    play(pool, ((mine, anchor), (0, 1)))
    assert cache(pool)[anchor] == fixed  # one owner's board again
    play(pool, ((a, anchor), (0, 1)))
    assert cache(pool)[anchor] != fixed
    before = cache(pool)
    rebuild(pool.pk)
    assert cache(pool) == before == believed(pool)
    assert kinds(pool) == ["parameters", "join", "reference", "join", "dismiss"]


def test_only_staffs_bots_are_references() -> None:
    pool, (a,) = make_pool(), make_versions(1)
    with pytest.raises(Conflict, match=f"version {a}: its owner is no staff"):
        set_reference(actor=staff(), pool_id=pool.pk, version=a, fixed=None, reason="nice bot")
    with pytest.raises(Missing, match="there is no version"):
        set_reference(actor=staff(), pool_id=pool.pk, version=10**9, fixed=None, reason="nice bot")
    with pytest.raises(Missing, match="is not rated in pool"):
        dismiss_reference(actor=staff(), pool_id=pool.pk, version=a, reason="x")


def next_version(version: int) -> int:
    row = BotVersion.objects.get(pk=version)
    new = BotVersion.objects.create(bot=row.bot, number=row.number + 1, policy="random")
    Bot.objects.filter(pk=row.bot_id).update(active=new)
    return new.pk


def test_a_new_version_starts_from_its_predecessor_and_is_the_one_shown() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    for _ in range(12):
        play(pool, ((a, b), (0, 1)))
    before = cache(pool)[a]
    new = next_version(a)
    with transaction.atomic():
        make_public(bot_id=Bot.objects.get(active=new).pk, version=new, by=None)
    expected = pool.parameters.successor(before)
    assert cache(pool)[new] == expected
    assert expected.mu == before.mu
    assert before.sigma < expected.sigma < pool.sigma0
    assert dict(Rating.objects.values_list("version_id", "public")) == {a: False, b: True, new: True}
    # the old one is still rated where it is pinned, and the new one from where it started
    play(pool, ((a, b), (0, 1)), ((new, b), (0, 1)))
    assert cache(pool) == believed(pool)
    rows = Rating.objects.filter(version=new).values_list("boards", "wins", "draws", "losses")
    assert rows.get() == (1, 1, 0, 0)
    points = RatingPoint.objects.filter(version_id=new).order_by("seq").values_list("seq", "boards")
    assert list(points) == [(12, 0), (14, 1)]
    with transaction.atomic():
        make_public(bot_id=Bot.objects.get(active=new).pk, version=new, by=None)
        Bot.objects.filter(active=new).update(active=a)
        make_public(bot_id=Bot.objects.get(active=a).pk, version=a, by=None)
    assert dict(Rating.objects.values_list("version_id", "public")) == {a: True, b: True, new: False}
    assert kinds(pool) == ["parameters", "join", "join", "join"]
    state = cache(pool)
    rebuild(pool.pk)
    assert cache(pool) == state == believed(pool)


def test_a_version_that_comes_in_by_playing_starts_from_the_nearest_before_it() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    play(pool, ((a, b), (0, 1)))
    between = next_version(a)
    new = next_version(between)
    before = cache(pool)[a]
    play(pool, ((b, new), (1, 0)))
    start = RatingPoint.objects.get(version_id=new, boards=0)
    assert Belief(start.mu, start.sigma) == pool.parameters.successor(before)
    assert dict(Rating.objects.values_list("version_id", "public")) == {a: False, b: True, new: True}
    # one that is older than those in the pool has no predecessor there
    play(pool, ((between, b), (1, 0)))
    event = LedgerEvent.objects.filter(kind="join").order_by("-number")[0]
    assert event.data["versions"] == [[between, BotVersion.objects.get(pk=a).bot_id, a, False]]
    assert cache(pool) == believed(pool)
