"""A command of manage.py as a test runs it."""

from __future__ import annotations

from io import StringIO

from django.core.management import CommandError, call_command


def run_command(name: str, *arguments: object) -> tuple[list[str], str, int]:
    """The lines that it prints, the error that it ends with, and its exit status."""
    out = StringIO()
    try:
        call_command(name, *map(str, arguments), stdout=out, stderr=StringIO())
    except CommandError as error:
        return out.getvalue().splitlines(), str(error), error.returncode
    return out.getvalue().splitlines(), "", 0
