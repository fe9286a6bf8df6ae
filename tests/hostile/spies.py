"""Looks for what is not its own: the worker's environment and files, other bots, other processes."""

import glob
import os
import pathlib

import table

secret = pathlib.Path("target.txt").read_text()


def environment():
    return [name for name in os.environ if "CANARY" in name] or None


def environments_of_processes():
    return [path for path in glob.glob("/proc/*/environ") if b"CANARY" in pathlib.Path(path).read_bytes()] or None


def file_beside():
    return pathlib.Path(secret).read_bytes()


def link():
    """`link` is a symbolic link to the same file."""
    return pathlib.Path("link").read_bytes()


def parents():
    return [name for name in os.listdir("..") if name not in table.ROOT]


def open_files():
    """Nothing but the three streams was handed down."""
    found = []
    for number in range(3, 64):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return found or None


table.sit()
for attack in (environment, environments_of_processes, file_beside, link, open_files):
    table.attempt(attack.__name__, attack)
table.attempt("parents", parents)
for path in (
    "/etc/passwd",
    "/etc/shadow",
    "/proc/1/environ",
    "/proc/self/mem",
    "/sys/kernel",
    "/root",
    "/home",
    "/var",
):
    table.attempt(path, lambda path=path: os.stat(path))
table.attempt("other processes", lambda: os.kill(os.getppid(), 0) if os.getppid() > 2 else None)
table.play_on()
