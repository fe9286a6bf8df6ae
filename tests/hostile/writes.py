"""Tries to write anywhere: its folder, the runtime, the temporary folder, devices, the memory of a file."""

import os
import pathlib

import table


def write(path):
    pathlib.Path(path).write_bytes(b"canary")
    return path


def fill(folder):
    """Files without content use up inodes."""
    for number in range(10_000):
        os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_WRONLY))
    return folder


table.sit()
for path in (
    "own",
    "/bot/own",
    "/tmp/own",
    "/dev/own",
    "/dev/shm/own",
    "/dev/pts/own",
    "/usr/lib/own",
    "/own",
    "/proc/own",
):
    table.attempt(path, lambda path=path: write(path))
    table.attempt(f"folder {path}", lambda path=path: os.mkdir(path) or path)
for folder in (".", "/tmp", "/dev", "/dev/shm", "/"):
    table.attempt(f"inodes {folder}", lambda folder=folder: fill(folder))
table.attempt("program of its own", lambda: os.chmod("writes.py", 0o777) or True)
table.attempt("memory of a file", lambda: os.memfd_create("own"))
table.attempt("fifo", lambda: os.mkfifo("/tmp/fifo") or True)
table.play_on()
