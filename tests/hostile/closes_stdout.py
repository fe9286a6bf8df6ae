"""Gets ready, closes its stdout and stays."""

import os
import time

import table

table.sit()
os.close(1)
time.sleep(600)
