"""Rummy from the Baltic: draw, lay out sets and runs, discard; be rid of every card. The rules are in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plugins.contract import Engine, EngineInfo, Policy
from plugins.hookspecs import hookimpl


def load() -> Engine:
    """The engine; its code is imported here."""
    from engines.rummy.engine import Rummy

    return Rummy()


INFO = EngineInfo(
    id="rummy",
    title="Rummy from the Baltic",
    rules_version=1,
    seats=range(2, 5),
    options={
        "type": "object",
        "properties": {
            "deck": {
                "enum": [None, 54, 55, 56, 108, 110, 112],
                "default": None,
                "description": "Cards with 2, 3, 4, 4, 6 or 8 jokers among them. null: 54 for two players, else 108.",
            },
            "deal": {
                "type": "integer",
                "minimum": 3,
                "maximum": 24,
                "default": 12,
                "description": "Cards dealt to every player.",
            },
            "threshold": {
                "type": "integer",
                "minimum": 0,
                "maximum": 100,
                "default": 40,
                "description": "Points that a player's first cards put down must count; 0: any may be put down.",
            },
            "opening_layout": {
                "type": "integer",
                "minimum": 3,
                "maximum": 4,
                "default": 3,
                "description": "The fewest cards of a new layout in the turn in which a player opens.",
            },
            "must_discard": {
                "type": "boolean",
                "default": False,
                "description": "Whether a player's last card must be discarded.",
            },
            "sets": {
                "enum": ["any", "distinct"],
                "default": "any",
                "description": "Any cards of one rank, or up to four of different suits.",
            },
            "fours_leave": {
                "type": "boolean",
                "default": False,
                "description": 'Whether a set of four leaves the table; needs sets "distinct" and threshold 0.',
            },
            "scoring": {
                "enum": ["points", "cards"],
                "default": "points",
                "description": "What the cards left in hand count: their points; or their number, jokers double it.",
            },
        },
        "additionalProperties": False,
        "if": {"properties": {"fours_leave": {"const": True}}, "required": ["fours_leave"]},
        "then": {"properties": {"sets": {"const": "distinct"}, "threshold": {"const": 0}}},
    },
    variants={
        "a": {},
        "b": {"deck": 108, "deal": 24, "threshold": 60, "opening_layout": 4},
        "c": {"must_discard": True},
        "d": {
            "deck": 108,
            "deal": 10,
            "threshold": 0,
            "sets": "distinct",
            "fours_leave": True,
            "scoring": "cards",
        },
    },
    max_decisions=1_448,
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
    from engines.rummy.lookahead import Searcher
    from engines.rummy.policies import Greedy, Random

    return {"greedy": Greedy, "random": Random, "search": Searcher}
