"""What a service raises when it refuses: no HTTP here beyond a status number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

Place = Literal["pointer", "parameter", "header"]


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing wrong at one place.

    `where` is a JSON Pointer (RFC 6901) into the body if `place` is "pointer" ("" is the whole body), otherwise the
    name of a query parameter or of a header.
    """

    where: str
    message: str
    place: Place = "pointer"

    def as_json(self) -> dict[str, str]:
        return {self.place: self.where, "message": self.message}


def pointer(path: str | Sequence[str | int]) -> str:
    """A JSON Pointer (RFC 6901) from `options.deck`, from ("options", "deck", 0), or from what already is one."""
    if isinstance(path, str):
        if path == "" or path.startswith("/"):
            return path
        path = path.split(".")
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


class Refused(Exception):
    """A request that cannot be granted as it stands; the caller is told why.

    `code` is a slug that programs may compare, `message` a sentence for people, `status` the HTTP status, `errors`
    the places that are wrong, `headers` what HTTP has a header for (Retry-After).
    """

    status: ClassVar[int] = 400
    default_code: ClassVar[str] = "refused"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        errors: Iterable[FieldError] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.errors = tuple(errors)
        self.headers = dict(headers or {})


class Invalid(Refused):
    """The values are wrong, whatever the state of things. `field` is what `pointer` takes."""

    status = 400
    default_code = "invalid"

    def __init__(
        self,
        message: str,
        *,
        field: str | Sequence[str | int] | None = None,
        code: str | None = None,
        errors: Iterable[FieldError] = (),
    ) -> None:
        errors = tuple(errors)
        if field is not None:
            errors = (FieldError(pointer(field), message), *errors)
        super().__init__(message, code=code, errors=errors)


class NotAllowed(Refused):
    """The caller is known and may not do this."""

    status = 403
    default_code = "not_allowed"


class Missing(Refused):
    """The thing is not there, or not for this caller to know of."""

    status = 404
    default_code = "not_found"


class Conflict(Refused):
    """The thing is in a state that does not admit this."""

    status = 409
    default_code = "conflict"
