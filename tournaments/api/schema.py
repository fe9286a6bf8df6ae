"""What the OpenAPI generator cannot see: numbers in an address are numbers."""

from __future__ import annotations

from typing import Any

from tournaments.access.query import NUMBER_SCHEMA

# As the generator writes them: addresses are matched as digits, which it takes for text.
DIGITS = {"^[0-9]+$", r"^\d+$"}


def number_addresses(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A postprocessing hook of drf-spectacular: path parameters of digits alone become integers."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["schema"].get("pattern") in DIGITS:
                    parameter["schema"] = dict(NUMBER_SCHEMA)
    return result
