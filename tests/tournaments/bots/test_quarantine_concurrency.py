"""Two events close at once rounds in which one version failed: it is suspended once, and no failure is overlooked."""

from __future__ import annotations

import pytest

from tests.ratings.test_ledger_concurrency import together
from tests.tournaments import arena, reporting
from tournaments.bots import notices
from tournaments.events import rounds
from tournaments.models import AuditEntry, Bot, BotVersion, Match, Notice, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def failing(bots: list[Bot], opponents: int) -> list[Tournament]:
    """So many events in whose first round bots 0 and 1 each have failed against another bot; none is closed."""
    found = []
    for number in range(opponents):
        others = bots[2 + 2 * number : 4 + 2 * number]
        event = reporting.league(bots[0], bots[1], *others)
        turn = event.round_set.get()
        for match in turn.matches.all():
            reporting.play(match, {bots[0].pk: "crash", bots[1].pk: "timeout"})
        found.append(event)
    return found


@pytest.mark.parametrize("turns", range(3))
def test_closers_at_once_suspend_once(turns: int) -> None:
    bots = [reporting.program(f"bot{number}") for number in range(8)]
    events = failing(bots, 3)
    met = Match.objects.filter(seats__entry__bot=bots[0]).filter(seats__entry__bot=bots[1])
    assert not met.exists()
    closed = together([lambda event=event: rounds.close(event.round_set.get().pk) for event in events])
    assert closed == [True] * 3
    suspended = BotVersion.objects.exclude(suspended_at=None).order_by("pk")
    assert [version.bot for version in suspended] == bots[:2]
    assert list(Notice.objects.order_by("version_id").values_list("version__bot_id", "kind")) == [
        (bots[0].pk, "suspended"), (bots[1].pk, "suspended"),
    ]  # fmt: skip
    assert AuditEntry.objects.filter(verb="version.suspend").count() == 2


def test_two_workers_send_one_mail(mailoutbox) -> None:
    ada = arena.owner("ada")
    ada.user.email = "ada@example.org"
    ada.user.save()
    version = reporting.program("Gin", ada).active
    assert version is not None
    notice = Notice.objects.create(owner=ada.user, version=version, kind="lifted", text="It is so.")
    done = together([lambda: notices.mail(notice.pk)] * 4)
    assert (done.count(True), done.count(None)) == (1, 3)
    assert len(mailoutbox) == 1
