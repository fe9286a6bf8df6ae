"""Names that people give to things: one line, nothing in it that cannot be seen."""

from __future__ import annotations

from .errors import Invalid


def checked_name(name: str, *, longest: int, field: str = "name") -> str:
    """The name without blanks at its ends. Raises Invalid unless it has 1 to `longest` characters, all printable.

    A line break, a zero-width letter or a change of direction would make a name look like another one's, or tear the
    table that it stands in. Printable is what Python's `str.isprintable` takes: no control, format, surrogate, private
    or unassigned character, no separator but the blank.
    """
    name = name.strip()
    if not 1 <= len(name) <= longest:
        raise Invalid(f"{field}: {len(name)} characters are not 1 to {longest}", field=field)
    for place, character in enumerate(name, start=1):
        if not character.isprintable():
            raise Invalid(
                f"{field}: character {place} is U+{ord(character):04X}, which cannot be seen; leave it out", field=field
            )
    return name
