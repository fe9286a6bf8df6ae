"""A small client of API v1, with the standard library alone."""

from __future__ import annotations

import http.client
import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deploy.process import ServiceError

TIMEOUT_SECONDS = 60.0
PATIENCE_SECONDS = 60.0  # how long a throttled or busy server is asked again


class Refusal(ServiceError):
    """The server refuses; `code` is that of the problem, "" if it names none."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class Client:
    """Requests to `<base>/api/v1`, for one account by its token, or for nobody.

    `alive` is called when a request fails and while waiting; it raises where going on is useless.
    """

    def __init__(self, base: str, alive: Callable[[], None], token: str | None = None) -> None:
        self.base = base
        self.alive = alive
        self.token = token
        # A proxy of the environment knows nothing of our 127.0.0.1.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def bearing(self, token: str) -> Client:
        """The same server, as another account."""
        return Client(self.base, self.alive, token)

    def get(self, path: str) -> Any:
        """The JSON at a path such as `/pools/`. Raises ServiceError."""
        return self._request("GET", path)

    def post(self, path: str, **fields: Any) -> Any:
        """The JSON answer to a POST of an object. Raises ServiceError."""
        return self._request("POST", path, json.dumps(fields).encode(), "application/json")

    def upload(self, path: str, fields: Mapping[str, str], *, file: tuple[str, str, bytes]) -> Any:
        """The JSON answer to a form with a file: its field, its name, what it holds. Raises ServiceError."""
        boundary = secrets.token_hex(16)
        field, name, content = file
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in fields.items()
        ]
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
        parts += [head.encode(), b"Content-Type: application/octet-stream\r\n\r\n", content]
        parts.append(f"\r\n--{boundary}--\r\n".encode())
        return self._request("POST", path, b"".join(parts), f"multipart/form-data; boundary={boundary}")

    def pages(self, path: str) -> Iterator[dict[str, Any]]:
        """The items of a list, page after page. Raises ServiceError."""
        following: str | None = path
        while following is not None:
            page = self.get(following)
            yield from page["results"]
            following = page.get("next")

    def _request(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> Any:
        url = path if path.startswith("http") else f"{self.base}/api/v1{path}"
        request = urllib.request.Request(url, method=method, headers={"Accept": "application/json"})  # noqa: S310 - http to ourselves
        if self.token is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.data = body
            request.add_header("Content-Type", kind)
        limit = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with self._opener.open(request, timeout=TIMEOUT_SECONDS) as reply:
                    return json.loads(reply.read() or b"null")
            except urllib.error.HTTPError as error:
                with error:
                    answer = error.read().decode(errors="replace")
                if error.code not in {429, 503} or time.monotonic() > limit:
                    raise Refusal(f"{method} {url}: {error.code}: {explain(answer)}", code_of(answer)) from None
                self._wait(error.headers.get("Retry-After"))
            except (OSError, http.client.HTTPException) as error:
                self.alive()
                raise ServiceError(f"{method} {url}: {error}") from error

    def _wait(self, retry_after: str | None) -> None:
        until = time.monotonic() + (int(retry_after) if retry_after and retry_after.isdecimal() else 1)
        while time.monotonic() < until:
            self.alive()
            time.sleep(0.2)


def code_of(body: str) -> str:
    """The code of an application/problem+json, "" of anything else."""
    try:
        return str(json.loads(body)["code"])
    except (ValueError, KeyError, TypeError):
        return ""


def explain(body: str) -> str:
    """What a refusal says: the detail and errors of an application/problem+json, or the beginning of anything else."""
    try:
        problem = json.loads(body)
        parts = [str(problem.get("detail") or problem["title"])]
    except (ValueError, KeyError, AttributeError):
        return body.strip()[:300]
    if errors := problem.get("errors"):
        parts.append(json.dumps(errors, ensure_ascii=False))
    return " ".join(parts)
