"""Random games of gin rummy by OpenSpiel and RLCard: the program that runs in the scratch environment of the peers.

It imports nothing of ours but the stopwatch beside it. It reads a JSON object a line, {"peer": "open_spiel",
"seconds": 0.4, "calls_part": 0.1, "positions": 32}, and answers each with one, whose fields are those of
deploy/bench/samples.py. A decision is an action applied by a seat; chance nodes of OpenSpiel are played, not counted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent))

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import rlcard  # type: ignore[import-not-found]
from rlcard.agents import RandomAgent  # type: ignore[import-not-found]
from stopwatch import draws, microseconds, play_for  # type: ignore[import-not-found]


class OpenSpiel:
    """The game in C++, the loop in Python, as tight as we could make it: it knows that all chance of gin is uniform."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("gin_rummy")
        self.draw = draws()
        self.middles: list[Any] = []

    def play(self) -> int:
        return self.run(self.game.new_initial_state())

    def run(self, state: Any, most: int = -1) -> int:
        draw = self.draw
        decisions = 0
        while not state.is_terminal() and decisions != most:
            actions = state.legal_actions()  # at a chance node all are equally likely
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(actions[draw() % len(actions)])
        return decisions

    def middle(self) -> Any:
        half = self.play() // 2
        state = self.game.new_initial_state()
        while self.run(state, half) and state.is_terminal():
            half //= 2
            state = self.game.new_initial_state()
        return state

    def measure(self, seconds: float, calls_part: float, positions: int) -> dict[str, Any]:
        if not self.middles:
            self.middles = [self.middle() for _ in range(positions)]
        lengths, taken = play_for(seconds, self.play)
        clone = microseconds(seconds * calls_part, [state.clone for state in self.middles])
        return {"lengths": lengths, "seconds": taken, "clone": clone}


class OpenSpielExample(OpenSpiel):
    """The loop that OpenSpiel shows its users, in its python/examples/example.py, without what that prints."""

    def play(self) -> int:
        draw = self.draw
        decisions = 0
        state = self.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(np.random.choice(outcomes, p=probabilities))
            else:
                actions = state.legal_actions(state.current_player())
                state.apply_action(actions[draw() % len(actions)])
                decisions += 1
        return decisions

    def measure(self, seconds: float, calls_part: float, positions: int) -> dict[str, Any]:
        lengths, taken = play_for(seconds, self.play)
        return {"lengths": lengths, "seconds": taken}


class OpenSpielBots(OpenSpiel):
    """The loop in C++ as well: `evaluate_bots` with its own uniformly random bots."""

    def __init__(self) -> None:
        super().__init__()
        self.bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
        self.played: list[Any] = []

    def measure(self, seconds: float, calls_part: float, positions: int) -> dict[str, Any]:
        self.played = []
        _, taken = play_for(seconds, self.play)
        lengths = [sum(step.player >= 0 for step in state.full_history()) for state in self.played]
        return {"lengths": lengths, "seconds": taken}

    def play(self) -> int:
        """The decisions are counted when the time has been taken."""
        state = self.game.new_initial_state()
        pyspiel.evaluate_bots(state, self.bots, self.draw())
        self.played.append(state)
        return 0


class RLCardEnv:
    """`env.run` with RLCard's random agents: what a user of RLCard runs."""

    def __init__(self) -> None:
        self.env = rlcard.make("gin-rummy", config={"seed": 1})
        self.env.set_agents([RandomAgent(num_actions=self.env.num_actions) for _ in range(2)])

    def play(self) -> int:
        before = self.env.timestep
        self.env.run(is_training=False)
        decisions: int = self.env.timestep - before
        return decisions

    def measure(self, seconds: float, calls_part: float, positions: int) -> dict[str, Any]:
        lengths, taken = play_for(seconds, self.play)
        return {"lengths": lengths, "seconds": taken}


class RLCardGame(RLCardEnv):
    """The game under that environment, without what is encoded for learning: its legal actions and `step`."""

    def __init__(self) -> None:
        super().__init__()
        self.game = self.env.game
        self.draw = draws()

    def play(self) -> int:
        game, draw = self.game, self.draw
        game.init_game()
        decisions = 0
        while not game.is_over():
            actions = game.judge.get_legal_actions()
            game.step(actions[draw() % len(actions)])
            decisions += 1
        return decisions


PEERS: dict[str, Callable[[], Any]] = {
    "open_spiel": OpenSpiel,
    "open_spiel_example": OpenSpielExample,
    "open_spiel_bots": OpenSpielBots,
    "rlcard_env": RLCardEnv,
    "rlcard_game": RLCardGame,
}


def main() -> None:
    """Answer one request after the other until there are no more."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever else a library prints goes to the log
    peers = {name: peer() for name, peer in PEERS.items()}
    for line in sys.stdin:
        request = json.loads(line)
        sample = peers[request.pop("peer")].measure(**request)
        answers.write(json.dumps(sample) + "\n")


if __name__ == "__main__":
    main()
