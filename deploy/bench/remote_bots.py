"""Remote bots by the hundred in one event loop, over HTTP as any contestant's: for the measurement of remote bots."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from deploy.bench.remote_tasks import choose

TWICE, OTHERWISE = 5, 7  # every so many answers are sent a second time, the same or another


class Line:
    """One connection to the web, kept open and made anew when it is closed."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._head = f"Host: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and JSON. Sent once more if the server has closed the connection meanwhile."""
        data = b"" if body is None else json.dumps(body).encode()
        request = f"{method} {path} HTTP/1.1\r\n{self._head}Content-Length: {len(data)}\r\n\r\n".encode() + data
        try:
            return await self._send(request)
        except (OSError, EOFError):
            await self.close()
            return await self._send(request)

    async def _send(self, request: bytes) -> tuple[int, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        return int(head.split(" ", 2)[1]), json.loads(await reader.readexactly(length))

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Bots:
    """All of them, until they are cancelled. ``outcomes`` counts what became of their answers, by what they were."""

    def __init__(self, port: int, token: str, ids: Sequence[int]) -> None:
        self.port = port
        self.token = token
        self.ids = ids
        self.outcomes: Counter[tuple[str, int, str]] = Counter()
        self._count = 0

    @property
    def answered(self) -> int:
        """How many answers to questions for a move have had their effect."""
        return sum(count for (which, _, _), count in self.outcomes.items() if which != "ready")

    async def play(self) -> None:
        """Poll and answer, all at once."""
        async with asyncio.TaskGroup() as bots:
            for bot_id in self.ids:
                bots.create_task(self._play(bot_id))

    async def _play(self, bot_id: int) -> None:
        line, after = Line(self.port, self.token), 0
        path = f"/api/v1/bots/{bot_id}"
        try:
            while True:
                status, said = await line.ask("GET", f"{path}/next/?wait=25&after={after}")
                if status != 200:
                    raise RuntimeError(f"a poll was answered {status}: {said}")
                after = said["after"]
                for message in said["messages"]:
                    if message["type"] in ("hello", "act"):
                        await self._answer(line, f"{path}/moves/", message)
        finally:
            await line.close()

    async def _answer(self, line: Line, path: str, message: Any) -> None:
        game = message["game"]
        if message["type"] == "hello":
            await self._post("ready", line, path, {"type": "ready", "game": game, "protocol": 1})
            return
        move = {"type": "move", "game": game, "seq": message["seq"]}
        index = choose(message["observation"], message["legal"])
        self._count += 1
        number = self._count
        await self._post("first", line, path, {**move, "action": index})
        if number % TWICE == 0:
            await self._post("twice", line, path, {**move, "action": index})
        if number % OTHERWISE == 0:
            await self._post("otherwise", line, path, {**move, "action": index + 1})

    async def _post(self, which: str, line: Line, path: str, message: Any) -> None:
        status, said = await line.ask("POST", path, {"messages": [message]})
        code = said["results"][0]["code"] if status == 200 else said["code"]
        self.outcomes[which, status, code] += 1
