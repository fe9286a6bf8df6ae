"""Computes for ever."""

import table

table.sit()
table.hear()
while True:
    pass
