"""``python -m tournaments.play.local my_bot.py --engine trash --against greedy``: games without a server, shown.

Exit status: 0 every game was played, 1 the bot failed in one, 2 the arguments are wrong or a program does not start.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tournaments.play.players.base import HostFault
from tournaments.play.practice import arguments
from tournaments.play.practice.games import Game, play_all
from tournaments.play.practice.printing import Printing


def main(given: Sequence[str] | None = None) -> int:
    """The exit status."""
    plan = arguments.read(given)
    printing = Printing(plan, sys.stdout)
    games: list[Game] = []
    try:
        printing.begin()
        for game in play_all(plan, printing):
            games.append(game)
        printing.summary(games)
    except HostFault as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who read has seen enough, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return int(any(game.played.verdicts[0] != "played" for game in games))
