"""The check of an engine's policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from plugins.chance import Stream
from plugins.conformance.checks.junk import alike
from plugins.conformance.comparing import copied, dumps
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import Position, Table
from plugins.contract import JSON, Action, Engine, Policy, State
from plugins.wording import described, shown

POSITIONS = (
    3  # the first, the last and one between, from which a policy plays on, as greedy does for a seat that failed
)
ASKED = 4  # times from each


@dataclass
class _View:
    """What a policy is shown; its observation is a copy of its own."""

    _state: State
    engine: Engine
    seat: int
    legal: Sequence[Action]
    chance: Stream
    _observation: list[JSON] = field(default_factory=list)

    @property
    def observation(self) -> JSON:
        if not self._observation:
            self._observation.append(copied(self._state.observe(self.seat)))
        return self._observation[0]


def policies_choose_legal_actions(table: Table) -> int:
    """Every policy returns one of ``view.legal``, and the same one again from the same stream."""
    looked = 0
    for name, factory in table.subject.policies.items():
        for position in table.positions(POSITIONS):
            first = _choices(position, name, factory)
            looked += len(first)
            again = _choices(position, name, factory)
            for number, (one, other) in enumerate(zip(first, again, strict=False), 1):
                if one != other:
                    raise ConformanceError(
                        str(position),
                        f"choice {number} of the policy {name} was {one}, and with the same stream {other}",
                        "a policy draws from view.chance alone, and shares nothing between games",
                    )
    return looked


def _choices(position: Position, name: str, factory: Callable[[], Policy]) -> list[str]:
    """The forms of what the policy chose, playing all seats from here."""
    table, chance = position.game.table, position.chance(f"policy {name}")
    state = position.state.clone(chance)
    players = [factory() for _ in range(table.seats)]
    streams = [chance.stream(f"seat:{seat}") for seat in range(table.seats)]
    chosen: list[str] = []
    while (to_act := state.to_act()) and len(chosen) < ASKED:
        seat = to_act[0]
        legal = state.legal(seat)
        if not legal:
            break
        # A seat without a choice is not asked, in a match neither.
        if len(legal) == 1:
            state.apply(seat, legal[0])
            continue
        try:
            action = players[seat].choose(_View(state, table.engine, seat, legal, streams[seat]))
        except Exception as error:
            raise ConformanceError(
                str(position), f"the policy {name} raised {described(error)}", "one of view.legal would be right"
            ) from error
        if not any(alike(action, own) for own in legal):
            raise ConformanceError(
                str(position), f"the policy {name} chose {shown(action)}", "one of view.legal would be right"
            )
        chosen.append(dumps(table.engine.encode(action)))
        state.apply(seat, action)
    return chosen
