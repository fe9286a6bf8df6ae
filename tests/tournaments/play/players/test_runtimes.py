"""What a bot finds in the sandbox: the kit, numpy, Node.js, within the limits that hold on a server."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plugins import protocol, registry
from plugins.protocol import Limits
from tests.examples.runtimes import ENDINGS, GAMES, example
from tests.tournaments.play.players.sandboxed import left_over
from tournaments.play import kit
from tournaments.play.local import play_seated, policy_player
from tournaments.play.players.process import Process
from tournaments.play.players.program import ProgramPlayer
from tournaments.play.players.sandbox import Sandbox

COMMANDS = {"python": "python3", "javascript": "node"}
LIMITS = Limits(startup_ms=60_000, move_ms=20_000)


@pytest.fixture
def served(sandbox: Sandbox) -> Sandbox:
    """The tests' user, with the memory, the processes and the kit of a server."""
    return Sandbox(user=sandbox.user, processor=min(os.sched_getaffinity(0)), kit=kit.FILES)


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="croupier-bot-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


def run(sandbox: Sandbox, folder: Path, command: list[str]) -> tuple[str, str, str]:
    """What it has said on stdout and on stderr, and how it has ended."""
    process = sandbox.start(command, folder)
    said, printed = (stream.read().decode() for stream in process.streams[1:])
    ending = process.ending(20)
    process.kill()
    for stream in process.streams:
        stream.close()
    return said, printed, ending


def numpy_or_skip() -> None:
    if not shutil.which("f2py3", path="/usr/bin"):
        if os.environ.get("CI") == "true":
            pytest.fail("numpy is not installed: apt-get install python3-numpy")
        pytest.skip("numpy is not installed: apt-get install python3-numpy")


@pytest.mark.parametrize("language", ENDINGS)
@pytest.mark.parametrize("game", GAMES)
def test_an_example_that_is_one_file_plays_every_game_within_the_limits(
    served: Sandbox, folder: Path, language: str, game: str
):
    file = shutil.copy(example(language, game), folder)
    Path(file).chmod(0o644)
    info = registry.info(game)
    options = registry.complete_options(info, {})
    hello = protocol.hello(
        game="g",
        engine=game,
        rules_version=info.rules_version,
        options=options,
        seat=0,
        seats=2,
        seed="00",
        limits=LIMITS,
    )
    bot = ProgramPlayer(lambda: served.start([COMMANDS[language], Path(file).name], folder), hello, LIMITS)
    opponent = policy_player(game, "random")
    played = play_seated(engine_id=game, options=options, seed=b"board", table=1, rotation=0, players=[bot, opponent])
    assert played.verdicts == ("played", "played"), bot.printed.decode()
    assert (bot.printed, bot.ending, bot.failure) == (b"", "exit status 0", "")
    assert left_over() == []


def test_the_kit_may_lie_where_the_user_cannot_go(served: Sandbox, folder: Path, tmp_path: Path):
    example("javascript", "trash")
    hidden = tmp_path / "home" / "kit"
    hidden.mkdir(parents=True)
    for file in kit.FILES:
        (hidden / file.name).write_bytes(file.read_bytes())
    (tmp_path / "home").chmod(0o700)
    hidden.chmod(0o700)
    handed = replace(served, kit=tuple(hidden / file.name for file in kit.FILES))
    code = "import croupier_bot, os; print(croupier_bot.__file__, sorted(os.listdir('/kit')), os.stat('/kit').st_uid)"
    said, _, ending = run(handed, folder, ["python3", "-s", "-c", code])
    assert (said, ending) == (f"/kit/croupier_bot.py ['croupier_bot.js', 'croupier_bot.py'] {65534}\n", "exit status 0")
    code = 'console.log(require.resolve("croupier_bot"), typeof require("croupier_bot").run)'
    assert run(handed, folder, ["node", "-e", code])[0] == "/kit/croupier_bot.js function\n"
    code = "import os; os.chmod('/kit/croupier_bot.py', 0o666)"
    assert "Read-only file system" in run(handed, folder, ["python3", "-c", code])[1]


def test_a_bots_own_copy_of_the_kit_comes_first(served: Sandbox, folder: Path):
    (folder / "croupier_bot.py").write_text("print('own')")
    (folder / "bot.py").write_text("import croupier_bot")
    for file in folder.iterdir():
        file.chmod(0o644)
    assert run(served, folder, ["python3", "bot.py"])[0] == "own\n"


def test_numpy_computes_within_the_limits(served: Sandbox, folder: Path):
    """What BLAS and LAPACK give is compared with what is known: det(A) for A = I + J of 200 rows is 201."""
    numpy_or_skip()
    code = """
import os, threading
import numpy as np
a = np.eye(200) + np.ones((200, 200))
print(round(np.linalg.det(a)), (a @ a)[0, 1], np.linalg.eigvalsh(a)[-1].round(6), threading.active_count())
one = np.ones(4 << 20)
print(one.sum(), np.random.default_rng(5).integers(0, 10, 4).size)
print(len(os.listdir("/usr/lib/python3/dist-packages")) > 0)
try:
    np.ones(1 << 27)
except MemoryError:
    print("refused")
"""
    said, printed, ending = run(served, folder, ["python3", "-s", "-c", code])
    assert (printed, ending) == ("", "exit status 0")
    assert said.split() == ["201", "202.0", "201.0", "1", "4194304.0", "4", "True", "refused"]


def test_numpy_in_processes_at_once_does_with_few_threads(served: Sandbox, folder: Path):
    """BLAS would start a thread for each processor in each process."""
    numpy_or_skip()
    code = """
import numpy as np, os
for _ in range(8):
    if os.fork() == 0:
        a = np.ones((300, 300))
        os._exit(int((a @ a)[0, 0]) - 300)
print(sum(os.wait()[1] for _ in range(8)))
"""
    assert run(replace(served, processes=10), folder, ["python3", "-c", code]) == ("0\n", "", "exit status 0")


def test_what_node_collects_fits_into_the_memory(served: Sandbox, folder: Path):
    """Garbage of more than the memory is collected before the limit is reached."""
    example("javascript", "trash")
    code = """
const kept = [];
for (let i = 0; i < 200; i++) {
  kept[i % 10] = Array.from({ length: 100000 }, (_, j) => ({ i, j }));
}
console.log(kept.length, require("node:v8").getHeapStatistics().heap_size_limit >> 20 < 512);
"""
    said, printed, ending = run(served, folder, ["node", "-e", code])
    assert (said, printed, ending) == ("10 true\n", "", "exit status 0")


def test_node_that_takes_more_ends_by_itself_and_says_so(served: Sandbox, folder: Path):
    example("javascript", "trash")
    code = "const kept = []; for (;;) kept.push(new Array(1000).fill({}));"
    _, printed, ending = run(served, folder, ["node", "-e", code])
    assert ending.startswith("signal ") or "MiB of memory" in ending
    assert "heap out of memory" in printed or "MiB of memory" in ending


def test_several_nodes_start_at_once_on_one_processor(served: Sandbox, folder: Path):
    example("javascript", "trash")
    started: list[Process] = [served.start(["node", "-e", "console.log(6 * 7)"], folder) for _ in range(6)]
    for process in started:
        assert process.streams[1].read() == b"42\n"
        assert process.ending(20) == "exit status 0"
        process.kill()
        for stream in process.streams:
            stream.close()
