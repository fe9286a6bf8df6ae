"""Answers questions that were not asked yet, in the same breath as it gets ready."""

import json
import os

import table

game = table.hear()["game"]
lines = [{"type": "ready", "game": game, "protocol": 1}]
lines += [{"type": "move", "game": game, "seq": seq, "action": 0} for seq in range(1, 100)]
os.write(1, "".join(json.dumps(line) + "\n" for line in lines).encode())
table.play_on()
