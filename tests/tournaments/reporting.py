"""Events of programs whose games are recorded as told, without being played."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import timezone

from tests.tournaments import arena
from tournaments.access.actors import Actor
from tournaments.bots.registering import create_bot
from tournaments.dispatch.claim import claim
from tournaments.dispatch.contestants import Kind
from tournaments.dispatch.record import Result, record
from tournaments.dispatch.reports import rows
from tournaments.events import entries, lifecycle, rounds
from tournaments.models import Bot, BotVersion, Match, Round, SeatReport, Tournament, Trial, TrialGame, TrialSeat
from tournaments.play.players.reported import Report
from tournaments.play.referee import Played

PRINTED = b"Traceback \xff\x1b[31m\x00 end\n"
REQUEST = b'{"type":"act","seq":3,"observation":{"hand":["SECRET-CARD"]},"legal":[{"t":"stock"},{"t":"take"}]}'


def program(name: str, by: Actor | None = None) -> Bot:
    """A bot whose active version is said to be a program."""
    bot = create_bot(actor=by or arena.owner(f"author of {name}".replace(" ", "-")), name=name, engine="trash")
    new_version(bot)
    return bot


def new_version(bot: Bot) -> BotVersion:
    """The bot's next, active from now on."""
    made = BotVersion.objects.create(
        bot=bot, number=bot.versions.count() + 1, kind="program", runtime="python", qualified_at=timezone.now()
    )
    bot.active = made
    bot.save()
    return made


def league(*bots: Bot, start: bool = True, **values: object) -> Tournament:
    """An event of these bots."""
    asked = {"format": "swiss", "rounds": 9, **values}
    event = arena.event(0, start=False, **asked)
    for bot in bots:
        entries.enter(actor=Actor(bot.owner), tournament_id=event.pk, bot_id=bot.pk)
    if start:
        lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    event.refresh_from_db()
    return event


def report(version: int, *, times: tuple[int, ...] = (3, 9), failure: str = "") -> Report:
    """As a program would leave it."""
    return Report(version, times, ((1, "a \x1bnote"),), PRINTED, REQUEST, "exit status 1" if failure else "", failure)


def play(match: Match, verdicts: Mapping[int, str] | None = None) -> None:
    """Record all games of a match; ``verdicts`` by bot, `played` for those left out."""
    claimed = claim(match.pk)
    assert claimed is not None
    told = [(verdicts or {}).get(contestant.bot or 0, "played") for contestant in claimed.contestants]
    seats = len(told)
    ranks = tuple(range(seats)) if len(set(told)) == 1 else tuple(int(verdict != "played") for verdict in told)
    results = [
        Result(
            board,
            rotation,
            Played(ranks, (0,) * seats, tuple(told), ()),  # type: ignore[arg-type]
            tuple(
                report(contestant.version or 0, failure="" if verdict == "played" else f"told to: {verdict}")
                if contestant.kind != Kind.POLICY
                else None
                for contestant, verdict in zip(claimed.contestants, told, strict=True)
            ),
        )
        for board, rotation in claimed.missing
    ]
    record(claimed, results, last=True)


def play_round(event: Tournament, verdicts: Mapping[int, str] | None = None, *, close: bool = True) -> Round:
    """Record all matches of the round that is paired, and close it unless told not to."""
    turn = event.round_set.get(state="paired")
    for match in turn.matches.filter(state="pending").order_by("table"):
        play(match, verdicts)
    if close:
        assert rounds.close(turn.pk)
    event.refresh_from_db()
    return turn


def trial(bot: Bot, *, state: str, verdict: str = "played") -> SeatReport:
    """A game of a trial of the bot's active version against a policy."""
    made = Trial.objects.create(
        purpose="qualification", asked_by=bot.owner, engine="trash", rules_version=1, state=state, secret=b"s" * 32
    )
    TrialSeat.objects.create(trial=made, seat=0, version=bot.active)
    TrialSeat.objects.create(trial=made, seat=1, policy="random")
    game = TrialGame.objects.create(
        trial=made, board=1, rotation=0, attempt=1, ranks=[0, 1], scores=[1, 0], verdicts=[verdict, "played"],
        decisions=2, transcript=b"",
    )  # fmt: skip
    (row,) = rows((report(bot.active_id or 0), None), (verdict, "played"), trial_game_id=game.pk)
    row.save()
    return row
