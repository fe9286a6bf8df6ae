"""How Celery's broker URL is read, and that clients outlive what befalls them."""

from __future__ import annotations

import os
from typing import Any

import pytest
import redis

from deploy.broker import Broker
from tournaments.remote.connection import Unreachable, address, client, reaching
from tournaments.remote.mailbox import Mailbox


@pytest.mark.parametrize(
    ("broker", "read"),
    [
        ("redis://localhost:6379/0", {"host": "localhost", "port": 6379, "db": 0}),
        ("redis://:pa%2Fss@example.org/3", {"host": "example.org", "password": "pa/ss", "db": 3}),
        ("redis://one:1/0;redis://two:2/0", {"host": "one", "port": 1, "db": 0}),
        ("rediss://me:secret@h:1/0?ssl_cert_reqs=CERT_REQUIRED", {"username": "me", "ssl_cert_reqs": "required"}),
        ("redis+socket:///tmp/a%20b/x.sock", {"path": "/tmp/a b/x.sock", "db": 0}),
        ("redis+socket:///tmp/x.sock?virtual_host=/2", {"path": "/tmp/x.sock", "db": 2}),
        ("redis+socket://:pw@/tmp/x.sock", {"path": "/tmp/x.sock", "password": "pw"}),
    ],
)
def test_what_celery_reads(broker: str, read: dict[str, Any]) -> None:
    made = redis.ConnectionPool.from_url(address(broker)).connection_kwargs
    assert {key: made[key] for key in read} == read


@pytest.mark.parametrize("broker", ["memory://", "sentinel://h:26379", "amqp://h", "x"])
def test_what_is_no_redis(broker: str) -> None:
    with pytest.raises(Unreachable, match=r"redis://, rediss:// or redis\+socket://, not (memory|sentinel|amqp|none):"):
        address(broker)


def test_a_broker_that_was_started_anew_is_used_without_an_error(broker: Broker) -> None:
    assert client().ping()
    broker.restart()
    assert client().ping()
    assert Mailbox(7).pending().messages == ()  # its scripts are gone too


def test_a_broker_that_is_away(broker: Broker) -> None:
    broker.kill()
    with pytest.raises(Unreachable, match="Redis: ConnectionError"), reaching():
        client().ping()
    broker.start()
    assert client().ping()


def test_a_child_has_connections_of_its_own(broker: Broker) -> None:
    own = client().client_id()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, str(client().client_id()).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert int(os.read(reader, 100)) != own == client().client_id()
    os.close(reader)
    os.close(writer)
