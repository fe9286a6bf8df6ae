"""The hooks by which a plugin tells Croupier of its engines and policies.

A plugin is a module (or any object) with functions marked ``@hookimpl``, found through an entry point of the group
``croupier.engines``. ``docs/engines.md`` shows one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pluggy

from plugins.contract import EngineInfo, Policy

PROJECT = "croupier"
ENTRY_POINT_GROUP = "croupier.engines"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def croupier_engines() -> Iterable[EngineInfo]:  # type: ignore[empty-body]
    """The engines of this plugin. Must be cheap: an engine's code is imported by ``EngineInfo.load``."""


@hookspec
def croupier_policies(engine_id: str) -> Mapping[str, Callable[[], Policy]]:  # type: ignore[empty-body]
    """This plugin's policies for the engine: name -> factory of a policy for one seat of one game.

    Called once for every engine that was found, other plugins' included; {} or None for those it has nothing for.
    """
