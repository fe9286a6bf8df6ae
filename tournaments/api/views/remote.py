"""`/api/v1/bots/{id}/next/` and `/api/v1/bots/{id}/moves/`: a remote bot hears and answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpResponse, JsonResponse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request

from plugins import protocol
from plugins.protocol import LINE_BYTES, Message
from plugins.wording import shown
from tournaments.access.actors import Scope, actor_of
from tournaments.access.api import NO_STORE
from tournaments.access.asynchronous import AsyncView
from tournaments.access.authentication import BriefTokenAuthentication
from tournaments.access.errors import FieldError, Missing, Refused
from tournaments.access.fields import MAX_ID
from tournaments.access.filters import require_known
from tournaments.access.permissions import HasScope
from tournaments.access.problems import problem_response
from tournaments.access.query import wrong
from tournaments.access.throttles import PlayThrottle
from tournaments.api.examples import BOT_ID, CONFLICT
from tournaments.api.serializers.remote import AnswersSerializer, DeliverySerializer, MovesSerializer
from tournaments.bots.polling import require_remote
from tournaments.remote.connection import Unreachable
from tournaments.remote.mailbox import READY_SEQ, Mailbox, Standing

LONGEST_WAIT = 25
TOKEN: Any = [{"token": []}]  # for the schema, which knows authentication by its class
MOST_CURSOR = 2**53 - 1
NAME_CHARACTERS = 200  # of a game
RETRY_SECONDS = 2
WAIT = OpenApiParameter(
    "wait", {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT, "default": LONGEST_WAIT},
    description="Seconds to wait for a message if there is none.",
)  # fmt: skip
AFTER = OpenApiParameter(
    "after", {"type": "integer", "minimum": 0, "maximum": MOST_CURSOR},
    description="`after` of the last answer: only what came since then. 0 at first.",
)  # fmt: skip
MOVE = OpenApiExample(
    "A move",
    {"messages": [{"type": "move", "game": "m7.3.5c1d09aa", "seq": 12, "action": 3}]},
    request_only=True,
)


class Away(Refused):
    """Where messages are kept does not answer."""

    status = 503
    default_code = "busy"


class RemoteView(AsyncView):
    """What both addresses share: the token of the bot's owner, and a rate of their own."""

    authentication_classes = [BriefTokenAuthentication]
    permission_classes = [HasScope(Scope.BOTS)]
    throttle_classes = [PlayThrottle]

    def prepare(self, request: Request) -> None:
        """Find the mailbox of the bot in the address. Raises Missing, NotAllowed, Conflict."""
        text = str(self.kwargs["bot_id"])
        if len(text) > 20 or int(text) > MAX_ID:  # the length first: int() refuses thousands of digits
            raise Missing(f"there is no bot {text[:24]}")
        require_remote(actor=actor_of(request), bot_id=int(text))
        self.mailbox = Mailbox(int(text))


class NextView(RemoteView):
    """What waits for a remote bot."""

    def prepare(self, request: Request) -> None:
        require_known(request, ["wait", "after"])
        self._wait = _number(request, "wait", LONGEST_WAIT)
        self._after = _number(request, "after", MOST_CURSOR)
        super().prepare(request)

    @extend_schema(
        operation_id="bots_next",
        auth=TOKEN,
        summary="Fetch what waits for a remote bot",
        parameters=[BOT_ID, WAIT, AFTER],
        responses={200: DeliverySerializer, **CONFLICT},
    )
    async def get(self, request: Request, bot_id: str) -> HttpResponse:
        """A long poll: answers at once if there are messages, else when the first comes or the time is over.

        A message comes again until it was answered or its time is over; with `after` only to who did not get it.
        """
        seconds = LONGEST_WAIT if self._wait is None else self._wait
        with _reached():
            found = await self.mailbox.wait(self._after, seconds)
        # The messages are JSON as they are.
        body = b'{"after":%d,"messages":[%b]}' % (found.cursor, b",".join(found.messages))
        return HttpResponse(body, content_type="application/json", headers=NO_STORE)


class MovesView(RemoteView):
    """What a remote bot answers."""

    @extend_schema(
        operation_id="bots_moves",
        auth=TOKEN,
        summary="Answer for a remote bot",
        parameters=[BOT_ID],
        request=MovesSerializer,
        responses=AnswersSerializer,
        examples=[MOVE],
    )
    async def post(self, request: Request, bot_id: str) -> HttpResponse:
        """Answer one question or several. Of several, each has its own status; of one, it is that of the request.

        The same answer again changes nothing and is a 200. An outdated one is a 409 that says what waits now, one to
        a game that the bot is not in a 404.
        """
        asked = MovesSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        results = [await _answer(self.mailbox, message) for message in asked.validated_data["messages"]]
        only = results[0]
        if len(results) > 1 or only["status"] == 200:
            return JsonResponse({"results": results}, headers=NO_STORE)
        status, code, detail = only["status"], only["code"], only["detail"]
        errors = [FieldError("/messages/0", detail)] if status == 400 else []
        return problem_response(
            status=status, code=code, detail=detail, errors=errors, members={"pending": only["pending"]}
        )


async def _answer(mailbox: Mailbox, message: Message) -> dict[str, Any]:
    """Record an answer, or say why not: a row of the result. Raises Away."""
    game, seq = message.get("game"), message.get("seq")
    if message.get("type") == "ready":
        seq = READY_SEQ
    named, numbered = isinstance(game, str) and len(game) <= NAME_CHARACTERS, type(seq) is int
    result = {"game": game if named else None, "seq": seq if numbered else None, "pending": None}
    if wrong := _malformed(message, named=named, numbered=numbered):
        return {**result, "status": 400, "code": "invalid", "detail": wrong}
    with _reached():
        standing = await mailbox.answer_in_loop(message)
    pending = {"game": game, "seq": standing.asked} if standing.open else None
    status, code, detail = _verdict(standing, game, seq)
    return {**result, "status": status, "code": code, "detail": detail, "pending": pending}


def _malformed(message: Message, *, named: bool, numbered: bool) -> str:
    """Why nobody could tell which question a message answers; all else is the referee's to judge."""
    if message.get("type") not in ("ready", "move"):
        return f'type: {shown(message.get("type"))} is neither "ready" nor "move"'
    if not named:
        return f"game: {shown(message.get('game'))} is not the name of a game"
    if not numbered:
        return f"seq: {shown(message.get('seq'))} is not the seq of the act that is answered"
    size = len(protocol.line(message)) - 1
    return f"the message has {size} bytes; at most {LINE_BYTES} are taken" if size > LINE_BYTES else ""


def _verdict(standing: Standing, game: object, seq: object) -> tuple[int, str, str]:
    """Status, code and detail."""
    waits = f"{standing.asked} waits for an answer" if standing.open else "nothing waits for an answer"
    match standing.outcome:
        case "taken" | "same":
            return 200, standing.outcome, ""
        case "missing":
            return 404, "no_such_game", f"the bot is in no game {shown(game)}, or no longer"
        case "other":
            return 409, "answered_otherwise", f"seq {seq} was answered otherwise; {waits}"
        case _:
            return 409, "outdated", f"seq {seq} is not asked; {waits}"


def _number(request: Request, name: str, most: int) -> int | None:
    """A parameter from 0 to `most`, None where it is not given. Raises Invalid."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,16}", text) or int(text) > most:
        raise wrong(name, f"{name}: {shown(text)} is not a whole number from 0 to {most}")
    return int(text)


@contextmanager
def _reached() -> Iterator[None]:
    """Within, a broker that is away is a 503."""
    try:
        yield
    except Unreachable as error:
        raise Away("the broker is away; try again", headers={"Retry-After": str(RETRY_SECONDS)}) from error
