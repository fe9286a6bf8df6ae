"""What owners and an organiser do to an event while it is played: who does what follows from a seed, when does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from plugins.chance import Chance
from tests.e2e.stack import Stack
from tests.tournaments import arena
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict
from tournaments.events import byes, entries, lifecycle, rulings
from tournaments.models import Bot, Entry, Match, Round, Tournament

# The event may have moved on between looking at it and acting on it.
TOO_LATE = {"too_late", "round_paired", "wrong_state"}


@dataclass(frozen=True)
class Plan:
    """How much happens in each round: entries that leave, that come back, that come late, that ask for a bye.

    paused         rounds in which the event is paused, and more happens before it goes on
    disqualifying  the round in which an entry is disqualified, its results annulled, and a result of round 1 corrected
    """

    leaving: int
    returning: int
    late: int
    resting: int
    paused: tuple[int, ...]
    disqualifying: int


@dataclass
class Troubles:
    """Those of one event. `done` counts what had an effect, `touched` are bots that something was done to."""

    stack: Stack
    event: Tournament
    plan: Plan
    newcomers: list[Bot]
    done: Counter[str] = field(default_factory=Counter)
    touched: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.organiser = arena.organiser()
        self.stream = Chance(b"troubles").stream("who")

    def before_the_start(self) -> None:
        """Some leave, and some of those come back."""
        self._leave()
        self._return()

    def to_the_end(self) -> None:
        """One round after the other, as they come."""
        for number in range(1, (self.event.rounds or 0) + 1):
            self.stack.wait(lambda number=number: self._is_under_way(number), f"round {number} to be under way")
            if number in self.plan.paused:
                self._pause(number)
            self._round(number)
            if number in self.plan.paused:
                lifecycle.resume(actor=self.organiser, tournament_id=self.event.pk)
        self.stack.wait_finished(self.event)

    def _is_under_way(self, number: int) -> bool:
        """Whether some matches of the round are over; a later round will do too."""
        over = Match.objects.filter(round__tournament=self.event, round__number=number, state="finished")
        return over.exists() or self.event.round_set.filter(number__gt=number).exists()

    def _pause(self, number: int) -> None:
        """Pause when the last matches of a round are being played: what follows then happens between two rounds."""
        pending = Match.objects.filter(round__tournament=self.event, round__number=number, state="pending")
        running = Match.objects.filter(round__tournament=self.event, state="running")
        self.stack.wait(lambda: not pending.exists(), f"the last matches of round {number}")
        lifecycle.pause(actor=self.organiser, tournament_id=self.event.pk)
        self.stack.wait(lambda: not running.exists(), "matches in progress to end")
        self.done["paused"] += 1
        self.done["paused between rounds"] += not (
            Match.objects.filter(round__tournament=self.event, state="pending").exists()
        )

    def _round(self, number: int) -> None:
        self._leave()
        self._return()
        self._come_late()
        self._rest(number + 2)
        if number == self.plan.disqualifying:
            self._disqualify()
            self._correct()

    def _leave(self) -> None:
        for entry in self._some(self._of(Entry.State.IN), self.plan.leaving):
            self._do("left", entry.bot, lambda actor, given: entries.withdraw(actor=actor, **given))

    def _return(self) -> None:
        for entry in self._some(self._of(Entry.State.WITHDRAWN), self.plan.returning):
            self._do("came back", entry.bot, lambda actor, given: entries.enter(actor=actor, **given))

    def _come_late(self) -> None:
        for _ in range(min(self.plan.late, len(self.newcomers))):
            self._do("came late", self.newcomers.pop(), lambda actor, given: entries.enter(actor=actor, **given))

    def _rest(self, number: int) -> None:
        if number > (self.event.rounds or 0):
            return
        unused = [entry for entry in self._of(Entry.State.IN) if not entry.bye_requests.exists()]
        for entry in self._some(unused, self.plan.resting):
            self._do("rest", entry.bot, lambda actor, given: byes.request_bye(actor=actor, number=number, **given))

    def _disqualify(self) -> None:
        (entry,) = self._some(self._of(Entry.State.IN), 1)
        self.touched.add(entry.bot_id)
        entries.disqualify(actor=self.organiser, tournament_id=self.event.pk, bot_id=entry.bot_id, annul=True)
        self.done["disqualified"] += 1

    def _correct(self) -> None:
        """Let the loser of the first decided match of round 1 have won."""
        decided = Match.objects.filter(round__tournament=self.event, round__number=1, round__state=Round.State.CLOSED)
        match = next(match for match in decided.order_by("table") if match.ranks != [0, 0])
        reason = "the wrong deck was dealt"
        ranks = [1 - rank for rank in match.ranks or ()]
        rulings.correct(actor=self.organiser, match_id=match.pk, ranks=ranks, reason=reason)
        self.done["corrected"] += 1

    def _of(self, state: str) -> list[Entry]:
        return list(self.event.entries.filter(state=state).select_related("bot__owner").order_by("id"))

    def _some(self, among: Sequence[Entry], number: int) -> list[Entry]:
        shuffled = list(among)
        self.stream.shuffle(shuffled)
        return shuffled[:number]

    def _do(self, what: str, bot: Bot, act: Callable[[Actor, dict[str, int]], object]) -> None:
        """The owner does it, twice, as a client that got no answer would."""
        self.touched.add(bot.pk)
        given = {"tournament_id": self.event.pk, "bot_id": bot.pk}
        try:
            for _ in range(2):
                act(Actor(bot.owner), given)
        except Conflict as refusal:
            if refusal.code not in TOO_LATE:
                raise
            self.done["too late"] += 1
        else:
            self.done[what] += 1
