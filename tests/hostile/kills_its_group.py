"""Kills its own process group."""

import os
import signal

import table

table.sit()
table.hear()
os.killpg(0, signal.SIGKILL)
