"""The pages of a match and of its games: results once the match is finished, replays once the round is closed."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments import overview, selectors, transcripts
from tournaments.access.errors import Refused
from tournaments.models import Game, Match, Tournament
from tournaments.pages.public import is_insider, number, public
from tournaments.pages.replay import scene


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended for a seat of the match. ``place`` is where it sat in the game."""

    contestant: overview.Contestant
    place: int
    rank: int
    score: int
    verdict: str

    @property
    def word(self) -> str:
        return overview.ordinal(self.rank + 1)


@dataclass(frozen=True, slots=True)
class Played:
    """A game with its outcomes, by seat of the match."""

    game: Game
    outcomes: list[Outcome]


@public
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """Who plays, how it ended, and the games."""
    found, insider = _match(request, match_id)
    (table,) = overview.tables([found], insider=insider)
    games = list(found.games.defer("transcript").order_by("board", "rotation"))
    event = found.round.tournament
    # Until they may be told, games are counted.
    told = table.told and selectors.shows_games(found)
    context = {
        "match": found,
        "round": found.round,
        "tournament": event,
        "table": table,
        "told": told,
        "closed": table.told and transcripts.are_public(found),
        "games": [_played(game, table) for game in games] if told else [],
        "recorded": len(games),
        "expected": event.boards * (len(table.places) if event.rotate else 1),
        "live": not found.is_over and event.state == Tournament.State.RUNNING,
    }
    return render(request, "croupier/pages/match.html", context)


@public
def game(request: HttpRequest, match_id: int, board: int, rotation: int) -> HttpResponse:
    """A game after ``?step=`` actions, or at its end."""
    found, insider = _match(request, match_id)
    try:
        shown = transcripts.recorded(found, board=board, rotation=rotation, insider=insider)
    except Refused as refusal:
        raise Http404(refusal.message) from None
    (table,) = overview.tables([found], insider=insider)
    played = _played(shown, table)
    by_place = sorted(played.outcomes, key=lambda outcome: outcome.place)
    step = number(request, "step")
    context = {
        "match": found,
        "round": found.round,
        "tournament": found.round.tournament,
        "played": played,
        "game": shown,
        "places": by_place,
        "siblings": found.games.order_by("board", "rotation").values_list("board", "rotation"),
    }
    try:
        view = scene(transcripts.recording(found, shown, seats=len(by_place)), step)
        names = [outcome.contestant for outcome in by_place]
        context |= {"scene": view, "actions": [(action, names[action.place]) for action in view.actions]}
    except transcripts.NoReplay as reason:
        context["no_replay"] = reason.message
    response = render(request, "croupier/pages/game.html", context)
    # What is closed stays as it is; only the looks of the page may change.
    response.headers["Cache-Control"] = "public, max-age=600"
    return response


def _match(request: HttpRequest, match_id: int) -> tuple[Match, bool]:
    """The match, and whether the reader is an insider of its event. Raises Http404, where they may not see it too."""
    found = get_object_or_404(Match.objects.select_related("round__tournament"), pk=match_id)
    return found, is_insider(request, found.round.tournament)


def _played(game: Game, table: overview.Table) -> Played:
    seats = len(table.places)
    return Played(
        game,
        [
            Outcome(
                place.contestant,
                (place.seat + game.rotation) % seats,
                game.ranks[place.seat],
                game.scores[place.seat],
                game.verdicts[place.seat],
            )
            for place in table.places
        ],
    )
