"""A program that runs for one game: in a session of its own, killed with all that it has started there."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import IO

_LOOK_SECONDS = 0.002


class Process:
    """A process started with its three streams as pipes and ``start_new_session``.

    ended_by: why the host has killed it before its game was over, such as too much memory; "" if it has not.
    """

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._popen = popen
        self.pid = popen.pid
        self.ended_by = ""

    @property
    def streams(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        """Its stdin, stdout and stderr."""
        popen = self._popen
        assert popen.stdin is not None
        assert popen.stdout is not None
        assert popen.stderr is not None
        return popen.stdin, popen.stdout, popen.stderr

    def ending(self, seconds: float) -> str:
        """How it ended, waiting for that at most so long: ``exit status 1``, ``signal 9 (SIGKILL)``; "" if it runs.

        It is not reaped, so that its number is still its own when its session is killed.
        """
        until = time.monotonic() + seconds
        while True:
            ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if ended is not None:
                break
            if time.monotonic() >= until:
                return ""
            time.sleep(_LOOK_SECONDS)
        if self.ended_by:
            return self.ended_by
        return self._worded(ended.si_status, by_signal=ended.si_code != os.CLD_EXITED)

    def _worded(self, status: int, *, by_signal: bool) -> str:
        if not by_signal:
            return f"exit status {status}"
        try:
            return f"signal {status} ({signal.Signals(status).name})"
        except ValueError:
            return f"signal {status}"

    def fault(self) -> str:
        """What is wrong with the host, if that is why the program could not run; "" if nothing is."""
        return ""

    def rest(self) -> None:
        """It is asked nothing from now on, until ``wake``. A plain process may do then what it likes."""

    def wake(self) -> None:
        """It is about to be sent something."""

    def kill(self) -> None:
        """Kill it with its session, and reap it. Again: nothing."""
        if self._popen.returncode is None:
            try:
                os.killpg(self.pid, signal.SIGKILL)
            except ProcessLookupError:  # it was killed before it had a session: then it is the only one
                self._popen.kill()
            self._popen.wait()


def start(command: list[str], *, folder: str | os.PathLike[str], environment: dict[str, str]) -> Process:
    """Run a trusted program in ``folder``, without a sandbox. Raises OSError."""
    return Process(
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
    )
