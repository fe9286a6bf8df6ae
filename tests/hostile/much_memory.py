"""Takes more memory than one process may have, then a little less in each of many processes."""

import os
import time

import table

table.sit()
table.hear()
table.attempt("memory", lambda: len(bytearray(2 << 30)))
table.attempt("shared memory", lambda: __import__("mmap").mmap(-1, 1 << 20))
for _ in range(10):
    if os.fork() == 0:
        taken = bytearray(os.urandom(1 << 20)) * 40
        time.sleep(600)
        os._exit(len(taken))
time.sleep(600)
