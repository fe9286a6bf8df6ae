"""Processes that wake each other, and every way to a signal that would wake them: they compute whatever is done."""

import ctypes
import os
import signal
import struct

import table

libc = ctypes.CDLL(None, use_errno=True)


def timer():
    """timer_create(CLOCK_MONOTONIC, {SIGEV_SIGNAL, SIGCONT}), set to a thousandth of a second."""
    event = struct.pack("@Pii48x", 0, signal.SIGCONT, 0)
    made = ctypes.c_void_p()
    if libc.timer_create(1, event, ctypes.byref(made)) < 0:
        return None
    return libc.timer_settime(made, 0, struct.pack("@qqqq", 0, 1_000_000, 0, 1_000_000), None) == 0


table.sit()
table.attempt("a timer", timer)
for _ in range(8):
    if os.fork() == 0:
        os.setsid()
        while True:
            os.kill(-1, signal.SIGCONT)
table.play_on()
