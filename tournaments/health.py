"""Whether this process lives, and whether it can serve: for supervisors and load balancers."""

from __future__ import annotations

import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from threading import Lock

from celery import current_app
from django.db import DatabaseError, connection
from django.db.models import Min
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Match, Round, Tournament

BROKER_SECONDS = 1.0
# What the transport itself should wait at most; a name that does not resolve may still take longer.
BROKER_OPTIONS = {"socket_connect_timeout": BROKER_SECONDS, "socket_timeout": BROKER_SECONDS}

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; looks at nothing else."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200, or 503 if the database or the broker does not answer.

    `oldest_pending_seconds` is the age of the match of a running event that has waited longest for a worker, null where
    none waits: workers that are away make it grow, and are no reason to take the web away too.
    """
    checks: dict[str, str] = {"broker": broker.check()}
    oldest = None
    try:
        connection.ensure_connection()
        oldest = oldest_pending_seconds()
        checks["database"] = "ok"
    except DatabaseError as error:
        logger.warning("the database does not answer: %s", error)
        checks["database"] = "does not answer"
    ready = set(checks.values()) == {"ok"}
    answer = {
        "status": "ok" if ready else "unavailable",
        "checks": dict(sorted(checks.items())),
        "oldest_pending_seconds": oldest,
    }
    return JsonResponse(answer, status=200 if ready else 503)


def oldest_pending_seconds() -> float | None:
    """Seconds since the pairing of the oldest match that waits for a worker in a running event; None without one."""
    waiting = Match.objects.filter(
        state=Match.State.PENDING, round__state=Round.State.PAIRED, round__tournament__state=Tournament.State.RUNNING
    )
    since = waiting.aggregate(since=Min("created_at"))["since"]
    return None if since is None else round((timezone.now() - since).total_seconds(), 3)


class BrokerCheck:
    """Connects to the broker, in a thread of its own: whoever asks waits a bounded time, whatever the network does.

    At most one connection is tried at a time, so a broker that hangs costs one thread.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="broker-check")
        self._trying: Future[str] | None = None

    def check(self, seconds: float = 2 * BROKER_SECONDS) -> str:
        """ "ok", or what is wrong."""
        with self._lock:
            if self._trying is None or self._trying.done():
                self._trying = self._threads.submit(connect)
            trying = self._trying
        began = time.monotonic()
        try:
            return trying.result(timeout=seconds)
        except TooSlow:
            logger.warning("the broker has not answered for %.1f s", time.monotonic() - began)
            return "does not answer"


def connect() -> str:
    """Connect to the broker and disconnect: "ok", or "does not answer"."""
    try:
        with current_app.connection_for_read(transport_options=BROKER_OPTIONS) as link:
            link.ensure_connection(max_retries=1, interval_start=0.1, interval_step=0.1)
    except Exception as error:  # a transport raises what it likes; whatever it is, the broker cannot be used
        logger.warning("the broker does not answer: %s", error)
        return "does not answer"
    return "ok"


broker = BrokerCheck()
