"""The sandbox of this service's settings."""

from __future__ import annotations

import os

from tournaments.play.players.sandbox import Sandbox


def sandbox() -> Sandbox:
    """How uploaded programs are run here."""
    return Sandbox(user=65_533 if os.geteuid() == 0 else None)
