"""Checks that a game is the same again: replayed, restored, and played by other processes and other Pythons."""

from __future__ import annotations

from plugins.chance import Chance
from plugins.conformance.comparing import copied, difference
from plugins.conformance.errors import ConformanceError
from plugins.conformance.interpreters import Unable, ask, load_reference, others, ours
from plugins.conformance.playing import Deal, account, examined, fingerprint, seed_bytes
from plugins.conformance.subject import Position, Subject, Table, everything
from plugins.contract import JSON, State

POSITIONS = 8  # of a game that are restored
AHEAD = 150  # decisions for which a restored state is followed
CLOSELY = 10  # of them compared one by one; then every tenth
MARKS = 30  # positions of a game that processes compare
GAMES = 2  # of a table that processes play


def replays_are_alike(table: Table) -> int:
    """A game replayed from its seed and actions has the same snapshot and the same legal actions at every step."""
    looked = 0
    for game in table.games():
        again = game.walk(table.subject.info.load())
        for position, other in zip(game.walk(), again, strict=True):
            looked += 1
            if fingerprint(table.engine, position.state) != fingerprint(table.engine, other.state):
                found, expected = (everything(table, one.state) for one in (other, position))
                raise ConformanceError(
                    str(position),
                    f"the game replayed has {difference('state', found, expected)}",
                    "nothing but options, seats, seed and actions may matter",
                )
    return looked


def restored_states_go_on_alike(table: Table) -> int:
    """``restore(snapshot)`` goes on in lockstep with the original, when both have the same chance."""
    looked = 0
    for game in table.games():
        origins = examined(game.deal, len(game.moves) + 1, POSITIONS)
        twins: list[tuple[Position, State]] = []
        for position in game.walk():
            for origin, twin in twins:
                _follow(origin, position, twin)
            if position.number in origins:
                twin = table.engine.restore(copied(position.state.snapshot()), Chance(game.deal.seed))
                _compare(position, position, twin)
                twins.append((position, twin))
                looked += 1
            twins = [(origin, twin) for origin, twin in twins if position.number < origin.number + AHEAD]
    return looked


def _follow(origin: Position, position: Position, twin: State) -> None:
    """Bring the twin where the original is now, and compare."""
    seat, index = origin.game.moves[position.number - 2]
    legal = twin.legal(seat)
    if index >= len(legal):
        _compare(origin, position, twin, behind=True)
    twin.apply(seat, legal[index])
    gone = position.number - origin.number
    if gone <= CLOSELY or gone % CLOSELY == 0:
        _compare(origin, position, twin)


def _compare(origin: Position, position: Position, twin: State, behind: bool = False) -> None:
    table = origin.game.table
    same = fingerprint(table.engine, position.state) == fingerprint(table.engine, twin)
    if same and origin.number != position.number:
        return
    gone = position.number - origin.number
    found, expected = everything(table, twin), everything(table, position.state)
    if found != expected:
        raise ConformanceError(
            str(origin),
            f"restored from its snapshot{f' and {gone} decisions later' if gone else ''}, the game has "
            f"{difference('state', found, expected)}",
            "a snapshot holds all that the game needs to go on; a stream begins anew each time, so number them",
        )


def other_processes_play_the_same(subject: Subject) -> str:
    """The same seed gives the same game in another process, with another PYTHONHASHSEED and on other Pythons."""
    load = load_reference(subject.info.load)
    most = subject.info.max_decisions
    deals = [
        (table, seed, Deal(table.options, table.seats, seed_bytes(seed)))
        for table in subject.tables
        for seed in range(min(GAMES, subject.seeds))
    ]
    games: list[JSON] = [
        {"options": dict(deal.options), "seats": deal.seats, "seed": deal.seed.hex()} for _, _, deal in deals
    ]
    here = [account(subject.engine, deal, most, MARKS) for _, _, deal in deals]
    found, missed = others(subject.pythons)
    said = []
    for python, hash_seed in [(ours(), 0), (ours(), 1), *((python, 2) for python in found)]:
        where = f"Python {python.version} with PYTHONHASHSEED={hash_seed}"
        try:
            there = ask(python, hash_seed, load, games, most, MARKS)
        except Unable as unable:
            if python == ours():
                raise ConformanceError(where, f"the engine cannot be imported: {unable}", "it can be here") from unable
            missed.append(f"Python {python.version} cannot import the engine: {unable}")
            continue
        for (table, seed, _), one, other in zip(deals, here, there, strict=True):
            _check_same(f"{table}, seed {seed}", where, one, other)
        said.append(where)
    return "; ".join([f"{len(games)} games each, {', '.join(said)}", *(f"not tried: {why}" for why in missed)])


def _check_same(game: str, where: str, here: JSON, there: JSON) -> None:
    right = "nothing but options, seats, seed and actions may matter: not the order of a set, nor hash()"
    for (number, mark), (other_number, other_mark) in zip(here["marks"], there["marks"], strict=False):
        if number == other_number and mark != other_mark:
            raise ConformanceError(
                f"{game}, decision {number}", f"{where} has another state here, or an earlier decision", right
            )
    if here != there:
        raise ConformanceError(
            game, f"{where} plays {there['decisions']} decisions, and this process {here['decisions']}", right
        )
