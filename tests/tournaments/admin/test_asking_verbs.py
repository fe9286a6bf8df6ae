"""Verbs that ask: what they ask, what they do with it, and where they say what was refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ratings import dry_runs
from ratings.models import Pool, Rating
from ratings.rebuild import rebuild
from tests.tournaments import arena, reporting
from tests.tournaments.admin.test_verbs import buttons, press, said
from tests.tournaments.admin.world import World
from tournaments.access.models import AuditEntry
from tournaments.events import byes
from tournaments.events.entries import withdraw
from tournaments.models import BotVersion, Entry, Match, Round, Tournament

pytestmark = pytest.mark.django_db


def asked(client: Client, model: str, row: Any, verb: str) -> Any:
    """The form that the verb shows before anything is done."""
    noted = AuditEntry.objects.count()
    response = press(client, model, row, verb)
    assert response.status_code == 200
    assert AuditEntry.objects.count() == noted
    return response.context["form"]


def answer(client: Client, model: str, row: Any, verb: str, **data: str) -> Any:
    return press(client, model, row, verb, confirmed="yes", **data)


def errors(response: Any) -> dict[str, list[str]]:
    return dict(response.context["form"].errors)


def test_an_event_is_cloned_and_the_copy_is_shown(staff: Client, world: World) -> None:
    response = press(staff, "tournament", world.over, "clone")
    copy = Tournament.objects.latest("id")
    assert (copy.name, copy.state) == ("Over (copy)", "draft")
    assert response.redirect_chain[-1][0] == f"/admin/tournaments/tournament/{copy.pk}/change/"
    assert said(response) == ["Over: cloned"]


def test_rounds_are_changed(staff: Client, world: World) -> None:
    event = world.private
    assert asked(staff, "tournament", event, "extend")["rounds"].value() == 3
    refused = answer(staff, "tournament", event, "extend", rounds="0")
    assert errors(refused) == {"rounds": ["rounds: 0 is not between 1, which are paired, and 200"]}
    assert errors(answer(staff, "tournament", event, "extend", rounds="")) == {"rounds": ["This field is required."]}
    response = answer(staff, "tournament", event, "extend", rounds="5")
    assert said(response) == ["Private: has another number of rounds"]
    event.refresh_from_db()
    assert event.rounds == 5
    assert "extend" not in buttons(staff, "tournament", arena.event(3, name="Everyone meets everyone"))


def test_results_are_released(staff: Client, world: World) -> None:
    assert "release" in buttons(staff, "tournament", world.private)
    press(staff, "tournament", world.private, "release", confirmed="yes")
    world.private.refresh_from_db()
    assert not world.private.is_concealed
    assert "release" not in buttons(staff, "tournament", world.private)
    assert "release" not in buttons(staff, "tournament", world.live)


def test_accounts_are_invited_and_uninvited(staff: Client, world: World) -> None:
    event = world.private
    assert "invite" not in buttons(staff, "tournament", world.open), "everyone may enter a public event"
    refused = answer(staff, "tournament", event, "invite", usernames="owner1\r\nnobody")
    assert errors(refused) == {"usernames": ["usernames: there is no account nobody"]}
    assert refused.context["form"]["usernames"].value() == "owner1\r\nnobody"
    answer(staff, "tournament", event, "invite", usernames="OWNER1\r\n\r\n owner2, owner0")
    invited = event.invitations.values_list("user__username", flat=True)
    assert sorted(invited) == ["owner0", "owner1", "owner2"]
    answer(staff, "tournament", event, "uninvite", usernames="owner0\nowner2")
    assert list(invited.all()) == ["owner1"]
    assert errors(answer(staff, "tournament", event, "uninvite", usernames=" ")) == {
        "usernames": ["This field is required."]
    }


def test_a_pair_is_barred_and_unbarred(staff: Client, world: World) -> None:
    event = world.private
    one, two, three, _ = event.entries.order_by("id")
    stranger = world.open.entries.first()
    assert stranger is not None
    refused = answer(staff, "tournament", event, "bar", first=str(one.pk), second=str(stranger.pk))
    assert list(errors(refused)) == ["second"]
    refused = answer(staff, "tournament", event, "bar", first=str(one.pk), second=str(one.pk))
    assert errors(refused) == {"__all__": [f"bots: {one.bot_id} twice; name two bots"]}
    assert "name two bots" in refused.content.decode()
    answer(staff, "tournament", event, "bar", first=str(three.pk), second=str(two.pk))
    assert list(event.barred.values_list("first", "second")) == [(one.pk, two.pk), (two.pk, three.pk)]
    form = asked(staff, "tournament", event, "unbar")
    assert [label for _, label in form.fields["pair"].choices][1:] == [
        f"{one.version} – {two.version}",
        f"{two.version} – {three.version}",
    ]
    answer(staff, "tournament", event, "unbar", pair=str(event.barred.get(first=one).pk))
    assert list(event.barred.values_list("first", "second")) == [(two.pk, three.pk)]


def test_for_a_pair_only_entries_of_the_event_are_found(staff: Client, world: World) -> None:
    """The address that the field asks is the one that the page gives it."""
    widget = asked(staff, "tournament", world.private, "bar").fields["first"].widget
    asks = "&app_label=tournaments&model_name=barred&field_name=first&term="
    assert world.open.entries.exists()
    found = staff.get(widget.get_url() + asks).json()["results"]
    assert {int(line["id"]) for line in found} == set(world.private.entries.values_list("id", flat=True))
    assert len(staff.get(f"/admin/autocomplete/?tournament={'9' * 30}{asks}").json()["results"]) == 6


def test_byes_are_requested_and_cancelled(staff: Client, world: World) -> None:
    one, two, *_ = world.private.entries.order_by("id")
    assert "request-bye" not in buttons(staff, "entry", one), "it has asked for as many as it may"
    form = asked(staff, "entry", two, "request-bye")
    assert form["round"].value() == 2
    assert "The next round to be paired is 2. Of the 1 byes" in form["round"].help_text
    refused = answer(staff, "entry", two, "request-bye", round="1")
    assert "round 1 is paired" in str(errors(refused)["__all__"])
    assert list(errors(answer(staff, "entry", two, "request-bye", round="9"))) == ["round"]
    answer(staff, "entry", two, "request-bye", round="2")
    assert list(two.bye_requests.values_list("round", flat=True)) == [2]
    assert asked(staff, "entry", one, "cancel-bye").fields["round"].choices == [(2, "Round 2")]
    answer(staff, "entry", one, "cancel-bye", round="2")
    assert not one.bye_requests.exists()
    assert "cancel-bye" not in buttons(staff, "entry", one)


def test_an_entry_is_checked_in(staff: Client, world: World) -> None:
    entry = world.open.entries.first()
    assert entry is not None
    assert "check-in" not in buttons(staff, "entry", entry)
    Tournament.objects.filter(pk=world.open.pk).update(check_in_minutes=10, starts_at="2031-01-01T00:00Z")
    assert "check-in" in buttons(staff, "entry", entry)
    assert said(press(staff, "entry", entry, "check-in")) == [f"{entry}: checked in"]
    entry.refresh_from_db()
    assert entry.checked_in_at is not None
    assert "check-in" not in buttons(staff, "entry", entry)


def test_a_withdrawn_entry_comes_back(staff: Client, world: World) -> None:
    entry = world.private.entries.get(number=3)
    withdraw(actor=arena.organiser(), tournament_id=world.private.pk, bot_id=entry.bot_id)
    assert "enter-again" in buttons(staff, "entry", entry)
    refused = press(staff, "entry", entry, "enter-again")
    assert "organiser has invited" in said(refused)[0]
    answer(staff, "tournament", world.private, "invite", usernames=entry.bot.owner.username)
    press(staff, "entry", entry, "enter-again")
    entry.refresh_from_db()
    assert entry.state == "in"


def test_a_bot_is_entered_late(staff: Client) -> None:
    event = arena.event(4, format="swiss", rounds=4, late_until=2)
    bot = arena.bot("hare")
    page = staff.get(f"/admin/tournaments/entry/add/?tournament={event.pk}")
    assert page.context["adminform"].form["tournament"].value() == str(event.pk)
    staff.post("/admin/tournaments/entry/add/", {"tournament": event.pk, "bot": bot.pk})
    assert Entry.objects.get(bot=bot).joined == 2


def test_results_of_who_is_disqualified_count_or_not(staff: Client, world: World) -> None:
    entry = world.over.entries.get(number=1)
    for verb, annulled, other in [("annul", True, "disqualify"), ("disqualify", False, "annul")]:
        press(staff, "entry", entry, verb, confirmed="yes")
        entry.refresh_from_db()
        assert (entry.state, entry.annulled) == ("disqualified", annulled)
        assert buttons(staff, "entry", entry) == [other]


@pytest.mark.parametrize(
    ("outcome", "ranks", "forfeit"),
    [
        ("win-0", [0, 1], False),
        ("win-1", [1, 0], False),
        ("tie", [0, 0], False),
        ("forfeit-0", [1, 0], True),
        ("forfeit-1", [0, 1], True),
        ("forfeit", [0, 0], True),
    ],
)
def test_a_void_match_is_ruled(outcome: str, ranks: list[int], forfeit: bool, staff: Client, world: World) -> None:
    form = asked(staff, "match", world.void, "rule")
    names = [str(seat.entry.version) for seat in world.void.seats.order_by("seat")]
    assert dict(form.fields["outcome"].choices)["forfeit-0"] == f"forfeited by {names[0]}, won by {names[1]}"
    assert list(form.fields) == ["outcome"]
    answer(staff, "match", world.void, "rule", outcome=outcome)
    world.void.refresh_from_db()
    assert (world.void.state, world.void.ranks, world.void.forfeit) == ("finished", ranks, forfeit)
    assert world.void.ruled


def test_a_match_is_corrected_and_counts_as_played_again(staff: Client, world: World) -> None:
    match = Match.objects.filter(round__tournament=world.over).order_by("id")[0]
    played = match.ranks
    assert buttons(staff, "match", match) == ["correct", "unrate"]
    no_reason = answer(staff, "match", match, "correct", outcome="forfeit")
    assert errors(no_reason) == {"reason": ["This field is required."]}
    assert list(errors(answer(staff, "match", match, "correct", reason="so"))) == ["outcome"]
    answer(staff, "match", match, "correct", outcome="forfeit", reason="nobody came")
    match.refresh_from_db()
    assert (match.ranks, match.forfeit, match.ruled, match.ruling) == ([0, 0], True, True, "nobody came")
    noted = AuditEntry.objects.filter(verb="match.correct").get()
    assert (noted.username, noted.target_id) == ("staffer", str(match.pk))
    answer(staff, "match", match, "correct", outcome="played", reason="they had come")
    match.refresh_from_db()
    assert (match.ranks, match.forfeit, match.ruled) == (played, False, False)
    Tournament.objects.filter(pk=world.over.pk).update(state="cancelled")
    assert buttons(staff, "match", match) == ["unrate"]


def test_a_match_is_taken_out_of_the_ratings_and_rated_again(staff: Client, world: World) -> None:
    match = Match.objects.filter(round__tournament=world.over).order_by("id")[0]
    before = dict(Rating.objects.values_list("version", "mu"))
    page = press(staff, "match", match, "unrate")
    assert AuditEntry.objects.filter(verb="match.unrate").count() == 0
    [comparison] = page.context["preview"].comparisons
    text = page.content.decode()
    assert comparison.lines
    for line in comparison.lines:
        assert f"{line.name} v{line.number}</th><td>{line.owner}</td>" in text
        assert f"{line.before.score:.2f} → {line.after.score:.2f}" in text
    assert errors(answer(staff, "match", match, "unrate")) == {"reason": ["This field is required."]}
    response = answer(staff, "match", match, "unrate", reason="tried out")
    assert said(response) == [f"m{match.pk}: taken out of the ratings, which follow within seconds"]
    assert "no: it was taken out of the ratings: tried out" in response.content.decode()
    assert buttons(staff, "match", match) == ["correct", "rate"]
    for pool in Pool.stale():
        rebuild(pool.pk)
    moved = dict(Rating.objects.current().values_list("version", "mu"))
    assert moved == {**before, **{line.version: line.after.mu for line in comparison.lines}}
    page = press(staff, "match", match, "rate")
    [comparison] = page.context["preview"].comparisons
    assert {line.version: line.after.mu for line in comparison.lines}.items() <= before.items()
    assert said(answer(staff, "match", match, "rate")) == [
        f"m{match.pk}: counts for ratings again, which follow within seconds"
    ]
    assert buttons(staff, "match", match) == ["correct", "unrate"]


def test_where_there_is_nothing_to_rate_a_preview_says_so(staff: Client, world: World, monkeypatch) -> None:
    match = Match.objects.filter(round__tournament=world.over).order_by("id")[0]
    monkeypatch.setattr(dry_runs, "MOST_BOARDS", 0)
    assert f"--dry-run --void {match.pk}" in press(staff, "match", match, "unrate").content.decode()
    Tournament.objects.filter(pk=world.over.pk).update(hidden=True)
    assert "Nothing: no board of it" in press(staff, "match", match, "unrate").content.decode()
    Tournament.objects.filter(pk=world.over.pk).update(rated=False)
    assert buttons(staff, "match", match) == ["correct"]
    assert "is not rated" in press(staff, "match", match, "unrate").content.decode()


def test_a_match_that_was_not_played_out_does_not_count_as_played(staff: Client, world: World) -> None:
    Round.objects.filter(pk=world.void.round_id).update(state="closed")
    assert buttons(staff, "match", world.void) == ["correct"]
    refused = answer(staff, "match", world.void, "correct", outcome="played", reason="why not")
    assert "only 0 were played" in str(errors(refused)["__all__"])


def test_a_table_of_four_is_ruled_by_ranks(staff: Client) -> None:
    event = arena.event(4, engine="rummy", format="pods", seats=4, rounds=1)
    match = Match.objects.get(round__tournament=event)
    Match.objects.filter(pk=match.pk).update(state="void")
    form = asked(staff, "match", match, "rule")
    assert [value for value, _ in form.fields["outcome"].choices] == [
        "win-0",
        "win-1",
        "win-2",
        "win-3",
        "tie",
        "ranks",
    ]
    missing = answer(staff, "match", match, "rule", outcome="ranks")
    assert errors(missing) == {"ranks": ["ranks: say the rank of every seat, or choose another outcome"]}
    assert list(errors(answer(staff, "match", match, "rule", outcome="ranks", ranks="0, 1"))) == ["ranks"]
    answer(staff, "match", match, "rule", outcome="ranks", ranks="3, 0, 1, 1")
    match.refresh_from_db()
    assert match.ranks == [3, 0, 1, 1]


def test_a_form_of_another_site_is_not_taken(world: World) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.create(username="careful", is_staff=True))
    address = f"/admin/tournaments/tournament/{world.private.pk}/do/extend/"
    assert strict.post(address, {"confirmed": "yes", "rounds": "9"}).status_code == 403
    world.private.refresh_from_db()
    assert world.private.rounds == 3


def test_what_asks_is_for_staff_and_not_for_many_rows(visitor: Client, staff: Client, world: World) -> None:
    address = f"/admin/tournaments/tournament/{world.private.pk}/do/extend/"
    assert visitor.post(address, {"confirmed": "yes", "rounds": "9"}).status_code == 302
    assert staff.get(address).status_code == 405
    world.private.refresh_from_db()
    assert world.private.rounds == 3
    offered = staff.get("/admin/tournaments/tournament/").context["action_form"].fields["action"].choices
    assert {"extend", "invite", "bar", "clone"}.isdisjoint(dict(offered))


def test_a_request_of_a_round_that_is_paired_cannot_be_cancelled(staff: Client, world: World) -> None:
    """It was paired while the form was open."""
    entry = world.private.entries.get(number=2)
    if not entry.bye_requests.exists():
        byes.request_bye(actor=arena.organiser(), tournament_id=world.private.pk, bot_id=entry.bot_id, number=2)
    arena.play_round(world.private)
    assert "cancel-bye" not in buttons(staff, "entry", entry)
    refused = answer(staff, "entry", entry, "cancel-bye", round="2")
    assert list(errors(refused)) == ["round"]


def test_a_suspension_is_lifted_with_a_reason(staff: Client) -> None:
    version = reporting.program("Gin").active
    assert version is not None
    assert "lift" not in buttons(staff, "botversion", version)
    BotVersion.objects.filter(pk=version.pk).update(suspended_at="2026-11-30T12:00Z", suspension="it crashed")
    assert "activate" not in buttons(staff, "botversion", version)
    for choice, shown in (("yes", 1), ("no", 0)):
        page = staff.get(f"/admin/tournaments/botversion/?suspended={choice}")
        assert page.context["cl"].result_count == shown
    assert list(asked(staff, "botversion", version, "lift").fields) == ["reason"]
    assert errors(answer(staff, "botversion", version, "lift", reason="")) == {"reason": ["This field is required."]}
    response = answer(staff, "botversion", version, "lift", reason="no memory")
    assert said(response) == ["Gin v1: not suspended any more"]
    version.refresh_from_db()
    assert version.suspended_at is None
    assert AuditEntry.objects.get(verb="version.lift").details == {"reason": "no memory"}
