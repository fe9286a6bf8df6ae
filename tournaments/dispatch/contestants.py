"""Who plays at a seat, as a worker needs to know it."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import BotVersion

Kind = BotVersion.Kind
# What of a version is asked for, in the order of the fields of ``Contestant``.
COLUMNS = ("id", "bot_id", "kind", "policy", "runtime", "main", "digest")


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot version; or, with neither id, a policy of the engine that is nobody's bot."""

    version: int | None
    bot: int | None
    kind: str
    policy: str = ""
    runtime: str = ""
    main: str = ""
    digest: str = ""


def of_policy(name: str) -> Contestant:
    """The engine's own policy, to play against."""
    return Contestant(None, None, Kind.POLICY, name)
