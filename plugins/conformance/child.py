"""What runs in another process: plays the games it is told and says what it saw."""

from __future__ import annotations

import importlib
import json
import sys
from functools import reduce
from typing import Any

from plugins.conformance.playing import Deal, account
from plugins.contract import JSON


def play(job: JSON) -> None:
    """Print {"games": [...]}, or {"unable": why} if the engine cannot be imported here."""
    answers, sys.stdout = sys.stdout, sys.stderr  # an engine that prints does not garble the answer
    module, name = job["load"]
    try:
        load: Any = reduce(getattr, name.split("."), importlib.import_module(module))
        engine = load()
    except ImportError as error:
        json.dump({"unable": f"{type(error).__name__}: {error}"}, answers)
        return
    games = [
        account(engine, Deal(game["options"], game["seats"], bytes.fromhex(game["seed"])), job["most"], job["marks"])
        for game in job["games"]
    ]
    json.dump({"games": games}, answers)
