"""A recorded game, played again for everyone to check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plugins import registry
from plugins.chance import Chance
from plugins.contract import JSON
from plugins.registry import UnknownEngine
from tournaments.access.errors import Conflict, Missing
from tournaments.models import Game, Match, Round, Seat
from tournaments.play import deal
from tournaments.play.transcript import replay, unpack


@dataclass(frozen=True, slots=True)
class Transcript:
    """What replays a game exactly.

    seating  who sat at each place of the game
    seed     32 bytes, of the board
    actions  {"seat": place, "action": as the engine encodes it} and, where there was no other, "forced": True
    """

    match: int
    board: int
    rotation: int
    engine: str
    rules_version: int
    options: dict[str, JSON]
    seats: int
    seating: tuple[Seat, ...]
    seed: bytes
    actions: tuple[dict[str, Any], ...]


def transcript(match: Match, *, board: int, rotation: int) -> Transcript:
    """The transcript of a game of a closed round.

    Raises Conflict (`round_not_closed`, `engine_gone`, `rules_changed`), Missing if the game was not played.
    """
    turn, tournament = match.round, match.round.tournament
    # Nobody learns before the close what was dealt or played, not even which games there are.
    if turn.state != Round.State.CLOSED:
        raise Conflict(
            f"transcript: round {turn.number} of tournament {tournament.pk} is {turn.state}; "
            "this needs it to be closed",
            code="round_not_closed",
        )
    game = Game.objects.filter(match=match, board=board, rotation=rotation).first()
    if game is None:
        raise Missing(f"there is no game {board}.{rotation} of match {match.pk}")
    try:
        info, engine = registry.info(tournament.engine), registry.engine(tournament.engine)
    except UnknownEngine as error:
        raise Conflict(f"transcript: {error}", code="engine_gone") from None
    assert tournament.rules_version is not None
    assert tournament.seed is not None
    if info.rules_version != tournament.rules_version:
        raise Conflict(
            f"transcript: the game was played by version {tournament.rules_version} of the rules of {info.id}; "
            f"version {info.rules_version}, which is installed here, cannot replay it",
            code="rules_changed",
        )
    seated = tuple(match.seats.select_related("entry__bot__owner", "entry__version").order_by("seat"))
    seed = deal.board_seed(bytes(tournament.seed), round_number=turn.number, table=None, board=board)
    steps = replay(engine, tournament.options, len(seated), Chance(seed), unpack(bytes(game.transcript)))
    return Transcript(
        match=match.pk,
        board=board,
        rotation=rotation,
        engine=info.id,
        rules_version=info.rules_version,
        options=tournament.options,
        seats=len(seated),
        seating=tuple(seated[(place - rotation) % len(seated)] for place in range(len(seated))),
        seed=seed,
        actions=tuple(
            {"seat": step.seat, "action": engine.encode(step.action), **({"forced": True} if step.forced else {})}
            for step in steps
        ),
    )
