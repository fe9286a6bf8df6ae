"""The one place that knows gacrux, the program that pairs by the FIDE Dutch system.

Of its undocumented interface only this is used, as its own `pairingchecker` does: the tournament as a dict (its
"Chess JSON"), `pairing_dutch(tournament, round, parameters)` and `compute_pairing(False)`. All that it would otherwise
draw by lot is given (the initial colour, an order of entrants). It is imported when first used: networkx is large.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from plugins.wording import described
from tournaments.pairing.base import Bye, CannotPair, Field, Meeting, Missed

VERSION = "1.11.65"

# Which result a seat has says nothing about points: those are given. Of unplayed games "Z" is one lost.
_WON, _TIED, _LOST, _UNPLAYED, _PAIRING_BYE = "W", "D", "L", "Z", "P"


def pairs(field: Field, *, white: bool, barred: Iterable[tuple[int, int]]) -> list[tuple[int, int | None]] | None:
    """The pairs of `field.round` in the order of tables, White first; (entrant, None) is a bye.

    `white`: odd pairing numbers have White in the first round. None if gacrux finds no legal pairing. Raises CannotPair
    where it fails.
    """
    from gacrux.gacruxexeptions import GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch

    ids = {entrant: number for number, entrant in enumerate(field.entrants, 1)}
    tournament = _tournament(field, ids, barred) | {"topColor": "w" if white else "b"}
    try:
        engine = pairing_dutch(tournament, field.round, {"experimental": [], "verbose": 0})
        brackets = engine.compute_pairing(False)
        drawn = sorted((pair for bracket in brackets for pair in bracket["pairs"]), key=lambda pair: pair["board"])
        found = [(field.entrants[pair["w"] - 1], pair["b"]) for pair in drawn]
    except GacruxNoLegalPairing:
        return None
    except Exception as exc:
        # Whatever a program of 15,000 lines may raise: the round is not paired, and says why.
        raise CannotPair(
            f"round {field.round}: gacrux {VERSION} failed ({described(exc)}); that is its fault, not the event's"
        ) from exc
    return [(entrant, field.entrants[other - 1] if other else None) for entrant, other in found]


def _tournament(field: Field, ids: dict[int, int], barred: Iterable[tuple[int, int]]) -> dict[str, Any]:
    win = Decimal(field.win_points)
    return {
        "tournamentType": "Swiss",
        "teamTournament": False,
        "numRounds": max(field.rounds, field.round),
        "currentRound": field.round - 1,
        "scoreSystem": {
            "game": {"W": win, "D": win / 2, "L": Decimal(0), "Z": Decimal(0), "F": "W", "H": "D", "P": "W", "A": "D"}
        },
        "competitors": [
            {"cid": ids[entrant], "present": entrant in field.present, "random": ids[entrant]}
            for entrant in field.entrants
        ],
        "gameList": [*_games(field.meetings, ids), *_rests(field.byes, ids)],
        "accelerated": {"values": list(_accelerations(field, ids))},
        "prohibited": [
            {"firstRound": field.round, "lastRound": field.round, "competitors": [ids[a], ids[b]]}
            for a, b in sorted(barred)
        ],
    }


def _games(meetings: Iterable[Meeting], ids: dict[int, int]) -> Iterator[dict[str, Any]]:
    for meeting in meetings:
        first, second = meeting.points
        sides = []
        for entrant, own, other in zip(meeting.entrants, (first, second), (second, first), strict=True):
            lost = _UNPLAYED if meeting.forfeit else _LOST
            result = _WON if own > other else _TIED if own == other and not meeting.forfeit else lost
            sides.append({"cid": ids[entrant], "result": result, "score": Decimal(own)})
        yield {"round": meeting.round, "white": sides[0], "black": sides[1], "played": not meeting.forfeit}


def _rests(byes: Iterable[Bye], ids: dict[int, int]) -> Iterator[dict[str, Any]]:
    for bye in byes:
        paired = bye.kind is Missed.PAIRING
        side = {
            "cid": ids[bye.entrant],
            "result": _PAIRING_BYE if paired else _UNPLAYED,
            "score": Decimal(bye.points),
        }
        yield {"round": bye.round, "white": side, "black": None, "played": paired}


def _accelerations(field: Field, ids: dict[int, int]) -> Iterator[dict[str, Any]]:
    for round_, bonus in sorted({**field.bonuses, field.round: field.bonus}.items()):
        for entrant, points in sorted(bonus.items()):
            yield {
                "firstRound": round_,
                "lastRound": round_,
                "firstCompetitor": ids[entrant],
                "lastCompetitor": ids[entrant],
                "matchPoints": Decimal(points),
                "gamePoints": Decimal(points),
            }
