"""Advantage: lay cards on three piles, exchange a card for a whole pile, set pairs aside. The rules are in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plugins.contract import Engine, EngineInfo, Policy
from plugins.hookspecs import hookimpl


def load() -> Engine:
    """The engine; its code is imported here."""
    from engines.advantage.engine import Advantage

    return Advantage()


INFO = EngineInfo(
    id="advantage",
    title="Advantage",
    rules_version=1,
    seats=range(2, 3),
    options={
        "type": "object",
        "properties": {
            "lead": {
                "enum": ["fixed", "alternate"],
                "default": "fixed",
                "description": "Whether seat 0 is first in every cycle, or the seats take turns, seat 0 in odd cycles.",
            },
        },
        "additionalProperties": False,
    },
    variants={"standard": {}, "alternate": {"lead": "alternate"}},
    # Four actions a cycle besides the pairs, and 24 pairs, since three piles keep a card each. While there is a stock,
    # both first turns of a cycle draw: 22 cycles use up 43 cards. After that every third cycle without a pair in a row
    # is the last: 24 times two without and one with a pair, then three without.
    max_decisions=4 * (22 + 24 * 3 + 3) + 24,
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
    from engines.advantage.policies import Greedy, Random, Search

    return {"greedy": Greedy, "random": Random, "search": Search}
