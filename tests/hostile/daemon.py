"""Leaves a daemon: two forks, a session of its own, every stream closed."""

import os
import time

import table

table.sit()
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    os.closerange(0, 64)
    time.sleep(600)
    os._exit(0)
table.play_on()
