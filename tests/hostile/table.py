"""What the bots of this folder share: the honest part of a player, and how they tell what they should not have got."""

import json
import os
import sys

ROOT = ("bin", "bot", "dev", "etc", "kit", "lib", "lib64", "tmp", "usr")  # all that / holds


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def say(**message):
    os.write(1, json.dumps(message).encode() + b"\n")


def sit():
    """Get ready, and return what `hello` said."""
    hello = hear()
    say(type="ready", game=hello["game"], protocol=1)
    return hello


def answer(question, action=0):
    say(type="move", game=question["game"], seq=question["seq"], action=action)


def play_on():
    """Be an honest bot to the end."""
    while (message := hear())["type"] != "over":
        if message["type"] == "act":
            answer(message)


def escaped(what):
    """The canary: whatever a hostile bot got, it says so on stderr, and the tests look for it."""
    os.write(2, f"ESCAPED {what}\n".encode())


def attempt(name, attack):
    """Try an attack, and tell whether it was refused; None, False and an empty list count as refused."""
    try:
        got = attack()
    except (OSError, ValueError, MemoryError, RuntimeError, AttributeError) as error:
        os.write(2, f"refused {name}: {type(error).__name__}\n".encode())
    else:
        if got is None or got is False or got == []:
            os.write(2, f"refused {name}\n".encode())
        else:
            escaped(f"{name}: {got!r}")
