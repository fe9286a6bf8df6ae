"""The sandbox of an uploaded program: bubblewrap, a filter of system calls, limits, and a watch over its memory.

The program sees its own folder and the runtime, both read-only, nothing that it can write to, no network, no process
but its own, and nothing of the worker's environment. It runs as nobody in namespaces of its own; when its game ends,
all of its processes end.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tournaments.play.players import seccomp
from tournaments.play.players.base import HostFault
from tournaments.play.players.keeper import keeper, resident_bytes
from tournaments.play.players.process import Process

_PATH = "/usr/bin:/bin:/usr/local/bin"
_ALWAYS = ("/usr/bin", "/usr/lib")
_WHERE_THERE = ("/usr/lib64", "/usr/local/bin", "/usr/local/lib", "/etc/ld.so.cache", "/etc/alternatives")
_NOBODY = "65534"
_KILL_SECONDS = 1.0
_ENVIRONMENT = {
    "PATH": _PATH,
    "HOME": "/tmp",  # noqa: S108 - the sandbox's own
    "LANG": "C.UTF-8",
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True)
class Lack:
    """Why the sandbox cannot work here, and what to install or allow."""

    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.what}: {self.remedy}"


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How programs are run.

    user:         the unprivileged user (and group) id to run as; needed where the worker is root, else None.
    memory_bytes: for all processes of a program together (resident), and for the private data of each.
    processes:    threads and processes of a program.
    cpu_seconds:  of each of its processes.
    """

    user: int | None = None
    memory_bytes: int = 512 << 20
    processes: int = 32
    files: int = 64
    cpu_seconds: int = 660

    def start(self, command: Sequence[str], folder: str | os.PathLike[str]) -> Process:
        """Run ``command`` (its first word is found in the runtime) in ``folder``, which the user must be able to read.

        Raises HostFault where the sandbox cannot work.
        """
        try:
            rules = seccomp.program()
        except seccomp.Unavailable as error:
            raise HostFault(f"no sandbox: {error}") from error
        if (self.user or os.geteuid()) == 0:
            raise HostFault("no sandbox: a program is not run as root; set an unprivileged user id")
        bwrap = shutil.which("bwrap", path=_PATH)
        if bwrap is None:
            raise HostFault("no sandbox: bwrap is not installed")
        keep = keeper()

        def spawn() -> Sandboxed:
            filter_file = os.memfd_create("filter")
            told, tell = os.pipe()
            try:
                os.write(filter_file, rules)
                os.lseek(filter_file, 0, os.SEEK_SET)
                popen = subprocess.Popen(
                    [bwrap, *self._arguments(filter_file, tell, os.path.abspath(folder)), *command],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    env={},
                    cwd="/",
                    start_new_session=True,
                    pass_fds=(filter_file, tell),
                    umask=0o077,
                    user=self.user,
                    group=self.user,
                    extra_groups=None if self.user is None else [],
                )
            except BaseException:
                os.close(told)
                raise
            finally:
                os.close(filter_file)
                os.close(tell)
            sandboxed = Sandboxed(popen, self, told)
            keep.watch(sandboxed)
            return sandboxed

        return keep.run(spawn)

    def check(self) -> list[Lack]:
        """All that keeps the sandbox from working here; a program is run in it if nothing else is found."""
        lacks = []
        if (self.user or os.geteuid()) == 0:
            lacks.append(
                Lack("the worker is root", "set an unprivileged user id for programs, or run it as another user")
            )
        for name, package in (("bwrap", "bubblewrap"), ("prlimit", "util-linux"), ("setsid", "util-linux")):
            if shutil.which(name, path=_PATH) is None:
                lacks.append(Lack(f"{name} is not installed", f"install it (on Debian: apt-get install {package})"))
        try:
            seccomp.program()
        except seccomp.Unavailable as error:
            lacks.append(Lack("there is no filter of system calls", str(error)))
        return lacks or self._probe()

    def _probe(self) -> list[Lack]:
        with tempfile.TemporaryDirectory(prefix="croupier-probe-") as folder:
            Path(folder).chmod(0o755)
            process = self.start(["sh", "-c", "exit 7"], folder)
            try:
                ending = process.ending(10.0)
                os.set_blocking(process.streams[2].fileno(), False)
                said = (process.streams[2].read(4096) or b"").decode(errors="replace").strip()
            finally:
                process.kill()
                for stream in process.streams:
                    stream.close()
        if ending == "exit status 7":
            return []
        return [
            Lack(
                f"bubblewrap does not work here ({said or ending or 'it does not end'})",
                "allow unprivileged user namespaces: sysctl user.max_user_namespaces above 0, and where they exist "
                "kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0; in Docker a "
                "seccomp profile that allows unshare, clone, mount and pivot_root (--security-opt seccomp=FILE)",
            )
        ]

    def _arguments(self, filter_file: int, tell: int, folder: str) -> list[str]:
        arguments = [f"--unshare-{kind}" for kind in ("user", "ipc", "pid", "net", "uts", "cgroup-try")]
        arguments += ["--disable-userns", "--die-with-parent", "--cap-drop", "ALL", "--hostname", "bot", "--clearenv"]
        # Without --as-pid-1 bubblewrap ends before the namespace does, and leaves its dead to whoever adopts them.
        arguments += [
            "--as-pid-1",
            "--uid",
            _NOBODY,
            "--gid",
            _NOBODY,
            "--info-fd",
            str(tell),
            "--seccomp",
            str(filter_file),
        ]
        for path in _ALWAYS:
            arguments += ["--ro-bind", path, path]
        for path in _WHERE_THERE:
            arguments += ["--ro-bind-try", path, path]
        for name in ("bin", "lib", "lib64"):
            arguments += ["--symlink", f"usr/{name}", f"/{name}"]
        arguments += ["--dev", "/dev", "--dir", "/tmp", "--ro-bind", folder, "/bot", "--chdir", "/bot"]  # noqa: S108
        arguments += ["--remount-ro", "/dev", "--remount-ro", "/"]
        for name, value in _ENVIRONMENT.items():
            arguments += ["--setenv", name, value]
        limits = {
            "core": 0,
            "fsize": 0,
            "memlock": 0,
            "msgqueue": 0,
            "nproc": self.processes,
            "nofile": self.files,
            "cpu": self.cpu_seconds,
            "data": self.memory_bytes,
        }
        # bubblewrap is not to be in the program's process group, to which the program may send any signal; but it
        # begins there, so that a kill in the first moments reaches both (which --new-session prevents).
        return [*arguments, "--", "setsid", "prlimit", *(f"--{name}={value}" for name, value in limits.items()), "--"]


class Sandboxed(Process):
    """A program in its sandbox. The process we know is bubblewrap's outer one, its only child the sandbox's first."""

    def __init__(self, popen: subprocess.Popen[bytes], sandbox: Sandbox, told: int) -> None:
        super().__init__(popen)
        self._sandbox = sandbox
        self._told = told
        self._info = b""
        self._lock = threading.Lock()  # of ``told``: the keeper and the player may both be about to kill
        os.set_blocking(told, False)

    def look(self) -> bool:
        """End the program if it takes too much memory; whether it still runs. Called by the keeper."""
        if self._popen.returncode is not None:
            return False
        if resident_bytes(self.pid) > self._sandbox.memory_bytes:
            self.ended_by = f"more than {self._sandbox.memory_bytes >> 20} MiB of memory"
            self._kill_first()
            return False
        return True

    def fault(self) -> str:
        return "; ".join(map(str, self._sandbox.check()))

    def kill(self) -> None:
        # With the first process the whole namespace ends; bubblewrap reaps it, and ends itself. Killed together with
        # it, bubblewrap would leave it to whoever adopts orphans.
        if self._popen.returncode is None and self._kill_first():
            self.ending(_KILL_SECONDS)
        super().kill()
        with self._lock:
            if self._told >= 0:
                os.close(self._told)
                self._told = -1

    def _worded(self, status: int, *, by_signal: bool) -> str:
        # bubblewrap ends with 128 and the number of the signal that has ended the program.
        return super()._worded(status - 128 if status > 128 else status, by_signal=by_signal or status > 128)

    def _kill_first(self) -> bool:
        """Kill the sandbox's first process; whether it was there to kill."""
        try:
            with self._lock:
                if self._told >= 0 and (more := os.read(self._told, 4096)):
                    self._info += more
        except BlockingIOError:
            pass
        told = re.search(rb'"child-pid": *([0-9]+)[^0-9]', self._info)
        if told is None:
            return False
        first = int(told[1])
        try:
            handle = os.pidfd_open(first)
        except OSError:
            return False
        try:
            # The number is its own while bubblewrap, its parent, has not reaped it.
            if int(Path(f"/proc/{first}/stat").read_text().rsplit(")", 1)[1].split()[1]) != self.pid:
                return False
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        except (OSError, IndexError):
            return False
        finally:
            os.close(handle)
        return True
