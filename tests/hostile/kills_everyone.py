"""Sends signals to whatever it can reach: all processes, its parents, the numbers from 1 on."""

import os
import signal

import table

table.sit()
for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
    for process in (-1, os.getppid(), *range(2, 2000)):
        if process not in (0, os.getpid()):
            try:
                os.kill(process, number)
            except OSError:
                continue
            if process > 0:
                table.escaped(f"a signal to {process}")
table.play_on()
