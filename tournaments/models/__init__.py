"""The rows of events, bots and matches; who may move a state where stands in docs/lifecycle.md."""

from tournaments.access.models import AuditEntry, IdempotencyKey, Token
from tournaments.models.bots import Bot, BotVersion, Program
from tournaments.models.entries import Barred, ByeRequest, Entry, Invitation
from tournaments.models.hosts import WorkerHost
from tournaments.models.matches import Game, Match, Seat
from tournaments.models.notices import Notice
from tournaments.models.reports import SeatReport
from tournaments.models.rounds import Bye, Round
from tournaments.models.tournaments import Tournament
from tournaments.models.trials import Trial, TrialGame, TrialSeat

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
    "Notice",
    "Program",
    "Round",
    "Seat",
    "SeatReport",
    "Token",
    "Tournament",
    "Trial",
    "TrialGame",
    "TrialSeat",
    "WorkerHost",
]
