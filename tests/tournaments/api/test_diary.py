"""What owners ask of their versions: summary, games, stderr, notices; to everyone else none of it is there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.tournaments import reporting
from tests.tournaments.api.conftest import Caller, caller, refused
from tournaments.bots.notices import tell
from tournaments.events import rounds
from tournaments.models import AuditEntry, Bot, BotVersion, Match, Notice, SeatReport, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]
EMPTY = {
    "games": 0, "verdicts": {}, "times": {"games": 0, "moves": 0, "median_ms": None, "p99_ms": None},
}  # fmt: skip


@pytest.fixture
def gin(ada: Caller) -> Bot:
    """A bot of Ada's; in its first round it crashed, in its second it is about to."""
    bot = reporting.program("Gin", ada.actor)
    event = reporting.league(bot, reporting.program("rival"), name="Secret cup")
    Tournament.objects.filter(pk=event.pk).update(admission="private")
    reporting.play_round(event, {bot.pk: "crash"})
    reporting.play_round(event, {bot.pk: "timeout"}, close=False)
    return bot


def at(bot: Bot, *rest: object) -> str:
    return "/".join(["bots", str(bot.pk), "versions", "1", *map(str, rest), ""])


def test_the_summary(ada, gin) -> None:
    assert ada.ask(at(gin, "summary")) == {
        "games": 2, "verdicts": {"crash": 2}, "times": {"games": 2, "moves": 4, "median_ms": 3, "p99_ms": 9},
    }  # fmt: skip
    rounds.close(gin.active.entries.get().tournament.round_set.get(state="paired").pk)
    assert ada.ask(at(gin, "summary"))["verdicts"] == {"crash": 2, "timeout": 2}


def test_the_games_newest_first(ada, gin) -> None:
    trial = reporting.trial(gin, state="finished")
    page = ada.ask(at(gin, "games"), {"limit": 2})
    first, second = page["results"]
    assert first == {
        "id": trial.pk, "game": str(trial.trial_game), "tournament": None, "round": None, "table": None, "match": None,
        "trial": trial.trial_game.trial_id, "purpose": "qualification", "board": 1, "rotation": 0, "seat": 0,
        "verdict": "played", "failure": "", "ending": "", "moves": 2, "median_ms": 3,
        "recorded_at": first["recorded_at"],
    }  # fmt: skip
    match = Match.objects.get(pk=second["match"])
    event = match.round.tournament_id
    seat = match.seats.get(entry__bot=gin).seat
    assert (second["tournament"], second["round"], second["table"]) == (event, 1, 1)
    assert (second["trial"], second["purpose"], second["seat"]) == (None, None, seat)
    assert (second["verdict"], second["failure"], second["ending"]) == ("crash", "told to: crash", "exit status 1")
    (third,) = ada.get(page["next"]).json()["results"]
    assert (third["board"], third["rotation"], second["rotation"]) == (1, 0, 1)
    assert [row["id"] for row in ada.ask(at(gin, "games"), {"verdict": "played"})["results"]] == [trial.pk]
    assert ada.ask(at(gin, "games"), {"verdict": "timeout"})["results"] == []
    refused(ada.get(f"/api/v1/{at(gin, 'games')}", {"verdict": "lost"}), 400, "is not one of played", at="verdict")


def test_one_game_whole(ada, gin) -> None:
    row = ada.ask(at(gin, "games"))["results"][0]
    response = ada.get(f"/api/v1/{at(gin, 'games', row['id'])}")
    shown = response.json()
    assert {name: shown[name] for name in row} == row
    assert shown["times"] == [3, 9]
    assert shown["notes"] == [{"move": 1, "note": "a \ufffdnote"}]
    assert shown["stderr"] == "Traceback \ufffd\ufffd[31m\ufffd end\n"
    assert shown["last_request"]["observation"] == {"hand": ["SECRET-CARD"]}
    assert response["Cache-Control"] == "private, no-store"


def test_stderr_as_it_came(ada, gin) -> None:
    row = ada.ask(at(gin, "games"))["results"][0]
    for accept in ("text/plain", "application/json", "*/*"):
        response = ada.get(f"/api/v1/{at(gin, 'games', row['id'], 'stderr')}", HTTP_ACCEPT=accept)
        assert response.content == reporting.PRINTED
        assert response["Content-Type"] == "text/plain; charset=utf-8"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Content-Disposition"] == f'attachment; filename="{row["game"]}-seat{row["seat"]}.txt"'
        assert response["Cache-Control"] == "private, no-store"


def addresses(bot: Bot) -> list[str]:
    """All that tells of the bot's version, games that are not told of yet among them."""
    games = [at(bot, "games", pk) for pk in SeatReport.objects.filter(version=bot.active).values_list("pk", flat=True)]
    found = [at(bot, "summary"), at(bot, "games"), *games, *(f"{game}stderr/" for game in games)]
    return [f"/api/v1/{path}" for path in found]


def test_to_everyone_else_nothing_of_it_is_there(bob, olga, oscar, sue, anonymous, gin) -> None:
    BotVersion.objects.filter(pk=gin.active_id).update(suspended_at="2026-11-30T12:00Z", suspension="it crashed")
    missing = f"bots/{gin.pk + 10_000}/versions/1/"
    for client in (bob, olga, oscar, sue):
        for address in addresses(gin):
            refused(client.get(address), 404, f"there is no version 1 of bot {gin.pk} among yours")
        refused(client.get(f"/api/v1/{missing}summary/"), 404, f"no version 1 of bot {gin.pk + 10_000} among yours")
    for address in (*addresses(gin), f"/api/v1/{missing}summary/"):
        refused(anonymous.get(address), 401)


def test_games_that_may_not_be_known_of_are_not_there_for_the_owner(ada, gin) -> None:
    told = {row["id"] for row in ada.ask(at(gin, "games"))["results"]}
    secret = SeatReport.objects.filter(version=gin.active).exclude(pk__in=told).values_list("pk", flat=True)
    assert (len(told), len(secret)) == (2, 2)
    for pk in (*secret, 999_999_999):
        for end in ("", "stderr/"):
            response = ada.get(f"/api/v1/{at(gin, 'games', pk)}{end}")
            refused(response, 404, f"there is no game {pk} of version 1 of bot {gin.pk}")
    text = ada.get(f"/api/v1/{at(gin, 'summary')}").content + ada.get(f"/api/v1/{at(gin, 'games')}").content
    assert b"timeout" not in text


def test_another_bots_game_is_not_this_ones(ada, gin) -> None:
    row = ada.ask(at(gin, "games"))["results"][0]
    other = reporting.program("Other", ada.actor)
    refused(ada.get(f"/api/v1/{at(other, 'games', row['id'])}"), 404)
    assert ada.ask(at(other, "summary")) == EMPTY


def test_it_takes_the_scope_read(ada, gin) -> None:
    narrow = caller(ada.actor, "bots")
    for address in addresses(gin)[:2]:
        refused(narrow.get(address), 403, code="insufficient_scope")


def test_lifting(ada, bob, oscar, sue, anonymous, gin) -> None:
    BotVersion.objects.filter(pk=gin.active_id).update(suspended_at="2026-11-30T12:00Z", suspension="it crashed")
    shown = anonymous.ask(at(gin))
    assert (shown["suspended_at"], shown["suspension"]) == ("2026-11-30T12:00:00Z", "it crashed")
    path = f"/api/v1/{at(gin, 'lift')}"
    refused(anonymous.post(path, {"reason": "x"}), 401)
    for client in (ada, bob):
        refused(client.post(path, {"reason": "x"}), 403, code="insufficient_scope")
    refused(oscar.post(path, {}), 400, at="/reason")
    refused(oscar.post(path, {"reason": "x" * 501}), 400, at="/reason")
    refused(oscar.post(f"/api/v1/bots/{gin.pk}/versions/7/lift/", {"reason": "x"}), 404)
    lifted = oscar.send(at(gin, "lift"), reason="no memory")
    assert (lifted["suspended_at"], lifted["suspension"]) == (None, "")
    assert sue.send(at(gin, "lift"), reason="again") == lifted
    assert AuditEntry.objects.filter(verb="version.lift").count() == 1
    assert [row["kind"] for row in ada.ask("notices/")["results"]] == ["lifted"]


def test_notices_the_unread_first(ada, bob, gin) -> None:
    for text in ("one", "two", "three"):
        tell(gin.active, Notice.Kind.SUSPENDED, text)
    rows = ada.ask("notices/")["results"]
    assert [row["text"] for row in rows] == ["three", "two", "one"]
    assert rows[0] == {
        "id": rows[0]["id"], "bot": gin.pk, "version": 1, "kind": "suspended", "text": "three",
        "created_at": rows[0]["created_at"], "read_at": None,
    }  # fmt: skip
    read = ada.send(f"notices/{rows[0]['id']}/read/")
    assert read["read_at"] is not None
    assert ada.send(f"notices/{rows[0]['id']}/read/") == read == ada.ask(f"notices/{rows[0]['id']}/")
    assert [row["text"] for row in ada.ask("notices/")["results"]] == ["two", "one", "three"]
    page = ada.ask("notices/", {"limit": 2})
    assert [row["text"] for row in ada.get(page["next"]).json()["results"]] == ["three"]
    for unread, texts in (("true", ["two", "one"]), ("false", ["three"])):
        assert [row["text"] for row in ada.ask("notices/", {"unread": unread})["results"]] == texts
    refused(ada.get("/api/v1/notices/", {"unread": "yes"}), 400, at="unread")
    assert bob.ask("notices/")["results"] == []


def test_notices_are_nobody_elses(ada, bob, sue, anonymous, gin) -> None:
    tell(gin.active, Notice.Kind.SUSPENDED, "one")
    notice = Notice.objects.get()
    for client in (bob, sue):
        refused(client.get(f"/api/v1/notices/{notice.pk}/"), 404, f"there is no notice {notice.pk}")
        refused(client.post(f"/api/v1/notices/{notice.pk}/read/"), 404)
        assert client.ask("notices/")["results"] == []
    refused(anonymous.get("/api/v1/notices/"), 401)
    notice.refresh_from_db()
    assert notice.read_at is None


def test_the_examples_of_the_documentation(ada, olga) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text()
    section = page[page.index("### What owners see") : page.index("### Remote bots")]
    bot = reporting.program("Gin", ada.actor)
    version = reporting.new_version(bot)
    event = reporting.league(bot, reporting.program("rival"))
    reporting.play_round(event, {bot.pk: "crash"})
    tell(version, Notice.Kind.SUSPENDED, "It is so.")
    game = SeatReport.objects.filter(version=version).order_by("-id")[0]
    notice = Notice.objects.get()
    real = {"bots/1/": f"bots/{bot.pk}/", "games/7/": f"games/{game.pk}/", "notices/3/": f"notices/{notice.pk}/"}
    answers = []
    for line in re.findall(r"^curl .*$", section, re.MULTILINE):
        words = shlex.split(line)
        address = next(word for word in words if word.startswith("$A/")).replace("$A", "/api/v1")
        for written, there in real.items():
            address = address.replace(written, there)
        client = olga if "$OLGA" in words else ada
        if "--json" in words:
            answers.append(client.post(address, json.loads(words[words.index("--json") + 1])))
        else:
            answers.append(client.post(address) if "POST" in words else client.get(address))
    assert [answer.status_code for answer in answers] == [200] * 7
    told = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", section, re.DOTALL)]
    assert answers[0].json() == told[0]
    line = answers[1].json()["results"][0]
    assert list(line) == list(told[1])
    same = ("round", "table", "trial", "purpose", "board", "rotation", "verdict", "ending", "moves", "median_ms")
    assert {name: line[name] for name in same} == {name: told[1][name] for name in same}
    assert set(answers[2].json()) - set(line) == {"times", "notes", "stderr", "last_request"}
