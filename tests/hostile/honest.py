"""Hostile to nobody: what the others are compared with."""

import table

table.sit()
table.play_on()
