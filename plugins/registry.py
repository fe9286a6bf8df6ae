"""Finds the engines and their policies: the built-in ones, and those of plugins with an entry point.

A built-in plugin that fails is a programming error and raises. A third party's is quarantined with its reason, and
everything else goes on; only a misspelt hook stops the start, whoever wrote it, for it would silently do nothing.
A plugin is admitted whole or not at all.
"""

from __future__ import annotations

import copy
import importlib
import pkgutil
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

import pluggy
from pluggy import PluginValidationError

from plugins import hookspecs
from plugins.chance import Chance
from plugins.contract import Engine, EngineInfo, Policy
from plugins.hookspecs import ENTRY_POINT_GROUP
from plugins.options import InvalidOptions, InvalidSeats, check_seats, complete_options
from plugins.vetting import ContractBreach, checked_engine, checked_infos, checked_policies
from plugins.wording import described, shown

__all__ = [
    "Candidate",
    "InvalidOptions",
    "InvalidSeats",
    "PluginValidationError",
    "Quarantined",
    "Registry",
    "UnknownEngine",
    "check_deal",
    "check_seats",
    "complete_options",
    "current",
    "engine",
    "engines",
    "info",
    "policies",
    "quarantined",
    "reset",
]

Policies = Mapping[str, Callable[[], Policy]]


class UnknownEngine(LookupError):
    """No engine has this id. The message names those that exist."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A plugin that was left out, and why, in one readable sentence."""

    plugin: str
    reason: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plugin before it is loaded. ``load`` returns the module or object that carries the hooks."""

    name: str
    load: Callable[[], object]
    built_in: bool = False


def built_in() -> list[Candidate]:
    """Every sub-package of ``engines``, by name: found on disk, for this package must not import a game."""
    package = importlib.import_module("engines")
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__, "engines.") if module.ispkg)
    return [Candidate(name, partial(importlib.import_module, name), built_in=True) for name in names]


def third_party() -> list[Candidate]:
    """Every entry point of the group ``croupier.engines``, sorted by name, then by the distribution it comes from."""

    def name(point: EntryPoint) -> str:
        return f"{point.name} ({point.dist.name if point.dist else point.value})"

    return [Candidate(name(point), point.load) for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=name)]


class Registry:
    """The engines and policies of some plugins. All is found and checked when it is made.

    engines:     engine id -> info, sorted by id.
    quarantined: the plugins that were left out, sorted by name.
    """

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        """Built-in candidates first, whatever their order. Raises PluginValidationError for a misspelt hook."""
        self._plugins = pluggy.PluginManager(hookspecs.PROJECT)
        self._plugins.add_hookspecs(hookspecs)
        self._hooks = sorted(name for name in vars(self._plugins.hook) if name.startswith("croupier_"))
        self._quarantined: dict[str, Quarantined] = {}
        self._infos: dict[str, EngineInfo] = {}
        self._owners: dict[str, Candidate] = {}
        self._engines: dict[str, Engine] = {}
        self._policies: dict[str, dict[str, Callable[[], Policy]]] = {}
        self._providers: dict[tuple[str, str], str] = {}
        ordered = sorted(candidates, key=lambda candidate: not candidate.built_in)
        admitted = [candidate for candidate in ordered if self._tried(candidate, self._register)]
        self._refuse_misspelt_hooks()
        admitted = [candidate for candidate in admitted if self._tried(candidate, self._admit_engines)]
        self._collect_policies(admitted)
        self.engines: Mapping[str, EngineInfo] = MappingProxyType(dict(sorted(self._infos.items())))
        self.quarantined = tuple(self._quarantined[name] for name in sorted(self._quarantined))

    def info(self, engine_id: str) -> EngineInfo:
        """Raises UnknownEngine."""
        if isinstance(engine_id, str) and engine_id in self._infos:
            return self._infos[engine_id]
        raise UnknownEngine(f"engine: {shown(engine_id)} is not one of {', '.join(sorted(self._infos)) or '(none)'}")

    def engine(self, engine_id: str) -> Engine:
        """The engine, loaded when first asked for. Raises UnknownEngine."""
        info = self.info(engine_id)
        if engine_id not in self._engines:
            # Two threads may both load it: engines are stateless, the last one stays.
            self._engines[engine_id] = checked_engine(info)
        return self._engines[engine_id]

    def check_deal(self, engine_id: str, options: Mapping[str, Any], seats: int) -> None:
        """Deal once: some options go with some numbers of seats only, and the engine alone knows which.

        ``options`` are complete. Raises InvalidOptions, also for an engine that fails in another way, UnknownEngine,
        or ContractBreach for an engine that cannot be loaded.
        """
        engine = self.engine(engine_id)
        try:
            engine.new(copy.deepcopy(options), seats, Chance(b""))
        except InvalidOptions:
            raise
        except Exception as error:
            raise InvalidOptions([f"options: no game of {seats} seats can be dealt ({described(error)})"]) from error

    def policies(self, engine_id: str) -> Policies:
        """Policy name -> factory, sorted by name. Raises UnknownEngine."""
        self.info(engine_id)
        return MappingProxyType(dict(sorted(self._policies[engine_id].items())))

    def _tried(self, candidate: Candidate, step: Callable[[Candidate], None]) -> bool:
        """Take a step; a third party's failure puts it in quarantine."""
        try:
            step(candidate)
        except Exception as error:
            if candidate.built_in:
                raise
            reason = str(error) if isinstance(error, ContractBreach) else described(error)
            self._quarantined[candidate.name] = Quarantined(candidate.name, reason)
            return False
        return True

    def _register(self, candidate: Candidate) -> None:
        plugin = candidate.load()
        if plugin is None:
            raise ContractBreach("the entry point leads to None, not to a module or object with hooks")
        self._plugins.register(plugin, candidate.name)
        if not self._plugins.get_hookcallers(plugin):
            raise ContractBreach(f"it implements none of the hooks {', '.join(self._hooks)}")

    def _refuse_misspelt_hooks(self) -> None:
        for name, caller in sorted(vars(self._plugins.hook).items()):
            if name.startswith("_") or caller.has_spec():
                continue
            for implementation in caller.get_hookimpls():
                if not implementation.optionalhook:
                    raise PluginValidationError(
                        implementation.plugin,
                        f"plugin {implementation.plugin_name}: the hook {name} does not exist; "
                        f"the hooks are {', '.join(self._hooks)}",
                    )

    def _call(self, candidate: Candidate, hook: str, **arguments: object) -> list[Any]:
        """What this one plugin answers, so that a failure has an author: a list of no or one item."""
        answers = []
        for implementation in getattr(self._plugins.hook, hook).get_hookimpls():
            if implementation.plugin_name == candidate.name:
                if implementation.wrapper or implementation.hookwrapper:
                    raise ContractBreach(f"{hook} is a hook wrapper; a plugin speaks for itself alone")
                answers.append(implementation.function(*(arguments[name] for name in implementation.argnames)))
        return answers

    def _admit_engines(self, candidate: Candidate) -> None:
        infos = [info for answer in self._call(candidate, "croupier_engines") for info in checked_infos(answer)]
        loaded: dict[str, Engine] = {}
        for position, info in enumerate(infos):
            if info.id in self._infos:
                raise ContractBreach(f"engine {info.id}: this id is taken by the plugin {self._owners[info.id].name}")
            if info.id in {earlier.id for earlier in infos[:position]}:
                raise ContractBreach(f"engine {info.id}: the plugin itself has this id twice")
            # A third party's code is tried now, when leaving it out is still possible.
            if not candidate.built_in:
                loaded[info.id] = checked_engine(info)
        for info in infos:
            self._infos[info.id] = info
            self._owners[info.id] = candidate
        self._engines.update(loaded)

    def _collect_policies(self, admitted: list[Candidate]) -> None:
        """Ask every plugin for its policies; a plugin that fails takes its engines along.

        When an engine goes, the answers of the others are no longer right, so all are asked again; each time around
        there is at least one plugin less.
        """
        while True:
            self._policies = {engine_id: {} for engine_id in self._infos}
            self._providers = {}
            kept = [candidate for candidate in admitted if self._tried(candidate, self._add_policies)]
            kept = [candidate for candidate in kept if self._tried(candidate, self._check_greedy)]
            if len(kept) == len(admitted):
                return
            admitted = kept
            names = {candidate.name for candidate in kept}
            for engine_id in [key for key, owner in self._owners.items() if owner.name not in names]:
                del self._infos[engine_id], self._owners[engine_id]
                self._engines.pop(engine_id, None)

    def _add_policies(self, candidate: Candidate) -> None:
        offers = {
            engine_id: checked_policies(engine_id, answer)
            for engine_id in sorted(self._infos)
            for answer in self._call(candidate, "croupier_policies", engine_id=engine_id)
        }
        for engine_id, offer in offers.items():
            for name in offer:
                if name in self._policies[engine_id]:
                    first = self._providers[engine_id, name]
                    raise ContractBreach(f"policies of {engine_id}: the name {name} is taken by the plugin {first}")
        for engine_id, offer in offers.items():
            self._policies[engine_id] |= offer
            self._providers |= {(engine_id, name): candidate.name for name in offer}

    def _check_greedy(self, candidate: Candidate) -> None:
        for engine_id, owner in self._owners.items():
            if (
                owner is candidate
                and self._infos[engine_id].seats[-1] > 2
                and "greedy" not in self._policies[engine_id]
            ):
                raise ContractBreach(
                    f"engine {engine_id}: it has no policy greedy, which plays on for a seat that failed "
                    "at a table of more than two"
                )


_lock = threading.Lock()
_current: Registry | None = None


def current() -> Registry:
    """The registry of this process, made when first asked for. Raises PluginValidationError for a misspelt hook."""
    global _current
    with _lock:
        if _current is None:
            _current = Registry(built_in() + third_party())
        return _current


def reset() -> None:
    """Forget what was found, so that the next call looks again; for tests."""
    global _current
    with _lock:
        _current = None


def engines() -> Mapping[str, EngineInfo]:
    """Engine id -> info, sorted by id."""
    return current().engines


def info(engine_id: str) -> EngineInfo:
    """What is known of an engine without loading it. Raises UnknownEngine."""
    return current().info(engine_id)


def engine(engine_id: str) -> Engine:
    """The engine, loaded when first asked for. Raises UnknownEngine."""
    return current().engine(engine_id)


def check_deal(engine_id: str, options: Mapping[str, Any], seats: int) -> None:
    """Raises InvalidOptions if the engine cannot deal so many seats a game with these options, which are complete."""
    current().check_deal(engine_id, options, seats)


def policies(engine_id: str) -> Policies:
    """Policy name -> factory of a policy for one seat of one game, sorted by name. Raises UnknownEngine."""
    return current().policies(engine_id)


def quarantined() -> tuple[Quarantined, ...]:
    """The plugins that were left out, sorted by name."""
    return current().quarantined
