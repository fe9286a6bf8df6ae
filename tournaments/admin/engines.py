"""The page of engines: what is installed, what it plays, and what was left out and why."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from plugins import registry
from plugins.contract import EngineInfo
from tournaments.access.staff import is_staff


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an engine, for people."""

    name: str
    description: str
    default: str
    allowed: str


def engines_page(request: HttpRequest, model_admin: Any) -> HttpResponse:
    """All engines with versions, seats, variants, options and policies; plugins in quarantine with their reasons."""
    if not is_staff(request):
        raise PermissionDenied
    context = {
        **model_admin.admin_site.each_context(request),
        "title": "Engines",
        "engines": [
            {
                "info": info,
                "seats": f"{info.seats.start} to {info.seats[-1]}" if len(info.seats) > 1 else str(info.seats.start),
                "variants": [(name, _compact(options)) for name, options in info.variants.items()],
                "options": options_of(info),
                "policies": list(registry.policies(info.id)),
            }
            for info in registry.engines().values()
        ],
        "quarantined": registry.quarantined(),
    }
    return TemplateResponse(request, "croupier/admin/engines.html", context)


def options_of(info: EngineInfo) -> list[Option]:
    """The options of the engine's JSON Schema."""
    return [
        Option(name, schema.get("description", ""), _compact(schema.get("default")), _allowed(schema))
        for name, schema in info.options.get("properties", {}).items()
    ]


def _allowed(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(map(_compact, schema["enum"]))
    if schema.get("type") == "boolean":
        return "true, false"
    bounds = [
        f"from {schema['minimum']}" if "minimum" in schema else "",
        f"to {schema['maximum']}" if "maximum" in schema else "",
    ]
    return " ".join(filter(None, [str(schema.get("type", "")), *bounds]))


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
