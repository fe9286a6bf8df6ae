"""/api/v1/trials/ and /api/v1/bots/{id}/versions/{number}/qualify/"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from plugins import registry
from plugins.chance import Chance
from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tests.tournaments.qualified import give_remote
from tests.tournaments.trials import SMALL, begun, challenge, play, waiting
from tournaments.models import BotVersion, Trial

pytestmark = pytest.mark.django_db
PAGE = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text()


@pytest.fixture
def gin(ada) -> Any:
    return arena.bot("Gin", by=ada.actor)


@pytest.fixture
def tonic(bob) -> Any:
    return arena.bot("Tonic", "random", by=bob.actor)


def body(bot: Any, *opponents: dict[str, Any], **values: Any) -> dict[str, Any]:
    return {"bot": bot.pk, "opponents": list(opponents), "options": SMALL, **values}


def test_an_owner_challenges_another_and_both_see_it(ada, bob, gin, tonic):
    response = ada.post("/api/v1/trials/", body(gin, {"bot": tonic.pk}))
    assert response.status_code == 201
    shown = response.json()
    trial = Trial.objects.get()
    assert shown == {
        "id": trial.pk,
        "purpose": "challenge",
        "state": "pending",
        "asked_by": "ada",
        "engine": "trash",
        "rules_version": 1,
        "options": SMALL,
        "boards": 1,
        "seats": [
            {"seat": 0, "bot": {"id": gin.pk, "name": "Gin"}, "owner": "ada", "version": 1, "policy": ""},
            {"seat": 1, "bot": {"id": tonic.pk, "name": "Tonic"}, "owner": "bob", "version": 1, "policy": ""},
        ],
        "ranks": None,
        "created_at": shown["created_at"],
        "started_at": None,
        "ended_at": None,
    }
    assert response["Location"] == f"http://testserver/api/v1/trials/{trial.pk}/"
    for client in (ada, bob):
        assert client.ask("trials/")["results"] == [shown]
        assert client.ask(f"trials/{trial.pk}/") == {**shown, "games": []}


def test_for_everyone_else_there_is_none(ada, bob, sue, olga, anonymous, gin):
    trial = play(challenge())
    for client in (bob, sue):
        for address in (f"trials/{trial.pk}/", f"trials/{trial.pk}/games/1.0/transcript/"):
            refused(client.get(f"/api/v1/{address}"), 404, f"there is no trial {trial.pk}")
        assert client.ask("trials/")["results"] == []
    for address in ("trials/", f"trials/{trial.pk}/", f"trials/{trial.pk}/games/1.0/transcript/"):
        refused(anonymous.get(f"/api/v1/{address}"), 401)
        refused(caller(ada.actor, "bots").get(f"/api/v1/{address}"), 403, code="insufficient_scope")
    refused(ada.get("/api/v1/trials/999/"), 404, "there is no trial 999")


def test_games_and_transcripts_are_told_when_it_is_over(ada, gin):
    trial = challenge(boards=2)
    address = f"/api/v1/trials/{trial.pk}/games/2.1/transcript/"
    Trial.objects.update(state="running")
    refused(ada.get(address), 409, f"trial {trial.pk} is running", code="trial_not_over")
    Trial.objects.update(state="pending")
    play(trial)
    games = ada.ask(f"trials/{trial.pk}/")["games"]
    assert [(game["board"], game["rotation"]) for game in games] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    shown = ada.get(address).json()
    assert (shown["trial"], shown["board"], shown["rotation"], shown["engine"]) == (trial.pk, 2, 1, "trash")
    seats = ada.ask(f"trials/{trial.pk}/")["seats"]
    assert shown["seating"] == [{"place": 0, **seats[1]}, {"place": 1, **seats[0]}]
    # With the engine and the transcript alone: no code of ours that records or replays takes part.
    engine = registry.engine("trash")
    state = engine.new(shown["options"], shown["seats"], Chance(bytes.fromhex(shown["seed"])))
    for step in shown["actions"]:
        assert step["seat"] == state.to_act()[0]
        state.apply(step["seat"], engine.decode(step["action"]))
    assert state.to_act() == ()
    ranks = state.result().ranks
    assert games[3]["ranks"] == [ranks[1], ranks[0]]
    assert games[3]["verdicts"] == ["played", "played"]
    assert ada.get(address)["Cache-Control"] == "private, no-store"
    refused(ada.get(address.replace("2.1", "3.0")), 404, f"no game 3.0 of trial {trial.pk}")


def test_of_a_void_trial_the_games_played_are_shown(ada, gin):
    trial = play(challenge())
    Trial.objects.update(state="void", ranks=None)
    trial.games.filter(rotation=1).delete()
    shown = ada.ask(f"trials/{trial.pk}/")
    assert (shown["state"], shown["ranks"], len(shown["games"])) == ("void", None, 1)
    assert ada.get(f"/api/v1/trials/{trial.pk}/games/1.0/transcript/").status_code == 200


def test_other_rules_do_not_replay_it(ada, gin):
    trial = play(challenge())
    Trial.objects.update(rules_version=7)
    address = f"/api/v1/trials/{trial.pk}/games/1.0/transcript/"
    refused(ada.get(address), 409, "version 7 of the rules", code="rules_changed")
    Trial.objects.update(engine="chess")
    refused(ada.get(address), 409, '"chess" is not one of', code="engine_gone")


def test_its_secret_is_in_no_answer(ada, gin):
    trial = challenge()
    secret = bytes(trial.secret).hex()
    addresses = ["trials/", f"trials/{trial.pk}/", f"trials/{trial.pk}/games/1.0/transcript/"]
    for _ in range(2):
        for address in addresses:
            assert secret not in ada.get(f"/api/v1/{address}").content.decode()
        play(trial)
    seed = ada.ask(f"trials/{trial.pk}/games/1.0/transcript/")["seed"]
    assert seed != secret


def test_the_list_is_filtered_and_takes_few_statements(ada, bob, gin, tonic, django_assert_num_queries):
    first = play(challenge())
    second = challenge(opponents=[{"bot": tonic.pk}])
    ada.ask("trials/")  # notes that the token is in use
    with django_assert_num_queries(3):  # token, trials, seats
        rows = ada.ask("trials/")["results"]
    assert [row["id"] for row in rows] == [second.pk, first.pk]
    for query, found in [
        ({"state": "finished"}, [first]),
        ({"state": "pending", "purpose": "challenge"}, [second]),
        ({"purpose": "qualification"}, []),
        ({"bot": tonic.pk}, [second]),
        ({"bot": gin.pk, "limit": 1}, [second]),
    ]:
        assert [row["id"] for row in ada.ask("trials/", query)["results"]] == [trial.pk for trial in found], query
    refused(ada.get("/api/v1/trials/", {"state": "open"}), 400, '"open" is not one of', at="state")


@pytest.mark.parametrize(
    ("change", "at", "saying"),
    [
        ({"bot": None}, "/bot", "null"),
        ({"opponents": []}, "/opponents", ""),
        ({"opponents": [{"policy": "random"}] * 6}, "/opponents", ""),
        ({"opponents": [{}]}, "/opponents/0", "opponents.0: give either bot or policy"),
        ({"opponents": [{"bot": 1, "policy": "random"}]}, "/opponents/0", "give either bot or policy"),
        ({"opponents": [{"policy": "best"}]}, "/opponents/0/policy", '"best" is not one of greedy, random, search'),
        ({"opponents": [{"policy": "random", "version": 1}]}, "/opponents/0/version", "a policy has none"),
        ({"opponents": [{"policy": "random", "seat": 1}]}, "/opponents/0/seat", "not a field here"),
        ({"opponents": [{"bot": "1"}]}, "/opponents/0/bot", '"1" is not a whole number'),
        ({"boards": 0}, "/boards", "less than 1"),
        ({"boards": 11}, "/boards", "greater than 10"),
        ({"variant": "long"}, "/variant", '"long" is not one of standard'),
        ({"options": {"start_size": 11}}, "/options/start_size", "start_size: 11"),
        ({"rated": True}, "/rated", "not a field here"),
    ],
)
def test_it_rejects(ada, gin, change, at, saying):
    asked = {**body(gin, {"policy": "random"}), **change}
    refused(ada.post("/api/v1/trials/", asked), 400, saying, at=at)
    assert not Trial.objects.exists()


def test_only_ones_own_bot_is_sent(ada, bob, gin, tonic):
    asked = body(tonic, {"bot": gin.pk})
    refused(ada.post("/api/v1/trials/", asked), 403, f"bot {tonic.pk} is another owner's")
    refused(ada.post("/api/v1/trials/", {**asked, "bot": 999}), 404, "there is no bot 999")
    refused(ada.post("/api/v1/trials/", body(gin, {"bot": 999})), 404, "there is no bot 999", at="/opponents/0/bot")
    refused(caller(ada.actor, "read").post("/api/v1/trials/", body(gin, {"bot": tonic.pk})), 403, "bots")


def test_a_repeated_key_has_one_effect(ada, gin):
    asked = body(gin, {"policy": "random"})
    answers = [ada.post("/api/v1/trials/", asked, HTTP_IDEMPOTENCY_KEY="k") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert Trial.objects.count() == 1


def test_qualify_answers_with_the_trial(ada):
    version = waiting()
    BotVersion.objects.update(state="failed")
    address = f"/api/v1/bots/{version.bot_id}/versions/1/qualify/"
    response = ada.post(address)
    assert response.status_code == 201
    trial = Trial.objects.get()
    assert response["Location"] == f"http://testserver/api/v1/trials/{trial.pk}/"
    shown = response.json()
    assert (shown["purpose"], shown["state"], shown["asked_by"]) == ("qualification", "pending", "ada")
    assert [seat["policy"] for seat in shown["seats"]] == ["", "random"]
    assert ada.ask(f"bots/{version.bot_id}/versions/1/")["state"] == "waiting"
    again = ada.post(address)
    assert (again.status_code, again.json()) == (200, shown)
    assert Trial.objects.count() == 1


def test_qualify_is_its_owners(ada, bob, anonymous, gin):
    version = waiting()
    address = f"/api/v1/bots/{version.bot_id}/versions/1/qualify/"
    refused(anonymous.post(address), 401)
    refused(bob.post(address), 403, "another owner's")
    refused(caller(ada.actor, "read").post(address), 403, code="insufficient_scope")
    refused(ada.post(address.replace("/1/q", "/2/q")), 404, f"bot {version.bot_id} has no version 2")
    refused(
        ada.post(f"/api/v1/bots/{gin.pk}/versions/1/qualify/"),
        409,
        f"version 1 of bot {gin.pk} is qualified",
        code="wrong_state",
    )


def test_who_is_not_qualified_or_is_suspended_is_not_activated(ada, anonymous):
    version = waiting()
    begun(version)
    address = f"/api/v1/bots/{version.bot_id}/activate/"
    refused(ada.post(address, {"version": 1}), 409, "is waiting", "qualify/", code="not_qualified")
    BotVersion.objects.update(state="failed")
    refused(ada.post(address, {"version": 1}), 409, "is failed", "qualify/", code="not_qualified")
    assert anonymous.ask(f"bots/{version.bot_id}/")["active"] is None
    BotVersion.objects.update(state="qualified", suspended_at=timezone.now(), suspension="It crashed in five games.")
    refused(ada.post(address, {"version": 1}), 409, "suspended", "It crashed in five games.", code="suspended")
    BotVersion.objects.update(suspended_at=None)
    assert ada.send(f"bots/{version.bot_id}/activate/", version=1)["active"] == 1


def test_the_examples_of_the_documentation(ada, bob, gin, tonic):
    """The requests of docs/api.md as they stand there, in order."""
    arena.add_version(actor=ada.actor, bot_id=gin.pk, kind="policy", policy="random")
    give_remote(gin)
    BotVersion.objects.filter(bot=gin, number=3).update(state="failed")
    gin.active = gin.versions.get(number=1)
    gin.save()
    section = PAGE.split("### Trials")[1].split("\n### ")[0]
    lines = re.search(r"```sh\n(.*?)```", section, re.DOTALL)[1].strip().splitlines()
    numbers = {"bots/1/": gin.pk, "bot=1&": gin.pk}  # counted from 1 there
    statuses = []
    for line in lines:
        words = shlex.split(line)
        address = next(word for word in words if word.startswith("$A/")).replace("$A/", "/api/v1/")
        for text, number in numbers.items():
            address = address.replace(text, text.replace("1", str(number)))
        if "--json" in words:
            asked = json.loads(words[words.index("--json") + 1])
            for at in [asked, *asked["opponents"]]:
                if "bot" in at:
                    at["bot"] = {1: gin.pk, 2: tonic.pk}[at["bot"]]
            answer = ada.post(address, asked)
            if "trials/1/" not in numbers:
                numbers["trials/1/"] = play(Trial.objects.get()).pk
        else:
            answer = ada.post(address) if "POST" in words else ada.get(address)
        statuses.append(answer.status_code)
    assert statuses == [201, 201, 200, 200, 200, 201]
