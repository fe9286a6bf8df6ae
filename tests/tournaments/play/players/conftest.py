"""Fixtures of the sandbox."""

from tests.tournaments.play.players.sandboxed import bots, sandbox, undisturbed

__all__ = ["bots", "sandbox", "undisturbed"]
