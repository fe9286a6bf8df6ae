"""What can be chosen in the admin's forms: what is installed now, and in words what each of it means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from plugins import registry
from plugins.wording import shown
from tournaments.pairing import registry as pairing
from tournaments.standings.tiebreaks import TIE_BREAKS, TieBreak

Choices = list[tuple[str, str]]


def engine_choices() -> Choices:
    """The engines that are installed now."""
    return [(engine_id, info.title) for engine_id, info in registry.engines().items()]


def format_choices() -> Choices:
    """The formats of events, each with the seats it is for."""
    return [
        (format_id, f"{chosen.title} ({_seats(chosen.seats)} seats)") for format_id, chosen in pairing.formats().items()
    ]


def variant_choices() -> Choices:
    """All variants, each with the engines that have it; "" is the engine's first."""
    known: dict[str, list[str]] = {}
    for info in registry.engines().values():
        for name in info.variants:
            known.setdefault(name, []).append(info.title)
    return [("", "the engine's default"), *((name, f"{name} ({', '.join(of)})") for name, of in known.items())]


def policy_choices() -> Choices:
    """All policies, each with the engines that have it."""
    known: dict[str, list[str]] = {}
    for engine_id in registry.engines():
        for name in registry.policies(engine_id):
            known.setdefault(name, []).append(engine_id)
    return [(name, f"{name} ({', '.join(of)})") for name, of in known.items()]


def format_options_help() -> SafeString:
    """The options of every format that has any, with their values."""
    lines = [
        (chosen.title, name, _values(schema), shown(schema["default"]), _sentence(schema["description"]))
        for chosen in pairing.formats().values()
        for name, schema in chosen.options["properties"].items()
    ]
    items = format_html_join("", "<li>{}: <code>{}</code>, {}, else {}. {}</li>", lines)
    return _folded("A JSON object; empty for none.", "The options there are", items)


def tie_breaks_help() -> SafeString:
    """All tie-breaks by id and title, and the seats each is for."""
    lines = [(tie_break.id, tie_break.title, _note(tie_break), tie_break.explanation) for tie_break in _tie_breaks()]
    items = format_html_join("", "<li><code>{}</code> {}{}. {}</li>", lines)
    return _folded(
        "Ids, one a line, the first first; empty for those of the format.", "The tie-breaks there are", items
    )


def _tie_breaks() -> Iterable[TieBreak]:
    return TIE_BREAKS.values()


def _note(tie_break: TieBreak) -> str:
    notes = [] if len(tie_break.seats) > 4 else [f"for {_seats(tie_break.seats)} seats"]
    if not tie_break.round_robin:
        notes.append("not in a round robin")
    return f" ({', '.join(notes)})" if notes else ""


def _folded(text: str, summary: str, items: SafeString) -> SafeString:
    return format_html('{}<details class="choices"><summary>{}</summary><ul>{}</ul></details>', text, summary, items)


def _seats(seats: range) -> str:
    return f"{seats[0]}" if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def _values(schema: Mapping[str, Any]) -> str:
    """What an option may be, in words."""
    if "enum" in schema:
        return " or ".join(shown(value) for value in schema["enum"])
    return "true or false" if schema["type"] == "boolean" else str(schema["type"])


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."
