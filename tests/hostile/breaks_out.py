"""Asks the kernel for what may lead out: namespaces, mounts, tracing, terminals."""

import ctypes
import os
import sys

import table

libc = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    return None if getattr(libc, name)(*arguments) < 0 else True


table.sit()
for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x8000000, 0x4000000, 0x2000000):
    table.attempt(f"unshare {flag:x}", lambda flag=flag: call("unshare", flag))
table.attempt("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
table.attempt("unmount", lambda: call("umount2", b"/bot", 2))
table.attempt("remount", lambda: call("mount", b"none", b"/", None, 32, None))
table.attempt("chroot", lambda: call("chroot", b"/usr"))
table.attempt("outliving the worker", lambda: call("prctl", 1, 0, 0, 0, 0))
table.attempt("ptrace", lambda: call("ptrace", 0, 0, 0, 0))
table.attempt("personality", lambda: call("personality", 0x0040000))
table.attempt("shared memory", lambda: call("shmget", 0, 1 << 20, 0o1600))
table.attempt("messages", lambda: call("msgget", 0, 0o1600))
table.attempt("root", lambda: os.setuid(0) or True)
table.attempt("groups", lambda: os.setgroups([0]) or True)
table.attempt("terminal input", lambda: call("ioctl", 0, 0x5412, b"x"))
if sys.platform == "linux" and os.uname().machine == "x86_64":
    for name, number in (
        ("keyctl", 250),
        ("bpf", 321),
        ("perf_event_open", 298),
        ("io_uring_setup", 425),
        ("userfaultfd", 323),
    ):
        table.attempt(name, lambda number=number: None if libc.syscall(number, 0, 0, 0, 0, 0) < 0 else True)
table.play_on()
