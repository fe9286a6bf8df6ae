"""Hostile to nobody: computes in a thread all the time, and answers what that has come to."""

import os
import threading

import table

counted = 0


def ponder():
    global counted
    while True:
        counted += 1


table.sit()
threading.Thread(target=ponder, daemon=True).start()
while (message := table.hear())["type"] != "over":
    before = counted
    while counted == before:
        pass
    table.answer(message)
os._exit(0)
