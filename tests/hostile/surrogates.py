"""Puts half a character into its note."""

import os

import table

table.sit()
question = table.hear()
os.write(1, b'{"type":"move","game":"%s","seq":1,"action":0,"note":"\\ud83c"}\n' % question["game"].encode())
table.play_on()
