"""/api/v1/bots/{id}/versions/ with a program, and its download"""

from __future__ import annotations

import asyncio
import tempfile
from typing import Any

import pytest
from django.core.files import uploadedfile
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.api.conftest import Caller, caller, refused
from tests.tournaments.bots.uploading import SOURCE, sandbox_at, upload
from tests.tournaments.programs.zips import zipped
from tournaments.models import Bot, BotVersion, Program
from tournaments.programs.uploads import ProgramFile, contents

pytestmark = pytest.mark.django_db
PLAIN: Any = {"kind": "program", "runtime": "python"}


@pytest.fixture
def bot(ada: Caller) -> int:
    sandbox_at()
    return int(ada.send("bots/", name="Lovelace", engine="trash")["id"])


def file(data: bytes = SOURCE, name: str = "my_bot.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def send(client: Caller, bot: int, fields: dict[str, Any], **headers: str) -> Any:
    return client.post(f"/api/v1/bots/{bot}/versions/", fields, format="multipart", **headers)


def test_a_program_is_uploaded(ada: Caller, anonymous: Caller, bot: int) -> None:
    response = send(ada, bot, {**PLAIN, "program": file()})
    assert response.status_code == 201, response.content
    version = BotVersion.objects.get()
    assert response.json() == {
        "id": version.pk,
        "number": 1,
        "kind": "program",
        "policy": "",
        "runtime": "python",
        "main": "my_bot.py",
        "digest": version.digest,
        "files": 1,
        "size": len(SOURCE),
        "state": "waiting",
        "qualified_at": None,
        "suspended_at": None,
        "suspension": "",
        "active": False,
        "created_at": response.json()["created_at"],
    }
    assert anonymous.get(response["Location"]).json() == response.json()
    refused(
        ada.post(f"/api/v1/bots/{bot}/activate/", {"version": 1}),
        409,
        "version 1 of bot",
        "is waiting",
        code="not_qualified",
    )


def test_a_zip_and_its_main_file(ada: Caller, bot: int) -> None:
    packed = zipped({"bot/a.js": "1", "bot/b.js": "2"})
    made = send(ada, bot, {"kind": "program", "runtime": "node", "main": "b.js", "program": file(packed, "x")}).json()
    assert (made["main"], made["files"], made["size"], made["runtime"]) == ("b.js", 2, 2, "node")


def test_the_same_again_is_the_version_that_stands(ada: Caller, bot: int) -> None:
    first, again = (send(ada, bot, {**PLAIN, "program": file()}) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert (first.json(), first["Location"]) == (again.json(), again["Location"])


def test_remote(ada: Caller, bot: int) -> None:
    made = ada.send(f"bots/{bot}/versions/", kind="remote")
    assert (made["kind"], made["state"], made["runtime"], made["active"]) == ("remote", "waiting", "", False)


@pytest.mark.parametrize(
    ("fields", "at", "saying"),
    [
        ({**PLAIN}, "/program", "program: required: a file"),
        ({**PLAIN, "program": "print(1)"}, "/program", "not a file; with curl, -F program=@FILE"),
        ({**PLAIN, "program": [file(), file()]}, "/program", "given 2 times; once is right"),
        ({**PLAIN, "program": file(), "runtime": ["node", "python"]}, "/runtime", "given 2 times"),
        ({**PLAIN, "program": file(), "number": "7"}, "/number", "not a field"),
        ({**PLAIN, "program": file(), "source": file()}, "/source", "not a field"),
        ({**PLAIN, "program": file(), "policy": "greedy"}, "/policy", "not a field"),
        ({"kind": "program", "program": file()}, "/runtime", "required"),
        ({"runtime": "python", "program": file()}, "/kind", "required"),
        ({**PLAIN, "kind": "policy", "program": file()}, "/kind", '"policy" is not one of program'),
        ({**PLAIN, "runtime": "perl", "program": file()}, "/runtime", '"perl" is not one of python, node, executable'),
        ({**PLAIN, "runtime": file(), "program": file()}, "/runtime", "is not one of python"),
        ({**PLAIN, "main": file(), "program": file()}, "/main", "is not a text"),
        ({**PLAIN, "main": "a\0.py", "program": file()}, "/main", "Null characters"),
        ({**PLAIN, "main": "x" * 201, "program": file()}, "/main", "200 characters"),
        ({**PLAIN, "main": "b.py", "program": file()}, "/main", '"b.py" is not in the program'),
        ({**PLAIN, "program": file(b"")}, "/program", "there is nothing in it"),
        ({**PLAIN, "program": file(zipped({"../main.py": "1"}))}, "/program", '".." names no file or folder'),
    ],
)
def test_it_rejects(ada: Caller, bot: int, fields: dict[str, Any], at: str, saying: str) -> None:
    refused(send(ada, bot, fields), 400, saying, at=at)
    assert not BotVersion.objects.exists()


def test_forms_that_are_none(ada: Caller, bot: int) -> None:
    for body, kind in ((b"x", "multipart/form-data"), (b"--b\r\n", "multipart/form-data; boundary=b"), (b"", "a/b")):
        response = ada.generic("POST", f"/api/v1/bots/{bot}/versions/", body, kind)
        assert response.status_code in {400, 415}
        assert response["Content-Type"] == "application/problem+json"
    refused(ada.post("/api/v1/bots/", {"name": "x", "engine": "trash"}, format="multipart"), 415)


def test_no_sandbox(ada: Caller) -> None:
    bot = ada.send("bots/", name="Lovelace", engine="trash")["id"]
    sandbox_at(works=False, lacks="bwrap is not installed")
    refused(send(ada, bot, {**PLAIN, "program": file()}), 409, "(bwrap is not installed)", code="no_sandbox")


def test_whose_it_is(bob: Caller, anonymous: Caller, bot: int) -> None:
    refused(send(bob, bot, {**PLAIN, "program": file()}), 403, f"bot {bot} is another owner's")
    refused(send(anonymous, bot, {**PLAIN, "program": file()}), 401)


def test_a_repeated_key_has_one_effect(ada: Caller, bot: int) -> None:
    answers = [send(ada, bot, {**PLAIN, "program": file()}, HTTP_IDEMPOTENCY_KEY="k") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[1]["Idempotency-Replayed"] == "true"
    for other in ({**PLAIN, "program": file(b"1")}, {**PLAIN, "program": file(name="x.py")}, {**PLAIN, "x": "1"}):
        refused(send(ada, bot, other, HTTP_IDEMPOTENCY_KEY="k"), 422, code="idempotency_key_reused")
    refused(ada.post(f"/api/v1/bots/{bot}/versions/", {"kind": "remote"}, HTTP_IDEMPOTENCY_KEY="k"), 422)
    assert BotVersion.objects.count() == 1


def test_a_session_uploads_too(ada: Caller, bot: int) -> None:
    browser = Caller(raise_request_exception=False, enforce_csrf_checks=True)
    browser.force_login(ada.actor.user)
    refused(send(browser, bot, {**PLAIN, "program": file()}), 403, "CSRF")
    browser.cookies["csrftoken"] = "a" * 32
    response = send(browser, bot, {**PLAIN, "program": file()}, HTTP_X_CSRFTOKEN="a" * 32)
    assert response.status_code == 201, response.content
    two = {**PLAIN, "program": [file(b"1"), file(b"2")]}
    refused(send(browser, bot, two, HTTP_X_CSRFTOKEN="a" * 32), 400, "given 2 times")


def test_an_upload_is_larger_than_other_bodies_and_is_never_on_disk(
    ada: Caller, bot: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("an upload was written to disk")

    monkeypatch.setattr(uploadedfile.tempfile, "NamedTemporaryFile", never)
    large = b"#" * settings.CROUPIER_UPLOAD_BYTES
    assert len(large) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert send(ada, bot, {**PLAIN, "program": file(large)}).status_code == 201
    refused(send(ada, bot, {**PLAIN, "program": file(large + b"#")}), 400, "at most 5242880 are taken", at="/program")
    refused(send(ada, bot, {**PLAIN, "program": file(large + b"#" * 2**16)}), 413)
    # nowhere else, and as JSON not here either
    refused(ada.post(f"/api/v1/bots/{bot}/activate/", {"x": large.decode()}, format="multipart"), 413)
    refused(ada.post(f"/api/v1/bots/{bot}/versions/", {"policy": large.decode()}), 413)


def test_the_server_keeps_the_body_in_memory(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Django's ASGI handler reads a body before anything else, into a file that goes to disk when it grows."""
    from deploy.asgi import application

    def never(_: Any) -> None:
        raise AssertionError("a body was written to disk")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", never)

    def status(path: str, kind: bytes, size: int) -> int:
        sent: list[dict[str, Any]] = []
        left = [b"#" * 2**20] * (size >> 20)

        async def receive() -> dict[str, Any]:
            if not left:
                await asyncio.sleep(3600)
            return {"type": "http.request", "body": left.pop(), "more_body": bool(left)}

        async def note(message: dict[str, Any]) -> None:
            sent.append(message)

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "path": path,
            "raw_path": path.encode(), "query_string": b"", "client": ("127.0.0.1", 1), "server": ("localhost", 80),
            "headers": [(b"host", b"localhost"), (b"content-type", kind), (b"content-length", b"%d" % size)],
        }  # fmt: skip
        asyncio.run(application(scope, receive, note))
        return int(sent[0]["status"])

    form = b"multipart/form-data; boundary=b"
    assert status("/api/v1/bots/1/versions/", form, 5 << 20) == 401
    assert status("/api/v1/bots/1/versions/", form, 6 << 20) == 413
    assert status("/api/v1/bots/1/versions/", b"application/json", 2 << 20) == 413
    assert status("/api/v1/bots/1/activate/", form, 2 << 20) == 413


def test_its_owner_downloads_it_and_nobody_else(
    ada: Caller, bob: Caller, sue: Caller, anonymous: Caller, bot: int
) -> None:
    sent = zipped({"main.py": SOURCE, "t.txt": "1"})
    send(ada, bot, {**PLAIN, "program": file(sent)})
    address = f"/api/v1/bots/{bot}/versions/1/program/"
    for accept in ("application/zip", "*/*", "application/json"):
        response = ada.get(address, HTTP_ACCEPT=accept)
        assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    assert response["Content-Disposition"] == f'attachment; filename="bot-{bot}-v1.zip"'
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in response["Cache-Control"]
    assert contents(response.content) == [ProgramFile("main.py", SOURCE), ProgramFile("t.txt", b"1")]
    refused(anonymous.get(address), 401)
    for other in (bob, sue):
        refused(other.get(address), 403, "another owner's")
    refused(caller(ada.actor, "bots").get(address), 403, code="insufficient_scope")
    ada.send(f"bots/{bot}/versions/", kind="remote")
    refused(ada.get(f"/api/v1/bots/{bot}/versions/2/program/"), 404, f"version 2 of bot {bot} is no program")
    refused(ada.get(f"/api/v1/bots/{bot}/versions/3/program/"), 404, "there is no version 3")


def test_no_answer_holds_anothers_program(ada: Caller, bob: Caller, sue: Caller, bot: int) -> None:
    send(ada, bot, {**PLAIN, "program": file(b"SECRET = 'xyzzy'")})
    archive = bytes(Program.objects.get().archive)
    for path in (f"bots/{bot}/", "bots/", f"bots/{bot}/versions/", f"bots/{bot}/versions/1/"):
        for client in (bob, sue):
            content = client.get(f"/api/v1/{path}").content
            assert b"xyzzy" not in content
            assert archive[:40] not in content


def test_filters(ada: Caller, anonymous: Caller, bot: int) -> None:
    upload(ada.actor, bot)
    ada.send(f"bots/{bot}/versions/", kind="policy", policy="greedy")
    ada.send("bots/", name="Empty", engine="trash")

    def numbers(query: str) -> list[int]:
        return [version["number"] for version in anonymous.ask(f"bots/{bot}/versions/?{query}")["results"]]

    assert (numbers("kind=program"), numbers("state=qualified"), numbers("")) == ([1], [2], [1, 2])
    refused(anonymous.get(f"/api/v1/bots/{bot}/versions/?kind=upload"), 400, at="kind")
    assert [found["name"] for found in anonymous.ask("bots/?kind=policy")["results"]] == ["Lovelace"]
    assert anonymous.ask("bots/?kind=remote")["results"] == []


def test_lists_never_load_archives(ada: Caller, anonymous: Caller, bot: int, django_assert_num_queries: Any) -> None:
    for number in range(3):
        upload(ada.actor, bot, b"%d" % number)
    with django_assert_num_queries(2) as asked:
        anonymous.ask(f"bots/{bot}/versions/")
    assert not any("archive" in query["sql"] for query in asked.captured_queries)
    assert Bot.objects.count() == 1
