"""Bots of every kind in one event; what nobody can remember; and workers that die while bots play."""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from deploy.process import ROOT
from ratings.models import LedgerRow
from tests.e2e.stack import BOT_USER, Stack
from tests.tournaments import arena
from tests.tournaments.play.players.sandboxed import running
from tests.tournaments.qualified import files_of
from tournaments.access.actors import Actor
from tournaments.access.tokens import create_token
from tournaments.bots import diary
from tournaments.bots.registering import add_version, create_bot
from tournaments.dispatch.reports import unpacked
from tournaments.dispatch.send import send_matches
from tournaments.dispatch.sweep import sweep
from tournaments.events import entries, lifecycle
from tournaments.models import Bot, BotVersion, Game, Match, Notice, Round, SeatReport, Tournament, WorkerHost
from tournaments.play import deal
from tournaments.programs.uploads import Upload
from tournaments.selectors import visible_reports

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
sandboxed = pytest.mark.usefixtures("sandbox")

ENGINE = "advantage"  # every seat is asked from the first trick on
PLAYERS = ["matches", "programs"]
EXAMPLES = ROOT / "examples"
# Slow enough to be met while it plays; tells what it sees first, and how many games its process has played.
SLOW = """
import json, sys, time
from croupier_bot import run

seen = []

def choose(view):
    if view.game not in seen:
        seen.append(view.game)
        print("SAW", json.dumps([view.seat, view.observation], sort_keys=True), len(seen), file=sys.stderr)
    time.sleep(0.05)
    return 0

run(choose)
"""
# Plays from home: notes each game and what it saw of it first, and thinks for as long as there is a file `hold`.
AT_HOME = """
import json, os, sys, time
from croupier_bot import run

here = os.path.dirname(os.path.abspath(__file__))
seen = []

def choose(view):
    if not seen:
        seen.append(view.game)
        with open(os.path.join(here, "seen"), "a") as file:
            file.write(json.dumps([view.game, view.observation], sort_keys=True) + "\\n")
        while os.path.exists(os.path.join(here, "hold")):
            time.sleep(0.02)
    return 0

run(choose)
"""


def contestant(name: str, *, policy: str = "", program: Upload | None = None, runtime: str = "") -> Bot:
    """A bot of an owner of its own, registered as the API does it; without a policy or program it is remote."""
    owner = arena.owner(f"owner-of-{name}")
    bot = create_bot(actor=owner, name=name, engine=ENGINE)
    kind = "policy" if policy else "program" if program else "remote"
    add_version(actor=owner, bot_id=bot.pk, kind=kind, policy=policy, program=program, runtime=runtime)
    return bot


def example(file: Path) -> Upload:
    return Upload(file.read_bytes(), file.name)


def wait_for_sandbox(stack: Stack) -> None:
    stack.wait(lambda: WorkerHost.objects.filter(sandbox=True).exists(), "a worker to say that it can run programs")


def wait_qualified(stack: Stack, bots: list[Bot]) -> None:
    def qualified() -> bool:
        states = set(BotVersion.objects.filter(bot__in=bots).values_list("state", flat=True))
        assert "failed" not in states, list(Notice.objects.values_list("text", flat=True))
        return states == {"qualified"}

    stack.wait(qualified, "all versions to qualify")


def begin(bots: list[Bot], **values: object) -> Tournament:
    """A started event of these bots."""
    tournament = arena.event(0, start=False, engine=ENGINE, **values)
    for bot in bots:
        entries.enter(actor=Actor(bot.owner), tournament_id=tournament.pk, bot_id=bot.pk)
    lifecycle.start(actor=arena.organiser(), tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def go_home(stack: Stack, port: int, bot: Bot, file: Path) -> None:
    """Start the remote bot's program."""
    token = create_token(owner=bot.owner, name="home", scopes=["bots"])[1]
    stack.at_home([sys.executable, str(file)], port=port, bot_id=bot.pk, token=token)


def games(tournament: Tournament) -> list[Game]:
    return list(Game.objects.filter(match__round__tournament=tournament).order_by("id"))


def check_complete(tournament: Tournament, *, matches: int, boards: int) -> None:
    """Every match finished, every game there once and well played, every board rated once."""
    found = Match.objects.filter(round__tournament=tournament)
    assert list(found.values_list("state", flat=True)) == ["finished"] * matches
    rows = Game.objects.filter(match__round__tournament=tournament)
    assert not rows.values("match", "board", "rotation").annotate(times=Count("id")).filter(times__gt=1).exists()
    verdicts = [game.verdicts for game in games(tournament)]
    failures = [(row.version.bot.name, row.failure, unpacked(row.printed)[-500:]) for row in SeatReport.objects.all()]
    assert verdicts == [["played", "played"]] * (matches * boards * 2), failures
    assert LedgerRow.objects.filter(match__round__tournament=tournament).count() == matches * boards


def reports_of(tournament: Tournament) -> list[SeatReport]:
    rows = SeatReport.objects.filter(game__match__round__tournament=tournament).order_by("id")
    return list(rows.select_related("game__match__round"))


def check_nothing_left(stack: Stack) -> None:
    stack.wait(lambda: running(BOT_USER) == [], "the sandboxes to end")


def seen_first(tournament: Tournament) -> dict[tuple[int, int], set[str]]:
    """By round and board: what those who were asked first, at whatever table and from whatever seat, saw."""
    found: dict[tuple[int, int], set[str]] = {}
    for report in reports_of(tournament):
        assert report.game is not None
        for line in unpacked(report.printed).decode().splitlines():
            if line.startswith("SAW [0, "):
                _, observation = json.JSONDecoder().raw_decode(line.removeprefix("SAW "))[0]
                key = (report.game.match.round.number, report.game.board)
                found.setdefault(key, set()).add(json.dumps(observation))
    return found


@sandboxed
def test_a_policy_programs_and_a_remote_bot_meet(stack: Stack) -> None:
    stack.worker(concurrency=2, queues=[*PLAYERS, "rounds"], wait=False)
    stack.worker(concurrency=8, queues=["remote"], pool="threads", name="remote", wait=False)
    _, port = stack.web()
    stack.beat()
    wait_for_sandbox(stack)
    bots = [
        contestant("policy", policy="greedy"),
        contestant("python", program=example(EXAMPLES / "python" / "advantage.py"), runtime="python"),
        contestant("javascript", program=example(EXAMPLES / "javascript" / "advantage.js"), runtime="node"),
        contestant("far"),
    ]
    go_home(stack, port, bots[3], EXAMPLES / "python" / "advantage.py")
    wait_qualified(stack, bots)
    with transaction.atomic():
        tournament = begin(bots, admits_remote=True, deals="independent")
        played, held = Match.objects.filter(round__tournament=tournament).order_by("table")
        hour = timezone.now() + timedelta(hours=1)
        Match.objects.filter(pk=held.pk).update(state="running", lease_until=hour)  # so the round stays open
    stack.wait(lambda: Match.objects.filter(pk=played.pk, state="finished").exists(), "a match to be played")
    first = {report.pk for report in reports_of(tournament)}
    assert len(first) == 2 * played.seats.exclude(entry__version__kind="policy").count() > 0
    assert not visible_reports().filter(pk__in=first).exists()
    versions = {bot.pk: bot.versions.get() for bot in bots}
    assert [diary.games_of(versions[bot.pk]).count() for bot in bots] == [0, 2, 2, 2]  # their qualifications
    Match.objects.filter(pk=held.pk).update(state="pending", lease_until=None)
    send_matches([held.pk])
    stack.wait_finished(tournament)
    check_complete(tournament, matches=6, boards=1)
    assert [diary.games_of(versions[bot.pk]).count() for bot in bots] == [0, 8, 8, 8]
    for report in reports_of(tournament):
        assert (report.verdict, report.failure) == ("played", "")
        assert report.moves > 0
    assert set(Round.objects.filter(tournament=tournament).values_list("state", flat=True)) == {"closed"}
    check_nothing_left(stack)


def remembering(name: str) -> Bot:
    """A bot that tries to remember."""
    return contestant(name, program=Upload(files_of("remembers.py").archive(), "bot.zip"), runtime="python")


@sandboxed
@pytest.mark.parametrize(
    ("bots", "boards"), [(4, 1), pytest.param(6, 3, marks=pytest.mark.long)], ids=["short", "at-length"]
)
def test_a_duplicate_event_of_bots_that_try_to_remember(stack: Stack, bots: int, boards: int) -> None:
    stack.worker(concurrency=2, queues=[*PLAYERS, "rounds"], wait=False)
    wait_for_sandbox(stack)
    contestants = [remembering(f"elephant{number}") for number in range(bots)]
    wait_qualified(stack, contestants)
    tournament = begin(contestants, deals="duplicate", boards=boards)
    stack.wait_finished(tournament)
    matches = bots * (bots - 1) // 2
    check_complete(tournament, matches=matches, boards=boards)
    printed = [unpacked(report.printed) for report in SeatReport.objects.all()]
    assert len(printed) == matches * boards * 4 + bots * 2
    assert [text for text in printed if b"ESCAPED" in text] == []
    assert all(text.count(b"refused") == 32 for text in printed)
    # All tables of a round and all rotations began alike, and no board as another.
    found = seen_first(tournament)
    assert len(found) == (bots - 1) * boards
    assert all(len(observations) == 1 for observations in found.values())
    assert len(set.union(*found.values())) == len(found)
    check_nothing_left(stack)


def end_lease(match: Match) -> None:
    """As if its time had passed, which for bots is more than half a minute."""
    assert Match.objects.filter(pk=match.pk, state="running").update(lease_until=timezone.now()) == 1


def wait_swept(stack: Stack, match: Match) -> None:
    """Sweep, as beat would have it done, until the attempt is seen to be lost."""

    def lost() -> bool:
        sweep()
        match.refresh_from_db()
        return match.failures == 1

    stack.wait(lost, "the lease to end")


@sandboxed
@pytest.mark.parametrize("shorten", [True, pytest.param(False, marks=pytest.mark.long)], ids=["shortened", "whole"])
def test_sigkill_of_a_worker_in_the_middle_of_a_game_of_programs(stack: Stack, shorten: bool) -> None:
    worker = stack.worker(concurrency=1, queues=PLAYERS, wait=False)
    wait_for_sandbox(stack)
    bots = [
        contestant("slow", program=Upload(SLOW.encode(), "slow.py"), runtime="python"),
        contestant("slower", program=Upload(SLOW.encode() + b"\n", "slow.py"), runtime="python"),
    ]
    BotVersion.objects.update(state="qualified", qualified_at=timezone.now())
    for bot in bots:
        bot.active = bot.versions.get()
        bot.save()
    tournament = begin(bots, deals="duplicate", game_ms=60_000)
    match = Match.objects.get(round__tournament=tournament)
    stack.wait(lambda: match.games.exists() and len(running(BOT_USER)) >= 2, "a second game to be in progress")
    worker.kill()
    check_nothing_left(stack)
    before = list(match.games.order_by("id").values())
    assert len(before) == 1
    match.refresh_from_db()
    assert match.state == "running"
    lost = match.attempt  # not the first, if the games before took a turn's time
    stack.worker(concurrency=1, queues=[*PLAYERS, "rounds"], name="second", wait=False)
    if shorten:
        end_lease(match)
    wait_swept(stack, match)
    stack.wait_finished(tournament)
    check_complete(tournament, matches=1, boards=1)
    match.refresh_from_db()
    assert match.failures == 1
    assert list(match.games.filter(attempt__lte=lost).order_by("id").values()) == before
    assert match.games.filter(attempt__gt=lost).count() == 1
    # By the same deal, each by a process that has played nothing before.
    found = seen_first(tournament)
    assert [len(observations) for observations in found.values()] == [1]
    for report in reports_of(tournament):
        assert unpacked(report.printed).count(b"SAW") == 1
        assert unpacked(report.printed).rstrip().endswith(b" 1")
    check_nothing_left(stack)


@pytest.mark.long
def test_sigkill_of_a_worker_while_a_remote_bot_thinks(stack: Stack, tmp_path: Path) -> None:
    """Another attempt deals anew, and what the bot still answers to the first changes nothing."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "bot.py").write_text(AT_HOME)
    hold, seen = home / "hold", home / "seen"
    worker = stack.worker(concurrency=4, queues=["remote"], pool="threads", wait=False)
    _, port = stack.web()
    far = contestant("far")
    near = contestant("near", policy="greedy")
    BotVersion.objects.filter(bot=far).update(state="qualified", qualified_at=timezone.now())
    Bot.objects.filter(pk=far.pk).update(active=far.versions.get())
    hold.touch()
    tournament = begin(
        [far, near], admits_remote=True, deals="independent", move_ms=100_000, bank_ms=0, game_ms=100_000,
        rotate=False,
    )  # fmt: skip
    match = Match.objects.get(round__tournament=tournament)
    go_home(stack, port, far, home / "bot.py")
    stack.wait(lambda: seen.exists() and seen.read_text().endswith("\n"), "the bot to be asked")
    worker.kill()
    stack.worker(concurrency=4, queues=["remote", "rounds"], pool="threads", name="second", wait=False)
    end_lease(match)
    wait_swept(stack, match)
    stack.wait(lambda: seen.read_text().count("\n") == 2, "the bot to be asked in the second attempt")
    # Now it answers in both games.
    hold.unlink()
    stack.wait_finished(tournament)
    match.refresh_from_db()
    assert (match.state, match.attempt, match.failures) == ("finished", 2, 1)
    (game,) = match.games.all()
    assert (game.attempt, game.verdicts) == (2, ["played", "played"])
    (first_name, first), (second_name, second) = map(json.loads, seen.read_text().splitlines())
    assert (first_name.split(".")[:4], second_name.split(".")[:4]) == (
        [f"m{match.pk}", "1", "0", "1"],
        [f"m{match.pk}", "1", "0", "2"],
    )
    assert first != second
    seeds = [
        deal.game_seed(
            bytes(tournament.seed), round_number=1, table=1, board=1, rotation=0, attempt=attempt, duplicate=False
        )
        for attempt in (1, 2)
    ]
    assert seeds[0] != seeds[1]
    assert LedgerRow.objects.filter(match=match).count() == 1
