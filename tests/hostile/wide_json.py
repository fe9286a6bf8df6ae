"""Sends JSON as large as a line may be: objects of no known type, a name, then an action with thousands of members."""

import json
import os

import table

game = table.hear()["game"]
for number in range(12):
    os.write(1, json.dumps({"type": f"noise {number}", "list": list(range(9000))}).encode() + b"\n")
table.say(type="ready", game=game, protocol=1, extra="x" * 60_000)
question = table.hear()
table.answer(question, {f"key {number}": number for number in range(3000)})
table.play_on()
