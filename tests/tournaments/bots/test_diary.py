"""The diary of a version: what may be known of its games, counted and timed, and nothing before it may."""

from __future__ import annotations

from collections import Counter
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments import arena, reporting
from tournaments.access.errors import Missing
from tournaments.bots import diary
from tournaments.dispatch.reports import packed
from tournaments.events import lifecycle, rounds
from tournaments.models import BotVersion, SeatReport, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("messages")]


@pytest.fixture
def version(db: None) -> BotVersion:
    bot = reporting.program("Gin", arena.owner("ada"))
    assert bot.active is not None
    return bot.active


def league(version: BotVersion, **values: object) -> Tournament:
    return reporting.league(version.bot, reporting.program(f"rival {Tournament.objects.count()}"), **values)


def told(version: BotVersion) -> tuple[int, dict[str, int], int, int]:
    """Games, verdicts, moves and rows that its owner knows of."""
    found = diary.summary(version)
    return found.games, dict(found.verdicts), found.times.moves, diary.games_of(version).count()


def test_a_round_is_told_of_once_it_is_closed(version) -> None:
    event = league(version)
    turn = reporting.play_round(event, {version.bot_id: "crash"}, close=False)
    assert SeatReport.objects.filter(version=version).count() == 2
    assert told(version) == (0, {}, 0, 0)
    for row in SeatReport.objects.filter(version=version):
        with pytest.raises(Missing):
            diary.game_of(version, row.pk)
    rounds.close(turn.pk)
    assert told(version) == (2, {"crash": 2}, 4, 2)


def test_a_hidden_event_is_told_of_once_it_is_released(version) -> None:
    event = league(version, hidden=True)
    reporting.play_round(event)
    assert told(version) == (0, {}, 0, 0)
    lifecycle.release(actor=arena.organiser(), tournament_id=event.pk)
    assert told(version) == (2, {"played": 2}, 4, 2)


def test_its_organiser_is_told_no_sooner() -> None:
    mine = reporting.program("Own", arena.organiser())
    event = league(mine.active, hidden=True)
    reporting.play_round(event)
    assert told(mine.active) == (0, {}, 0, 0)


def test_a_cancelled_round_is_never_told_of(version) -> None:
    event = league(version)
    reporting.play_round(event, close=False)
    lifecycle.cancel(actor=arena.organiser(), tournament_id=event.pk)
    assert told(version) == (0, {}, 0, 0)


@pytest.mark.parametrize(
    ("state", "seen"), [("pending", 0), ("running", 0), ("finished", 1), ("void", 1), ("cancelled", 1)]
)
def test_a_trial_is_told_of_once_it_is_over(version, state: str, seen: int) -> None:
    reporting.trial(version.bot, state=state, verdict="timeout")
    assert told(version) == (seen, {"timeout": 1} if seen else {}, 2 * seen, seen)


def test_games_of_other_versions_are_theirs(version) -> None:
    reporting.play_round(league(version))
    other = reporting.new_version(version.bot)
    assert told(other) == (0, {}, 0, 0)
    reporting.trial(version.bot, state="finished")
    assert (told(other)[0], told(version)[0]) == (1, 2)


def test_only_the_owner_has_it(version) -> None:
    where = {"bot_id": version.bot_id, "number": 1}
    assert diary.own_version(version.bot.owner, **where) == version
    staff = arena.owner("sue").user
    staff.is_staff = staff.is_superuser = True
    staff.save()
    for user in (arena.owner("bob").user, arena.organiser().user, staff):
        with pytest.raises(Missing, match=f"no version 1 of bot {version.bot_id} among yours"):
            diary.own_version(user, **where)
    for wrong in ({"bot_id": 999_999, "number": 1}, {"bot_id": version.bot_id, "number": 2}):
        with pytest.raises(Missing, match="among yours"):
            diary.own_version(version.bot.owner, **wrong)


def test_the_newest_is_first_and_lists_read_no_more_than_they_show(version, django_assert_num_queries) -> None:
    event = league(version)
    for _ in range(3):
        reporting.play_round(event)
    with django_assert_num_queries(1):
        rows = list(diary.games_of(version))
        assert [row.game.match.round.number for row in rows] == [3, 3, 2, 2, 1, 1]
        assert [row.game.match.round.tournament.name for row in rows] == ["Cup"] * 6
    assert {"printed", "last_request", "notes"} <= rows[0].get_deferred_fields()
    assert "transcript" in rows[0].game.get_deferred_fields()
    with django_assert_num_queries(1):
        whole = diary.game_of(version, rows[0].pk)
        assert diary.printed(whole) == reporting.PRINTED


def test_times_are_those_of_the_last_games(version, monkeypatch) -> None:
    for ms in (1000, 7, 5, 6):
        row = reporting.trial(version.bot, state="finished")
        SeatReport.objects.filter(pk=row.pk).update(times=packed(f"[{ms},{ms}]".encode()))
    monkeypatch.setattr(diary, "GAMES_TIMED", 3)
    times = diary.times_of(version)
    assert (times.games, times.moves, times.median_ms, times.p99_ms) == (3, 6, 6, 7)
    assert times.counts == {5: 2, 6: 2, 7: 2}


def test_verdicts_are_those_of_the_last_games(version, monkeypatch) -> None:
    for verdict in ("crash", "played", "timeout", "played"):
        reporting.trial(version.bot, state="finished", verdict=verdict)
    monkeypatch.setattr(diary, "GAMES_COUNTED", 3)
    found = diary.summary(version)
    assert (found.games, found.verdicts) == (3, {"played": 2, "timeout": 1})


def test_without_a_move_there_is_no_median(version) -> None:
    row = reporting.trial(version.bot, state="finished")
    SeatReport.objects.filter(pk=row.pk).update(times=b"", moves=0)
    times = diary.times_of(version)
    assert (times.games, times.moves, times.median_ms, times.p99_ms) == (1, 0, None, None)


@given(st.lists(st.integers(0, 50), min_size=1), st.sampled_from([50, 99]))
def test_percentiles_are_of_nearest_rank(times: list[int], percent: int) -> None:
    assert diary._nearest(Counter(times), percent) == sorted(times)[ceil(len(times) * percent / 100) - 1]


@given(st.lists(st.integers(0, 1000), min_size=1))
def test_the_median_of_a_game_is_that_of_all_games(times: list[int]) -> None:
    assert diary.median_ms(iter(times)) == diary._nearest(Counter(times), 50)


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        (b"plain\n\ttext\r\n", "plain\n\ttext\n"),
        (b"\x1b[31mred\x00\x07\x7f", "\ufffd[31mred\ufffd\ufffd\ufffd"),
        (b"half \xe2\x82", "half \ufffd"),
        ("C1 \x9b2J, CR \r over".encode(), "C1 \ufffd2J, CR \ufffd over"),
        ("\u20ac \u2660".encode(), "\u20ac \u2660"),
    ],
)
def test_what_a_terminal_would_obey_is_replaced(printed: bytes, shown: str) -> None:
    assert diary.readable(printed) == shown


@given(st.binary())
def test_what_is_shown_holds_no_control_characters(printed: bytes) -> None:
    shown = diary.readable(printed)
    assert not [c for c in shown if (ord(c) < 32 and c not in "\t\n") or 127 <= ord(c) < 160]
