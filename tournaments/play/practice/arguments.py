"""What ``python -m tournaments.play.local`` is asked to do, checked before anything is started."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plugins import registry
from plugins.contract import JSON, EngineInfo

_DESCRIPTION = """\
Plays games between your bot and others on this machine, and shows them. Needs no server.

Your bot runs as a plain process with your rights: there is no sandbox here, it is your own program, and so is every
program given with --against. On a server it will have less: see docs/bots.md."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player by name: a policy of the engine where ``command`` is None, else the program that this starts."""

    name: str
    command: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The games to be played. ``contestants`` are as many as seats, the bot that practises first."""

    info: EngineInfo
    options: dict[str, JSON]
    contestants: tuple[Contestant, ...]
    games: int
    seed: str
    brief: bool


def read(arguments: Sequence[str] | None) -> Plan:
    """Raises SystemExit with status 2, after a message on stderr, for arguments that are wrong."""
    reader = parser()
    given = reader.parse_args(arguments)
    try:
        return _plan(given)
    except (registry.UnknownEngine, registry.InvalidOptions, registry.InvalidSeats, ValueError) as error:
        reader.error(str(error))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.play.local",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("program", help="your bot: a file that ends in .py or .js, or an executable")
    parser.add_argument("--engine", required=True, help="the game: advantage, construction, rummy, trash, ...")
    parser.add_argument("--variant", help="a variant of the game; by default its first")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="OPPONENT",
        help="a policy of the game, such as greedy, or a program; repeated for several opponents (default: random)",
    )
    parser.add_argument("--seats", type=int, help="by default one for your bot and for every opponent")
    parser.add_argument("--games", type=int, default=2, help="2; every deal is played once from every seat in turn")
    parser.add_argument("--seed", default="1", help="any text: another one gives other deals (1)")
    parser.add_argument("--brief", action="store_true", help="show how games end, but not their moves")
    return parser


def _plan(given: argparse.Namespace) -> Plan:
    info = registry.info(given.engine)
    if given.games < 1:
        raise ValueError(f"--games: {given.games} is less than 1")
    opponents = given.against or ["random"]
    seats = max(2, info.seats[0], 1 + len(opponents)) if given.seats is None else given.seats
    registry.check_seats(info, seats)
    if len(opponents) >= seats:
        raise ValueError(f"--seats: {seats} are too few for your bot and {len(opponents)} opponents")
    options = registry.complete_options(info, {}, given.variant)
    registry.check_deal(info.id, options, seats)
    others = [_opponent(info, name) for name in opponents]
    others += [others[-1]] * (seats - 1 - len(others))  # the last one takes the seats that are left
    return Plan(info, options, (_program(given.program), *others), given.games, given.seed, given.brief)


def _opponent(info: EngineInfo, name: str) -> Contestant:
    policies = registry.policies(info.id)
    if name in policies:
        return Contestant(name)
    if not Path(name).exists():
        raise ValueError(f"--against: {name} is neither a policy ({', '.join(policies)}) nor a file")
    return _program(name)


def _program(name: str) -> Contestant:
    """Raises ValueError for a program that cannot be started."""
    path = Path(name).absolute()
    if not path.is_file():
        raise ValueError(f"{name}: there is no such file")
    if path.suffix == ".py":
        return Contestant(path.name, (sys.executable, str(path)))
    if path.suffix in (".js", ".cjs", ".mjs"):
        node = shutil.which("node")
        if node is None:
            raise ValueError(f"{name}: node, which runs it, is not on the PATH (on Debian: apt-get install nodejs)")
        return Contestant(path.name, (node, str(path)))
    if not os.access(path, os.X_OK):
        raise ValueError(f"{name}: it ends neither in .py nor in .js, and is no executable")
    return Contestant(path.name, (str(path),))
