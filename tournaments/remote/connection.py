"""Clients of the Redis that is Celery's broker: one for threads, and one for each event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

SLICE_SECONDS = 5.0  # for which one command blocks at most
COMMAND_SECONDS = SLICE_SECONDS + 5  # for an answer, at most
CONNECT_SECONDS = 2.0
# Whoever waits holds a connection; the server's own limit is 10,000.
MOST_CONNECTIONS = 10_000

_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[str, redis.asyncio.Redis]] = WeakKeyDictionary()


class Unreachable(Exception):
    """Redis does not answer, or not as it should. Whether what was asked of it has been done is not known."""


@contextmanager
def reaching() -> Iterator[None]:
    """Within, what Redis or the way to it does wrong is raised as Unreachable."""
    try:
        yield
    except (redis.RedisError, OSError) as error:
        raise Unreachable(f"Redis: {type(error).__name__}: {error}"[:300]) from error


def address(broker: str) -> str:
    """The broker's URL as redis-py reads it. Celery's may say more: ``redis+socket:///path?virtual_host=1``.

    Of several, separated by semicolons, the first, as Celery connects to it. Raises Unreachable for another transport.
    """
    parts = urlsplit(broker.split(";")[0].strip())
    query = dict(parse_qsl(parts.query))
    if "ssl_cert_reqs" in query:
        query["ssl_cert_reqs"] = query["ssl_cert_reqs"].removeprefix("CERT_").lower()
    if parts.scheme in {"redis", "rediss"}:
        return parts._replace(query=urlencode(query)).geturl()
    if parts.scheme == "redis+socket":
        query["db"] = query.pop("virtual_host", "0").strip("/")
        user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
        return f"unix://{user}{quote(parts.path, safe='/%')}?{urlencode(query)}"
    raise Unreachable(
        f"remote bots need a broker at redis://, rediss:// or redis+socket://, not {parts.scheme or 'none'}://"
    )


def client() -> redis.Redis:
    """The client of this process: any thread may use it, and a child made by fork gets connections of its own."""
    return _client(settings.CELERY_BROKER_URL)


@cache
def _client(broker: str) -> redis.Redis:
    # A pooled connection may be one to a broker that was started anew: once more, with a new one. All that is asked
    # here may be asked twice.
    return redis.Redis.from_url(address(broker), retry=Retry(NoBackoff(), 1), **_options())


def loop_client() -> redis.asyncio.Redis:
    """The client of the event loop that runs now. It sets no limit to a command: use asyncio.timeout."""
    loop, broker = asyncio.get_running_loop(), settings.CELERY_BROKER_URL
    known = _of_loops.get(loop)
    if known is None or known[0] != broker:
        # The client would keep a limit of its own by asyncio.wait_for, which in Python 3.11 may swallow a cancellation.
        options = {**_options(), "socket_timeout": None}
        made = redis.asyncio.Redis.from_url(address(broker), retry=AsyncRetry(NoBackoff(), 1), **options)
        known = _of_loops[loop] = (broker, made)
    return known[1]


async def disconnect() -> None:
    """Close the connections of the event loop that runs now, before it ends."""
    known = _of_loops.pop(asyncio.get_running_loop(), None)
    if known is not None:
        await known[1].aclose()


def _options() -> dict[str, Any]:
    # redis-py's own limits, 5 seconds and 100 connections, would break off what blocks and refuse who waits.
    return {
        "socket_timeout": COMMAND_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        "max_connections": MOST_CONNECTIONS,
        "health_check_interval": 0,
    }
