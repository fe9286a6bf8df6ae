"""Hostile to nobody: computes for 40 ms of its own processor time before each answer."""

import time

import table

table.sit()
while (message := table.hear())["type"] != "over":
    end = time.process_time() + 0.04
    while time.process_time() < end:
        pass
    table.answer(message)
