"""Leaves a mark of the deal that it sees wherever something might outlast a game, and looks for those of earlier games.

What it sees first of a deal it tells on stderr, after ``SAW``, with its seat.
"""

import contextlib
import ctypes
import fcntl
import glob
import itertools
import json
import os
import pathlib
import socket
import time

import table

libc = ctypes.CDLL(None, use_errno=True)
MARK = "croupier-mark"
KEY = 0x6D61726B
FOLDERS = (".", "/bot", "/kit", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/dev/mqueue", "/run", "/usr/lib", "/")
LOCKED = ("/bot/main.py", "/usr/lib", "/dev/null")  # by whoever holds them, each the same file in every sandbox
PATTERN = "1011001110001101"  # which of some files that nobody reads are in the kernel's cache
CALLS = {"add_key": 248, "keyctl": 250, "inotify_init": 253}  # of x86_64, which the C library has no names for


def unread():
    """Files of the runtime that nobody has a use for."""
    found = itertools.islice(glob.iglob("/usr/lib/python3*/**/*.py", recursive=True), 2000)
    return sorted(found)[-len(PATTERN) :]


def syscall(name, *arguments):
    if os.uname().machine != "x86_64":
        raise OSError("unknown here")
    return libc.syscall(CALLS[name], *arguments)


def cached(path):
    with open(path, "rb") as file:
        try:
            return "1" if os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT) else "0"
        except BlockingIOError:
            return "0"


def names_in(folder):
    return [name for name in os.listdir(folder) if MARK in name] or None


def dates():
    """Reading a file says so in its dates."""
    path = unread()[0]
    before = os.stat(path).st_atime_ns
    pathlib.Path(path).read_bytes()
    return os.stat(path).st_atime_ns != before or None


def own_date():
    return os.stat("main.py").st_mtime_ns == KEY or None


def attribute():
    return os.getxattr("main.py", "user.mark")


def mode():
    return os.stat("main.py").st_mode & 0o7 == 0o3 or None


def processes():
    """Others than this one and its parents: a daemon of an earlier game."""
    own, others = {os.getpid(), os.getppid(), 1}, []
    for number in range(1, 200):
        with contextlib.suppress(OSError):
            if number not in own:
                os.kill(number, 0)
                others.append(number)
    return others or None


def process_names():
    return [path for path in glob.glob("/proc/*/comm") if "mark" in pathlib.Path(path).read_text()] or None


def shared(call, *arguments):
    return None if getattr(libc, call)(KEY, *arguments) < 0 else True


def queue():
    return None if ctypes.CDLL("librt.so.1").mq_open(b"/" + MARK.encode(), 0) < 0 else True


def abstract():
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"mark", "\0" + MARK) or None


def keyring():
    return None if syscall("keyctl", 10, -4, b"user", MARK.encode(), 0) < 0 else True


@contextlib.contextmanager
def opened(path):
    number = os.open(path, os.O_RDWR if path == "/dev/null" else os.O_RDONLY)
    try:
        yield number
    finally:
        os.close(number)


def locks(path, lock):
    """That there are locks at all: who plays at the same time, at another table, can tell whether one is held."""
    with opened(path) as file:
        try:
            lock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "held"
        return "free"


def watch():
    """Who is told of what others do with a file of the runtime hears of them."""
    number = syscall("inotify_init")
    return None if number < 0 or libc.inotify_add_watch(number, b"/usr/lib", 1) < 0 else True


def cache():
    return "".join(map(cached, unread())) == PATTERN or None


def look():
    for folder in FOLDERS:
        table.attempt(f"a file in {folder}", lambda folder=folder: names_in(folder))
    table.attempt("environment", lambda: os.environ.get(MARK))
    for name, find in (
        ("dates", dates), ("own date", own_date), ("attribute", attribute), ("mode", mode),
        ("processes", processes), ("process names", process_names), ("message queue", queue),
        ("abstract socket", abstract), ("keyring", keyring), ("cache", cache), ("watch", watch),
    ):  # fmt: skip
        table.attempt(name, find)
    table.attempt("shared memory", lambda: shared("shmget", 0, 0))
    table.attempt("message queue of System V", lambda: shared("msgget", 0))
    table.attempt("semaphore", lambda: shared("semget", 0, 0))
    table.attempt("host name", lambda: os.uname().nodename == MARK or None)
    table.attempt("terminals", lambda: [name for name in os.listdir("/dev/pts") if name != "ptmx"])
    for path in LOCKED:
        table.attempt(f"flock {path}", lambda path=path: locks(path, fcntl.flock))
        if path == "/dev/null":
            table.attempt(f"lockf {path}", lambda path=path: locks(path, fcntl.lockf))


def leave(deal):
    """Wherever it works; what is refused is refused."""
    steps = [lambda path=f"{folder}/{MARK}": pathlib.Path(path).write_text(deal) for folder in FOLDERS]
    for folder in FOLDERS:
        steps += [
            lambda folder=folder: os.mkdir(f"{folder}/{MARK}-folder"),
            lambda folder=folder: os.link("main.py", f"{folder}/{MARK}-link"),
            lambda folder=folder: os.symlink(deal, f"{folder}/{MARK}-symlink"),
            lambda folder=folder: os.mkfifo(f"{folder}/{MARK}-fifo"),
        ]
    steps += [
        lambda: os.environ.__setitem__(MARK, deal),
        lambda: os.setxattr("main.py", "user.mark", deal.encode()),
        lambda: os.chmod("main.py", 0o743),
        lambda: os.utime("main.py", ns=(KEY, KEY)),
        lambda: os.rename("main.py", f"{MARK}.py"),
        lambda: libc.shmget(KEY, 4096, 0o1666),
        lambda: libc.msgget(KEY, 0o1666),
        lambda: libc.semget(KEY, 1, 0o1666),
        lambda: ctypes.CDLL("librt.so.1").mq_open(b"/" + MARK.encode(), os.O_CREAT | os.O_RDWR, 0o666, None),
        lambda: syscall("add_key", b"user", MARK.encode(), deal.encode(), len(deal), -4),
        lambda: socket.sethostname(MARK),
        warm,
        stay,
    ]
    for step in steps:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            step()


def warm():
    """Mark by what is in the kernel's cache: it knows which files of the runtime were read."""
    for path, bit in zip(unread(), PATTERN, strict=True):
        with open(path, "rb") as file:
            if bit == "1":
                file.read()
            else:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def stay():
    """Leave a daemon, with a name and whatever it can hold."""
    if os.fork():
        return
    os.setsid()
    for number in range(3):
        os.close(number)  # before it holds anything: with a file that is locked, its lock would go
    held = []
    for hold in (
        lambda: libc.prctl(15, b"mark", 0, 0, 0),
        lambda: held.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) or held[-1].bind("\0" + MARK),
        *(lambda path=path: held.append(os.open(path, os.O_RDONLY)) or fcntl.flock(held[-1], 6) for path in LOCKED),
        lambda: held.append(os.open("/dev/null", os.O_RDWR)) or fcntl.lockf(held[-1], 6),
    ):
        with contextlib.suppress(OSError):
            hold()
    time.sleep(600)
    os._exit(0)


look()
hello = table.sit()
while (message := table.hear())["type"] != "over":
    if message["type"] == "act":
        if message["seq"] == 1:
            deal = json.dumps(message["observation"], sort_keys=True)
            os.write(2, f"SAW {json.dumps([hello['seat'], message['observation']], sort_keys=True)}\n".encode())
            leave(deal)
        table.answer(message)
