"""Opens pipes until it may not, and fills them."""

import os

import table

table.sit()
pipes = []
try:
    while len(pipes) < 1000:
        pipes.append(os.pipe())
except OSError:
    os.write(2, b"refused pipes\n")
if len(pipes) > 100:
    table.escaped(f"{len(pipes)} pipes")
for _, end in pipes:
    os.set_blocking(end, False)
    os.write(end, b"x" * 4096)
table.play_on()
