"""What bots and files are called in a Tournament Report File."""

from __future__ import annotations

import unicodedata

from django.utils.text import slugify

from tournaments.models import Tournament

NAME_WIDTH = 33
"""Columns of a player's name (FIDE, TRF, record 001)."""
FILE_NAME = 60


def ascii_text(text: str) -> str:
    """The text in ASCII: letters without their marks, `?` for what has no such letter.

    Programs count columns in bytes or in characters; in ASCII that is the same.
    """
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))
    return " ".join(plain.encode("ascii", "replace").decode("ascii").split())


def player_name(bot: str, version: int) -> str:
    """`Lovelace v2`, in ASCII; a longer name is cut so that the version stands."""
    suffix = f" v{version}"
    return f"{ascii_text(bot)[: NAME_WIDTH - len(suffix)].rstrip()}{suffix}"


def file_name(tournament: Tournament, ending: str) -> str:
    """`spring-swiss-12.trf`: letters, digits, `-` and `_` alone, whatever the event is called."""
    slug = slugify(tournament.name)[:FILE_NAME].strip("-_") or "tournament"
    return f"{slug}-{tournament.pk}.{ending}"
