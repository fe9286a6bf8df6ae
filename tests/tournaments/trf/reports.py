"""Reports made up for the tests: any values that a file can hold, and whole tournaments that agree with themselves."""

from hypothesis import strategies as st

from tests.tournaments.pairing.events import die
from tournaments.trf.agreement import earned
from tournaments.trf.values import ALWAYS, Acceleration, Barred, ByeAhead, Cell, Player, Points, Report, Result


def texts(longest: int) -> st.SearchStrategy[str]:
    """Printable, without blanks at the ends; also beyond Latin-1."""
    return st.text("aZ09é Ж龍,.-#", max_size=longest).map(str.strip)


def game(seed: int, round_: int, white: int, black: int) -> tuple[Cell, Cell]:
    results = ["10", "01", "==", "00", "WL", "LW", "DD", "+-", "-+", "--"]
    first, second = results[die(len(results), seed, round_, white, black)]
    return Cell(black, "w", Result(first)), Cell(white, "b", Result(second))


def tournament(seed: int, numbers: list[int], rounds: int) -> dict[int, list[Cell | None]]:
    """Rounds in which neighbours of a mixed order meet, some are absent, and one has the bye if that leaves one."""
    rows: dict[int, list[Cell | None]] = {number: [] for number in numbers}
    for round_ in range(1, rounds + 1):
        order = sorted(numbers, key=lambda number: die(1 << 32, seed, round_, number))
        away = {number for number in order if die(8, seed, "away", round_, number) == 0}
        here = [number for number in order if number not in away]
        if len(here) % 2:
            rows[here.pop()].append(Cell(0, "-", Result.PAIRING))
        for white, black in zip(here[::2], here[1::2], strict=True):
            for number, cell in zip((white, black), game(seed, round_, white, black), strict=True):
                rows[number].append(cell)
        for number in away:
            code = "HFZ +-"[die(6, seed, "why", round_, number)]
            rows[number].append(None if code == " " else Cell(0, "-", Result(code)))
    for row in rows.values():
        while row and row[-1] is None:
            row.pop()
    return rows


@st.composite
def players(draw: st.DrawFn) -> tuple[Player, ...]:
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=1, max_size=6)))
    rows = tournament(draw(st.integers(0, 1 << 20)), numbers, draw(st.integers(0, 6)))
    optional = st.none() | st.integers(0, 9999)
    return tuple(
        Player(
            number,
            name=draw(st.just("x" * 33) | texts(9)),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WIM", "f"])),
            rating=draw(optional),
            federation=draw(st.sampled_from(["", "NOR", "FR"])),
            fide_number=draw(st.from_regex(r"[0-9]{0,11}", fullmatch=True)),
            birth=draw(st.sampled_from(["", "1999/12/31", "1999"])),
            points=draw(st.none() | st.integers(-99, 999)),
            rank=draw(optional),
            cells=tuple(rows[number]),
        )
        for number in numbers
    )


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """Any report that a file of 2026 can hold."""
    entered = draw(players())
    numbers = [player.number for player in entered]
    some = st.lists(st.sampled_from(numbers), unique=True, min_size=1, max_size=4).map(tuple)
    bare = Report(entered)
    upcoming = bare.played + 1
    without = [n.number for n in entered if n.cell(upcoming) is None]
    byes = []
    if without:
        kinds = st.sampled_from([Result.HALF, Result.FULL, Result.ZERO])
        byes = [ByeAhead(kind, upcoming + 9, draw(some)) for kind in draw(st.lists(kinds, unique=True))]
    rounds = st.integers(1, ALWAYS)
    pairs = st.tuples(rounds, rounds).map(sorted)
    ends = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers)).map(sorted)
    spans = draw(st.lists(st.tuples(st.integers(1, 999), pairs, ends), max_size=3))
    groups = []
    if len(numbers) > 1:
        members = st.lists(st.sampled_from(numbers), unique=True, min_size=2, max_size=5).map(tuple)
        groups = [Barred(*draw(pairs), draw(members)) for _ in range(draw(st.integers(0, 3)))]
    values = {name: draw(texts(12)) for name in ("name", "city", "federation", "start", "end", "type", "arbiter")}
    values |= {name: draw(texts(12)) for name in ("times", "controller", "code", "tie_breaks", "standings")}
    dates = draw(st.lists(st.sampled_from(["", "26/02/01"]), max_size=5))
    tens = st.integers(0, 999)
    return Report(
        entered,
        **values,
        deputies=tuple(draw(st.lists(texts(9).filter(bool), max_size=2))),
        dates=(*dates, "26/03/01") if dates else (),
        rounds=draw(st.none() | rounds),
        initial=draw(st.sampled_from(["", "w", "b"])),
        points=draw(st.builds(Points, st.integers(500, 999), tens, st.integers(0, 499), tens, tens, tens)),
        byes=tuple(byes),
        accelerations=tuple(Acceleration(points, *span, *end) for points, span, end in spans),
        barred=tuple(groups),
        others=tuple(draw(st.lists(st.tuples(st.sampled_from(["###", "013", "DAT"]), texts(9)), max_size=2))),
    )


def scored(report: Report) -> list[int]:
    """What everyone has earned, in the order of players."""
    return [earned(report, player) for player in report.players]
