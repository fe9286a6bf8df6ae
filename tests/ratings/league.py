"""A pool in which bots have met for some rounds, one of them with a second version: what pages of ratings show."""

from __future__ import annotations

from django.db import transaction

from ratings.changes import make_public
from ratings.ledger import RatedBoard, append_round
from ratings.models import Pool
from tests.ratings.rows import make_matches, make_pool, make_versions
from tournaments.models import Bot, BotVersion

NASTY = "<script>alert('x')</script>&"


def league(bots: int = 4, rounds: int = 3, seats: int = 2) -> tuple[Pool, list[Bot]]:
    """The pool, and its bots by strength: Bot 0 beats all, and has version 4 since the last round.

    Bots are called as they stand, 0 to bots - 1; of two at a table the stronger wins, but bots 0 and 1 tie.
    """
    pool, versions = make_pool(seats), make_versions(bots)
    ranked = list(Bot.objects.filter(versions__in=versions).order_by("pk"))
    for number, bot in enumerate(ranked):
        Bot.objects.filter(pk=bot.pk).update(name=f"Bot {number}")
    for turn in range(rounds):
        if turn == rounds - 1:
            renew(ranked[0])
        play(pool, ranked, turn)
    return pool, list(Bot.objects.filter(pk__in=[bot.pk for bot in ranked]).select_related("owner").order_by("pk"))


def renew(bot: Bot) -> BotVersion:
    """A new version of a bot, which becomes its active and public one."""
    last = bot.versions.order_by("-number")[0]
    version = BotVersion.objects.create(bot=bot, number=last.number + 1, policy="greedy")
    Bot.objects.filter(pk=bot.pk).update(active=version)
    with transaction.atomic():
        make_public(bot_id=bot.pk, version=version.pk, by=None)
    return version


def play(pool: Pool, bots: list[Bot], turn: int) -> None:
    """A round in which every table is rated; who sits with whom shifts from round to round."""
    active = dict(Bot.objects.filter(pk__in=[bot.pk for bot in bots]).values_list("pk", "active_id"))
    shifted = [bots[0], *(bots[1:][turn % (len(bots) - 1) :]), *(bots[1:][: turn % (len(bots) - 1)])]
    tables = [shifted[start : start + pool.seats] for start in range(0, len(bots) - pool.seats + 1, pool.seats)]
    boards = []
    for match, table in zip(make_matches(len(tables)), tables, strict=True):
        strengths = [max(bots.index(bot), 1) for bot in table]
        ranks = tuple(sum(other < own for other in strengths) for own in strengths)
        seats = tuple(range(pool.seats))
        boards.append(RatedBoard(match, 1, tuple(active[bot.pk] for bot in table), ranks, seats))
    with transaction.atomic():
        append_round(pool_id=pool.pk, boards=boards)
