"""/api/v1/tournaments/{id}/standings/?round= and explain/, crosstable/, quality/, export/, and the forecast"""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tournaments import ranking
from tournaments.events import barring
from tournaments.models import Bot, Entry, Match, Round, Tournament
from tournaments.standings.tiebreaks import tie_breaks
from tournaments.trf.read import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(olga):
    """Of five bots and three rounds, with a bye in each; two are closed."""
    event = arena.event(5, format="swiss", rounds=3, options={"start_size": 1})
    arena.play_round(event)
    arena.play_round(event)
    return event


def rows(response) -> list[list[str]]:
    return list(csv.reader(io.StringIO(response.content.decode(), newline="")))


def test_standings_after_any_closed_round(anonymous, swiss):
    path = f"tournaments/{swiss.pk}/standings/"
    for number in (1, 2):
        shown = anonymous.ask(path, {"round": number})
        assert shown["round"] == number
        points = {line["number"]: line["points"] for line in shown["results"]}
        assert points == {row.entrant: row.points for row in ranking.standings(swiss, last=number)}
    assert anonymous.ask(path) == anonymous.ask(path, {"round": 2})


@pytest.mark.parametrize("name", ["standings/", "crosstable/"])
def test_a_round_that_is_not_closed_is_not_there(anonymous, swiss, name):
    path = f"/api/v1/tournaments/{swiss.pk}/{name}"
    refused(anonymous.get(f"{path}?round=3"), 404, "round: 3 is no closed round", "the last is 2", at="round")
    for wrong in ("0", "-1", "x", "1.0", "9" * 30):
        refused(anonymous.get(path, {"round": wrong}), 400, "is not a whole number from 1", at="round")
    refused(anonymous.get(f"{path}?round="), 400, at="round")
    refused(anonymous.get(f"{path}?rounds=1"), 400, at="rounds")
    soon = arena.event(2, start=False)
    refused(anonymous.get(f"/api/v1/tournaments/{soon.pk}/{name}?round=1"), 404, "none is yet")


def test_columns_are_those_of_the_event_in_its_order(anonymous, olga):
    order = ["wins", "direct_encounter", "koya", "direct_encounter"]
    event = arena.event(4, format="swiss", rounds=2, options={"start_size": 1}, tie_breaks=order)
    arena.play_round(event)
    shown = anonymous.ask(f"tournaments/{event.pk}/standings/")
    assert [column["id"] for column in shown["order"]] == order
    assert all(list(line["tie_breaks"]) == ["wins", "direct_encounter", "koya"] for line in shown["results"])


def test_an_explanation_adds_up_and_names_opponents(anonymous, swiss):
    for tie_break in tie_breaks(2):
        for row in ranking.standings(swiss):
            entry = Entry.objects.get(tournament=swiss, number=row.entrant)
            shown = anonymous.ask(
                f"tournaments/{swiss.pk}/standings/explain/", {"entry": entry.pk, "tie_break": tie_break.id}
            )
            assert (shown["round"], shown["contestant"]["entry"]) == (2, entry.pk)
            assert shown["tie_break"]["title"] == tie_break.title
            assert shown["value"] == row.tie_breaks.get(tie_break.id, shown["value"])
            if not shown["mean"]:
                assert shown["value"] == sum(line["value"] for line in shown["lines"] if line["counted"])
            for line in shown["lines"]:
                if (opponent := line["opponent"]) is not None:
                    other = Entry.objects.get(pk=opponent["entry"])
                    assert (opponent["number"], opponent["bot"]["name"]) == (other.number, other.bot.name)
    assert (
        anonymous.ask(
            f"tournaments/{swiss.pk}/standings/explain/", {"entry": entry.pk, "tie_break": "wins", "round": 1}
        )["round"]
        == 1
    )


def test_what_is_no_question(anonymous, swiss, running):
    path = f"/api/v1/tournaments/{swiss.pk}/standings/explain/"
    mine, other = (event.entries.first().pk for event in (swiss, running))
    asked = {"entry": mine, "tie_break": "wins"}
    refused(anonymous.get(path, {"tie_break": "wins"}), 400, "entry: missing", at="entry")
    refused(anonymous.get(path, {"entry": mine}), 400, "tie_break: missing", at="tie_break")
    refused(anonymous.get(path, {**asked, "entry": "x"}), 400, "is not a whole number", at="entry")
    refused(anonymous.get(path, {**asked, "entry": other}), 404, f"entry: {other} is not in the standings", at="entry")
    for name in ("luck", "places"):
        refused(anonymous.get(path, {**asked, "tie_break": name}), 400, "is not one of buchholz,", at="tie_break")
    refused(anonymous.get(path, {**asked, "round": 3}), 404, at="round")
    Entry.objects.filter(tournament=swiss).update(rating=None)
    refused(anonymous.get(path, {**asked, "tie_break": "average_rating"}), 409, code="no_such_value")


def test_the_crosstable(anonymous, swiss):
    shown = anonymous.ask(f"tournaments/{swiss.pk}/crosstable/")
    assert (shown["round"], shown["seats"], shown["edition"]) == (2, 2, "2026")
    table = ranking.crosstable(swiss).as_json()
    assert [line["rounds"] for line in shown["results"]] == [row["rounds"] for row in table["rows"]]
    lines = anonymous.ask(f"tournaments/{swiss.pk}/standings/")["results"]
    assert [{name: line[name] for name in lines[0]} for line in shown["results"]] == lines
    assert [
        len(line["rounds"]) for line in anonymous.ask(f"tournaments/{swiss.pk}/crosstable/", {"round": 1})["results"]
    ] == [1] * 5


def test_the_crosstable_as_csv(anonymous, swiss):
    Bot.objects.filter(pk=swiss.entries.get(number=1).bot_id).update(name='=HYPERLINK("x", 1)')
    response = anonymous.get(f"/api/v1/tournaments/{swiss.pk}/crosstable/?as=csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert response["Content-Disposition"] == f'attachment; filename="cup-{swiss.pk}.csv"'
    header, *lines = rows(response)
    assert header[:9] == ["place", "number", "bot", "version", "owner", "state", "points", "played", "won"]
    assert header[9:14] == ["buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter", "wins"]
    assert header[14:] == [f"round {n} {what}" for n in (1, 2) for what in ("result", "seat", "points")]
    by_number = {line[1]: line for line in lines}
    assert by_number["1"][2] == '\'=HYPERLINK("x", 1)'
    matches = Match.objects.filter(round__tournament=swiss, round__number=1)
    for match in matches:
        a, b = match.seats.order_by("seat").values_list("entry__number", flat=True)
        words = {0: "win" if match.ranks == [0, 1] else "tie", 1: "loss"}
        assert by_number[str(a)][14:16] == [f"{words[match.ranks[0]]} {b}", "1"]
    (rest,) = (line for line in lines if line[14] == "pairing")
    assert rest[15:17] == ["", "2"]
    assert all(sum(map(int, (line[16], line[19]))) == int(line[6]) for line in lines)
    for accept in ("text/csv", "application/json", "text/html"):
        again = anonymous.get(f"/api/v1/tournaments/{swiss.pk}/crosstable/?as=csv", HTTP_ACCEPT=accept)
        assert again.content == response.content


def test_a_table_of_four_names_all_others_in_csv(anonymous, olga):
    event = arena.event(4, format="pods", rounds=1, seats=4, options={"start_size": 1})
    arena.play_out(event)
    _, *lines = rows(anonymous.get(f"/api/v1/tournaments/{event.pk}/export/?as=csv"))
    for line in lines:
        met = [part.split(" ") for part in line[-3].split(", ")]
        assert {number for _, number in met} == {"1", "2", "3", "4"} - {line[1]}
        assert {word for word, _ in met} <= {"win", "tie", "loss"}


def test_exports(anonymous, swiss):
    path = f"/api/v1/tournaments/{swiss.pk}/export/"
    for form, ending in (("trf16", "trf"), ("trf26", "trf"), ("json", "json"), ("csv", "csv")):
        response = anonymous.get(path, {"as": form})
        assert response.status_code == 200
        assert response["Content-Disposition"] == f'attachment; filename="cup-{swiss.pk}.{ending}"'
        if ending == "trf":
            assert response["Content-Type"] == "text/plain; charset=us-ascii"
            assert len(read(response.content).players) == 5
    assert json.loads(anonymous.get(path, {"as": "json"}).content) == anonymous.ask(
        f"tournaments/{swiss.pk}/crosstable/"
    )
    refused(anonymous.get(path), 400, "as: missing; give one of trf16, trf26, json, csv", at="as")
    refused(anonymous.get(path, {"as": "xml"}), 400, 'as: "xml" is not one of', at="as")
    refused(anonymous.get(path, {"as": "csv", "round": 1}), 400, at="round")


def test_no_header_is_made_of_a_name(anonymous, swiss):
    Tournament.objects.filter(pk=swiss.pk).update(name='"; x=1\r\nSet-Cookie: a=b')
    for form in ("json", "csv"):
        response = anonymous.get(f"/api/v1/tournaments/{swiss.pk}/export/?as={form}")
        assert response["Content-Disposition"] == f'attachment; filename="x1-set-cookie-ab-{swiss.pk}.{form}"'
        assert "Set-Cookie" not in response


def test_what_cannot_be_a_report_file(anonymous, olga):
    pods = arena.event(3, format="pods", seats=3, options={"start_size": 1})
    soon = arena.event(2, start=False)
    for form in ("trf16", "trf26"):
        path = f"/api/v1/tournaments/{pods.pk}/export/?as={form}"
        refused(anonymous.get(path), 409, "has tables of 3 seats", code="not_two_seats")
        path = f"/api/v1/tournaments/{soon.pk}/export/?as={form}"
        refused(anonymous.get(path), 409, "nobody has a number yet", code="not_started")
    assert anonymous.ask(f"tournaments/{soon.pk}/export/", {"as": "json"})["results"] == []


def test_pairs_kept_apart_are_in_the_organisers_file_alone(anonymous, olga, bob, sue, swiss):
    bots = [swiss.entries.get(number=number).bot_id for number in (1, 2)]
    barring.bar(actor=olga.actor, tournament_id=swiss.pk, bot_ids=(bots[0], bots[1]))
    for_bots = caller(olga.actor, "bots")
    for client, told in ((anonymous, False), (bob, False), (for_bots, False), (olga, True), (sue, True)):
        text = client.get(f"/api/v1/tournaments/{swiss.pk}/export/?as=trf26").content.decode()
        assert any(line.startswith("260") for line in text.splitlines()) is told


def test_quality_says_who_met_again(anonymous, olga):
    event = arena.event(2, format="swiss", rounds=2, options={"start_size": 1})
    path = f"tournaments/{event.pk}/quality/"
    nothing = anonymous.ask(path)
    assert (nothing["round"], nothing["repeats"], nothing["spreads"]) == (0, 0, [])
    arena.play_out(event)
    shown = anonymous.ask(path)
    assert (shown["round"], shown["repeats"], shown["most_byes"], shown["rested"]) == (2, 1, 0, [])
    (again,) = shown["repeated"]
    assert again["rounds"] == [1, 2]
    assert [who["number"] for who in again["entries"]] == [1, 2]
    assert {who["bot"]["name"] for who in again["entries"]} == set(Bot.objects.values_list("name", flat=True))
    assert [spread["round"] for spread in shown["spreads"]] == [1, 2]
    assert shown["spreads"][0] == {"round": 1, "pairs": 1, "total": 0, "greatest": 0}


def test_quality_says_who_rested_twice(anonymous, olga):
    event = arena.play_out(arena.event(3, format="swiss", rounds=4, options={"start_size": 1}))
    shown = anonymous.ask(f"tournaments/{event.pk}/quality/")
    assert shown["most_byes"] == 2
    (who,) = shown["rested"]
    assert len(who["rounds"]) == 2
    assert Entry.objects.get(pk=who["entry"]["entry"]).byes.count() == 2


def test_a_tournament_shows_its_forecast_and_a_list_does_not(anonymous, swiss):
    shown = anonymous.ask(f"tournaments/{swiss.pk}/")
    assert shown["forecast"]["games"] == 4
    assert shown["forecast"]["measured"] == 2
    assert isinstance(shown["forecast"]["seconds"], int)
    assert all("forecast" not in row for row in anonymous.ask("tournaments/")["results"])
    Round.objects.update(closed_at=None)
    assert anonymous.ask(f"tournaments/{swiss.pk}/")["forecast"] == {"games": 4, "seconds": None, "measured": 0}
    arena.play_out(swiss)
    assert anonymous.ask(f"tournaments/{swiss.pk}/")["forecast"] is None


@pytest.mark.parametrize("name", ["crosstable/", "crosstable/?as=csv", "export/?as=trf26", "quality/"])
def test_statements_do_not_grow_with_the_field(anonymous, olga, django_assert_max_num_queries, name):
    for bots in (2, 8):
        event = arena.event(bots, format="swiss", rounds=2, options={"start_size": 1})
        arena.play_round(event)
        with django_assert_max_num_queries(26):
            assert anonymous.get(f"/api/v1/tournaments/{event.pk}/{name}").status_code == 200
