"""Prints lines without end instead of answering."""

import os

import table

table.sit()
table.hear()
while True:
    os.write(1, b"thinking\n" * 400)
