"""One child process: its own session, its log, and an end that leaves nobody behind (Linux)."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Self

from deploy.stopping import deferred

ROOT = Path(__file__).resolve().parent.parent

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
# Loaded before any fork: between fork and exec a child must not import or allocate more than it has to.
_PRCTL = getattr(ctypes.CDLL(None, use_errno=True), "prctl", None)


class ServiceError(Exception):
    """What a person has to know about a service that cannot run; the message is complete in itself."""


def die_with_parent(parent: int, death_signal: int = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `death_signal` when its parent, the process `parent`, is gone.

    Call it in the child, right after the fork: a parent that died before the call is noticed too. The kernel watches
    the *thread* that forked, so fork from a thread that lives as long as the parent does. Raises OSError where the
    kernel refuses. See prctl(2), PR_SET_PDEATHSIG. Elsewhere than on Linux this does nothing.
    """
    if _PRCTL is None:
        return
    if _PRCTL(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG)")
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def describe(status: int) -> str:
    """An exit status as subprocess gives it, in words: `exit status 3`, `killed by SIGKILL`."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"


def run(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    capture: bool = True,
    user: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; what it says is in `stdout` and `stderr` if it is captured.

    It dies with this process, and with the call if a signal ends that. Raises OSError if it cannot be executed.
    """
    stream = subprocess.PIPE if capture else None
    with deferred():
        popen = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL if capture else None,
            stdout=stream,
            stderr=stream,
            text=True,
            cwd=cwd,
            env=env,
            user=user,
            extra_groups=None if user is None else (),
            preexec_fn=partial(die_with_parent, os.getpid()),
        )
    with popen:
        try:
            out, err = popen.communicate()
        except BaseException:
            popen.kill()
            raise
    return subprocess.CompletedProcess(popen.args, popen.returncode, out, err)


class Process:
    """A command run as leader of a session of its own, with standard output and error in `log`.

    It dies with the process that started it. What its leader leaves in its process group dies with the leader.
    `grace` is the time in seconds between the polite `stop_signal` and SIGKILL. The log of the last run is kept as
    `<log>.1`. `user` (for root only) is the account to run as.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        grace: float = 5.0,
        stop_signal: int = signal.SIGTERM,
        death_signal: int = signal.SIGKILL,
        pass_fds: Sequence[int] = (),
        user: str | None = None,
    ) -> None:
        self.name = name
        self.command = [str(part) for part in command]
        self.log = log
        self.env = env
        self.cwd = cwd
        self.grace = grace
        self.stop_signal = stop_signal
        self.death_signal = death_signal
        self.pass_fds = tuple(pass_fds)
        self.user = user
        self._popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the command. Raises ServiceError if it cannot be executed, OSError if the log cannot be written."""
        if self._popen is not None and self.poll() is None:
            raise ServiceError(f"{self.name}: already runs as process {self.pid}")
        if self.log.exists():
            self.log.replace(self.log.with_name(self.log.name + ".1"))
        with self.log.open("wb") as sink, deferred():
            try:
                self._popen = subprocess.Popen(
                    self.command,
                    stdin=subprocess.DEVNULL,
                    stdout=sink,
                    stderr=subprocess.STDOUT,
                    cwd=self.cwd,
                    env=self.env,
                    pass_fds=self.pass_fds,
                    start_new_session=True,
                    user=self.user,
                    extra_groups=None if self.user is None else (),
                    preexec_fn=partial(die_with_parent, os.getpid(), self.death_signal),
                )
            except (OSError, subprocess.SubprocessError) as error:
                raise ServiceError(f"{self.name}: {self.command[0]} cannot be started: {error}") from error

    @property
    def pid(self) -> int:
        """The process id of the leader. Raises ServiceError if it was never started."""
        if self._popen is None:
            raise ServiceError(f"{self.name}: was not started")
        return self._popen.pid

    def poll(self) -> int | None:
        """The exit status (negative: the number of the signal), or None while it runs."""
        popen = self._popen
        if popen is None or popen.returncode is not None:
            return None if popen is None else popen.returncode
        # Look without reaping: while the leader is a zombie, its number cannot be given to another process group.
        if os.waitid(os.P_PID, popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            return None
        self._signal_group(signal.SIGKILL)
        return popen.wait()

    def wait(self, seconds: float) -> int | None:
        """The exit status as soon as it is known, or None when `seconds` have passed."""
        limit = time.monotonic() + seconds
        while (status := self.poll()) is None and time.monotonic() < limit:
            time.sleep(0.02)
        return status

    def send(self, number: int) -> None:
        """Send a signal to the leader alone; nothing happens when it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def stop(self) -> int | None:
        """End it politely, within `grace` seconds, or else by SIGKILL. Gives the exit status; None if never started."""
        if self._popen is None:
            return None
        self.send(self.stop_signal)
        status = self.wait(self.grace)
        return self.kill() if status is None else status

    def kill(self) -> int | None:
        """End it and its process group by SIGKILL, and wait for that. Gives the exit status; None if never started."""
        if self._popen is None:
            return None
        if self.poll() is None:
            self._signal_group(signal.SIGKILL)
            while self.poll() is None:
                time.sleep(0.005)
        return self.poll()

    def children(self) -> list[int]:
        """The process ids of the leader's own children now, oldest first, such as the pool of a Celery worker."""
        found: list[int] = []
        for task in Path(f"/proc/{self.pid}/task").glob("*/children"):
            found += [int(word) for word in task.read_text().split()]
        return sorted(found)

    def tail(self, lines: int = 12) -> str:
        """The last lines of the log of this run, or of what there is of it."""
        try:
            with self.log.open("rb") as source:
                source.seek(max(0, self.log.stat().st_size - 8192))
                text = source.read().decode(errors="replace")
        except OSError as error:
            return f"(the log cannot be read: {error})"
        return "\n".join(text.rstrip().splitlines()[-lines:])

    def obituary(self, what: str = "ended unasked") -> str:
        """A message about a process that has ended: its name, what that was, how it ended, the end of its log."""
        status = self.poll()
        how = "runs" if status is None else describe(status)
        tail = self.tail() or "(nothing)"
        return f"{self.name} {what}: {how}. The last lines of {self.log}:\n" + "\n".join(
            f"    {line}" for line in tail.splitlines()
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _signal_group(self, number: int) -> None:
        try:
            os.killpg(self.pid, number)
        except ProcessLookupError:
            pass
        except PermissionError:
            # macOS answers so for a group of zombies only.
            pass
