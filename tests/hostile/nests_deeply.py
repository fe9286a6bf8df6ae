"""Sends lines that break parsers, then answers as if nothing had been."""

import os

import table

table.sit()
for line in (b"[" * 60_000, b'{"a":' * 12_000, b"9" * 60_000, b"[NaN]", b"\xff\xfe\x00", b"", b"\x00" * 1000):
    os.write(1, line + b"\n")
table.play_on()
