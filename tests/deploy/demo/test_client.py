"""The demo's client against a small server that answers what it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from deploy.demo.client import Client, Refusal, explain
from deploy.process import ServiceError


class Script(HTTPServer):
    """Gives the scripted answers one after the other and keeps the requests."""

    answers: list[tuple[int, dict[str, str], Any]]
    requests: list[tuple[str, str, str | None, Any]]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Script)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append(
            (self.command, self.path, self.headers["Authorization"], json.loads(body) if body else None)
        )
        status, headers, data = self.server.answers.pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(data).encode())

    do_POST = do_GET

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Script]:
    script = Script(("127.0.0.1", 0), Handler)
    script.answers, script.requests = [], []
    thread = threading.Thread(target=script.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield script
    script.shutdown()
    thread.join()
    script.server_close()


@pytest.fixture
def client(server: Script, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # must not be asked for 127.0.0.1
    return Client(f"http://127.0.0.1:{server.server_port}", lambda: None)


def test_a_post_bears_the_token_and_the_object(client, server):
    server.answers.append((201, {}, {"id": 4}))
    assert client.bearing("crp_x").post("/bots/", name="Lovelace") == {"id": 4}
    assert server.requests == [("POST", "/api/v1/bots/", "Bearer crp_x", {"name": "Lovelace"})]


def test_nobody_bears_no_token(client, server):
    server.answers.append((200, {}, []))
    client.get("/pools/")
    assert server.requests == [("GET", "/api/v1/pools/", None, None)]


def test_pages_are_followed(client, server):
    following = f"{client.base}/api/v1/pools/?cursor=2"
    server.answers += [
        (200, {}, {"next": following, "results": [{"id": 1}, {"id": 2}]}),
        (200, {}, {"next": None, "results": [{"id": 3}]}),
    ]
    assert [item["id"] for item in client.pages("/pools/")] == [1, 2, 3]
    assert server.requests[1][1] == "/api/v1/pools/?cursor=2"


def test_a_throttled_request_is_sent_again_after_the_time_it_is_told(client, server):
    server.answers += [(429, {"Retry-After": "0"}, {}), (503, {"Retry-After": "0"}, {}), (200, {}, {"ok": 1})]
    assert client.get("/pools/") == {"ok": 1}
    assert len(server.requests) == 3


def test_a_refusal_is_explained(client, server):
    problem = {"title": "Bad request", "detail": "name: taken", "errors": [{"field": "name"}]}
    server.answers.append((400, {}, problem))
    with pytest.raises(ServiceError, match=r'POST .*/api/v1/bots/: 400: name: taken \[{"field": "name"}\]'):
        client.post("/bots/", name="x")


def test_a_server_that_is_gone_is_looked_at_first(server):
    def dead() -> None:
        raise ServiceError("web ended unasked")

    with pytest.raises(ServiceError, match="web ended unasked"):
        Client("http://127.0.0.1:1", dead).get("/pools/")
    with pytest.raises(ServiceError, match=r"GET http://127\.0\.0\.1:1/api/v1/pools/: .*refused"):
        Client("http://127.0.0.1:1", lambda: None).get("/pools/")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"title": "Conflict"}', "Conflict"),
        ("<html>Bad gateway</html>", "<html>Bad gateway</html>"),
        ('["a list"]', '["a list"]'),
        ("", ""),
    ],
)
def test_any_body_is_explained(body, said):
    assert explain(body) == said


def test_a_file_goes_in_a_form(server: Script, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    def kept(method: str, path: str, body: bytes, kind: str) -> None:
        seen.update(
            method=method, path=path, form=message_from_bytes(b"Content-Type: " + kind.encode() + b"\n\n" + body)
        )

    monkeypatch.setattr(client, "_request", kept)
    client.upload("/bots/1/versions/", {"kind": "program"}, file=("program", "my_bot.py", b"\r\n--x\x00\xff"))
    kind, program = seen["form"].get_payload()
    assert (seen["method"], seen["path"]) == ("POST", "/bots/1/versions/")
    assert (kind.get_param("name", header="content-disposition"), kind.get_payload()) == ("kind", "program")
    assert program.get_filename() == "my_bot.py"
    assert program.get_payload(decode=True) == b"\r\n--x\x00\xff"


def test_a_refusal_has_the_code_of_the_problem(server: Script, client: Client) -> None:
    server.answers += [(409, {}, {"title": "Conflict", "code": "no_sandbox", "detail": "none"}), (400, {}, "text")]
    for code in ("no_sandbox", ""):
        with pytest.raises(Refusal) as refused:
            client.get("/")
        assert refused.value.code == code
