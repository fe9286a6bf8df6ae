"""Follows symbolic links that lie in its folder and lead out of it, and looks for the folders of other bots."""

import os
import pathlib

import table

table.sit()
for link in sorted(pathlib.Path("links").iterdir()):
    table.attempt(f"{link.name} read", lambda link=link: (link / "secret.txt").read_text())
    table.attempt(f"{link.name} listed", lambda link=link: "secret.txt" in os.listdir(link))
    table.attempt(f"{link.name} written", lambda link=link: (link / "own.txt").write_text("own"))
table.attempt("a link of its own", lambda: os.symlink("/", "links/own") or True)
table.attempt("a hard link", lambda: os.link("links.py", "links/own") or True)
table.attempt("above", lambda: [name for name in os.listdir("/bot/..") if name not in table.ROOT])
for folder in filter(os.path.isdir, map("/{}".format, table.ROOT)):
    if folder != "/bot":
        table.attempt(f"bots in {folder}", lambda folder=folder: "secret.txt" in os.listdir(folder))
table.play_on()
