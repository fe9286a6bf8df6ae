"""Results that wait for their release: at no address does anybody but organiser and staff read them before."""

from __future__ import annotations

import pytest

from tests.tournaments import arena, reading
from tests.tournaments.api.conftest import Caller, caller, refused
from tournaments.models import Bye, Game, Match, Round, Tournament

pytestmark = pytest.mark.django_db
TELLING = "Told too early"
SCORE = 987654321
NOT_YET = {"counts": "not_yet", "why": "the results of the event are not released yet"}
HIDDEN = {"ranks": None, "ruled": None, "forfeit": None, "ruling": "", "rated": NOT_YET, "why": ""}


@pytest.fixture
def match(olga: Caller) -> Match:
    """Of the closed first round of three, of an event with hidden results and a bye in every round; corrected."""
    event = arena.event(3, format="swiss", rounds=3, options={"start_size": 1}, hidden=True)
    arena.play_round(event)
    match = Match.objects.select_related("round__tournament").get(round__tournament=event, round__number=1)
    olga.send(f"matches/{match.pk}/correct/", ranks=[1, 0], forfeit=True, reason=TELLING)
    Match.objects.update(why=TELLING, unrated=TELLING)
    Bye.objects.update(why=TELLING)
    Round.objects.update(notes=[TELLING])
    Game.objects.update(scores=[SCORE, SCORE])
    match.refresh_from_db()
    return match


@pytest.fixture
def owner(db: None) -> Caller:
    """Whose bot is entered."""
    return caller(arena.owner("owner0"), "read", "bots")


def end(event: Tournament) -> list[str]:
    """Play it out; its secret and seed."""
    event.refresh_from_db()
    arena.play_out(event)
    event.refresh_from_db()
    return [bytes(event.secret).hex(), bytes(event.seed or b"").hex()]


def test_no_address_tells_an_outsider(anonymous, bob, oscar, owner, match):
    telling = (TELLING, str(SCORE), *end(match.round.tournament))
    for address in [*reading.of_the_api(match), *reading.pages(match), *reading.lists(match)]:
        for client in (anonymous, bob, oscar, owner):
            text = client.get(address).content.decode()
            assert not [word for word in telling if word in text], address


def test_what_an_outsider_gets_instead(anonymous, sue, match):
    event = match.round.tournament_id
    path = f"matches/{match.pk}/"
    shown, known = anonymous.ask(path), sue.ask(path)
    assert (known["ranks"], known["ruled"], known["forfeit"], known["ruling"]) == ([1, 0], True, True, TELLING)
    assert shown == {**known, **HIDDEN, "dispatch": None}
    assert anonymous.ask("matches/", {"tournament": event})["results"][0] == shown
    turn, full = (client.ask(f"tournaments/{event}/rounds/1/") for client in (anonymous, sue))
    assert turn["matches"] == [shown]
    (bye,) = full["byes"]
    assert (bye["kind"], bye["points"], bye["why"]) == ("pairing", 2, TELLING)
    assert turn["byes"] == [{**bye, "kind": None, "points": None, "why": ""}]
    assert (turn["notes"], full["notes"]) == ([], [TELLING])
    assert [row["notes"] for row in anonymous.ask(f"tournaments/{event}/rounds/")["results"]] == [[], []]
    assert anonymous.ask(path + "games/")["results"] == []
    refused(anonymous.get(f"/api/v1/{path}games/1.0/"), 404, "there is no game 1.0")
    tables = [name for name in reading.of_the_api(match) if name.split("?")[0].endswith(reading.TABLES)]
    assert len(tables) == 10
    for address in (f"{path}games/1.0/transcript/", *(name.removeprefix("/api/v1/") for name in tables)):
        refused(
            anonymous.get(f"/api/v1/{address}"),
            409,
            f"the results of tournament {event} are hidden until its organiser releases them",
            code="results_hidden",
        )


def test_how_far_it_is_and_who_meets_whom_stay_visible(anonymous, sue, match):
    event = match.round.tournament_id
    shown, known = (client.ask(f"tournaments/{event}/") for client in (anonymous, sue))
    assert shown == {**known, "fault": None}
    assert shown["progress"] == {"round": 2, "rounds": 3, "matches": 2, "finished": 1}
    for number in (1, 2):
        ours, theirs = (client.ask(f"tournaments/{event}/rounds/{number}/") for client in (anonymous, sue))
        for name in ("seats", "state", "table"):
            assert [row[name] for row in ours["matches"]] == [row[name] for row in theirs["matches"]]
        assert [row["entry"] for row in ours["byes"]] == [row["entry"] for row in theirs["byes"]]


def test_organiser_and_staff_see_as_usual(olga, sue, match):
    event = match.round.tournament
    for client in (olga, sue):
        assert client.ask(f"tournaments/{event.pk}/standings/")["round"] == 1
        assert client.ask(f"matches/{match.pk}/games/1.0/")["scores"] == [SCORE, SCORE]
        transcript = client.get(f"/api/v1/matches/{match.pk}/games/1.0/transcript/")
        assert transcript.status_code == 200
        assert transcript["Cache-Control"] == "private, no-store"
        assert client.ask(f"tournaments/{event.pk}/")["secret"] is None
    secret, seed = end(event)
    for client in (olga, sue):
        shown = client.ask(f"tournaments/{event.pk}/")
        assert (shown["secret"], shown["seed"]) == (secret, seed)


def test_not_before_it_is_played_either(olga, anonymous, match):
    later = Match.objects.get(round__tournament=match.round.tournament, round__number=2)
    for client in (olga, anonymous):
        assert client.ask(f"matches/{later.pk}/games/")["results"] == []
        address = f"/api/v1/matches/{later.pk}/games/1.0/transcript/"
        refused(client.get(address), 409, code="round_not_closed")


def test_a_release_shows_everything_to_everyone(olga, sue, anonymous, match):
    event = match.round.tournament
    before = olga.ask(f"tournaments/{event.pk}/")
    end(event)
    released = olga.send(f"tournaments/{event.pk}/release/")
    assert (before["released_at"], released["released_at"] is not None) == (None, True)
    assert olga.send(f"tournaments/{event.pk}/release/") == released
    assert anonymous.ask(f"tournaments/{event.pk}/") == {**released, "fault": None, "forecast": None}
    for address in reading.of_the_api(match):
        if not address.endswith(reading.ORGANISERS):
            ours, theirs = (client.get(address) for client in (anonymous, sue))
            assert ours.status_code == theirs.status_code == 200
    shown = anonymous.ask(f"matches/{match.pk}/")
    assert shown == {**sue.ask(f"matches/{match.pk}/"), "dispatch": None}
    assert shown["ruling"] == TELLING
    transcript = anonymous.get(f"/api/v1/matches/{match.pk}/games/1.0/transcript/")
    assert transcript["Cache-Control"] == "public, max-age=31536000, immutable"


def test_only_the_organiser_and_staff_release(anonymous, bob, oscar, sue, match):
    address = f"/api/v1/tournaments/{match.round.tournament_id}/release/"
    refused(anonymous.post(address), 401)
    refused(bob.post(address), 403, code="insufficient_scope")
    refused(oscar.post(address), 403, "another organiser's")
    assert sue.post(address).status_code == 200


def test_what_is_not_hidden_is_not_released(olga, running):
    refused(olga.post(f"/api/v1/tournaments/{running.pk}/release/"), 409, "not hidden", code="not_hidden")
