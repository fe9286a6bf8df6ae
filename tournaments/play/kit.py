"""The kit for contestants: the files that every bot finds to import, on a server as at home."""

from __future__ import annotations

from pathlib import Path

from plugins import croupier_bot

_PYTHON = Path(croupier_bot.__file__)
_JAVASCRIPT = _PYTHON.parents[1] / "examples" / "javascript" / "croupier_bot.js"

# The one for JavaScript is part of a checkout, not of the package that authors of engines install.
FILES = tuple(file for file in (_PYTHON, _JAVASCRIPT) if file.is_file())
