"""What the checks are given: the engine with what its author says of it, its tables, and random games at them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plugins import registry
from plugins.chance import Chance
from plugins.conformance.checks.conservation import written_cards
from plugins.conformance.comparing import copied
from plugins.conformance.playing import Deal, End, Moves, examined, record, seed_bytes, walk
from plugins.contract import JSON, Engine, EngineInfo, Policy, State
from plugins.vetting import checked_engine, checked_info

Cards = Callable[[JSON], Iterable[str]]


@dataclass(eq=False)
class Subject:
    """An engine to check.

    engine, info:        as the registry has them, or would.
    policies:            name -> factory.
    seeds:               games of every table.
    cards:               all cards of a snapshot, or None for a game without.
    perfect_information: whether everybody sees everything.
    golden:              the folder of golden games, or None where there is none yet.
    pythons:             further interpreters that must play the same games.
    tables:              the variants and numbers of seats that are checked.
    """

    info: EngineInfo
    engine: Engine
    policies: Mapping[str, Callable[[], Policy]]
    seeds: int = 5
    cards: Cards | None = written_cards
    perfect_information: bool = False
    golden: Path | None = None
    pythons: tuple[str, ...] = ()
    tables: tuple[Table, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.tables = tuple(
            Table(self, variant, registry.complete_options(self.info, {}, variant), seats)
            for variant in self.info.variants
            for seats in self.info.seats
        )

    def choose_tables(self, variants: Iterable[str], seats: Iterable[int]) -> None:
        """Keep the tables of these variants and numbers of seats; none given is all."""
        variants, seats = tuple(variants), tuple(seats)
        self.tables = tuple(
            table
            for table in self.tables
            if (not variants or table.variant in variants) and (not seats or table.seats in seats)
        )


def subject(
    engine: str | EngineInfo, policies: Mapping[str, Callable[[], Policy]] | None = None, **settings: Any
) -> Subject:
    """The installed engine of this id with its policies, or an engine by its info, which need not be installed.

    ``policies`` given replaces those of the registry. Raises UnknownEngine, ContractBreach, and what ``load`` raises.
    """
    if isinstance(engine, str):
        found = registry.policies(engine) if policies is None else policies
        return Subject(registry.info(engine), registry.engine(engine), found, **settings)
    info = checked_info(engine)
    return Subject(info, checked_engine(info), policies or {}, **settings)


@dataclass(eq=False)
class Table:
    """A variant with a number of seats. ``options`` are complete."""

    subject: Subject
    variant: str
    options: Mapping[str, Any]
    seats: int
    _games: dict[int, Game] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.variant}, {self.seats} seats"

    @property
    def engine(self) -> Engine:
        return self.subject.engine

    @property
    def observers(self) -> tuple[int | None, ...]:
        """All who look on: the spectator and every seat."""
        return (None, *range(self.seats))

    def games(self) -> Iterator[Game]:
        """A random game for every seed, played when first asked for."""
        for seed in range(self.subject.seeds):
            if seed not in self._games:
                deal = Deal(self.options, self.seats, seed_bytes(seed))
                moves, end = record(self.engine, deal, self.subject.info.max_decisions)
                self._games[seed] = Game(self, seed, deal, moves, end)
            yield self._games[seed]

    def positions(self, most: int) -> Iterator[Position]:
        """Up to ``most`` positions of every game, of a playing of it that is the caller's own."""
        for game in self.games():
            yield from game.positions(most)


@dataclass(frozen=True, slots=True)
class Game:
    """One random game."""

    table: Table
    seed: int
    deal: Deal
    moves: Moves
    end: End

    def __str__(self) -> str:
        return f"{self.table}, seed {self.seed}"

    def walk(self, engine: Engine | None = None, chance: Chance | None = None) -> Iterator[Position]:
        """The game played once more, position by position; the state is one object, which moves on."""
        state = self.deal.start(engine or self.table.engine, chance)
        for number, _ in walk(state, self.moves, str(self)):
            yield Position(self, number, state)

    def positions(self, most: int, chance: Chance | None = None) -> Iterator[Position]:
        """The first, the last and some between them, up to ``most``."""
        numbers = examined(self.deal, len(self.moves) + 1, most)
        return (position for position in self.walk(chance=chance) if position.number in numbers)


@dataclass(frozen=True, slots=True)
class Position:
    """A state of a game before the numbered decision, or after the last."""

    game: Game
    number: int
    state: State

    def __str__(self) -> str:
        if self.number > len(self.game.moves):
            return f"{self.game}, after decision {self.number - 1}"
        return f"{self.game}, decision {self.number}"

    @property
    def observers(self) -> tuple[int | None, ...]:
        return self.game.table.observers

    def chance(self, purpose: str) -> Chance:
        """Chance of the kit's own for this position."""
        return self.game.deal.chance(f"{purpose} {self.number}")


def everything(table: Table, state: State) -> JSON:
    """All that a state answers, as one JSON value."""
    result = state.result()
    return {
        "to_act": list(state.to_act()),
        "legal": [[table.engine.encode(action) for action in state.legal(seat)] for seat in range(table.seats)],
        "snapshot": copied(state.snapshot()),
        "observe": [copied(state.observe(seat)) for seat in table.observers],
        "ranks": list(result.ranks),
        "scores": list(result.scores),
    }
