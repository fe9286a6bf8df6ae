"""An event of two seats as a report: what `trf.write` makes a Tournament Report File of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournaments import history, overview, ranking
from tournaments.access.errors import Conflict
from tournaments.interchange.names import ascii_text, player_name
from tournaments.models import Bye, Round, Seat, Tournament
from tournaments.pairing import registry as pairing
from tournaments.trf import build
from tournaments.trf.fields import type_code
from tournaments.trf.values import Barred, ByeAhead, Player, Report, Result
from tournaments.trf.write import Form, write

DAY = "%Y/%m/%d"
SHORT_DAY = "%y/%m/%d"
HIGHEST_RATING = 9999
AHEAD = {Bye.Kind.REQUESTED: Result.HALF, Bye.Kind.GRANTED: Result.FULL}


def trf(tournament: Tournament, form: Form, *, insider: bool) -> str:
    """The file in this form, in ASCII, lines ending with CR LF. Raises as ``report``."""
    return write(report(tournament, insider=insider), form)


def report(tournament: Tournament, *, insider: bool) -> Report:
    """The closed rounds of an event; who is known to miss the round after them; ratings as they were at the start.

    insider   for its organiser or staff: with the pairs they keep apart, and byes requested of rounds not paired yet
    Raises Conflict for an event of more seats (`not_two_seats`), one that has not started (`not_started`), and one that
    a file cannot tell (`not_reportable`): game points, points of byes that are no win, tie or loss, 10000 entries.
    """
    if tournament.seats != 2:
        raise Conflict(
            f"tournament {tournament.pk} has tables of {tournament.seats} seats; a Tournament Report File is of games "
            "of two; take json or csv",
            code="not_two_seats",
        )
    if tournament.started_at is None or tournament.rounds is None:
        raise Conflict(f"tournament {tournament.pk} has not started; nobody has a number yet", code="not_started")
    try:
        return _report(tournament, history.last_closed(tournament), insider=insider)
    except ValueError as error:
        raise Conflict(
            f"tournament {tournament.pk} cannot be told as a Tournament Report File: {error}; take json or csv",
            code="not_reportable",
        ) from None


def _report(tournament: Tournament, last: int, *, insider: bool) -> Report:
    past = history.played(tournament, last=last)
    chosen = pairing.get(tournament.format)
    code = type_code(chosen.id, tournament.format_options, acceleration=tournament.acceleration)
    planned = max(tournament.rounds or 0, last)
    barred = history.listed(tournament) if insider else frozenset()
    made = build.report(
        ascii_text(tournament.name),
        _players(tournament, last),
        past.meetings,
        past.byes,
        planned,
        win=history.win(tournament),
        initial=str(tournament.format_options.get("initial", "first")),
        # Who came while the next round was being played is in the next file.
        barred=[pair for pair in barred if set(pair) <= set(past.entrants)],
        bonuses=history.bonuses(tournament, until=min(last + 1, planned)),
        ahead=_ahead(tournament, past.entrants, last + 1, insider=insider) if last < planned else (),
        type=f"Individual: {ascii_text(chosen.title)} ({code})",
        code=code,
        start=f"{tournament.started_at:{DAY}}",
        end=f"{tournament.ended_at:{DAY}}" if tournament.ended_at else "",
        dates=tuple(_dates(tournament, last)),
        controller="Croupier",
    )
    if "initial" not in tournament.format_options:
        made = replace(made, initial="")
    return replace(made, barred=(*made.barred, *_owners(tournament, past.entrants)))


def _players(tournament: Tournament, last: int) -> Iterator[Player]:
    rows = ranking.standings(tournament, last=last)
    ratings = history.ratings(tournament)
    by_number = overview.numbered(tournament)
    for row in rows:
        who = by_number[row.entrant]
        rating = ratings.get(row.entrant)
        yield Player(
            number=row.entrant,
            name=player_name(who.name, who.version),
            rating=None if rating is None else min(rating, HIGHEST_RATING),
            rank=row.place,
        )


def _dates(tournament: Tournament, last: int) -> list[str]:
    """The days on which the closed rounds were paired; empty for those that were imported."""
    turns = tournament.round_set.filter(number__lte=last).order_by("number")
    dates = [
        f"{paired:{SHORT_DAY}}" if closed else "" for paired, closed in turns.values_list("paired_at", "closed_at")
    ]
    while dates and not dates[-1]:
        dates.pop()
    return dates


def _ahead(tournament: Tournament, entrants: tuple[int, ...], number: int, *, insider: bool) -> Iterator[ByeAhead]:
    """Who does not play in the round after the closed ones, as it is paired, or as far as it is known."""
    known: dict[int, Result] = {}
    if Round.objects.filter(tournament=tournament, number=number).exists():
        turn = {"round__tournament": tournament, "round__number": number}
        seated = {f"match__{name}": value for name, value in turn.items()}
        playing = set(Seat.objects.filter(**seated).values_list("entry__number", flat=True))
        byes = dict(Bye.objects.filter(**turn).values_list("entry__number", "kind"))
        for entrant in entrants:
            if entrant not in playing and byes.get(entrant) != Bye.Kind.PAIRING:
                known[entrant] = AHEAD.get(Bye.Kind(byes[entrant]), Result.ZERO) if entrant in byes else Result.ZERO
    else:
        able = history.able(tournament)
        known = dict.fromkeys((entrant for entrant in entrants if entrant not in able), Result.ZERO)
        if insider:
            known |= dict.fromkeys(history.resting_by_request(tournament, number), Result.HALF)
    for kind in (Result.FULL, Result.HALF, Result.ZERO):
        if numbers := tuple(sorted(entrant for entrant, told in known.items() if told is kind)):
            yield ByeAhead(kind, number, numbers)


def _owners(tournament: Tournament, entrants: tuple[int, ...]) -> Iterator[Barred]:
    """Bots of one owner do not meet in so many first rounds."""
    if not tournament.same_owner_rounds:
        return
    for numbers in history.by_owner(tournament, number__in=entrants):
        if len(numbers) > 1:
            yield Barred(1, tournament.same_owner_rounds, tuple(numbers))
