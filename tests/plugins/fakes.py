"""Small plugins for tests of the registry, right and wrong."""

from dataclasses import replace

from plugins.contract import EngineInfo
from plugins.hookspecs import hookimpl
from plugins.registry import Candidate
from plugins.vetting import ENGINE_METHODS

SCHEMA = {
    "type": "object",
    "properties": {
        "deck": {"enum": [54, 55, 56, 108], "default": 54},
        "size": {"type": "integer", "minimum": 1, "maximum": 10, "default": 10},
    },
    "additionalProperties": False,
}

FakeEngine = type("FakeEngine", (), {name: lambda self, *arguments: None for name in ENGINE_METHODS})
INFO = EngineInfo("fake", "Fake", 1, range(2, 4), SCHEMA, {"standard": {}, "small": {"size": 3}}, 10, FakeEngine)


class Policy:
    def choose(self, view):
        return view.legal[0]


def info(**changes) -> EngineInfo:
    return replace(INFO, **changes)


def plugin(engines=(INFO,), policies=None, **hooks):
    """A plugin object; ``policies``: engine id -> what the hook returns, by default a greedy for each engine."""
    if policies is None:
        policies = {engine.id: {"greedy": Policy} for engine in engines}

    class Plugin:
        @hookimpl
        def croupier_engines(self):
            return engines

        @hookimpl
        def croupier_policies(self, engine_id):
            return policies.get(engine_id)

    for name, hook in hooks.items():
        setattr(Plugin, name, hook)
    return Plugin()


def candidate(name, what, built_in=False) -> Candidate:
    return Candidate(name, lambda: what, built_in)
