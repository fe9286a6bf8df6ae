"""Recorded games, of matches and of trials, played again: from when one may be seen, and how it is dealt anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from plugins import registry
from plugins.chance import Chance
from plugins.contract import Engine, EngineInfo, State
from plugins.registry import UnknownEngine
from tournaments.access.errors import Conflict, Missing
from tournaments.dispatch.claim import has_remote
from tournaments.dispatch.contestants import trial_seats
from tournaments.dispatch.trial_turn import seed_of
from tournaments.models import Game, Match, Round, Tournament, Trial, TrialGame
from tournaments.play import deal
from tournaments.play.transcript import BadTranscript, Step, replay, unpack
from tournaments.selectors import require_results


class NoReplay(Conflict):
    """The game cannot be played again here; the message says why."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded game with all that replays it exactly.

    options: complete options of the engine. seed: 32 bytes, from which it was dealt.
    """

    game: Game | TrialGame
    info: EngineInfo
    engine: Engine
    options: Mapping[str, Any]
    seats: int
    seed: bytes

    def begin(self) -> State:
        """The game before its first action."""
        return self.engine.new(deepcopy(self.options), self.seats, Chance(self.seed))

    def steps(self) -> Iterator[Step]:
        """Its actions, forced ones included. Raises NoReplay (`transcript_unfit`) where the engine has none such."""
        try:
            moves = unpack(bytes(self.game.transcript))
            yield from replay(self.engine, self.options, self.seats, Chance(self.seed), moves)
        except BadTranscript as error:
            raise NoReplay(f"the recorded game does not fit the engine: {error}", code="transcript_unfit") from None


def are_public(match: Match) -> bool:
    """Whether the transcripts are for everyone who sees results of the match; until then for nobody, staff included."""
    return match.round.state == Round.State.CLOSED


def recorded(match: Match, *, board: int, rotation: int, insider: bool = False) -> Game:
    """A game of a closed round. `insider`: for the organiser or staff, who see results before they are released.

    Raises Conflict (`round_not_closed`, `results_hidden`), Missing if it was not played.
    """
    # Nobody learns before the close what was dealt or played, not even which games there are.
    if not are_public(match):
        turn = match.round
        raise Conflict(
            f"transcript: round {turn.number} of tournament {turn.tournament_id} is {turn.state}; "
            "this needs it to be closed",
            code="round_not_closed",
        )
    require_results(match.round.tournament, insider=insider)
    game = Game.objects.filter(match=match, board=board, rotation=rotation).first()
    if game is None:
        raise Missing(f"there is no game {board}.{rotation} of match {match.pk}")
    return game


def recording(match: Match, game: Game, *, seats: int) -> Recording:
    """The game set up to be played again.

    Raises NoReplay: `engine_gone`, `rules_changed`, `no_seed`.
    """
    turn, tournament = match.round, match.round.tournament
    if tournament.seed is None:
        raise NoReplay(f"tournament {tournament.pk} has no seed, so its games cannot be dealt again", code="no_seed")
    info, engine = _played_by(tournament.engine, tournament.rules_version)
    seed = deal.game_seed(
        bytes(tournament.seed),
        round_number=turn.number,
        table=match.table,
        board=game.board,
        rotation=game.rotation,
        attempt=game.attempt,
        duplicate=tournament.deals == Tournament.Deals.DUPLICATE,
    )
    return Recording(game, info, engine, tournament.options, seats, seed)


def trial_recorded(trial: Trial, *, board: int, rotation: int) -> TrialGame:
    """A game of a trial that is over. Raises Conflict (`trial_not_over`), Missing if it was not played."""
    if not trial.is_over:
        raise Conflict(
            f"transcript: trial {trial.pk} is {trial.state}; this needs it to be over", code="trial_not_over"
        )
    game = trial.games.filter(board=board, rotation=rotation).first()
    if game is None:
        raise Missing(f"there is no game {board}.{rotation} of trial {trial.pk}")
    return game


def trial_recording(trial: Trial, game: TrialGame) -> Recording:
    """The game set up to be played again. Raises NoReplay: `engine_gone`, `rules_changed`."""
    info, engine = _played_by(trial.engine, trial.rules_version)
    contestants = [who for _, who in trial_seats(trial.seats.all())]
    seed = seed_of(
        bytes(trial.secret),
        board=game.board,
        rotation=game.rotation,
        attempt=game.attempt,
        independent=has_remote(contestants),
    )
    return Recording(game, info, engine, trial.options, len(contestants), seed)


def _played_by(engine_id: str, rules_version: int | None) -> tuple[EngineInfo, Engine]:
    """The engine, with the rules by which a game was played. Raises NoReplay."""
    try:
        info, engine = registry.info(engine_id), registry.engine(engine_id)
    except UnknownEngine as error:
        message = f"the engine {engine_id} is not installed here any more ({error})"
        raise NoReplay(message, code="engine_gone") from None
    if info.rules_version != rules_version:
        raise NoReplay(
            f"the game was played by version {rules_version} of the rules of {info.id}; "
            f"version {info.rules_version}, which is installed here, cannot replay it",
            code="rules_changed",
        )
    return info, engine
