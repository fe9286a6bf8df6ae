"""Fills pipes, as many and as large as it may, and pairs of sockets, in several processes: memory of the kernel."""

import contextlib
import fcntl
import os
import socket
import time

import table

table.sit()


def fill():
    held = []
    try:
        while True:
            one, other = os.pipe()
            held += [one, other]
            with contextlib.suppress(OSError):
                fcntl.fcntl(other, 1031, 1 << 20)  # F_SETPIPE_SZ
            os.set_blocking(other, False)
            try:
                while True:
                    os.write(other, b"x" * 65536)
            except BlockingIOError:
                pass
    except OSError:
        os.close(held.pop())
        os.close(held.pop())
    one, other = socket.socketpair()
    other.setblocking(False)
    try:
        while True:
            other.send(b"x" * 65536)
    except BlockingIOError:
        pass
    time.sleep(600)


for _ in range(6):
    if os.fork() == 0:
        fill()
table.play_on()
