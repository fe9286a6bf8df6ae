"""The sandbox as the settings say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import LazySettings

from tournaments.dispatch import sandboxing
from tournaments.play import kit
from tournaments.play.players import processors
from tournaments.play.players.sandbox import Lack, Sandbox


@pytest.fixture
def folder(tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(processors, "_taken", None)
    settings.CROUPIER_PROCESSORS = tmp_path / "processors"
    return tmp_path / "processors"


def test_it_is_what_the_settings_say_on_a_processor_of_its_own(folder: Path, settings: LazySettings):
    settings.CROUPIER_BOT_USER = 70_000
    settings.CROUPIER_BOT_MEMORY_MIB = 300
    settings.CROUPIER_BOT_PROCESSES = 20
    made = sandboxing.sandbox()
    assert made == Sandbox(70_000, 300 << 20, 20, processor=min(os.sched_getaffinity(0)), kit=kit.FILES)
    assert sandboxing.sandbox() == made


def test_who_asks_what_it_lacks_takes_no_processor(folder: Path, monkeypatch: pytest.MonkeyPatch):
    lack = Lack("bwrap is not installed", "install it")
    monkeypatch.setattr(Sandbox, "check", lambda self: [lack] if self.processor is None else [])
    assert sandboxing.lacks() == [lack]
    assert not folder.exists()


def test_where_many_games_are_played_at_once_processors_go_by_turns(folder: Path):
    allowed = sorted(os.sched_getaffinity(0))
    given = [sandboxing.sandbox(many=True).processor for _ in range(2 * len(allowed))]
    assert sorted(given) == sorted(2 * allowed)
    assert given[: len(allowed)] == given[len(allowed) :]
    assert not folder.exists()


def test_by_default_it_is_as_the_page_for_contestants_says(folder: Path):
    made, plain = sandboxing.sandbox(), Sandbox()
    assert (made.memory_bytes, made.processes, made.files) == (plain.memory_bytes, plain.processes, plain.files)
    assert made.user == (65_533 if os.geteuid() == 0 else None)
