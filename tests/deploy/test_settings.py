"""Settings read from the environment: what makes no sense stops the start with a message that names the variable."""

from __future__ import annotations

import os

import pytest

from deploy.settings import bot_user, whole


@pytest.mark.parametrize(("text", "least", "value"), [("", 64, 512), (" 64 ", 64, 64), ("0", 0, 0)])
def test_a_whole_number_is_read(monkeypatch: pytest.MonkeyPatch, text: str, least: int, value: int):
    monkeypatch.setenv("CROUPIER_BOT_MEMORY_MIB", text)
    assert whole("CROUPIER_BOT_MEMORY_MIB", 512, least) == value


@pytest.mark.parametrize("text", ["63", "-64", "64.5", "１００", "much"])
def test_what_is_no_whole_number_or_too_small_is_refused(monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("CROUPIER_BOT_MEMORY_MIB", text)
    with pytest.raises(ValueError, match=rf"^CROUPIER_BOT_MEMORY_MIB: '{text}' is not a whole number from 64$"):
        whole("CROUPIER_BOT_MEMORY_MIB", 512, 64)


@pytest.mark.parametrize(
    ("worker", "text", "user"), [(0, "", 65_533), (1000, "", None), (0, "70000", 70_000), (1000, "1000", 1000)]
)
def test_programs_run_as_the_worker_unless_it_is_root(
    monkeypatch: pytest.MonkeyPatch, worker: int, text: str, user: int | None
):
    monkeypatch.setattr(os, "geteuid", lambda: worker)
    monkeypatch.setenv("CROUPIER_BOT_USER", text)
    assert bot_user() == user


def test_no_program_runs_as_root(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CROUPIER_BOT_USER", "0")
    with pytest.raises(ValueError, match="CROUPIER_BOT_USER: '0' is not a whole number from 1"):
        bot_user()
