"""Golden games: games stored once for a version of the rules, which must replay as long as it is that version.

The file ``<engine>-<rules_version>.json`` holds one game for every variant and number of seats::

    {"engine": "high_card", "rules_version": 1,
     "games": [{"variant": "standard", "seats": 2, "options": {"rounds": 5}, "seed": "676f6c64656e",
                "moves": [3, 0, 2], "decisions": 10, "every": 1, "digests": ["5f0c...", ...],
                "ranks": [0, 1], "scores": [3, 1]}, ...],
     "digest": "..."}

``moves`` are indices into the legal actions, wherever there was more than one, of the first of the seats to act.
``digests`` are of snapshot, seats to act and legal actions, each with all before it, after every ``every`` decisions
and at the end. The last ``digest`` is of the file itself, so that it is not mended by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from plugins.conformance.comparing import digest, sorted_dumps
from plugins.conformance.errors import ConformanceError
from plugins.conformance.playing import Deal, fingerprint, record, walk
from plugins.conformance.subject import Subject, Table
from plugins.contract import JSON

SEED = b"golden"
LONGEST = 2_000  # decisions of a golden game; it may stop before its end
DIGESTS = 24  # about so many of a game are kept

_RIGHT = (
    "if legality, the order of legal actions, scoring or chance was changed on purpose, raise rules_version and write "
    "a new file; if only the shape of the snapshot was, delete the file and write it again"
)


class GoldenFileExists(Exception):
    """The file has all there is to write; it is never overwritten."""


def path(subject: Subject, folder: Path) -> Path:
    """Where the golden games of this version of the rules are."""
    return folder / f"{subject.info.id}-{subject.info.rules_version}.json"


def golden_games_replay(table: Table) -> int:
    """The golden game of this version of the rules replays; a change of the game without a new version is found."""
    if table.subject.golden is None:
        return 0
    file = path(table.subject, table.subject.golden)
    if not file.exists():
        raise ConformanceError(
            str(file),
            "there is no file of golden games for this version of the rules",
            f"python -m plugins.conformance {table.subject.info.id} --golden {file.parent} --write-golden writes it",
        )
    stored = read(table.subject, file)
    game = next((g for g in stored["games"] if (g["variant"], g["seats"]) == (table.variant, table.seats)), None)
    where = f"{file.name}, {table}"
    if game is None:
        raise ConformanceError(where, "the file has no such game", "--write-golden adds those that are missing")
    if sorted_dumps(game["options"]) != sorted_dumps(dict(table.options)):
        raise ConformanceError(
            where,
            f"the variant was {sorted_dumps(game['options'])}, and now is {sorted_dumps(dict(table.options))}",
            "other options have a variant of another name, or a new rules_version",
        )
    _replay(table, game, where)
    return 1


def read(subject: Subject, file: Path) -> JSON:
    """The content of a file of golden games. Raises ConformanceError if it is not as it was written."""
    try:
        stored = json.loads(file.read_text())
        sound = stored.pop("digest") == digest(sorted_dumps(stored))
    except (ValueError, KeyError, AttributeError, TypeError):
        sound = False
    if not sound:
        raise ConformanceError(
            str(file),
            "it was changed after it was written",
            "take the file of the last release; a golden game stays as it is",
        )
    named = {"engine": subject.info.id, "rules_version": subject.info.rules_version}
    for key, value in named.items():
        if stored[key] != value:
            raise ConformanceError(
                str(file), f"its {key} is {stored[key]}", f"{value}, as its name says, would be right"
            )
    return stored


def _replay(table: Table, game: JSON, where: str) -> None:
    deal = Deal(game["options"], game["seats"], bytes.fromhex(game["seed"]))
    choices, known, last = iter(game["moves"]), dict(_marks(game)), 0
    state, chained = deal.start(table.engine), ""
    for number in range(game["decisions"] + 1):
        chained = digest(chained + fingerprint(table.engine, state))
        if number in known:
            if chained != known[number]:
                after = f"after decision {last}, and by decision {number}" if number else "as it is dealt"
                raise ConformanceError(where, f"the golden game is another {after}", _RIGHT)
            last = number
        if number == game["decisions"]:
            break
        to_act = state.to_act()
        legal = state.legal(to_act[0]) if to_act else ()
        index = next(choices, None) if len(legal) > 1 else 0
        if index is None or index >= len(legal):
            raise ConformanceError(
                where,
                f"the golden game cannot be played on after decision {number}: {len(legal)} legal actions",
                _RIGHT,
            )
        state.apply(to_act[0], legal[index])
    result = state.result()
    if [list(result.ranks), list(result.scores)] != [game["ranks"], game["scores"]]:
        raise ConformanceError(
            where,
            f"the golden game has ranks {list(result.ranks)} and scores {list(result.scores)}, and had {game['ranks']} "
            f"and {game['scores']}",
            _RIGHT,
        )


def _marks(game: JSON) -> Iterator[tuple[int, str]]:
    """The number of decisions played, and the digest there."""
    numbers = [*range(0, game["decisions"], game["every"]), game["decisions"]]
    return zip(numbers, game["digests"], strict=True)


def write(subject: Subject, folder: Path) -> tuple[Path, int]:
    """Add the games that the file lacks, make it if there is none; its path, and how many games were added.

    Raises GoldenFileExists if it lacks none, and ConformanceError if it was changed by hand.
    """
    file = path(subject, folder)
    games = read(subject, file)["games"] if file.exists() else []
    there = {(game["variant"], game["seats"]) for game in games}
    added = [_played(table) for table in subject.tables if (table.variant, table.seats) not in there]
    if not added:
        raise GoldenFileExists(
            f"{file}: it has all games, and is never overwritten; a change of the game raises rules_version"
        )
    games = games + added
    content = {"engine": subject.info.id, "rules_version": subject.info.rules_version, "games": games}
    lines = ",\n  ".join(json.dumps(game) for game in games)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f'{{"engine": {json.dumps(content["engine"])}, "rules_version": {content["rules_version"]}, "games": [\n  '
        f'{lines}\n], "digest": "{digest(sorted_dumps(content))}"}}\n'
    )
    return file, len(added)


def _played(table: Table) -> JSON:
    deal = Deal(table.options, table.seats, SEED)
    moves, _ = record(table.engine, deal, LONGEST, in_turn=True)
    every = len(moves) // DIGESTS + 1
    chained, digests, choices = "", [], []
    state = deal.start(table.engine)
    for number, _ in walk(state, moves, f"{table}, golden game"):
        chained = digest(chained + fingerprint(table.engine, state))
        played = number - 1
        if played == len(moves) or played % every == 0:
            digests.append(chained)
        if played < len(moves) and len(state.legal(moves[played][0])) > 1:
            choices.append(moves[played][1])
    result = state.result()
    return {
        "variant": table.variant,
        "seats": table.seats,
        "options": dict(table.options),
        "seed": SEED.hex(),
        "moves": choices,
        "decisions": len(moves),
        "every": every,
        "digests": digests,
        "ranks": list(result.ranks),
        "scores": list(result.scores),
    }
