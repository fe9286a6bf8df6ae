"""Events made through the services, and played in this process or by whoever else: what tests of events begin with."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission, User

from tournaments.access.actors import Actor
from tournaments.bots.registering import add_version, create_bot
from tournaments.dispatch.turn import take_turn
from tournaments.events import entries, lifecycle, rounds, setup
from tournaments.models import Bot, Match, Round, Tournament

POLICIES = ("greedy", "random")


def owner(name: str = "ada") -> Actor:
    """An account that may register bots."""
    user, _ = User.objects.get_or_create(username=name)
    return Actor(user)


def organiser(name: str = "olga") -> Actor:
    """An account that may run events."""
    actor = owner(name)
    actor.user.user_permissions.add(Permission.objects.get(codename="organise"))
    return Actor(User.objects.get(pk=actor.user.pk))


def bot(name: str, policy: str = "greedy", *, by: Actor | None = None, engine: str = "trash") -> Bot:
    """A bot with one version."""
    by = by or owner()
    made = create_bot(actor=by, name=name, engine=engine)
    add_version(actor=by, bot_id=made.pk, kind="policy", policy=policy)
    made.refresh_from_db()
    return made


def event(
    bots: int = 4, *, start: bool = True, by: Actor | None = None, owners: int | None = None, **values: Any
) -> Tournament:
    """A started (or open) event, of short trash unless told, with bots of an owner each (or of so many owners in turn),
    greedy and random in turn.
    """
    by = by or organiser()
    game = {} if "engine" in values else {"engine": "trash", "options": {"start_size": 2}}
    asked = {"name": "Cup", "format": "round_robin", **game, **values}
    tournament = setup.create(actor=by, values=asked)
    lifecycle.open_(actor=by, tournament_id=tournament.pk)
    for number in range(bots):
        player = owner(f"owner{number % (owners or bots)}")
        made = bot(f"{tournament.pk}-{number}", POLICIES[number % 2], by=player, engine=tournament.engine)
        entries.enter(actor=player, tournament_id=tournament.pk, bot_id=made.pk)
    if start:
        lifecycle.start(actor=by, tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def play_round(tournament: Tournament) -> None:
    """Play and close the round that is paired."""
    for match_id in Match.objects.filter(round__tournament=tournament, state="pending").values_list("id", flat=True):
        take_turn(match_id)
    for round_id in Round.objects.filter(tournament=tournament, state="paired").values_list("id", flat=True):
        rounds.close(round_id)
    tournament.refresh_from_db()


def play_out(tournament: Tournament) -> Tournament:
    """Play the event to its end."""
    while tournament.state == Tournament.State.RUNNING:
        play_round(tournament)
    return tournament
