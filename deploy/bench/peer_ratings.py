"""Updates per second of openskill's Plackett-Luce: the program that runs in the scratch environment of that peer.

It imports nothing of ours but the stopwatch and the boards beside it. It reads a JSON object a line, {"sides": 2,
"seconds": 0.1}, and answers each with the number of updates in a second.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from openskill.models import PlackettLuce  # type: ignore[import-not-found]
from rating_boards import boards  # type: ignore[import-not-found]
from stopwatch import draws, play_for  # type: ignore[import-not-found]


@cache
def rating(sides: int) -> Callable[[], int]:
    """Rates all boards of so many sides, and says how many they were."""
    model = PlackettLuce()
    prepared = [
        ([[model.rating(mu, sigma)] for mu, sigma in zip(board.mus, board.sigmas, strict=True)], board.ranks)
        for board in boards(sides, draws())
    ]
    rate = model.rate

    def rate_all() -> int:
        for teams, ranks in prepared:
            rate(teams, ranks=ranks)
        return len(prepared)

    return rate_all


def main() -> None:
    """Answer one request after the other until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        done, seconds = play_for(request["seconds"], rating(request["sides"]))
        print(json.dumps(sum(done) / seconds), flush=True)


if __name__ == "__main__":
    main()
