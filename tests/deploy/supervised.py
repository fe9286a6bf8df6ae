"""A supervisor of stand-in children, run by the tests as a program of its own: supervised.py VAR SCRIPT..."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from deploy.process import Process, ServiceError
from deploy.stopping import StopRequested, stop_on_signals
from deploy.supervisor import Supervisor


def main(var: Path, scripts: list[str]) -> int:
    supervisor = Supervisor(var, sys.stdout.write)
    try:
        with stop_on_signals():
            try:
                for number, script in enumerate(scripts, 1):
                    command = ["sh", "-c", script]
                    supervisor.start(Process(f"child{number}", command, log=var / f"child{number}.log", grace=5.0))
                while True:
                    supervisor.check()
                    time.sleep(0.05)
            finally:
                supervisor.stop()
    except StopRequested:
        return 0
    except ServiceError as error:
        sys.stderr.write(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
