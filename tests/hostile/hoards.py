"""Computes without end instead of answering, in as many sessions as it may have: the kernel shares time by them."""

import os

import table

table.sit()
table.hear()
try:
    for _ in range(29):
        if os.fork() == 0:
            os.setsid()
            break
except OSError:
    pass
while True:
    pass
