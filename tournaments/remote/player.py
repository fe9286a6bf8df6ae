"""A remote bot as a player."""

from __future__ import annotations

from plugins.contract import View
from plugins.protocol import Limits, Message
from tournaments.play.players.base import HostFault, Player


class RemotePlayer(Player):
    def __init__(self, *, bot_id: int, hello: Message, limits: Limits) -> None:
        self.thought = 0.0
        self.note = self.ending = self.failure = ""
        self.last_request = self.printed = b""

    def act(self, view: View) -> int:
        raise HostFault("no remote bots yet")
