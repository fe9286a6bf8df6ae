"""The sandbox of an uploaded program: bubblewrap, a filter of system calls, limits, and a watch over what it takes.

The program sees its own folder, the kit and the runtime, all read-only, nothing that it can write to, no network, no
process but its own, and nothing of the worker's environment. It runs as nobody in namespaces of its own, and not while
others are asked; when its game ends, all of its processes end.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tournaments.play.players import family, seccomp
from tournaments.play.players.base import HostFault
from tournaments.play.players.keeper import keeper
from tournaments.play.players.process import Process

_PATH = "/usr/bin:/bin:/usr/local/bin"
_ALWAYS = ("/usr/bin", "/usr/lib")
_WHERE_THERE = ("/usr/lib64", "/usr/local/bin", "/usr/local/lib", "/etc/ld.so.cache", "/etc/alternatives")
_NOBODY = "65534"
_KILL_SECONDS = 1.0
_HEAP_PART = 0.75  # of the memory, for what JavaScript collects garbage of
_ENVIRONMENT = {
    "PATH": _PATH,
    "HOME": "/tmp",  # noqa: S108 - the sandbox's own
    "LANG": "C.UTF-8",
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "PYTHONPATH": "/kit",
    "NODE_PATH": "/kit",
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
    processor:    the one processor that all of a program's processes share, by its number; None leaves them all.
    kit:          files that a program finds in ``/kit``, where Python and Node.js import from. Their content is handed
                  over, so that they may lie where the user cannot read.
    """

    user: int | None = None
    memory_bytes: int = 512 << 20
    processes: int = 32
    files: int = 64
    cpu_seconds: int = 660
    processor: int | None = None
    kit: tuple[Path, ...] = ()

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
            told, tell = os.pipe()
            handed = [tell]
            try:
                handed.append(_in_memory(rules))
                handed += (_in_memory(file.read_bytes()) for file in self.kit)
                arguments = self._arguments(handed, os.path.abspath(folder))
                with _on(self.processor):
                    popen = subprocess.Popen(
                        [bwrap, *arguments, *command],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        bufsize=0,
                        env={},
                        cwd="/",
                        start_new_session=True,
                        pass_fds=handed,
                        umask=0o077,
                        user=self.user,
                        group=self.user,
                        extra_groups=None if self.user is None else [],
                    )
            except BaseException:
                os.close(told)
                raise
            finally:
                for number in handed:
                    os.close(number)
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
        elif self.user is not None and os.geteuid() not in (0, self.user):
            lacks.append(Lack(f"the worker may not run programs as user {self.user}", "run it as root, or set no user"))
        for name, package in (("bwrap", "bubblewrap"), ("prlimit", "util-linux"), ("setsid", "util-linux")):
            if shutil.which(name, path=_PATH) is None:
                lacks.append(Lack(f"{name} is not installed", f"install it (on Debian: apt-get install {package})"))
        try:
            seccomp.program()
        except seccomp.Unavailable as error:
            lacks.append(Lack("there is no filter of system calls", str(error)))
        if not family.is_told():
            lacks.append(Lack("nobody tells what a program has started", "use a kernel with CONFIG_PROC_CHILDREN"))
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

    def _arguments(self, handed: Sequence[int], folder: str) -> list[str]:
        """For bubblewrap. ``handed``: what is handed over open: where it tells, the filter, each file of the kit."""
        tell, filter_file, *kit = handed
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
        for number, file in zip(kit, self.kit, strict=True):
            arguments += ["--perms", "0444", "--file", str(number), f"/kit/{file.name}"]
        arguments += ["--remount-ro", "/dev", "--remount-ro", "/"]
        heap = int(self.memory_bytes * _HEAP_PART) >> 20
        for name, value in {**_ENVIRONMENT, "NODE_OPTIONS": f"--max-old-space-size={heap}"}.items():
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


def _in_memory(content: bytes) -> int:
    """An open file that holds it, at its beginning."""
    number = os.memfd_create("croupier")
    os.write(number, content)
    os.lseek(number, 0, os.SEEK_SET)
    return number


@contextlib.contextmanager
def _on(processor: int | None) -> Iterator[None]:
    """What this thread starts meanwhile runs on that processor, if the worker still may use it, and on no other."""
    allowed = os.sched_getaffinity(0)
    if processor not in allowed:
        yield
        return
    os.sched_setaffinity(0, {processor})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


class Sandboxed(Process):
    """A program in its sandbox. The process we know is bubblewrap's outer one, its only child the sandbox's first."""

    def __init__(self, popen: subprocess.Popen[bytes], sandbox: Sandbox, told: int) -> None:
        super().__init__(popen)
        self._sandbox = sandbox
        self._told = told
        self._info = b""
        self._lock = threading.Lock()  # of ``told``: the keeper and the player may both be about to kill
        self._resting = False
        self._restless = False  # it was found to compute when it had been asked nothing
        self._turn = threading.Lock()  # of both: the keeper may be about to stop what is about to be woken
        os.set_blocking(told, False)

    def look(self) -> bool:
        """End the program if it takes too much memory, stop it if it computes out of turn; whether it still runs.

        Called by the keeper. Whoever has computed out of turn once is stopped after every move from then on; all others
        are spared the time that it takes.
        """
        if self._popen.returncode is not None:
            return False
        with self._turn:
            if self._resting and family.computes(self.pid):
                self._restless = True
                family.stop(self.pid)
        if family.resident_bytes(self.pid) > self._sandbox.memory_bytes:
            self.ended_by = f"more than {self._sandbox.memory_bytes >> 20} MiB of memory"
            self._kill_first()
            return False
        return True

    def rest(self) -> None:
        with self._turn:
            self._resting = True
            if self._restless:
                family.stop(self.pid)

    def wake(self) -> None:
        with self._turn:
            self._resting = False
            if self._restless:
                family.resume(self.pid)

    def fault(self) -> str:
        return "; ".join(map(str, self._sandbox.check()))

    def kill(self) -> None:
        with self._turn:
            self._resting = False  # nothing is stopped any more by a number that will soon be free
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
