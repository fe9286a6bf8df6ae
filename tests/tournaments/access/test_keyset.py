from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, models
from django.db.models import F
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournaments.access.errors import Invalid
from tournaments.access.keyset import Keyset


class Line(models.Model):
    """A table with a column of every kind that a list is ordered by."""

    number = models.IntegerField()
    real = models.FloatField()
    text = models.CharField(max_length=20)
    time = models.DateTimeField()
    day = models.DateField()
    flag = models.BooleanField()

    class Meta:
        app_label = "access_tests"


@pytest.fixture(scope="module")
def table(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        with connection.schema_editor() as editor:
            editor.create_model(Line)
        yield
        with connection.schema_editor() as editor:
            editor.delete_model(Line)


@pytest.fixture
def lines(table, db):
    return Line.objects.all()


START = datetime(2026, 1, 1, tzinfo=UTC)
# Few values, so that most rows tie; neighbours that are equal when rounded to 15 digits.
REALS = [0.1 + 0.2, 0.3, -0.0, 0.0, 5e-324, 1.7976931348623157e308, -1e-9, 25.0, 1 / 3]
TIMES = [START, START + timedelta(microseconds=1), START + timedelta(seconds=1), START - timedelta(days=9000)]
LINES = st.builds(
    lambda number, real, text, time, flag: Line(
        number=number, real=real, text=text, time=time, day=time.date(), flag=flag
    ),
    st.integers(-1, 1) | st.sampled_from([2**31 - 1, -(2**31)]),
    st.sampled_from(REALS),
    st.sampled_from(["", "a", "A", "ä", "a b", "ab", "\U0001f0a1", "%", "'"]),
    st.sampled_from(TIMES),
    st.booleans(),
)
COLUMNS = ["number", "real", "text", "time", "day", "flag"]
KEYS = st.lists(st.sampled_from(COLUMNS), unique=True, max_size=4).flatmap(
    lambda names: st.tuples(*(st.sampled_from([name, f"-{name}"]) for name in [*names, "id"]))
)


def walk(keyset, rows, limit):
    """All rows, page by page, through the text of the cursor each time."""
    seen, cursor = [], None
    while True:
        asked = keyset.order(rows)
        if cursor is not None:
            asked = keyset.after(asked, keyset.parse(cursor))
        page = list(asked[:limit])
        if not page:
            return seen
        seen += page
        assert len(seen) <= rows.count(), "a row came twice"
        cursor = keyset.cursor(keyset.place(page[-1]))


def by_hand(rows, keys):
    """The order, by one stable sort for each key; only for keys that Python and every database order alike."""
    rows = list(rows)
    for key in reversed(keys):
        rows.sort(key=lambda row: getattr(row, key.removeprefix("-")), reverse=key.startswith("-"))
    return rows


@given(st.lists(LINES, max_size=30), KEYS, st.integers(1, 7))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pages_are_the_whole_in_order(lines, made, keys, limit):
    lines.delete()
    Line.objects.bulk_create(made)
    keyset = Keyset(keys)
    whole = list(keyset.order(lines))
    assert walk(keyset, lines, limit) == whole
    if "text" not in {key.removeprefix("-") for key in keys}:
        assert whole == by_hand(lines, keys)


@given(st.lists(LINES, min_size=1, max_size=20), KEYS, st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_there_all_the_time_is_seen_once(lines, made, keys, data):
    lines.delete()
    Line.objects.bulk_create(made)
    keyset, staying = Keyset(keys), set(lines.values_list("id", flat=True))
    seen, cursor = [], None
    while True:
        asked = keyset.order(lines)
        if cursor is not None:
            asked = keyset.after(asked, keyset.parse(cursor))
        page = list(asked[:3])
        if not page:
            break
        seen += [row.pk for row in page]
        assert len(seen) == len(set(seen))
        cursor = keyset.cursor(keyset.place(page[-1]))
        if len(seen) < 40:
            Line.objects.bulk_create(data.draw(st.lists(LINES, max_size=2)))
        gone = data.draw(st.sampled_from(sorted(staying | {0})))
        lines.filter(pk=gone).delete()
        staying.discard(gone)
    assert staying <= set(seen)


@pytest.mark.parametrize("keys", [("-real", "id"), ("real", "-id"), ("-real", "number", "-id"), ("flag", "day", "id")])
def test_thousands_of_ties(lines, keys):
    made = [
        Line(number=n % 2, real=0.1 + 0.2 if n % 3 else 0.3, text="", time=START, day=START.date(), flag=True)
        for n in range(4000)
    ]
    Line.objects.bulk_create(made)
    assert walk(Keyset(keys), lines, 150) == by_hand(lines, keys)


def test_annotations_related_rows_and_mappings(lines, ada, bob):
    from tournaments.access.models import Token
    from tournaments.access.tokens import create_token

    for owner in (bob, ada, bob, ada):
        create_token(owner=owner, name="t", scopes=["read"])
    keyset = Keyset(("-owner__username", "id"))
    walked = walk(keyset, Token.objects.select_related("owner"), 1)
    assert [token.owner.username for token in walked] == ["bob", "bob", "ada", "ada"]
    made = [Line(number=n, real=n / 7, text="", time=START, day=START.date(), flag=True) for n in (3, 1, 2, 2, 1, 3)]
    Line.objects.bulk_create(made)
    rows = Line.objects.annotate(score=F("real") - 3 * F("number")).values("id", "score")
    walked = walk(Keyset(("-score", "id")), rows, 2)
    assert walked == sorted(rows, key=lambda row: (-row["score"], row["id"]))


@pytest.mark.parametrize("keys", [(), "id", ("id", "-id"), ("number", "number", "id")])
def test_keysets_that_are_none(keys):
    with pytest.raises(ImproperlyConfigured):
        Keyset(keys)


@pytest.mark.parametrize("keys", [("number",), ("id", "number")])
def test_an_order_must_be_total(keys):
    with pytest.raises(ImproperlyConfigured, match="does not end in its primary key"):
        Keyset(keys).order(Line.objects.all())


@pytest.mark.parametrize(("real", "error"), [(None, ValueError), (float("nan"), ValueError), (b"x", TypeError)])
def test_what_has_no_place(real, error):
    with pytest.raises(error):
        Keyset(("real", "id")).place(Line(id=1, real=real))


@given(
    st.lists(
        st.booleans()
        | st.integers()
        | st.floats(allow_nan=False)
        | st.text(st.characters(exclude_categories=["Cs"]))
        | st.datetimes(timezones=st.just(UTC))
        | st.dates()
    )
)
def test_cursors_are_exact(values):
    keyset = Keyset(("id",))
    again = keyset.parse(keyset.cursor(values))
    assert list(again) == values
    assert [type(value) for value in again] == [type(value) for value in values]


def test_it_rejects_cursors():
    keyset = Keyset(("-number", "id"))
    good = keyset.cursor((3, 17))
    assert keyset.parse(good) == (3, 17)
    strangers = [Keyset(("number", "id")).cursor((3, 17)), Keyset(("-number", "-id")).cursor((3, 17))]
    forged = [good[:n] + ("A" if good[n] != "A" else "B") + good[n + 1 :] for n in range(len(good) - 1)]
    for bad in [*strangers, *forged, "", "x", "é", "\0", "====", good + good, good[:-4], "A" * 100_000, "\ud800"]:
        with pytest.raises(Invalid) as refusal:
            keyset.parse(bad)
        assert refusal.value.code == "bad_cursor"
        assert refusal.value.errors[0].as_json()["parameter"] == "cursor"
