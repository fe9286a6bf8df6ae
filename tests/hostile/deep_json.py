"""Answers with an action nested as deeply as can still be read."""

import os

import table

table.sit()
question = table.hear()
action = b'{"t":' * 900 + b"1" + b"}" * 900
os.write(1, b'{"type":"move","game":"%s","seq":1,"action":%s}\n' % (question["game"].encode(), action))
table.play_on()
