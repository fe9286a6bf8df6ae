"""What the pages say of events: words, strips, progress, and how few statements that takes."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import arena
from tournaments import overview
from tournaments.models import Match, Tournament


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_ordinals(number: int, word: str) -> None:
    assert overview.ordinal(number) == word


@pytest.mark.django_db
def test_a_strip_for_each_round() -> None:
    event = arena.event(5)
    arena.play_round(event)
    first, second = overview.strips(event)
    assert (first.number, first.state, first.byes, first.tables, first.done) == (1, "closed", 1, 2, 2)
    assert first.summary == "Round 1, closed: 2 finished"
    assert [cell.word for cell in second.cells] == ["pending", "pending"]
    Match.objects.filter(pk=second.cells[1].match).update(state="finished", ruled=True, ranks=[0, 0])
    assert [cell.word for cell in overview.strips(event)[1].cells] == ["pending", "ruled"]


@pytest.mark.django_db
def test_many_tables_are_drawn_as_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "MOST_CELLS", 1)
    event = arena.event(6)
    Match.objects.filter(round__tournament=event, table=1).update(state="void")
    (strip,) = overview.strips(event)
    assert strip.cells == ()
    assert [(part.state, part.start, part.tables) for part in strip.segments] == [("pending", 0, 2), ("void", 2, 1)]


@pytest.mark.django_db
def test_progress_is_in_rounds() -> None:
    event = arena.event(5)  # five rounds of two tables
    arena.play_round(event)
    match = Match.objects.filter(round__tournament=event, state="pending").first()
    Match.objects.filter(pk=match.pk).update(state="finished", ranks=[0, 1])  # type: ignore[union-attr]
    arena.event(2, start=False)
    found = {row.pk: row for row in overview.with_progress(Tournament.objects.all())}
    row = found.pop(event.pk)
    assert (row.rounds_paired, row.rounds_closed, row.progress) == (2, 1, 1.5)
    assert (row.matches_done, row.matches_all, row.tables_done, row.tables_all) == (3, 4, 1, 2)
    (other,) = found.values()
    assert (other.entries_in, other.rounds_paired, other.progress) == (2, 0, 0)


@pytest.mark.django_db
def test_ranks_of_a_void_match_are_a_tie_once_its_round_is_closed() -> None:
    event = arena.event(3)
    match = Match.objects.get(round__tournament=event)
    Match.objects.filter(pk=match.pk).update(state="void")

    def words() -> list[str]:
        found = Match.objects.select_related("round__tournament").get(pk=match.pk)
        return [place.word for place in overview.tables([found])[0].places]

    assert words() == ["", ""]
    event.round_set.filter(number=1).update(state="closed")
    assert words() == ["1st, tied", "1st, tied"]


@pytest.mark.django_db
def test_statements_do_not_grow_with_the_event() -> None:
    def statements(bots: int) -> int:
        event = arena.play_out(arena.event(bots, options={"start_size": 1}))
        matches = list(Match.objects.filter(round__tournament=event).select_related("round__tournament"))
        with CaptureQueriesContext(connection) as captured:
            overview.standings(event)
            overview.strips(event)
            overview.tables(matches)
        return len(captured)

    assert statements(3) == statements(6)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ranks", "words", "won"),
    [
        ([0, 1], ["won by forfeit", "lost by forfeit"], [True, False]),
        ([0, 0], ["lost by forfeit", "lost by forfeit"], [False, False]),
    ],
)
def test_a_forfeit_in_words(ranks: list[int], words: list[str], won: list[bool]) -> None:
    event = arena.event(2)
    Match.objects.update(state="finished", ranks=ranks, ruled=True, forfeit=True)
    match = Match.objects.select_related("round__tournament").get(round__tournament=event)
    (table,) = overview.tables([match])
    assert table.word == "forfeit"
    assert [place.word for place in table.places] == words
    assert [place.won for place in table.places] == won


@pytest.mark.django_db
def test_of_hidden_results_insiders_alone_are_told() -> None:
    event = arena.event(2, hidden=True)
    Match.objects.update(state="finished", ranks=[1, 0], ruled=True)
    match = Match.objects.select_related("round__tournament").get(round__tournament=event)
    for insider, ranks, word in ((True, [1, 0], "ruled"), (False, [None, None], "finished")):
        (table,) = overview.tables([match], insider=insider)
        assert [place.rank for place in table.places] == ranks
        assert (table.told, table.word) == (insider, word)
        assert overview.strips(event, insider=insider)[0].cells[0].word == word
