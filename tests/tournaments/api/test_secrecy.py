"""Whoever asks for whatever there is, over the API, on pages and in the admin: no answer tells what is secret yet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from ratings.models import Pool
from tests.tournaments import arena, reporting
from tests.tournaments.admin.world import some
from tests.tournaments.api.conftest import Caller
from tests.tournaments.play.players.test_secrecy import written
from tests.tournaments.qualified import give_program
from tests.tournaments.trials import challenge
from tournaments.access.models import Token
from tournaments.bots.notices import tell
from tournaments.dispatch import trial_turn, turn
from tournaments.dispatch.claim import claim
from tournaments.dispatch.playing import play_table
from tournaments.dispatch.record import Result, record
from tournaments.dispatch.reports import packed
from tournaments.dispatch.trial_turn import claim_trial, record_trial
from tournaments.models import Bot, BotVersion, Game, Match, Notice, Program, SeatReport, Tournament, Trial, TrialGame
from tournaments.play import deal
from tournaments.play.referee import Played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]

REPORT = {
    "printed": packed(b"PLANTED-stderr"),
    "last_request": packed(b'{"type":"act","hand":["PLANTED-card"]}'),
    "notes": [[1, "PLANTED-note"]],
    "failure": "PLANTED-failure",
    "ending": "PLANTED-ending",
    "times": packed(b"[770077]"),
}
TRANSCRIPT = b"PLANTED-transcript"
OPEN_SCORE, HIDDEN_SCORE = 918_273, 645_312  # of a match that is not over; of a hidden event's that is


def forms(secrets: Iterable[bytes]) -> list[str]:
    """As any of them may be written, in lower case."""
    return [form.lower() for secret in secrets for form in written(secret)]


def seeds(event: Tournament) -> Iterator[bytes]:
    """All that a game of the first round of a duplicate event is dealt from, and what follows from that."""
    yield bytes(event.seed)
    for table, board, rotation in product((1, 2), (1, 2), (0, 1)):
        seed = deal.board_seed(bytes(event.seed), round_number=1, table=None, board=board)
        yield from of_game(seed, table=table, rotation=rotation)


def of_game(seed: bytes, *, table: int, rotation: int) -> Iterator[bytes]:
    yield seed
    yield deal.tie_seed(seed, table=table)
    for seat in (0, 1):
        yield deal.policy_seed(seed, table=table, rotation=rotation, seat=seat)
        yield bytes.fromhex(deal.bot_seed(seed, table=table, rotation=rotation, seat=seat))


class World:
    """An event whose first round is open, one table of it over and one half played; a hidden event with a closed
    round; a trial that is over and one that is half played. Ada's and Bob's programs are in all of them.
    """

    def __init__(self, ada: Caller, bob: Caller) -> None:
        by = {"Gin": ada.actor, "Rum": bob.actor}
        bots = [reporting.program(name, by.get(name)) for name in ("Gin", "Rum", "third", "fourth")]
        self.open = reporting.league(*bots, boards=2)
        over, half = Match.objects.filter(round__tournament=self.open).order_by("table")
        reporting.play(over, {bots[0].pk: "crash"})
        claimed = claim(half.pk)
        assert claimed is not None
        report = tuple(reporting.report(contestant.version or 0) for contestant in claimed.contestants)
        played = Played((0, 1), (OPEN_SCORE, -OPEN_SCORE), ("played", "played"), ())
        record(claimed, [Result(1, 0, played, report)], last=False)
        self.hidden = reporting.league(*bots, hidden=True, name="Hidden")
        reporting.play_round(self.hidden)
        Game.objects.filter(match__round__tournament=self.hidden).update(scores=[HIDDEN_SCORE, -HIDDEN_SCORE])
        SeatReport.objects.all().update(**REPORT)
        Game.objects.all().update(transcript=TRANSCRIPT)
        self.trial_over = reporting.trial(bots[0], state="finished").trial_game.trial  # type: ignore[union-attr]
        self.trial = challenge(by="ada", boards=1, opponents=[{"bot": bots[1].pk}])
        taken = claim_trial(self.trial.pk)
        assert taken is not None
        record_trial(taken, [Result(1, 0, played, report)], last=False, over=lambda _: None)
        TrialGame.objects.filter(trial=self.trial).update(transcript=TRANSCRIPT)
        SeatReport.objects.filter(trial_game__trial=self.trial).update(**REPORT)
        self.bots = bots
        assert bots[0].active is not None
        Program.objects.create(version=bots[0].active, archive=b"PK")
        tell(bots[0].active, Notice.Kind.LIFTED, "It is so.")
        self.over = arena.play_out(arena.event(2, options={"start_size": 1}))  # of which all is told

    def secrets(self) -> list[str]:
        """What nobody may be told now."""
        events, trials = [self.open, self.hidden], [self.trial, self.trial_over]
        raw = [bytes(row.secret) for row in (*events, *trials)]
        raw += [seed for event in events[:1] for seed in seeds(event)]
        raw.append(bytes(self.hidden.seed))
        for rotation in (0, 1):
            seed = trial_turn.seed_of(
                bytes(self.trial.secret), board=1, rotation=rotation, attempt=1, independent=False
            )
            raw += of_game(seed, table=1, rotation=rotation)
        words = [*Token.objects.values_list("digest", flat=True), *User.objects.values_list("password", flat=True)]
        planted = ["PLANTED-", "770077", str(OPEN_SCORE), f"{OPEN_SCORE:,}"]
        return [*forms(dict.fromkeys([*raw, TRANSCRIPT])), *(word.lower() for word in (*words, *planted) if word)]

    def values(self, name: str, path: str) -> list[Any]:
        """What may stand for a parameter of a path."""
        resource = path.removeprefix("/api/v1/").split("/")[0]
        if name == "id":
            name = {
                "versions": "report", "bots": "bot_id", "matches": "match_id", "pools": "pool_id",
                "tournaments": "tournament_id", "trials": "trial_id", "engines": "engine", "notices": "notice",
                "tokens": "token",
            }["versions" if "/versions/" in path else resource]  # fmt: skip
        found: dict[str, Iterable[Any]] = {
            "bot_id": [
                bot.pk for bot in (*self.bots[:3], Bot.objects.get(entries__tournament=self.over, entries__number=1))
            ],
            "number": [1],
            "report": [
                report
                for bot in self.bots[:2]
                for rows in ("game__match__round__tournament", "trial_game__trial")
                for report in dict(bot.active.reports.values_list(rows, "pk")).values()  # type: ignore[union-attr]
            ],
            "match_id": Match.objects.values_list("pk", flat=True),
            "pool_id": Pool.objects.values_list("pk", flat=True),
            "tournament_id": [self.open.pk, self.hidden.pk, self.over.pk],
            "trial_id": Trial.objects.values_list("pk", flat=True),
            "game": ["1.0", "1.1", "1-0"],
            "engine": ["trash"],
            "notice": Notice.objects.values_list("pk", flat=True),
            "token": Token.objects.values_list("pk", flat=True),
        }
        return list(found[name])

    def addresses(self, path: str) -> Iterator[str]:
        names = re.findall(r"{(\w+)}", path)
        for values in product(*(self.values(name, path) for name in names)):
            yield path.format(**dict(zip(names, values, strict=True)))

    def query(self, path: str) -> dict[str, Any]:
        """What an operation is to be asked with."""
        one, other = self.over.entries.order_by("id")
        queries: dict[str, dict[str, Any]] = {
            "/api/v1/bots/{bot_id}/next/": {"wait": 0},
            "/api/v1/pools/{id}/export/": {"as": "csv"},
            "/api/v1/pools/{id}/head-to-head/": {"bot": one.bot_id, "other": other.bot_id},
            "/api/v1/tournaments/{id}/export/": {"as": "json"},
            "/api/v1/tournaments/{id}/standings/explain/": {"entry": one.pk, "tie_break": "wins"},
        }
        return queries.get(path, {})


@pytest.fixture
def world(ada: Caller, bob: Caller, olga: Caller) -> World:
    return World(ada, bob)


def operations() -> list[str]:
    described = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return [path for path, methods in described.items() if "get" in methods]


def told(response: Any) -> str:
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return (body.decode("utf-8", errors="replace") + str(response.headers)).lower()


def test_no_answer_of_the_api_tells_what_is_secret(
    world: World, ada: Caller, bob: Caller, olga: Caller, sue: Caller, anonymous: Caller
) -> None:
    secrets, asked, answered = world.secrets(), 0, set()
    for path in operations():
        for address in world.addresses(path):
            for client in (anonymous, ada, bob, olga, sue):
                response = client.get(address, world.query(path))
                text = told(response)
                assert [secret for secret in secrets if secret in text] == [], (address, response.status_code)
                if client in (anonymous, ada, bob):
                    assert str(HIDDEN_SCORE) not in text, address
                asked += 1
                answered |= {path} if response.status_code == 200 else set()
    assert asked > 300
    # All have answered somebody, but for what needs Redis, and for the trial that is over, which was not really played.
    assert sorted(set(operations()) - answered) == NEVER


NEVER = [
    "/api/v1/bots/{bot_id}/next/",
    "/api/v1/trials/{trial_id}/games/{game}/transcript/",
]


def pages(world: World) -> Iterator[str]:
    yield from ("/", "/tournaments/", "/notices/")
    for event in (world.open, world.hidden):
        yield f"/tournaments/{event.pk}/"
    for match in Match.objects.all():
        yield f"/matches/{match.pk}/"
        yield from (f"/matches/{match.pk}/games/{game}/" for game in ("1-0", "1-1"))
    for pool in Pool.objects.all():
        yield from (f"/pools/{pool.pk}/", f"/pools/{pool.pk}/versus/")
        yield from (f"/pools/{pool.pk}/bots/{bot.pk}/" for bot in world.bots)
    for bot in world.bots[:3]:
        yield from (f"/bots/{bot.pk}/", f"/bots/{bot.pk}/versions/1/")
        yield from (f"/bots/{bot.pk}/versions/1/games/{report.pk}/" for report in bot.active.reports.all())


def rooms() -> Iterator[str]:
    """Every page of the admin."""
    yield from ("/admin/", "/admin/tournaments/tournament/engines/", "/admin/search/?s=a")
    for model in admin.site._registry:
        named = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{named}_changelist")
        for row in some(model._base_manager.all()):
            yield from (reverse(f"{named}_{page}", args=[row.pk]) for page in ("change", "history"))


def test_no_page_tells_what_is_secret(world: World) -> None:
    secrets = world.secrets()
    User.objects.create_user("root", is_staff=True, is_superuser=True)
    User.objects.create_user("clerk", is_staff=True)
    for name in ("", "ada", "bob", "olga", "clerk", "root"):
        client = Client()
        if name:
            client.force_login(User.objects.get(username=name))
        for address in [*pages(world), *(rooms() if name == "root" else ())]:
            response = client.get(address)
            assert response.status_code in {200, 302, 403, 404, 409}, address
            text = told(response)
            # A form's own token is drawn anew and no secret of ours.
            assert [secret for secret in secrets if secret in text] == [], (name, address)
            if name in ("", "ada", "bob"):
                assert str(HIDDEN_SCORE) not in text, (name, address)


def test_what_is_planted_would_be_found(world: World, ada: Caller) -> None:
    """Once the round is closed its owner is told, by the same addresses."""
    Match.objects.filter(round__tournament=world.open).update(state="finished", lease_until=None)
    world.open.round_set.update(state="closed")
    report = SeatReport.objects.filter(game__match__round__tournament=world.open, version__bot=world.bots[0]).first()
    assert report is not None
    address = f"/api/v1/bots/{world.bots[0].pk}/versions/1/games/{report.pk}/"
    text = told(ada.get(address))
    assert {"planted-stderr", "planted-card", "planted-note", "planted-failure", "planted-ending"} <= set(
        re.findall(r"planted-\w+", text)
    )
    assert any(secret in json.dumps({"seed": bytes(world.open.seed).hex()}) for secret in world.secrets())


def hexes(work: Any) -> str:
    return f"{work!r} {work} {work:}"


def test_no_work_in_hand_shows_what_it_is_dealt_from(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims, tables, and what is put together of them: whoever logs one tells no seed."""
    shown: list[str] = []

    def watch(work: turn.Work) -> None:
        table = work.table(1, 1)
        shown.extend(map(hexes, (work, work.held, table, work.seed, work.record)))
        shown.append(hexes(getattr(work.held, "event", "")))

    monkeypatch.setattr(turn, "carry_out", watch)
    monkeypatch.setattr(trial_turn, "carry_out", watch)
    Match.objects.filter(round__tournament=world.open, state="running").update(state="pending")
    Trial.objects.filter(pk=world.trial.pk).update(state="pending")
    turn.take_turn(Match.objects.get(round__tournament=world.open, state="pending").pk)
    trial_turn.take_trial(world.trial.pk, over=lambda _: None)
    assert len(shown) == 12
    secrets = world.secrets()
    for text in shown:
        assert [secret for secret in secrets if secret in text.lower()] == []
    for row in (world.open, world.trial, *Game.objects.all(), *SeatReport.objects.all(), *Token.objects.all()):
        assert [secret for secret in secrets if secret in hexes(row).lower()] == []


def test_no_log_of_a_turn_with_programs_tells_what_is_secret(
    programs: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One game goes well, a bot crashes in another, and then the host fails."""
    caplog.set_level("DEBUG")
    for logger in ("tournaments", "django", "celery"):
        caplog.set_level("DEBUG", logger=logger)
    bots = []
    for number, file in enumerate(("honest.py", "crashes.py")):
        bot = Bot.objects.create(owner=arena.owner(f"owner{number}").user, name=file, engine="trash")
        give_program(bot, file)
        bots.append(bot)
    event = reporting.league(*bots, boards=2, options={"start_size": 4})
    match = Match.objects.get(round__tournament=event)
    real, calls = play_table, []

    def fails_at_last(table: Any, seed: bytes) -> Any:
        calls.append(seed)
        if len(calls) == 3:
            raise ValueError(f"the deal {seed.hex()}")
        return real(table, seed)

    monkeypatch.setattr(turn, "play_table", fails_at_last)
    turn.take_turn(match.pk)
    match.refresh_from_db()
    assert (match.state, match.failures, len(calls)) == ("pending", 1, 3)
    assert f"attempt 1 at match {match.pk} failed" in caplog.text
    versions = BotVersion.objects.filter(bot__in=bots)
    told_of = (caplog.text + match.fault + " ".join(map(repr, [*versions, *caplog.records]))).lower()
    secrets = forms({bytes(event.secret), *seeds(event)})
    assert [secret for secret in secrets if secret in told_of] == []
    assert calls[0].hex() in secrets
    assert "observation" not in told_of
