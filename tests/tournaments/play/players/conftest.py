"""Fixtures of the sandbox."""

from tests.tournaments.play.players.sandboxed import bots, sandbox

__all__ = ["bots", "sandbox"]
