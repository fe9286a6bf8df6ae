"""What several views say of themselves in the schema: the numbers in their addresses, and examples."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from tournaments.access.query import in_path

BOT_ID = in_path("bot_id", "Id of the bot.")
TOURNAMENT_ID = in_path("tournament_id", "Id of the tournament.")
MATCH_ID = in_path("match_id", "Id of the match.")
TRIAL_ID = in_path("trial_id", "Id of the trial.")
NUMBER = in_path("number", "Counted from 1.")
GAME = OpenApiParameter(
    "game",
    {"type": "string", "pattern": r"^[0-9]{1,5}\.[0-9]{1,5}$"},
    OpenApiParameter.PATH,
    description="Board and rotation, such as `1.0`.",
)

BOT = OpenApiExample("A bot", {"name": "Lovelace", "engine": "trash"}, request_only=True)
VERSION = OpenApiExample(
    "A policy", {"kind": "policy", "policy": "greedy"}, request_only=True, media_type="application/json"
)
REMOTE = OpenApiExample("A remote bot", {"kind": "remote"}, request_only=True, media_type="application/json")
PROGRAM = OpenApiExample(
    "A program",
    {"kind": "program", "runtime": "python", "program": "my_bot.py"},
    request_only=True,
    media_type="multipart/form-data",
)
ACTIVATE = OpenApiExample("The second version", {"version": 2}, request_only=True)
CHALLENGE = OpenApiExample(
    "Two boards against another bot", {"bot": 1, "opponents": [{"bot": 2}], "boards": 2}, request_only=True
)
LIFT = OpenApiExample("A reason", {"reason": "The server had too little memory that evening."}, request_only=True)
TOURNAMENT = OpenApiExample(
    "A Swiss of five rounds",
    {
        "name": "Spring Swiss",
        "description": "",
        "engine": "trash",
        "variant": "standard",
        "options": {"start_size": 5},
        "format": "swiss",
        "format_options": {},
        "seats": 2,
        "rounds": 5,
        "boards": 1,
        "rotate": True,
        "admits_remote": False,
        "deals": "duplicate",
        "move_ms": 1000,
        "bank_ms": 30000,
        "game_ms": 600000,
        "result": "ranks",
        "scoring": "match",
        "points": None,
        "tie_breaks": [],
        "edition": "2026",
        "on_void": "tie",
        "rated": True,
        "hidden": False,
        "admission": "public",
        "entries_from": None,
        "entries_until": "2027-03-20T17:00:00Z",
        "starts_at": "2027-03-20T18:00:00Z",
        "check_in_minutes": 30,
        "capacity": 64,
        "per_owner": 2,
        "late_until": 2,
        "late_points": 1,
        "requested_byes": 1,
        "same_owner_rounds": 1,
        "acceleration": "none",
    },
    request_only=True,
)
MORE_ROUNDS = OpenApiExample("Seven rounds in all", {"rounds": 7}, request_only=True)
GUESTS = OpenApiExample("Two accounts", {"usernames": ["ada", "grace"]}, request_only=True)
PAIR = OpenApiExample("Two bots", {"bots": [1, 2]}, request_only=True)
REST = OpenApiExample("The third round", {"bot": 1, "round": 3}, request_only=True)
ANNUL = OpenApiExample("Its results do not count", {"bot": 1, "annul": True}, request_only=True)
ENTRANT = OpenApiExample("A bot", {"bot": 1}, request_only=True)
TIE = OpenApiExample("A tie", {"ranks": [0, 0]}, request_only=True)
WIN = OpenApiExample("The second seat wins", {"ranks": [1, 0]}, request_only=True)
FORFEIT = OpenApiExample("The second seat did not come", {"ranks": [0, 1], "forfeit": True}, request_only=True)
CORRECTION = OpenApiExample(
    "The first seat wins after all",
    {"ranks": [0, 1], "reason": "A card had been dealt twice."},
    request_only=True,
)
AS_PLAYED = OpenApiExample("As played", {"ranks": None, "reason": "The protest was withdrawn."}, request_only=True)
UNRATE = OpenApiExample("Taken out", {"reason": "Both were tried out here."}, request_only=True)
REHEARSAL = OpenApiExample("What it would do", {"dry_run": True}, request_only=True)

# A refusal that the generator does not expect of a request that changes nothing.
CONFLICT = {(409, "application/problem+json"): {"$ref": "#/components/schemas/Problem"}}
# Of a request whose body, not its address, names rows.
MISSING = {(404, "application/problem+json"): {"$ref": "#/components/schemas/Problem"}}
