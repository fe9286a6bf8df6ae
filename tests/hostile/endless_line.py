"""Answers with a line that does not end."""

import os

import table

table.sit()
table.hear()
while True:
    os.write(1, b"x" * 4096)
