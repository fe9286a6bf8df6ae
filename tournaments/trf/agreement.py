"""Whether the records of a file agree: both tell the same game, every number is a player's, points add up."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.trf.lines import CELL, FIRST_CELL, Line
from tournaments.trf.values import LOST, PLAYED, WON, Cell, Player, Report, Result, TrfError


def agree(report: Report, lines: Mapping[int, Line] | None = None) -> None:
    """Raises TrfError for what contradicts itself. `lines`: where each player stands in the file, if there is one."""
    players = {player.number: player for player in report.players}
    resting: dict[int, int] = {}
    for player in report.players:
        for round_, cell in enumerate(player.cells, 1):
            if cell is None:
                continue
            problem = _cell_problem(players, player, round_, cell)
            if cell.result is Result.PAIRING and resting.setdefault(round_, player.number) != player.number:
                problem = f"player {resting[round_]} has the pairing-allocated bye of round {round_} too; there is one"
            if problem:
                column = FIRST_CELL + CELL * (round_ - 1)
                raise TrfError(problem) if lines is None else lines[player.number].error(problem, column)
    _ahead(report, players)


def _cell_problem(players: Mapping[int, Player], player: Player, round_: int, cell: Cell) -> str | None:
    if not cell.opponent:
        return None
    if cell.opponent == player.number:
        return f"player {player.number} meets himself in round {round_}"
    if cell.opponent not in players:
        return f"the opponent {cell.opponent} in round {round_} is none of the {len(players)} players"
    back = players[cell.opponent].cell(round_)
    if back is None or back.opponent != player.number:
        told = "has no game" if back is None or not back.opponent else f"meets {back.opponent}"
        return f"player {player.number} meets {cell.opponent} in round {round_}, but {cell.opponent} {told} there"
    if back.colour == cell.colour:
        return f"both {player.number} and {cell.opponent} have the colour {cell.colour} in round {round_}"
    if not _possible(cell.result, back.result):
        return (
            f"the results {cell.result.value!r} of {player.number} and {back.result.value!r} of {cell.opponent} "
            f"in round {round_} are not those of one game"
        )
    return None


def _possible(one: Result, other: Result) -> bool:
    """A win stands against a loss; both may lose, or one draw and one lose, if the arbiter said so."""
    if one in PLAYED and other in PLAYED:
        return not (one in WON and other not in LOST) and not (other in WON and one not in LOST)
    forfeits = {Result.FORFEIT_WIN, Result.FORFEIT_LOSS}
    if one in forfeits and other in forfeits:
        return not one == other == Result.FORFEIT_WIN
    return one is other is Result.PENDING


def _ahead(report: Report, players: Mapping[int, Player]) -> None:
    """Byes known ahead, accelerations and prohibited pairings name players, and byes are those in the rounds."""
    for bye in report.byes:
        for number in bye.numbers:
            _known(players, number, "a bye")
            cell = players[number].cell(bye.round)
            if cell is not None and cell.result is not bye.kind:
                raise TrfError(f"player {number} has a bye {bye.kind.value} in round {bye.round}, but {_told(cell)}")
            if cell is None and bye.round <= report.played and bye.kind is not Result.ZERO:
                raise TrfError(f"player {number} has a bye {bye.kind.value} in round {bye.round}, which is blank")
    for acceleration in report.accelerations:
        _known(players, acceleration.first, "an acceleration")
        _known(players, acceleration.last, "an acceleration")
    for barred in report.barred:
        for number in barred.numbers:
            _known(players, number, "a prohibited pairing")


def _told(cell: Cell) -> str:
    return f"meets {cell.opponent} there" if cell.opponent else f"{cell.result.value} stands there"


def _known(players: Mapping[int, Player], number: int, what: str) -> None:
    if number not in players:
        raise TrfError(f"{what} names {number}, who is none of the {len(players)} players")


def earned(report: Report, player: Player) -> int:
    """Tenths that the player's rounds add up to."""
    return sum(report.points.of(Result.ZERO if cell is None else cell.result) for cell in _until(report, player))


def _until(report: Report, player: Player) -> list[Cell | None]:
    """The rounds that count: all that are played, and those ahead that have an entry."""
    return [player.cell(round_) for round_ in range(1, max(report.played, len(player.cells)) + 1)]


def points_problem(report: Report) -> str | None:
    """The first player whose points are not what the rounds add up to, if there is one; blank points say nothing."""
    for player in report.players:
        total = earned(report, player)
        if player.points is not None and player.points != total:
            return (
                f"player {player.number} has {player.points / 10} points, but the rounds add up to {total / 10}; a "
                "record 162 (or XXS) says what results are worth"
            )
    return None
