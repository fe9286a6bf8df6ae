"""Prints to stderr without end instead of answering."""

import os

import table

table.sit()
table.hear()
while True:
    os.write(2, b"thinking\n" * 400)
