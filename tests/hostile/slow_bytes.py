"""Answers a byte at a time, with a long time between."""

import os
import time

import table

table.sit()
table.hear()
for byte in b'{"type":"move","game":"g","seq":1,"action":0}\n':
    os.write(1, bytes([byte]))
    time.sleep(1)
