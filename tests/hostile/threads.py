"""Starts threads until it may not."""

import os
import threading
import time

import table

table.sit()
started = 0
try:
    while started < 1000:
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        started += 1
except RuntimeError:
    os.write(2, b"refused threads\n")
if started > 100:
    table.escaped(f"{started} threads")
table.play_on()
