"""Checks that an observation says what its seat may know and nothing more.

An engine-independent check cannot know which cards should be hidden. It has three witnesses: what ``sample`` makes of
an observation must look the same to the observer; the samples must differ from each other, over a game, as a whole and
in what every other seat knows for itself alone; and what everyone sees must be in everyone's view. An engine whose
observations give hidden cards away fails the first if its ``sample`` ignores them, and the second if it uses them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from plugins.chance import Chance
from plugins.conformance.comparing import difference, dumps
from plugins.conformance.errors import ConformanceError
from plugins.conformance.playing import play_on
from plugins.conformance.subject import Position, Table
from plugins.contract import JSON, State

POSITIONS = 10
SAMPLES = 4  # for an observer at a position
MORE_SAMPLES = 60  # where the first are all the same and not the real state
PLAYED = 20  # decisions for which a sample is played on


def _name(observer: int | None) -> str:
    return "the spectator" if observer is None else f"seat {observer}"


def _samples(position: Position, observer: int | None) -> Iterator[State]:
    """State after state that ``sample`` makes of what the observer sees."""
    observation = dumps(position.state.observe(observer))
    for number in range(SAMPLES + MORE_SAMPLES):
        chance = position.chance(f"sample {number} of {observer}")
        yield position.game.table.engine.sample(json.loads(observation), chance)


def samples_look_the_same(table: Table) -> int:
    """No leak: in a sampled state the observer sees, and may do, byte for byte what he does in the real one."""
    looked = 0
    for position in table.positions(POSITIONS):
        for observer in table.observers:
            seen, legal = position.state.observe(observer), _legal(table, position.state, observer)
            for sampled, _ in zip(_samples(position, observer), range(2), strict=False):
                looked += 1
                again = sampled.observe(observer)
                if dumps(again) != dumps(seen):
                    raise ConformanceError(
                        str(position),
                        f"in a state sampled for {_name(observer)}, {_name(observer)} has "
                        f"{difference('observation', again, seen)}",
                        "an observation is the same for every state it may come from",
                    )
                legal_again = _legal(table, sampled, observer)
                if dumps(legal_again) != dumps(legal):
                    raise ConformanceError(
                        str(position),
                        f"in a state sampled for {_name(observer)}, {_name(observer)} has "
                        f"{difference('legal', legal_again, legal)}",
                        "what a seat may do follows from what it sees",
                    )
                play_on(sampled, position.chance("sampled").stream("choices"), PLAYED)
    return looked


def _legal(table: Table, state: State, observer: int | None) -> JSON:
    return [] if observer is None else [table.engine.encode(action) for action in state.legal(observer)]


def samples_follow_from_the_observation(table: Table) -> int:
    """``sample`` reads the observation and its chance alone: asked again when the game went on, it says the same."""
    asked: list[tuple[Position, int | None, str, str]] = []
    for position in table.positions(POSITIONS):
        for observer in table.observers:
            seen = dumps(position.state.observe(observer))
            asked.append((position, observer, seen, _sampled(table, seen)))
    # By now the real state of every position but the last has been played to its end, and other games after it.
    for position, observer, seen, first in asked:
        again = _sampled(table, seen)
        if again != first:
            found = difference("snapshot", json.loads(again), json.loads(first))
            raise ConformanceError(
                str(position),
                f"sampled again for {_name(observer)}, alike but for the game having gone on, the state has {found}",
                "sample sees the observation alone; an engine keeps nothing of the games it deals",
            )
    return len(asked)


def _sampled(table: Table, observation: str) -> str:
    chance = Chance(b"conformance sample")
    return dumps(table.engine.sample(json.loads(observation), chance).snapshot())


def samples_vary(table: Table) -> int:
    """Samples vary wherever more than one world is possible; what other seats know for themselves varies among them."""
    if table.subject.perfect_information:
        return _samples_are_real(table)
    looked = 0
    varied: set[int | None] = set()
    secret: dict[tuple[int | None, int], bool] = {}
    for position in table.positions(POSITIONS):
        real = dumps(position.state.snapshot())
        public = position.state.observe(None)
        own = {seat: dumps(private(position.state.observe(seat), public)) for seat in range(table.seats)}
        for observer in table.observers:
            worlds = set()
            for number, sampled in enumerate(_samples(position, observer), 1):
                looked += 1
                worlds.add(dumps(sampled.snapshot()))
                for seat in range(table.seats):
                    if seat != observer and own[seat] != "null":
                        theirs = dumps(private(sampled.observe(seat), sampled.observe(None)))
                        pair = (observer, seat)
                        secret[pair] = secret.get(pair, False) or theirs != own[seat]
                if number >= SAMPLES and (len(worlds) > 1 or worlds == {real}):
                    break
            if len(worlds) > 1:
                varied.add(observer)
            elif worlds != {real}:
                raise ConformanceError(
                    str(position),
                    f"{SAMPLES + MORE_SAMPLES} samples for {_name(observer)} are all the same, and not the real state",
                    "sample draws from all states that look like this, the real one among them",
                )
    for observer in table.observers:
        if observer not in varied:
            raise ConformanceError(
                str(table),
                f"every state sampled for {_name(observer)}, in all games, is the real one",
                "an observation holds no hidden card, nor what hidden cards can be told from "
                "(a game without hidden information says perfect_information=True)",
            )
    for (observer, seat), differs in secret.items():
        if not differs:
            raise ConformanceError(
                str(table),
                f"in every state sampled for {_name(observer)}, in all games, seat {seat} sees what it really sees",
                f"what seat {seat} alone may know does not follow from what {_name(observer)} sees",
            )
    return looked


def _samples_are_real(table: Table) -> int:
    looked = 0
    for position in table.positions(POSITIONS):
        real = position.state.snapshot()
        for observer in table.observers:
            looked += 1
            found = next(_samples(position, observer)).snapshot()
            if dumps(found) != dumps(real):
                raise ConformanceError(
                    str(position),
                    f"a state sampled for {_name(observer)} has {difference('snapshot', found, real)}",
                    "with perfect_information=True everybody sees the whole state",
                )
    return looked


def private(seen: JSON, public: JSON) -> JSON:
    """What a seat sees and the spectator does not, as nested objects of places; None if there is nothing."""
    if isinstance(seen, dict) and isinstance(public, dict):
        places = [(key, private(value, public.get(key))) for key, value in seen.items() if key != "seat"]
        return {key: value for key, value in places if value is not None} or None
    if isinstance(seen, list) and isinstance(public, list):
        parts = [private(value, other) for value, other in zip(seen, public, strict=False)]
        return {str(index): part for index, part in enumerate(parts) if part is not None} or None
    return seen if public is None else None


def spectators_see_what_all_see(table: Table) -> int:
    """The spectator's view is contained in every seat's: each value is the same there, or null for the spectator."""
    looked = 0
    for position in table.positions(4 * POSITIONS):
        public = position.state.observe(None)
        for seat in range(table.seats):
            looked += 1
            problem = _beyond("observation", public, position.state.observe(seat), top=True)
            if problem:
                raise ConformanceError(
                    str(position),
                    f"the spectator's {problem} in that of seat {seat}",
                    "a spectator sees what every seat sees, and null for the rest",
                )
    return looked


def _beyond(name: str, public: JSON, seen: JSON, top: bool = False) -> str | None:
    """Where the spectator's view is not contained in the seat's."""
    if public is None:
        return None
    if type(public) is type(seen) is dict:
        for key, value in public.items():
            if top and key == "seat":
                continue
            if key not in seen:
                return f"{name}.{key}: it is missing"
            problem = _beyond(f"{name}.{key}", value, seen[key])
            if problem:
                return problem
        return None
    if type(public) is type(seen) is list and len(public) == len(seen):
        problems = (_beyond(f"{name}[{index}]", *pair) for index, pair in enumerate(zip(public, seen, strict=True)))
        return next(filter(None, problems), None)
    return None if dumps(public) == dumps(seen) else difference(name, seen, public)
