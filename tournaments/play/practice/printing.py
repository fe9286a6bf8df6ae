"""What the author of a bot reads while it practises: every move, how each game ended, and a summary."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median
from typing import TextIO

from plugins.contract import JSON
from tournaments.play.practice.arguments import Plan
from tournaments.play.practice.games import Game, Seat, outcome

_LAST_LINES = 20  # of the stderr of a bot that failed, where moves are not shown


class Printing:
    """Writes the games of a plan to ``out``, as they are played."""

    def __init__(self, plan: Plan, out: TextIO) -> None:
        self._plan = plan
        self._out = out
        self._number = 0

    def begin(self) -> None:
        plan = self._plan
        own, *others = (contestant.name for contestant in plan.contestants)
        self._line(f"{plan.info.title}: {own} against {', '.join(others)}, {_counted(plan.games, 'game')}")
        self._line(f"options {_json(plan.options)}, seed {plan.seed}")

    def game(self, seats: Sequence[Seat]) -> None:
        self._number += 1
        self._line("")
        places = ", ".join(sorted(map(_named, seats)))
        self._line(f"== game {self._number} of {self._plan.games}: {places}")

    def turn(self, table: str) -> None:
        """``table`` is what the seat to move sees."""
        if not self._plan.brief:
            self._line("")
            self._line(table.rstrip("\n"))

    def move(self, seat: Seat, action: JSON, note: str) -> None:
        if not self._plan.brief:
            self._line(f"--> {_named(seat)}: {_json(action)} ({seat.times[-1]:.1f} ms)")
            self._indented(note)

    def ended(self, game: Game) -> None:
        self._line("")
        played = game.played
        for index, seat in sorted(enumerate(game.seats), key=lambda item: item[1].place):
            verdict = played.verdicts[index]
            result = f"rank {played.ranks[index]}, score {played.scores[index]}, {verdict}"
            self._line(f"{_named(seat)}: {result}; {_times(seat.times)}")
            if seat.fault:
                self._line(f"    {verdict}: {seat.fault}")
            if seat.printed and (seat.fault or not self._plan.brief):
                self._stderr(seat.printed)
        self._line(f"== game {self._number}: {self._plan.contestants[0].name} {outcome(game)}")

    def _stderr(self, text: str) -> None:
        lines = text.rstrip("\n").split("\n")
        if self._plan.brief and len(lines) > _LAST_LINES:
            lines = [f"({_counted(len(lines) - _LAST_LINES, 'line')} before)", *lines[-_LAST_LINES:]]
        self._line("    its stderr:")
        self._indented("\n".join(lines))

    def summary(self, games: Sequence[Game]) -> None:
        outcomes = [outcome(game) for game in games]
        self._line("")
        self._line(
            f"{self._plan.contestants[0].name}: {_counted(len(games), 'game')}, "
            + ", ".join(f"{word} {outcomes.count(word)}" for word in ("won", "drew", "lost"))
            + f"; {_times([time for game in games for time in game.own.times])}"
        )
        verdicts = [game.played.verdicts[0] for game in games]
        if failures := [verdict for verdict in verdicts if verdict != "played"]:
            kinds = ", ".join(f"{failures.count(kind)} {kind}" for kind in sorted(set(failures)))
            self._line(f"It failed in {_counted(len(failures), 'game')}: {kinds}")

    def _line(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()  # what comes next may take a bot seconds

    def _indented(self, text: str) -> None:
        for line in text.split("\n") if text else ():
            self._line(f"    | {line}")


def _named(seat: Seat) -> str:
    return f"seat {seat.place} {seat.contestant.name}"


def _json(value: JSON) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _times(times: Sequence[float]) -> str:
    if not times:
        return "no moves"
    return f"{_counted(len(times), 'move')}, median {median(times):.1f} ms, longest {max(times):.1f} ms"
