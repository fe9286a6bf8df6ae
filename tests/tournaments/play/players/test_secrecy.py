"""What a bot is told, over all engines: no seed of a deal, and nothing that follows from what its seat cannot see."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plugins import protocol, registry
from plugins.chance import Chance, Stream
from plugins.contract import EngineInfo
from plugins.protocol import Limits
from tests.tournaments.play.players.plain import game
from tests.tournaments.play.players.sandboxed import inside
from tests.tournaments.play.toy import Calls, Scripted, Toy
from tournaments.dispatch.turn import describe
from tournaments.play import kit
from tournaments.play.local import play_seated
from tournaments.play.players import program
from tournaments.play.players import sandbox as sandbox_module
from tournaments.play.players.base import Forfeit
from tournaments.play.players.program import ProgramPlayer
from tournaments.play.players.sandbox import Sandbox
from tournaments.play.referee import Turn

ENGINES = sorted(registry.engines())


class Quiet:
    """A process that runs and does nothing."""

    def ending(self, seconds: float) -> str:
        return ""

    def wake(self) -> None: ...

    rest = kill = wake


class Wire:
    """Stands in for the pipes: keeps every byte that is sent, and answers each act with the next of ``answers``."""

    def __init__(self, answers: Iterator[Any]) -> None:
        self.answers = answers
        self.sent: list[bytes] = []
        self.record = b""

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    def line(self, deadline: float) -> bytes:
        asked = json.loads(self.sent[-1])
        if asked["type"] == "hello":
            return protocol.line({"type": "ready", "game": "g", "protocol": 1}).strip()
        answer = next(self.answers)
        if callable(answer):
            answer = answer(asked["legal"])
        return protocol.line({"type": "move", "game": "g", "seq": asked["seq"], "action": answer}).strip()

    def waiting(self) -> list[bytes]:
        return []

    def finish(self, deadline: float) -> None: ...

    def close(self) -> None: ...


def seated(info: EngineInfo, options: Any, seat: int, seats: int, wire: Wire) -> ProgramPlayer:
    hello = protocol.hello(
        game="g",
        engine=info.id,
        rules_version=info.rules_version,
        options=options,
        seat=seat,
        seats=seats,
        seed="5eed",
        limits=Limits(),
    )
    made = ProgramPlayer(Quiet, hello, Limits())  # type: ignore[arg-type]
    made.wire = wire  # type: ignore[attr-defined]
    return made


@contextmanager
def wired(players: list[Any]) -> Iterator[None]:
    """Their pipes are their wires. They get ready in this order."""
    wires = iter([each.wire for each in players])
    with mock.patch.object(program, "Pipes", side_effect=lambda process: next(wires)):
        yield


@st.composite
def tables(draw: st.DrawFn) -> tuple[EngineInfo, Any, int]:
    info = registry.info(draw(st.sampled_from(ENGINES)))
    variant = draw(st.sampled_from(sorted(info.variants)))
    return info, registry.complete_options(info, {}, variant), draw(st.sampled_from(list(info.seats)))


def position(info: EngineInfo, options: Any, seats: int, seed: bytes, most: int) -> tuple[Any, int] | None:
    """A state of a random game that asks a seat, after at least so many decisions with a choice."""
    chance, choices = Chance(seed), Chance(seed).stream("random moves")
    state, made = registry.engine(info.id).new(options, seats, chance), 0
    while to_act := state.to_act():
        legal = state.legal(to_act[0])
        if len(legal) > 1:
            if made >= most:
                return state, to_act[0]
            made += 1
        state.apply(to_act[0], legal[choices.below(len(legal))])
    return None


ANSWERS: dict[str, Any] = {
    "an index": 1,
    "an object": lambda legal: legal[-1],
    "no index": 10**6,
    "no action": {"t": "no such thing"},
    "half an action": lambda legal: {"t": legal[0].get("t")},
    "more than an action": lambda legal: {**legal[0], "more": [1]},
}


@given(
    tables(),
    st.binary(min_size=4, max_size=4),
    st.integers(0, 40),
    st.sampled_from(sorted(ANSWERS)),
)
def test_what_a_seat_cannot_see_changes_no_byte_of_what_it_is_told(
    table: tuple[EngineInfo, Any, int], seed: bytes, most: int, answer: str
):
    """States that differ only in that are told apart by no message: hello, act, a refusal, nor what becomes of it."""
    info, options, seats = table
    engine = registry.engine(info.id)
    found = position(info, options, seats, seed, most)
    assume(found is not None)
    real, seat = found  # type: ignore[misc]
    sampled = engine.sample(json.loads(json.dumps(real.observe(seat))), Chance(b"another world" + seed))
    assume(sampled.snapshot() != real.snapshot())
    told = []
    for state in (real, sampled):
        bot = seated(info, options, seat, seats, Wire(iter([ANSWERS[answer]])))
        with wired([bot]):
            bot.ready()
            try:
                outcome: Any = bot.act(Turn(state, engine, seat, tuple(state.legal(seat)), stream()))
            except Forfeit as forfeit:
                outcome = (forfeit.verdict, str(forfeit), bot.failure)
            bot.close()
        told.append((bot.wire.sent, outcome, bot.last_request, bot.printed))  # type: ignore[attr-defined]
    assert told[0] == told[1]
    assert len(told[0][0]) >= 2


def stream() -> Stream:
    return Chance(b"seat").stream("policy")


def written(secret: bytes) -> list[str]:
    """As a seed may be written."""
    return [
        secret.hex(),
        secret.hex().upper(),
        base64.b64encode(secret).decode().rstrip("="),
        base64.urlsafe_b64encode(secret).decode().rstrip("="),
        base64.b32encode(secret).decode().rstrip("="),
        str(int.from_bytes(secret)),
        str(list(secret)).replace(" ", ""),
        json.dumps(secret.decode("latin-1"))[1:-1],
        repr(secret)[2:-1],
    ]


def holds(text: str, secret: bytes) -> list[str]:
    return [form for form in written(secret) if form in text or form in text.replace(" ", "")]


@given(tables(), st.integers(0, 2**16), st.integers(0, 5), st.integers(0, 3))
def test_no_message_of_a_game_holds_the_seed_and_over_tells_ranks_and_scores_alone(
    table: tuple[EngineInfo, Any, int], number: int, rotation: int, failing: int
):
    """One seat fails early, so that refusals are among the messages; with two seats that ends the game."""
    info, options, seats = table
    seed = hashlib.sha256(number.to_bytes(4)).digest()
    choices = Chance(seed).stream("random moves")

    def answers(seat: int) -> Iterator[Any]:
        yield from (lambda legal: choices.below(len(legal)) for _ in range(6 if seat == failing else 40))
        yield -1

    bots = [seated(info, options, seat, seats, Wire(answers(seat))) for seat in range(seats)]
    order = sorted(range(seats), key=lambda seat: (seat + rotation) % seats)
    with wired([bots[seat] for seat in order]):
        played = play_seated(
            engine_id=info.id, options=options, seed=seed, table=1, rotation=rotation % seats, players=bots
        )
    everything = b"".join(data for bot in bots for data in bot.wire.sent).decode()  # type: ignore[attr-defined]
    assert holds(everything, seed) == []
    for bot, verdict in zip(bots, played.verdicts, strict=True):
        last = json.loads(bot.wire.sent[-1])  # type: ignore[attr-defined]
        if verdict == "played":
            assert last.keys() == {"type", "game", "ranks", "scores", "verdicts"}
            assert last["type"] == "over"
            assert sorted(last["ranks"]) == sorted(played.ranks)
        else:
            assert last["type"] == "error"


def test_a_seed_would_be_found_however_it_is_written():
    seed = bytes(range(200, 232))
    for form in written(seed):
        assert holds(f'{{"a":"{form}"}}', seed) == [form] or form in holds(f'{{"a":"{form}"}}', seed)
    assert holds(json.dumps({"a": list(seed)}), seed)


def test_the_command_the_environment_and_the_folder_of_a_bot_do_not_depend_on_the_deal(
    sandbox: Sandbox, bots: Path, monkeypatch: pytest.MonkeyPatch
):
    """Started for two deals, everything that is handed over is the same, but for the numbers of open files."""
    started: list[Any] = []
    popen = subprocess.Popen

    def watched(arguments: list[str], **options: Any) -> Any:
        words = [word for word in arguments if not word.isdecimal()]
        known = {name: value for name, value in options.items() if name != "pass_fds"}
        files = sorted((path.name, path.read_bytes()) for path in bots.iterdir() if path.is_file())
        started.append((words, known, len(options["pass_fds"]), files))
        return popen(arguments, **options)

    monkeypatch.setattr(sandbox_module.subprocess, "Popen", watched)
    info = registry.info("trash")
    options = registry.complete_options(info, {})
    for seed in (b"one deal", b"another deal"):
        hello = protocol.hello(
            game="g", engine="trash", rules_version=1, options=options, seat=0, seats=2, seed="00", limits=Limits()
        )
        own = Sandbox(user=sandbox.user, kit=kit.FILES)
        players = [ProgramPlayer(inside(own, bots, "honest"), hello, Limits(startup_ms=20_000)) for _ in range(2)]
        play_seated(engine_id="trash", options=options, seed=seed, table=1, rotation=0, players=players)
    assert len(started) == 4
    assert all(one == started[0] for one in started)
    assert started[0][1]["env"] == {}
    assert started[0][2] == 2 + len(kit.FILES)


CARD = "the ace of spades lies face down"


@pytest.mark.parametrize("where", ["observe", "legal", "apply", "result", "to_act", "encode", "decode", "new"])
@pytest.mark.parametrize("raised", [RuntimeError, ValueError, KeyError, RecursionError])
def test_an_engine_that_fails_names_its_cards_to_nobody(
    where: str, raised: type[Exception], caplog: pytest.LogCaptureFixture
):
    """Neither to the bot, nor in what staff is told of the fault, nor in a log."""

    def fail(*_: Any, **__: Any) -> Any:
        raise raised(CARD)

    owner = Toy if where in ("encode", "decode", "new") else Calls
    info = EngineInfo("toy", "Toy", 1, range(2, 3), {}, {"standard": {}}, 100, Toy)
    bot = seated(info, {}, 0, 2, Wire(iter([lambda legal: legal[0]] * 9)))
    with mock.patch.object(owner, where, fail), wired([bot]):
        try:
            game(bot, Scripted(0, 0))
        except Exception as error:
            fault = describe(error)
        else:
            fault = bot.failure  # decode: what the bot has sent was not to be read
    assert fault or bot.failure
    told = b"".join(bot.wire.sent).decode()  # type: ignore[attr-defined]
    for text in (fault, bot.failure, told, caplog.text):
        assert CARD not in text
