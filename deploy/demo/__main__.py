"""Croupier, and tournaments on it: sh deploy/demo.sh [--once] [--port N] [--keep]

Starts broker, worker, beat and web on this machine, registers owners and their bots over the API, holds a
tournament of each game (Swiss of rummy and construction, a round robin of advantage, four-seat pods of trash) and one
with programs: two in Python and one in JavaScript, which are uploaded and play in a sandbox where bubblewrap is
installed, and one that plays remotely. Shows standings and leaderboards, and serves until Ctrl-C; meanwhile a
tournament of Trash stands open for bots of your own (docs/bots.md), and starts once one has entered.

  --once     end when the events have finished, with exit status 0
  --port N   where the web listens on 127.0.0.1; 0 picks a free port; without it: 8000
  --keep     keep what var/ holds; without it, var/ is wiped first
  --help     show this
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

from deploy.demo.cast import Cast, assemble, recall, remember
from deploy.demo.client import Client
from deploy.demo.events import begin, watch
from deploy.demo.open_house import OpenHouse
from deploy.demo.programs import at_home, bring
from deploy.demo.progress import Progress
from deploy.demo.results import leaderboards, places_to_look, standings
from deploy.process import ROOT, ServiceError
from deploy.services import Services, failure, port, say
from deploy.stopping import StopRequested, stop_on_signals


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options. Ends the program with a message and status 2 where one is unknown or wrong."""
    parser = argparse.ArgumentParser(prog="demo.sh", usage="see --help", allow_abbrev=False, add_help=False)
    parser.add_argument("--once", action="store_true")
    parser.add_argument("--port", type=port, default=8000)
    parser.add_argument("--keep", action="store_true")
    return parser.parse_args(arguments)


def perform(services: Services, client: Client, memory: Path) -> Cast:
    """Everything from the first account to the last table. Raises ServiceError."""
    if memory.exists():
        cast = recall(memory)
        at_home(services, cast.bots)
    else:
        cast = assemble(services, client)
        cast = replace(cast, bots=(*cast.bots, *bring(services, client)))
        remember(cast, memory)
    say(f"{len(cast.bots)} bots are registered, {sum(bot.kind != 'policy' for bot in cast.bots)} of them programs")
    events = begin(client, cast)
    watch(client, events, Progress(sys.stdout))
    for event in events:
        say(f"\n{event.name}\n\n{standings(client, event)}")
    for title, board in leaderboards(client):
        say(f"\nLeaderboard: {title}\n\n{board}")
    say(f"\n{places_to_look(services.url, cast, events)}\n")
    return cast


def main(arguments: list[str]) -> int:
    """0: the events have finished (and, without --once, a signal asked for the end); 1: failure; 128 + n: signal n."""
    options = parse(arguments)
    # The demo is self-contained: never in a database or broker that serves something else.
    os.environ.pop("CROUPIER_DATABASE_URL", None)
    os.environ.pop("CROUPIER_BROKER_URL", None)
    var = Path(os.environ.get("CROUPIER_VAR", ROOT / "var"))
    finished = False
    try:
        with (
            stop_on_signals(),
            Services(
                var, port=options.port, wipe=not options.keep, env={"CROUPIER_OPEN_REGISTRATION": "1"}
            ) as services,
        ):
            client = Client(services.url, services.check)
            cast = perform(services, client, var / "demo.json")
            finished = True
            if options.once:
                return 0
            house = OpenHouse(client.bearing(cast.organiser), cast.bots)
            say(f"{services.url}/tournaments/{house.id}/ is open to bots of your own: see docs/bots.md")
            say("serving; Ctrl-C ends it")
            while True:
                services.check()
                house.look()
                time.sleep(0.5)
    except StopRequested as request:
        return 0 if finished else 128 + request.number
    except (ServiceError, OSError) as error:
        print(failure(error), file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
