"""A small game for tests of the referee: whoever has called the highest numbers after so many calls wins."""

from __future__ import annotations

from typing import Any

from plugins.contract import IllegalAction, Result
from plugins.wording import shown
from tournaments.play.players.base import Player


class Calls:
    """Seats call 0, 1 or 2 in turn, ``calls`` times each; a seat's third call has no choice. Score: the sum."""

    def __init__(self, seats: int, calls: int = 3) -> None:
        self.sums = [0] * seats
        self.count = [0] * seats
        self.calls = calls
        self.turn = 0
        self.observed = 0

    def to_act(self) -> tuple[int, ...]:
        return () if self.count[self.turn] == self.calls else (self.turn,)

    def legal(self, seat: int) -> tuple[int, ...]:
        if self.to_act() != (seat,):
            return ()
        return (1,) if self.count[seat] == 2 else (0, 1, 2)

    def apply(self, seat: int, action: Any) -> None:
        if action not in self.legal(seat):
            raise IllegalAction(f"{action} is not legal")
        self.sums[seat] += action
        self.count[seat] += 1
        self.turn = (self.turn + 1) % len(self.sums)

    def observe(self, seat: int | None) -> Any:
        self.observed += 1
        return {"sums": self.sums}

    def result(self) -> Result:
        ranks = tuple(sum(other > own for other in self.sums) for own in self.sums)
        return Result(ranks, tuple(self.sums))


class Toy:
    """The engine of ``Calls``; ``made`` is the state of the last game."""

    made: Calls

    def new(self, options: Any, seats: int, chance: Any) -> Calls:
        self.made = Calls(seats, **options)
        return self.made

    def encode(self, action: Any) -> Any:
        return {"t": "call", "n": action}

    def decode(self, data: Any) -> Any:
        if data.keys() == {"t", "n"} and data["t"] == "call" and type(data["n"]) is int:
            return data["n"]
        raise IllegalAction(f"action: {shown(data)} is not a call")


class Scripted(Player):
    """A player that makes the calls it was given, then raises what comes as an exception."""

    def __init__(self, *calls: Any) -> None:
        self.calls = list(calls)

    def act(self, view: Any) -> int:
        call = self.calls.pop(0)
        if isinstance(call, Exception):
            raise call
        return int(call)
