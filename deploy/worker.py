"""A Celery worker of Croupier as a child process: started by the services and, one by one, by the end-to-end tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Self

from deploy.process import Process, ServiceError


class Worker(Process):
    """A worker with `concurrency` pool processes, or threads. `env` is added to this process's environment.

    Threads are for what waits for others. Celery's time limits do not hold there: what runs there has its own.

    `queues` are those it takes messages from; none named: those of CELERY_TASK_QUEUES.

    Its stop is warm: games in progress may end within `grace` seconds; what is cut off then is played again by another
    worker when its lease is over. `children()` are the pool processes; with threads there are none.
    """

    def __init__(
        self,
        env: Mapping[str, str],
        *,
        log: Path,
        concurrency: int = 1,
        name: str = "worker",
        grace: float = 10.0,
        app: str = "deploy.celery",
        queues: Sequence[str] = (),
        pool: Literal["prefork", "threads"] = "prefork",
    ) -> None:
        # fmt: off
        command = [
            sys.executable, "-m", "celery", "--app", app, "worker",
            "--pool", pool, "--concurrency", str(concurrency), "--hostname", f"{name}@%h", "--loglevel", "INFO",
            "--without-gossip", "--without-mingle", *(["--queues", ",".join(queues)] if queues else []),
        ]
        # fmt: on
        super().__init__(name, command, log=log, env={**os.environ, **env}, grace=grace)
        self.processes = concurrency if pool == "prefork" else 0

    def wait_ready(self, seconds: float = 30.0) -> None:
        """Wait until the pool stands. Raises ServiceError if the worker ends or takes longer than `seconds`."""
        step = 0.05
        for _ in range(int(seconds / step)):
            if self.wait(step) is not None:
                raise ServiceError(self.obituary())
            if len(self.children()) >= self.processes and b" ready." in self.log.read_bytes():
                return
        raise ServiceError(f"{self.name}: not ready within {seconds:.0f} s; see {self.log}")

    def __enter__(self) -> Self:
        self.start()
        self.wait_ready()
        return self
