"""Stops its own process group (SIGSTOP), and is never seen to end."""

import os
import signal

import table

table.sit()
table.hear()
os.killpg(0, signal.SIGSTOP)
os.kill(os.getpid(), signal.SIGSTOP)
