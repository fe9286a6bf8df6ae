"""Verbs in the admin: they call the services, report what happened to each row, and change nothing on a GET."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments import arena
from tests.tournaments.admin.world import World
from tournaments.access.errors import Refused
from tournaments.access.models import AuditEntry
from tournaments.admin.entries import EntryAdmin
from tournaments.admin.tournaments import TournamentAdmin
from tournaments.models import Bot, BotVersion, Entry, Match, Tournament

pytestmark = pytest.mark.django_db
LIST = "/admin/tournaments/{}/"


def press(client: Client, model: str, row: Any, verb: str, **data: str) -> Any:
    return client.post(f"/admin/tournaments/{model}/{row.pk}/do/{verb}/", data, follow=True)


def bulk(client: Client, model: str, rows: list[Any], verb: str, **data: str) -> Any:
    chosen = {"action": verb, "_selected_action": [row.pk for row in rows], **data}
    return client.post(LIST.format(model), chosen, follow=True)


def said(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def buttons(client: Client, model: str, row: Any) -> list[str]:
    """The verbs that the row's page offers."""
    context = client.get(f"{LIST.format(model)}{row.pk}/change/").context
    return [button["verb"].name for button in context["row_verbs"]]


def test_a_tournament_goes_through_its_life(staff: Client) -> None:
    event = arena.event(2, start=False)
    for verb, state in [("start", "running"), ("pause", "paused"), ("resume", "running"), ("pause", "paused")]:
        assert verb in buttons(staff, "tournament", event)
        response = press(staff, "tournament", event, verb)
        assert response.redirect_chain[-1][0] == f"/admin/tournaments/tournament/{event.pk}/change/"
        event.refresh_from_db()
        assert event.state == state
    entry = AuditEntry.objects.filter(verb="tournament.start").get()
    assert entry.username == "staffer"


def test_cancelling_asks_first(staff: Client) -> None:
    event = arena.event(2)
    asked = press(staff, "tournament", event, "cancel")
    assert "This cannot be undone" in asked.content.decode()
    event.refresh_from_db()
    assert event.state == "running"
    press(staff, "tournament", event, "cancel", confirmed="yes")
    event.refresh_from_db()
    assert event.state == "cancelled"


def test_the_buttons_are_those_that_the_services_take(staff: Client, world: World) -> None:
    """Offered is exactly what changes the event: a verb that is not is refused, or stands already."""
    finished = {"draft": world.draft, "open": world.open, "running": world.live, "finished": world.over}
    paused = arena.event(2, name="Paused")
    Tournament.objects.filter(pk=paused.pk).update(state="paused")
    cancelled = arena.event(2, name="Gone", start=False)
    Tournament.objects.filter(pk=cancelled.pk).update(state="cancelled")
    from django.db import transaction

    actor = arena.organiser()
    for state, event in {**finished, "paused": paused, "cancelled": cancelled}.items():
        offered = buttons(staff, "tournament", event)
        effective = []
        for verb in (verb for verb in TournamentAdmin.verbs if verb.form is None):
            noted = AuditEntry.objects.count()
            with transaction.atomic():
                try:
                    verb.run(actor, event)
                except Refused:
                    continue
                else:
                    noted = AuditEntry.objects.count() - noted
                finally:
                    transaction.set_rollback(True)
                if noted:
                    effective.append(verb.name)
        asking = {verb.name for verb in TournamentAdmin.verbs if verb.form is not None}
        assert [name for name in offered if name not in asking] == effective, state


def test_a_list_reports_on_every_row(staff: Client, world: World) -> None:
    response = bulk(staff, "tournament", [world.over, world.open, world.draft], "start")
    assert said(response) == [
        f"Over: start: tournament {world.over.pk} is finished; this needs it to be open",
        f"Draft: start: tournament {world.draft.pk} is draft; this needs it to be open",
        "Open: started",
    ]
    world.open.refresh_from_db()
    assert world.open.state == "running"


def test_a_list_asks_before_it_cancels(staff: Client, world: World) -> None:
    rows = [world.live, world.open]
    asked = bulk(staff, "tournament", rows, "cancel")
    page = asked.content.decode()
    assert "Cancel 2 rows" in page
    assert all(f'value="{row.pk}"' in page for row in rows)
    assert not Tournament.objects.filter(state="cancelled").exists()
    assert sorted(said(bulk(staff, "tournament", rows, "cancel", confirmed="yes"))) == [
        "Live: cancelled",
        "Open: cancelled",
    ]
    assert Tournament.objects.filter(state="cancelled").count() == 2


def test_too_many_rows_at_once_are_refused(staff: Client, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.access.verbs.MOST_ROWS", 1)
    response = bulk(staff, "tournament", [world.draft, world.open], "open")
    assert said(response) == ["Open: more than 1 rows at once; choose fewer"]
    world.draft.refresh_from_db()
    assert world.draft.state == "draft"


def test_many_reports_are_cut_and_counted(staff: Client, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.access.verbs.MOST_MESSAGES", 1)
    response = bulk(staff, "tournament", [world.over, world.live, world.draft, world.open], "open")
    assert len(said(response)) == 2
    assert said(response)[1] == "and 2 more open for entries, 1 more refused"


def test_who_played_in_an_event_that_is_over_is_not_offered_to_leave(staff: Client, world: World) -> None:
    assert buttons(staff, "entry", world.over.entries.first()) == ["disqualify", "annul"]


def test_an_entry_is_withdrawn_and_disqualified(staff: Client, world: World) -> None:
    one, two = world.open.entries.order_by("id")
    assert buttons(staff, "entry", one) == ["withdraw", "disqualify", "annul"]
    press(staff, "entry", one, "withdraw", confirmed="yes")
    bulk(staff, "entry", [one, two], "disqualify", confirmed="yes")
    assert list(world.open.entries.values_list("state", flat=True)) == ["disqualified", "disqualified"]
    assert buttons(staff, "entry", one) == ["annul"]
    late = Entry.objects.filter(tournament=world.over).first()
    response = press(staff, "entry", late, "withdraw", confirmed="yes")
    assert "is finished; this needs it to be open or running or paused" in said(response)[0]


def test_a_void_match_is_played_again(staff: Client, world: World) -> None:
    assert buttons(staff, "match", world.void) == ["requeue", "rule-tie", "rule"]
    response = press(staff, "match", world.void, "requeue")
    assert said(response) == [f"m{world.void.pk}: to be played again"]
    world.void.refresh_from_db()
    assert (world.void.state, world.void.failures) == ("pending", 0)
    assert buttons(staff, "match", world.void) == []


def test_a_void_match_is_ruled_a_tie_from_the_list(staff: Client, world: World) -> None:
    other = Match.objects.filter(round__tournament=world.over).first()
    assert other is not None
    response = bulk(staff, "match", [world.void, other], "rule-tie", confirmed="yes")
    assert said(response)[1] == f"m{world.void.pk}: ruled a tie"
    assert said(response)[0].startswith(f"m{other.pk}: rule:")
    world.void.refresh_from_db()
    assert (world.void.state, world.void.ranks, world.void.ruled) == ("finished", [0, 0], True)


def test_a_version_is_made_active(staff: Client) -> None:
    bot = arena.bot("hare")
    from tournaments.bots.registering import add_version

    second = add_version(actor=arena.owner(), bot_id=bot.pk, kind="policy", policy="random")
    assert buttons(staff, "botversion", second) == ["activate"]
    press(staff, "botversion", second, "activate")
    assert Bot.objects.get(pk=bot.pk).active_id == second.pk
    assert buttons(staff, "botversion", second) == []
    assert BotVersion.objects.count() == 2
    remote = add_version(actor=arena.owner(), bot_id=bot.pk, kind="remote")
    assert buttons(staff, "botversion", remote) == []  # it has not qualified
    assert "is waiting; its qualification" in said(press(staff, "botversion", remote, "activate"))[0]


def test_a_token_is_revoked(staff: Client, world: World) -> None:
    press(staff, "token", world.token, "revoke", confirmed="yes")
    world.token.refresh_from_db()
    assert world.token.revoked_at is not None


def test_a_link_changes_nothing(staff: Client, world: World) -> None:
    assert staff.get(f"/admin/tournaments/tournament/{world.open.pk}/do/start/").status_code == 405


def test_a_form_of_another_site_changes_nothing(world: World) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.create(username="careful", is_staff=True))
    assert strict.post(f"/admin/tournaments/tournament/{world.open.pk}/do/start/").status_code == 403
    world.open.refresh_from_db()
    assert world.open.state == "open"


def test_only_staff(visitor: Client, world: World) -> None:
    response = visitor.post(f"/admin/tournaments/tournament/{world.open.pk}/do/start/")
    assert response.status_code == 302
    bulk(visitor, "tournament", [world.open], "start")
    world.open.refresh_from_db()
    assert world.open.state == "open"


@pytest.mark.parametrize("address", ["1/do/explode/", "999999/do/start/"])
def test_what_is_not_there(address: str, staff: Client, world: World) -> None:
    assert staff.post(f"/admin/tournaments/tournament/{address}").status_code == 404


def test_every_verb_that_cannot_be_undone_asks() -> None:
    asking = {verb.name for verb in (*TournamentAdmin.verbs, *EntryAdmin.verbs) if verb.asks and not verb.form}
    assert asking == {"cancel", "release", "withdraw", "disqualify", "annul"}
