"""The contract between Croupier and an engine: what a game of cards must be able to do.

JSON here means what ``json`` can carry without floats: None, bool, int, str, lists and string-keyed dicts.
Actions are small hashable values of the engine's own choosing; only ``encode`` and ``decode`` know their JSON form.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from plugins.chance import Chance, Stream

JSON = Any
Action = Hashable


class IllegalAction(ValueError):
    """The action is not one of the legal ones; the state has not changed. The message may be shown to the bot."""


class InvalidOptions(ValueError):
    """Options that the engine does not have or does not take.

    problems: the first twenty, one line each, pointed at its place: ``options.start_size: 11 is not between 1 and 10``.
    """

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems[:20])
        super().__init__("; ".join(self.problems))


@dataclass(frozen=True, slots=True)
class Result:
    """How a game stands or ended, one item per seat.

    ranks:  number of seats strictly better than this one: 0, 1, 1, 3.
    scores: integers in the game's own unit, higher is better.
    """

    ranks: tuple[int, ...]
    scores: tuple[int, ...]


@runtime_checkable
class State(Protocol):
    """One game in progress. Mutable; ``clone`` is how a policy looks ahead."""

    def to_act(self) -> tuple[int, ...]:
        """The seats that must choose now, ascending; () when the game is over."""

    def legal(self, seat: int) -> Sequence[Action]:
        """All legal actions of ``seat`` in a fixed order; empty exactly when the seat is not in ``to_act()``."""

    def apply(self, seat: int, action: Action) -> None:
        """Play ``action``. Raises IllegalAction, and changes nothing, if it is not in ``legal(seat)``."""

    def observe(self, seat: int | None) -> JSON:
        """What ``seat`` knows with perfect memory, and nothing more; None is a spectator, who sees what all see."""

    def result(self) -> Result:
        """Ranks and scores, defined at any time, so that a stopped game has a result."""

    def clone(self, chance: Chance) -> State:
        """An independent copy whose future shuffles come from ``chance``."""

    def snapshot(self) -> JSON:
        """Everything, hidden cards included: for the host alone. The shape is documented in the engine's RULES.md."""


@runtime_checkable
class Engine(Protocol):
    """The rules of one game. Stateless: one object serves every game of a process."""

    def new(self, options: Mapping[str, Any], seats: int, chance: Chance) -> State:
        """Deal a game. ``options`` are valid and complete (see ``plugins.registry.complete_options``).

        Raises InvalidOptions for options that do not go with so many seats.
        """

    def restore(self, snapshot: JSON, chance: Chance) -> State:
        """The state that ``snapshot`` was taken of."""

    def sample(self, observation: JSON, chance: Chance) -> State:
        """A state that the observer cannot tell from the real one; it is made from the observation alone."""

    def encode(self, action: Action) -> JSON:
        """The action as a JSON object."""

    def decode(self, data: JSON) -> Action:
        """The action of a JSON object. Raises IllegalAction for anything that is not exactly one."""

    def text(self, observation: JSON) -> str:
        """The observation for a terminal."""

    def svg(self, observation: JSON) -> str:
        """The observation as an SVG picture of the table."""


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What is known of an engine without loading it.

    id:            lower-case word, unique: "trash".
    rules_version: raised by any change of legality, of the order of legal actions, of scoring or of chance.
    seats:         numbers of seats that can play: range(2, 7).
    options:       JSON Schema (draft 2020-12) of an object, each property with a default.
    variants:      name -> options that differ from the defaults; the first is the default variant.
    max_decisions: a game never asks for more actions than this, forced ones included.
    load:          imports the game's code and returns its engine; called when the engine is first used.
    """

    id: str
    title: str
    rules_version: int
    seats: range
    options: Mapping[str, Any]
    variants: Mapping[str, Mapping[str, Any]]
    max_decisions: int
    load: Callable[[], Engine]


class View(Protocol):
    """What a policy is shown when it must choose."""

    @property
    def legal(self) -> Sequence[Action]: ...
    @property
    def observation(self) -> JSON:
        """Built when first asked for."""

    @property
    def engine(self) -> Engine: ...
    @property
    def seat(self) -> int: ...
    @property
    def chance(self) -> Stream:
        """This seat's own random stream, which goes on from one choice to the next."""


@runtime_checkable
class Policy(Protocol):
    """A bot in process: trusted code shipped with an engine. One object plays one seat of one game."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``."""
