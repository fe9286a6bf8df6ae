"""The example bots, by language and game, and whether what runs them is here."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
GAMES = ("advantage", "construction", "rummy", "trash")
ENDINGS = {"python": "py", "javascript": "js"}


def example(language: str, game: str) -> Path:
    """The bot's file. Without node a test of JavaScript is skipped, but under CI it fails."""
    if language == "javascript" and shutil.which("node") is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail("node is not installed: apt-get install nodejs")
        pytest.skip("node is not installed")
    return EXAMPLES / language / f"{game}.{ENDINGS[language]}"
