"""Forms in front of services: what is made, what is refused and where that is shown."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournaments import arena
from tests.tournaments.admin.world import World
from tests.tournaments.bots.uploading import SOURCE, sandbox_at
from tournaments.access.models import AuditEntry, Token
from tournaments.access.secret import parse
from tournaments.events import setup
from tournaments.models import Bot, BotVersion, Entry, Tournament
from tournaments.standings.tiebreaks import TIE_BREAKS

pytestmark = pytest.mark.django_db

DRAFT = {
    "name": "Cup", "description": "", "engine": "trash", "variant": "", "options": "", "format": "swiss", "seats": "2",
    "rounds": "", "boards": "1", "rotate": "on", "deals": "duplicate", "move_ms": "1000", "bank_ms": "30000",
    "game_ms": "600000", "result": "ranks", "scoring": "match", "on_void": "tie", "rated": "on",
    "format_options": "", "points": "", "tie_breaks": "", "edition": "2026", "admission": "public", "capacity": "",
    "per_owner": "", "entries_from_0": "", "entries_from_1": "", "entries_until_0": "", "entries_until_1": "",
    "starts_at_0": "", "starts_at_1": "", "check_in_minutes": "", "late_until": "0", "late_points": "0",
    "requested_byes": "0", "same_owner_rounds": "0", "acceleration": "none",
}  # fmt: skip
ADD = "/admin/tournaments/{}/add/"


def errors(response: Any) -> dict[str, list[str]]:
    assert response.status_code == 200
    return dict(response.context["adminform"].form.errors)


def change(event: Tournament) -> str:
    return f"/admin/tournaments/tournament/{event.pk}/change/"


def test_an_empty_form_asks_for_no_options(staff: Client) -> None:
    assert staff.get(ADD.format("tournament")).context["adminform"].form["options"].value() == "{}"


def test_a_draft_is_made(staff: Client) -> None:
    response = staff.post(ADD.format("tournament"), DRAFT | {"options": '{"start_size": 4}'})
    assert response.status_code == 302
    event = Tournament.objects.get()
    assert (event.state, event.organiser.username, event.options) == ("draft", "staffer", {"start_size": 4})
    assert (event.variant, len(bytes(event.secret)), len(event.commitment)) == ("standard", 32, 64)
    assert AuditEntry.objects.get().verb == "tournament.create"


def test_a_variant_gives_the_options(staff: Client) -> None:
    staff.post(ADD.format("tournament"), DRAFT | {"variant": "short"})
    assert Tournament.objects.get().options == {"start_size": 3}


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"options": '{"start_size": 99}'}, "options", "start_size"),
        ({"options": "[1]"}, "options", "list is not a JSON object"),
        ({"options": "{"}, "options", "valid JSON"),
        ({"seats": "6"}, "seats", "table sizes of"),
        ({"format": "round_robin", "rounds": "5"}, "rounds", "leave it out"),
        ({"boards": "30000"}, "boards", "30000 is not between 1 and"),
        ({"name": " "}, "name", "required"),
        ({"engine": "chess"}, "engine", "not one of"),
        ({"format_options": '{"balance": true}'}, "format_options", "balance_seats"),
        ({"format_options": "3"}, "format_options", "int is not a JSON object"),
        ({"points": "3, 1"}, "points", "for three to six seats, not 2"),
        ({"points": "3, one"}, "points", "is not a whole number"),
        ({"tie_breaks": "wins\nluck"}, "tie_breaks", "is not a tie-break"),
        ({"tie_breaks": "wins, wins"}, "tie_breaks", "there twice"),
        ({"edition": "1999"}, "edition", "1999"),
        ({"starts_at_0": "0001-01-01", "starts_at_1": "00:00"}, "starts_at", "the year 1 is not between 2000 and"),
        ({"check_in_minutes": "30"}, "check_in_minutes", "count back from starts_at"),
        ({"capacity": "1"}, "capacity", "1 is not between 2 and"),
        ({"per_owner": "0"}, "per_owner", "0 is not between 1 and"),
        ({"late_points": "1"}, "late_points", "without late_until nobody enters late"),
        ({"requested_byes": "201"}, "requested_byes", "201 is not between 0 and"),
        ({"same_owner_rounds": ""}, "same_owner_rounds", "required"),
        ({"acceleration": "fast"}, "acceleration", "fast is not one of"),
        ({"admission": "all"}, "admission", "all is not one of"),
    ],
)
def test_a_refusal_stands_at_its_field(values: dict[str, str], field: str, words: str, staff: Client) -> None:
    response = staff.post(ADD.format("tournament"), DRAFT | values)
    found = errors(response)
    assert list(found) == [field]
    assert words in str(found[field])
    assert response.context["adminform"].form["description"].value() == ""
    assert not Tournament.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_draft_with_everything_is_made(staff: Client) -> None:
    """Every setting of the service has a field here, and comes back in it."""
    asked = {
        "format": "pods", "seats": "4", "rounds": "5", "points": "72, 48 ,24,12", "tie_breaks": "places\r\n wins\r\n",
        "edition": "2024", "admission": "private", "hidden": "on", "capacity": "64", "per_owner": "2",
        "entries_from_0": "2030-01-01", "entries_from_1": "10:00", "entries_until_0": "2030-01-02",
        "entries_until_1": "10:00", "starts_at_0": "2030-01-03", "starts_at_1": "10:00", "check_in_minutes": "15",
        "late_until": "2", "late_points": "3", "requested_byes": "1", "same_owner_rounds": "2", "acceleration": "baku",
    }  # fmt: skip
    made = staff.post(ADD.format("tournament"), DRAFT | asked)
    assert made.status_code == 302, errors(made)
    event = Tournament.objects.get()
    assert (event.points, event.tie_breaks, event.edition) == ([72, 48, 24, 12], ["places", "wins"], "2024")
    assert (event.admission, event.hidden, event.capacity, event.per_owner) == ("private", True, 64, 2)
    assert (event.starts_at, event.check_in_minutes) == (datetime(2030, 1, 3, 10, tzinfo=UTC), 15)
    assert (event.late_until, event.late_points, event.requested_byes) == (2, 3, 1)
    assert (event.same_owner_rounds, event.acceleration) == (2, "baku")
    form = staff.get(change(event)).context["adminform"].form
    assert set(form.fields) == set(setup.SETTABLE)
    assert (form["points"].value(), form["tie_breaks"].value()) == ("72, 48, 24, 12", "places\nwins")
    same = {**DRAFT, **asked, "variant": "standard", "options": form["options"].value(), "format_options": "{}"}
    assert staff.post(change(event), same).status_code == 302
    assert AuditEntry.objects.filter(verb="tournament.edit").get().details == {"fields": []}


def test_the_form_says_what_can_be_chosen(staff: Client) -> None:
    form = staff.get(ADD.format("tournament")).context["adminform"].form
    for tie_break in TIE_BREAKS.values():
        assert f"<code>{tie_break.id}</code> {tie_break.title}" in form["tie_breaks"].help_text
    assert "<code>koya</code> Koya (for 2 seats)." in form["tie_breaks"].help_text
    assert "<code>places</code> Places (for 3 to 6 seats)." in form["tie_breaks"].help_text
    assert "Round robin: <code>cycles</code>, 1 or 2, else 1." in form["format_options"].help_text
    assert "<code>balance_seats</code>, true or false, else false." in form["format_options"].help_text


def test_of_an_open_event_some_can_be_changed(staff: Client, world: World) -> None:
    page = staff.get(change(world.open))
    assert set(page.context["adminform"].form.fields) == set(setup.SETTABLE_OPEN)
    before = world.open.format
    asked = {"name": "Later", "capacity": "9", "starts_at_0": "2030-01-03", "starts_at_1": "10:00", "format": "dutch"}
    assert staff.post(change(world.open), DRAFT | asked).status_code == 302
    world.open.refresh_from_db()
    assert (world.open.name, world.open.capacity, world.open.format) == ("Later", 9, before)
    assert world.open.starts_at == datetime(2030, 1, 3, 10, tzinfo=UTC)
    found = errors(staff.post(change(world.open), DRAFT | {"capacity": "1"}))
    assert list(found) == ["capacity"]


def test_a_draft_is_edited(staff: Client, world: World) -> None:
    staff.post(change(world.draft), DRAFT | {"name": "Renamed", "variant": "standard", "rounds": "4", "seats": "2"})
    world.draft.refresh_from_db()
    assert (world.draft.name, world.draft.rounds, world.draft.options) == ("Renamed", 4, {"start_size": 10})
    assert world.draft.organiser.username == "olga"


def test_another_variant_brings_its_options(staff: Client, world: World) -> None:
    """The text field still holds the old variant's options; as nobody touched it, it says nothing."""
    page = staff.get(change(world.draft)).context["adminform"].form
    staff.post(change(world.draft), DRAFT | {"variant": "short", "options": page["options"].value()})
    world.draft.refresh_from_db()
    assert (world.draft.variant, world.draft.options) == ("short", {"start_size": 3})


def test_a_refused_edit_changes_nothing(staff: Client, world: World) -> None:
    found = errors(staff.post(change(world.draft), DRAFT | {"name": "New", "boards": "0"}))
    assert list(found) == ["boards"]
    world.draft.refresh_from_db()
    assert (world.draft.name, world.draft.boards) == ("Draft", 1)


def test_of_what_has_started_nothing_can_be_edited(staff: Client, root: Client, world: World) -> None:
    for client in (staff, root):
        for event in (world.live, world.over):
            assert client.post(change(event), DRAFT | {"name": "Mine"}).status_code == 403
            event.refresh_from_db()
            assert event.name != "Mine"


def test_a_draft_that_was_opened_meanwhile_is_not_edited(
    staff: Client, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form was filled in while somebody pressed open: the service, under its lock, says so."""
    edit = setup.edit

    def late(**given: Any) -> Tournament:
        Tournament.objects.filter(pk=world.draft.pk).update(state="open")
        return edit(**given)

    monkeypatch.setattr(setup, "edit", late)
    found = errors(staff.post(change(world.draft), DRAFT | {"name": "Late"}))
    assert "can be changed in a draft only" in str(found["__all__"])
    world.draft.refresh_from_db()
    assert world.draft.name == "Draft"


def test_a_draft_is_thrown_away(staff: Client, world: World) -> None:
    address = f"/admin/tournaments/tournament/{world.draft.pk}/delete/"
    assert staff.get(address).status_code == 200
    staff.post(address, {"post": "yes"})
    assert not Tournament.objects.filter(pk=world.draft.pk).exists()
    assert AuditEntry.objects.filter(verb="tournament.discard", target_id=world.draft.pk).exists()


def test_what_is_no_draft_is_not_thrown_away(root: Client, world: World) -> None:
    for event in (world.open, world.live, world.over):
        assert root.post(f"/admin/tournaments/tournament/{event.pk}/delete/", {"post": "yes"}).status_code == 403
        assert Tournament.objects.filter(pk=event.pk).exists()


def test_a_bot_and_a_version_are_made(staff: Client) -> None:
    staff.post(ADD.format("bot"), {"name": "hare", "engine": "trash"})
    bot = Bot.objects.get()
    assert (bot.owner.username, bot.engine) == ("staffer", "trash")
    staff.post(ADD.format("botversion"), {"bot": bot.pk, "kind": "policy", "policy": "greedy"})
    bot.refresh_from_db()
    version = BotVersion.objects.get()
    assert (version.number, bot.active) == (1, version)
    again = errors(staff.post(ADD.format("bot"), {"name": "hare", "engine": "trash"}))
    assert 'called "hare" already' in str(again)


def test_a_program_is_uploaded(staff: Client) -> None:
    sandbox_at()
    bot = arena.bot("hare")
    asked = {"bot": bot.pk, "kind": "program", "policy": "", "runtime": "python", "main": ""}
    assert 'enctype="multipart/form-data"' in staff.get(ADD.format("botversion")).content.decode()
    for said, field, wrong in (
        ("program: required", "program", {}),
        ("program: there is nothing in it", "program", {"program": SimpleUploadedFile("a.py", b"")}),
        ("main: &quot;b.py&quot; is not in", "main", {"main": "b.py", "program": SimpleUploadedFile("a.py", b"1")}),
        ("runtime: required", "runtime", {"runtime": "", "program": SimpleUploadedFile("a.py", b"1")}),
    ):
        found = errors(staff.post(ADD.format("botversion"), asked | wrong))
        assert said in str(found[field])
    assert bot.versions.count() == 1
    staff.post(ADD.format("botversion"), asked | {"program": SimpleUploadedFile("a.py", SOURCE)})
    version = bot.versions.get(number=2)
    assert (version.kind, version.main, version.state) == ("program", "a.py", "waiting")
    # of what it holds nobody sees anything
    for address in (f"{version.pk}/change/", "", f"?q={version.digest[:12]}"):
        page = staff.get(f"/admin/tournaments/botversion/{address}").content.decode()
        assert version.digest[:12] in page
        assert "qualified" in page.lower() or "waiting" in page
        assert SOURCE.decode().strip() not in page
    assert version.digest[:12] in staff.get(f"/admin/tournaments/bot/{bot.pk}/change/").content.decode()


def test_a_bot_is_entered(staff: Client, world: World) -> None:
    bot = arena.bot("hare")
    staff.post(ADD.format("entry"), {"tournament": world.open.pk, "bot": bot.pk})
    assert Entry.objects.filter(tournament=world.open, bot=bot, version=bot.active).exists()
    late = errors(staff.post(ADD.format("entry"), {"tournament": world.over.pk, "bot": bot.pk}))
    assert "this needs it to be open" in str(late["__all__"])


def test_a_token_is_shown_once(staff: Client) -> None:
    ada = arena.owner("ada").user
    response = staff.post(ADD.format("token"), {"owner": ada.pk, "name": "laptop", "scopes": ["read", "organise"]})
    token = Token.objects.get()
    text = next(word for word in response.content.decode().replace("<", " ").replace(">", " ").split() if parse(word))
    assert parse(text).digest == token.digest  # type: ignore[union-attr]
    assert (token.owner, token.scopes, token.by_staff) == (ada, ["read", "organise"], True)
    assert "no-store" in response.headers["Cache-Control"]
    assert response.cookies.get("messages") is None
    for address in (f"/admin/tournaments/token/{token.pk}/change/", "/admin/tournaments/token/", "/admin/"):
        page = staff.get(address).content.decode()
        assert text not in page
        assert token.digest not in page
    assert text not in str(list(AuditEntry.objects.values()))


def test_a_token_that_is_refused(staff: Client) -> None:
    values = {"owner": arena.owner("ada").user.pk, "name": "old", "scopes": ["read"]}
    past = {"expires_at_0": "2020-01-01", "expires_at_1": "00:00:00"}
    assert "not in the future" in str(errors(staff.post(ADD.format("token"), values | past))["expires_at"])
    assert "scopes" in errors(staff.post(ADD.format("token"), values | {"scopes": []}))
    assert not Token.objects.exists()


def test_staff_does_not_lift_itself(staff: Client, root: Client) -> None:
    from django.contrib.auth.models import Permission

    me = User.objects.get(username="staffer")
    me.user_permissions.set(Permission.objects.filter(content_type__app_label="auth"))
    ada = arena.owner("ada").user
    values = {"username": "ada", "is_staff": "on", "is_superuser": "on", "is_active": "on"}
    assert staff.post(f"/admin/auth/user/{ada.pk}/change/", values | {"email": "ada@example.org"}).status_code == 302
    ada.refresh_from_db()
    assert (ada.email, ada.is_staff, ada.is_superuser) == ("ada@example.org", False, False)
    boss = User.objects.get(username="root")
    for account in (me, boss):
        assert staff.post(f"/admin/auth/user/{account.pk}/change/", values).status_code == 403
        assert (
            staff.post(f"/admin/auth/user/{account.pk}/password/", {"password1": "a", "password2": "a"}).status_code
            == 403
        )
        assert staff.post(f"/admin/auth/user/{account.pk}/delete/", {"post": "yes"}).status_code == 403
    assert root.post(f"/admin/auth/user/{ada.pk}/change/", values).status_code == 302
    ada.refresh_from_db()
    assert ada.is_staff
