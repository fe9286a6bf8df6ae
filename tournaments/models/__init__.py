"""The rows of events, bots and matches; who may move a state where stands in docs/lifecycle.md."""

from tournaments.access.models import AuditEntry, IdempotencyKey, Token
from tournaments.models.bots import Bot, BotVersion
from tournaments.models.events import Bye, Entry, Round, Tournament
from tournaments.models.matches import Game, Match, Seat

__all__ = [
    "AuditEntry",
    "Bot",
    "BotVersion",
    "Bye",
    "Entry",
    "Game",
    "IdempotencyKey",
    "Match",
    "Round",
    "Seat",
    "Token",
    "Tournament",
]
