"""Closes its stdin, gets ready and stays."""

import os
import time

import table

game = table.hear()["game"]
os.close(0)
table.say(type="ready", game=game, protocol=1)
time.sleep(600)
