"""Trash: be the first to fill ten places from ace to ten, then nine, ... down to one. The rules are in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plugins.contract import Engine, EngineInfo, Policy
from plugins.hookspecs import hookimpl


def load() -> Engine:
    """The engine; its code is imported here."""
    from engines.trash.engine import Trash

    return Trash()


INFO = EngineInfo(
    id="trash",
    title="Trash",
    rules_version=1,
    seats=range(2, 7),
    options={
        "type": "object",
        "properties": {
            "start_size": {
                "type": "integer",
                "minimum": 1,
                "maximum": 10,
                "default": 10,
                "description": "Places in everyone's first layout; a hand won takes one away, the last one wins.",
            },
        },
        "additionalProperties": False,
    },
    variants={"standard": {}, "short": {"start_size": 3}},
    # At most 100 hands of at most 1,000 turns, each with one draw, and of at most 55 jacks put: each turns a place up,
    # none is ever turned down, and when the first of six layouts of ten is full, the five others lack one place each.
    max_decisions=100 * (1_000 + 55),
    load=load,
)


@hookimpl
def croupier_engines() -> list[EngineInfo]:
    """The one engine of this package."""
    return [INFO]


@hookimpl
def croupier_policies(engine_id: str) -> Mapping[str, Callable[[], Policy]]:
    """The policies ``greedy``, ``random`` and ``search`` of this package's engine."""
    if engine_id != INFO.id:
        return {}
    from engines.trash.policies import Greedy, Random, Search

    return {"greedy": Greedy, "random": Random, "search": Search}
