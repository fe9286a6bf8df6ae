"""The peers that engines are measured beside: what is installed, and who plays what."""

from __future__ import annotations

from pathlib import Path

from deploy.bench.samples import CALLS_PART, POSITIONS, Sample
from deploy.bench.scratch import PeerProcess

# RLCard asks pip what is installed, and setuptools for distutils, which Python itself has no longer since 3.12.
PINS = ("open_spiel==2.0.2", "rlcard==1.2.0", "pip==26.3", "setuptools==84.2.1")
PROGRAM = Path(__file__).with_name("peer_games.py")


class Peer:
    """One way to play gin rummy with a peer."""

    def __init__(self, key: str, name: str, process: PeerProcess) -> None:
        self.key = key
        self.name = name
        self._process = process

    def measure(self, seconds: float) -> Sample:
        """Let the peer play for so many processor seconds. Raises ServiceError if its program has failed."""
        request = {"peer": self.key, "seconds": seconds, "calls_part": CALLS_PART, "positions": POSITIONS}
        return Sample(**self._process.ask(request))


# key in peer_games.py -> name in tables
NAMES = {
    "open_spiel": "OpenSpiel gin_rummy, tight loop",
    "open_spiel_example": "OpenSpiel gin_rummy, its example's loop",
    "open_spiel_bots": "OpenSpiel gin_rummy, bots in C++",
    "rlcard_env": "RLCard gin-rummy, env.run",
    "rlcard_game": "RLCard gin-rummy, game.step",
}
