"""Construction: build a network of cards, climb it ten cards high and come home. The rules are in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plugins.contract import Engine, EngineInfo, Policy
from plugins.hookspecs import hookimpl


def load() -> Engine:
    """The engine; its code is imported here."""
    from engines.construction.engine import Construction

    return Construction()


INFO = EngineInfo(
    id="construction",
    title="Construction",
    rules_version=1,
    seats=range(2, 3),
    options={
        "type": "object",
        "properties": {
            "adjudicate": {
                "type": "boolean",
                "default": True,
                "description": "Whether a game stopped by the limit goes to the greater progress, or is a draw.",
            },
        },
        "additionalProperties": False,
    },
    variants={"standard": {}},
    # Every card opened asks for one action: 156 at first, and no more than these again after each of three reshuffles.
    max_decisions=156 * (1 + 3),
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
    from engines.construction.lookahead import Searcher
    from engines.construction.policies import Greedy, Random

    return {"greedy": Greedy, "random": Random, "search": Searcher}
