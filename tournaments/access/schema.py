"""OpenAPI: every operation lists the problems it can answer with."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent
from rest_framework.permissions import SAFE_METHODS, AllowAny

from .idempotency import HEADER, MAX_LENGTH
from .permissions import ScopePermission
from .problems import CONTENT_TYPE, TITLES

FIELD_ERROR = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "pointer": {"type": "string", "description": "JSON Pointer into the body; empty for the whole."},
        "parameter": {"type": "string", "description": "Name of a query parameter."},
        "header": {"type": "string", "description": "Name of a header."},
        "message": {"type": "string"},
    },
}
PROBLEM = {
    "type": "object",
    "description": "A refusal (RFC 9457).",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri", "description": "urn:problem-type:croupier: and the code."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "What kind of refusal, for programs."},
        "detail": {"type": "string", "description": "What was wrong, where, and what would be right."},
        "errors": {"type": "array", "items": FIELD_ERROR},
    },
}


class ApiSchema(AutoSchema):
    """DEFAULT_SCHEMA_CLASS."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> dict[str, Any] | None:
        operation = super().get_operation(path, path_regex, path_prefix, method, registry)
        if operation is None:
            return None
        if self._is_idempotent():
            operation.setdefault("parameters", []).append(
                {
                    "name": HEADER,
                    "in": "header",
                    "description": "Sent again under the same key within 24 hours, the request has one effect.",
                    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_LENGTH, "pattern": "^[!-~]+$"},
                }
            )
        problem = ResolvedComponent(  # type: ignore[no-untyped-call]
            name="Problem", type=ResolvedComponent.SCHEMA, schema=PROBLEM, object="Problem"
        )
        registry.register_on_missing(problem)
        for status in self._problem_statuses(operation):
            operation["responses"].setdefault(
                str(status), {"description": TITLES[status], "content": {CONTENT_TYPE: {"schema": problem.ref}}}
            )
        return operation

    def _problem_statuses(self, operation: dict[str, Any]) -> list[int]:
        changes, has_body = self.method not in SAFE_METHODS, "requestBody" in operation
        # A malformed address or header is a 400 everywhere, a wrong token a 401 even where none is needed.
        statuses = {400, 406}
        if self.view.get_authenticators():
            statuses.add(401)
            if self._has_gate() or changes:
                statuses.add(403)
        if "{" in self.path:
            statuses.add(404)
        if changes:
            statuses |= {409, 411, 413}
        if has_body:
            statuses |= {413, 415}
        if self._is_idempotent():
            statuses.add(422)
        if self.view.get_throttles():
            statuses.add(429)
        statuses.add(503)
        return sorted(statuses)

    def _has_gate(self) -> bool:
        for permission in self.view.get_permissions():
            if isinstance(permission, ScopePermission):
                if permission.needed(self.method) is not None:
                    return True
            elif not isinstance(permission, AllowAny):
                return True
        return False

    def _is_idempotent(self) -> bool:
        handler = getattr(self.view, getattr(self.view, "action", None) or self.method.lower(), None)
        return self.method not in SAFE_METHODS and getattr(handler, "idempotent", False)
