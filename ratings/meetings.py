"""Who met whom in a pool and how it ended: two bots head to head, and all opponents of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Model

from ratings.contestants import ids_of
from ratings.leaderboard import ratings_of_bots
from ratings.models import Meeting, Pool, Rating
from ratings.skill import Forecast, predict
from tournaments.access.keyset import Keyset, Value

# The order of a list of opponents: who was met most comes first.
KEYSET = Keyset(("-boards", "bot"), unique="bot")


@dataclass(frozen=True, slots=True)
class Record:
    """Boards that one won, tied and lost against another, by their ranks on them."""

    wins: int
    draws: int
    losses: int

    @property
    def boards(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Pair:
    """A version of the first bot and one of the second, by id and number, and the first's record."""

    version: int
    number: int
    other_version: int
    other_number: int
    record: Record


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two bots of a pool: the first's record over all versions, and by pair of versions in the order of their ids.

    forecast  of the next board between their public versions. In a pool of more than two seats, which of the two will
              stand above the other: each pair of a table is forecast as if it were alone.
    """

    bot: Rating
    other: Rating
    record: Record
    pairs: tuple[Pair, ...]
    forecast: Forecast


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot that another one met, with that one's record; `rating` is the opponent's public one."""

    bot: int
    record: Record
    rating: Rating

    @property
    def boards(self) -> int:
        return self.record.boards


def head_to_head(pool: Pool, bot_id: int, other_id: int) -> HeadToHead | None:
    """None where one of the two is not rated in the pool. Two statements."""
    rated = _public(pool, [bot_id, other_id])
    if len(rated) < 2:
        return None
    both = ids_of([bot_id, other_id])
    rows = Meeting.objects.filter(build=pool.build_id, first_id__in=both, second_id__in=both).order_by()
    names = ("first_id", "first__number", "second_id", "second__number", "wins", "draws", "losses")
    pairs: list[Pair] = []
    for a, b, first, number, second, other, wins, draws, losses in rows.values_list(
        "first__bot_id", "second__bot_id", *names
    ):
        if (a, b) == (bot_id, other_id):
            pairs.append(Pair(first, number, second, other, Record(wins, draws, losses)))
        elif (a, b) == (other_id, bot_id):
            pairs.append(Pair(second, other, first, number, Record(losses, draws, wins)))
    pairs.sort(key=lambda pair: (pair.version, pair.other_version))
    record = Record(*(sum(getattr(p.record, name) for p in pairs) for name in ("wins", "draws", "losses")))
    one, two = rated[bot_id], rated[other_id]
    forecast = predict(one.belief, two.belief, pool.parameters)
    return HeadToHead(one, two, record, tuple(pairs), forecast)


def opponents(pool: Pool, bot_id: int, *, limit: int, after: Sequence[Value] | None = None) -> list[Opponent]:
    """At most `limit` bots that a bot met, most boards first, those of equal numbers by id; beyond the place
    (boards, bot) `after`. Two statements; the first adds up all meetings of the bot."""
    rows = _met(pool, bot_id, limit, after)
    rated = _public(pool, [row[0] for row in rows])
    return [Opponent(bot, Record(wins, draws, losses), rated[bot]) for bot, wins, draws, losses in rows]


def _public(pool: Pool, bots: Sequence[int]) -> dict[int, Rating]:
    """The public ratings of some bots, by bot."""
    return {rating.version.bot_id: rating for rating in ratings_of_bots(pool, bots)}


def _met(pool: Pool, bot_id: int, limit: int, after: Sequence[Value] | None) -> list[tuple[int, int, int, int]]:
    """(bot, wins, draws, losses) of opponents. A version of the bot stands first or second in a meeting, by its id;
    both are walks along an index."""
    quote = connection.ops.quote_name
    version: type[Model] = apps.get_model("tournaments", "BotVersion")
    versions, meetings = quote(version._meta.db_table), quote(Meeting._meta.db_table)
    own = f"(SELECT id FROM {versions} WHERE bot_id = %s)"  # noqa: S608
    values: list[Any] = [pool.build_id, bot_id, pool.build_id, bot_id, bot_id]
    beyond = ""
    if after is not None:
        boards, last = after
        beyond = "HAVING SUM(m.boards) < %s OR (SUM(m.boards) = %s AND v.bot_id > %s) "
        values += [boards, boards, last]
    statement = (
        "SELECT v.bot_id, SUM(m.wins), SUM(m.draws), SUM(m.losses) FROM ("  # noqa: S608
        "SELECT second_id AS opponent, wins, draws, losses, wins + draws + losses AS boards "
        f"FROM {meetings} WHERE build_id = %s AND first_id IN {own} UNION ALL "
        "SELECT first_id, losses, draws, wins, wins + draws + losses "
        f"FROM {meetings} WHERE build_id = %s AND second_id IN {own}"
        f") m JOIN {versions} v ON v.id = m.opponent WHERE v.bot_id <> %s "
        f"GROUP BY v.bot_id {beyond}ORDER BY SUM(m.boards) DESC, v.bot_id LIMIT {limit}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [(bot, int(wins), int(draws), int(losses)) for bot, wins, draws, losses in cursor.fetchall()]
