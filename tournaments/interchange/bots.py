"""The bots that play for the players of a report."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tournaments.access.actors import Actor
from tournaments.access.errors import Invalid
from tournaments.bots.registering import add_version, create_bot
from tournaments.interchange.names import player_name
from tournaments.models import Bot, BotVersion
from tournaments.trf.values import Player

NAMED = 20
"""Players that an error names one by one."""


def versions_of(actor: Actor, players: Sequence[Player], *, engine: str, policy: str | None) -> dict[int, BotVersion]:
    """The version that each player is, by number: of the actor's bots of this engine the active version of the one
    called so, else the one that an exported file calls so (`Lovelace v2`).

    policy   what bots are made to play for the players who have none
    Raises Invalid for players without a name, two of one bot, and without ``policy`` for players without a bot;
    Conflict for a name that a bot of another engine has.
    """
    if nameless := [player.number for player in players if not player.name]:
        raise Invalid(f"001: player {nameless[0]} has no name, by which its bot is found")
    by_name = {bot.name: bot for bot in Bot.objects.filter(owner=actor.user, engine=engine).select_related("active")}
    exported: dict[str, list[BotVersion]] = defaultdict(list)
    for version in BotVersion.objects.filter(bot__owner=actor.user, bot__engine=engine).select_related("bot"):
        exported[player_name(version.bot.name, version.number)].append(version)
    found: dict[int, BotVersion] = {}
    missing: list[Player] = []
    for player in players:
        bot = by_name.get(player.name)
        if bot is not None and bot.active is not None:
            found[player.number] = bot.active
        elif bot is None and len(called := exported.get(player.name, [])) == 1:
            found[player.number] = called[0]
        elif bot is None and called:
            bots = " and ".join(str(version.bot_id) for version in called)
            raise Invalid(f"001: player {player.number}, {player.name}, may be any of the bots {bots}")
        else:
            missing.append(player)
    if missing and policy is None:
        raise Invalid(_missing(actor, engine, missing, len(players)))
    for player in missing:
        # A whole event's players are one organiser's bots here, and who imports it has the shell.
        bot = by_name.get(player.name) or create_bot(actor=actor, name=player.name, engine=engine, limited=False)
        by_name[player.name] = bot
        found[player.number] = add_version(
            actor=actor, bot_id=bot.pk, kind="policy", policy=policy or "", limited=False
        )
    _require_distinct(players, found)
    return found


def _missing(actor: Actor, engine: str, missing: Sequence[Player], players: int) -> str:
    names = ", ".join(player.name for player in missing[:NAMED])
    more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
    return (
        f"001: {actor.user.get_username()} has no bot with a version for {len(missing)} of {players} players of "
        f"{engine}: {names}{more}; register them, or name a policy that bots made for them play"
    )


def _require_distinct(players: Sequence[Player], found: dict[int, BotVersion]) -> None:
    seen: dict[int, Player] = {}
    for player in players:
        first = seen.setdefault(found[player.number].bot_id, player)
        if first is not player:
            raise Invalid(f"001: the players {first.number} and {player.number} are one bot, {first.name}")
