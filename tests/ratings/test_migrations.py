"""A database from before the ledger had events: what it lacked is worked out, and the first sweep rates it all."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from ratings.models import LedgerEvent, LedgerRow, Pool, Rating
from ratings.rebuild import due, rebuild
from ratings.skill import rate

pytestmark = pytest.mark.django_db(transaction=True)

OLD = [("ratings", "0001_initial"), ("tournaments", "0004_federation_events")]


@pytest.fixture
def old() -> Any:
    """The tables as they were, as historical models; the newest ones are back afterwards."""
    newest = list(MigrationExecutor(connection).loader.graph.leaf_nodes())
    executor = MigrationExecutor(connection)
    executor.migrate(OLD)
    try:
        yield executor.loader.project_state(OLD).apps
    finally:
        MigrationExecutor(connection).migrate(newest)


def fill(apps: Any) -> tuple[list[int], list[int]]:
    """Three bots, one with a newer active version, in two rounds of a pool; ids of versions and matches."""
    User, Bot, BotVersion, Tournament, Round, Match, Game = (
        apps.get_model(*name.split("."))
        for name in (
            "auth.User", "tournaments.Bot", "tournaments.BotVersion", "tournaments.Tournament", "tournaments.Round",
            "tournaments.Match", "tournaments.Game",
        )
    )  # fmt: skip
    user = User.objects.create(username="ada")
    versions = []
    for number in range(3):
        bot = Bot.objects.create(owner=user, name=f"b{number}", engine="trash")
        version = BotVersion.objects.create(bot=bot, number=1, policy="greedy")
        bot.active = version
        bot.save()
        versions.append(version.pk)
    bot = Bot.objects.get(name="b2")
    bot.active = BotVersion.objects.create(bot=bot, number=2, policy="random")
    bot.save()
    event = Tournament.objects.create(
        name="Old", organiser=user, engine="trash", format="swiss", secret=b"s" * 32, commitment="0" * 64
    )
    matches = []
    for number in (1, 2):
        turn = Round.objects.create(tournament=event, number=number, state="closed")
        for table in (1, 2):
            match = Match.objects.create(round=turn, table=table)
            matches.append(match.pk)
            for rotation in (0, 1):
                Game.objects.create(
                    match=match, board=1, rotation=rotation, attempt=1, ranks=[0, 1], scores=[1, 0],
                    verdicts=["played"] * 2, decisions=1, transcript=b"",
                )  # fmt: skip
    pool = apps.get_model("ratings", "Pool").objects.create(
        engine="trash", options={}, options_digest="0" * 64, rules_version=1, seats=2, title="Old", mu0=25.0,
        sigma0=25 / 3, beta=25 / 3, tau=25 / 300, draw_probability=0.25,
    )  # fmt: skip
    a, b, c = versions
    LedgerRow = apps.get_model("ratings", "LedgerRow")
    for seq, (match, pair) in enumerate(zip(matches, [(a, b), (c, a), (b, c), (a, b)], strict=True), 1):
        LedgerRow.objects.create(
            pool=pool, seq=seq, match_id=match, board=1, versions=list(pair), ranks=[0, 1], order=[0, 1],
            parameters_version=1, algorithm_version=1, created_at=timezone.now(),
        )  # fmt: skip
    apps.get_model("ratings", "Rating").objects.create(pool=pool, version_id=a, mu=1.0, sigma=1.0, score=-2.0)
    return versions, matches


def test_it_works(old: Any) -> None:
    (a, b, c), _ = fill(old)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    pool = Pool.objects.get()
    rows = LedgerRow.objects.order_by("seq").values_list("seq", "batch", "games")
    assert list(rows) == [(1, 1, 2), (2, 1, 2), (3, 3, 2), (4, 3, 2)]
    events = LedgerEvent.objects.order_by("number")
    assert [(event.kind, event.after) for event in events] == [("parameters", 0), ("join", 0)]
    assert pool.parameters.delta == 25 / 6
    assert events[0].data["delta"] == 25 / 6
    assert [[row[0], *row[2:]] for row in events[1].data["versions"]] == [[v, None, True] for v in (a, b, c)]
    assert due() == [pool.pk]
    rebuild(pool.pk)
    beliefs = dict.fromkeys((a, b, c), pool.parameters.newcomer)
    for one, other in [(a, b), (c, a), (b, c), (a, b)]:
        beliefs[one], beliefs[other] = rate([beliefs[one], beliefs[other]], [0, 1], pool.parameters)
    for rating in Rating.objects.current():
        assert rating.mu == pytest.approx(beliefs[rating.version_id].mu, rel=0, abs=1e-9)
        assert rating.sigma == pytest.approx(beliefs[rating.version_id].sigma, rel=0, abs=1e-9)
        assert (rating.public, rating.games) == (True, {a: 6, b: 6, c: 4}[rating.version_id])
    assert Rating.objects.current().count() == 3
