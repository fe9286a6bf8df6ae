"""The rows of events, bots and matches; who may move a state where stands in docs/lifecycle.md."""

from tournaments.access.models import AuditEntry, IdempotencyKey, Token
from tournaments.models.bots import Bot, BotVersion
from tournaments.models.entries import Barred, ByeRequest, Entry, Invitation
from tournaments.models.matches import Game, Match, Seat
from tournaments.models.rounds import Bye, Round
from tournaments.models.tournaments import Tournament

__all__ = [
    "AuditEntry",
    "Barred",
    "Bot",
    "BotVersion",
    "Bye",
    "ByeRequest",
    "Entry",
    "Game",
    "IdempotencyKey",
    "Invitation",
    "Match",
    "Round",
    "Seat",
    "Token",
    "Tournament",
]
