"""A policy as a player: trusted code in process, whose exceptions and illegal choices are its own fault."""

from __future__ import annotations

from plugins.contract import Policy, View
from tournaments.play.players.base import Forfeit, HostFault, Player


class PolicyPlayer(Player):
    """Plays one seat of one game by asking ``policy``."""

    __slots__ = ("policy",)

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def act(self, view: View) -> int:
        try:
            action = self.policy.choose(view)
        except HostFault:
            raise
        except Exception as error:
            raise Forfeit("crash", f"{type(error).__name__} while choosing") from error
        try:
            return view.legal.index(action)
        except ValueError:
            raise Forfeit("illegal", "the policy chose an action that is not legal") from None
