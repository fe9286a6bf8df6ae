"""Who plays: the operator's accounts, and owners who register themselves and their bots over the API."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from deploy.demo.client import Client
from deploy.process import ServiceError
from deploy.services import Services

# owner -> engine -> bot -> policy. An owner has one bot of a game: boards on which he had two would not be rated.
CAST = {
    "ada": {
        "advantage": {"Enchantress": "greedy"},
        "construction": {"Babbage": "greedy"},
        "rummy": {"Analytical": "greedy"},
        "trash": {"Lovelace": "greedy"},
    },
    "byron": {
        "advantage": {"Childe Harold": "random"},
        "construction": {"Jacquard": "random"},
        "rummy": {"Note G": "random"},
        "trash": {"Difference": "random"},
    },
    "blaise": {
        "advantage": {"Arithmetic": "greedy"},
        "construction": {"Barometer": "greedy"},
        "rummy": {"Hexagram": "greedy"},
        "trash": {"Pascaline": "greedy"},
    },
    "gombaud": {
        "advantage": {"Roulette": "random"},
        "construction": {"Vacuum": "random"},
        "rummy": {"Provincial": "random"},
        "trash": {"Wager": "random"},
    },
    "emanuel": {
        "advantage": {"Struggle": "greedy"},
        "construction": {"Primary Ideal": "greedy"},
        "rummy": {"Manual": "greedy"},
        "trash": {"Common Sense": "greedy"},
    },
    "emmy": {
        "advantage": {"Lasca": "random"},
        "construction": {"Noether": "random"},
        "rummy": {"Brettspiel": "random"},
        "trash": {"Laskerer": "random"},
    },
    "sophie": {
        "advantage": {"Identity": "greedy"},
        "construction": {"Chladni": "greedy"},
        "rummy": {"Grand Plan": "greedy"},
        "trash": {"Elastic": "greedy"},
    },
    "leblanc": {
        "advantage": {"Curvature": "random"},
        "construction": {"Plate": "random"},
        "rummy": {"Le Blanc": "random"},
        "trash": {"Safe Prime": "random"},
    },
    "jakob": {"trash": {"Bernoulli": "greedy"}},
    "pierre": {"trash": {"Triangle": "greedy"}},
    "edward": {"trash": {"Lasker": "greedy"}},
    "gauss": {"trash": {"Germain": "greedy"}},
}
ADMIN = "admin"


@dataclass(frozen=True)
class Bot:
    """A registered bot: its id, the game it plays, the token of its owner, and the kind of its version."""

    id: int
    engine: str
    token: str
    kind: str = "policy"


@dataclass(frozen=True)
class Cast:
    """The administrator's login, the organiser's token, the bots."""

    password: str
    organiser: str
    bots: tuple[Bot, ...]

    def players(self, engine: str, *, programs: bool = False) -> list[Bot]:
        """The bots that play this game; those that are no policies only where `programs` are admitted."""
        return [bot for bot in self.bots if bot.engine == engine and (programs or bot.kind == "policy")]


def assemble(services: Services, client: Client) -> Cast:
    """Make the operator's accounts, and the owners and bots that play policies. Raises ServiceError."""
    password = secrets.token_urlsafe(12)
    services.manage(
        "createsuperuser",
        "--noinput",
        env={
            "DJANGO_SUPERUSER_USERNAME": ADMIN,
            "DJANGO_SUPERUSER_EMAIL": "admin@example.org",
            "DJANGO_SUPERUSER_PASSWORD": password,
        },
    )
    organiser = services.manage("create_token", ADMIN, "--scope", "read", "--scope", "organise", "--name", "demo")
    return Cast(password, organiser, tuple(bot for owner in CAST for bot in register(client, owner)))


def register(client: Client, owner: str) -> list[Bot]:
    """An owner's part: an account, whose first token is in the answer; bots; a first version of each."""
    account = client.post("/accounts/", username=owner, password=secrets.token_urlsafe(16))
    own = client.bearing(account["token"])
    bots = []
    for engine, policies in CAST[owner].items():
        for name, policy in policies.items():
            bot = own.post("/bots/", name=name, engine=engine)
            own.post(f"/bots/{bot['id']}/versions/", kind="policy", policy=policy)
            bots.append(Bot(bot["id"], engine, account["token"]))
    return bots


def remember(cast: Cast, memory: Path) -> None:
    """Write what a later run with --keep needs; it holds secrets, so only this user may read it."""
    data = {
        "password": cast.password,
        "organiser": cast.organiser,
        "bots": [asdict(bot) for bot in cast.bots],
    }
    with os.fdopen(os.open(memory, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as target:
        json.dump(data, target)


def recall(memory: Path) -> Cast:
    """What `remember` wrote. Raises ServiceError if it is damaged."""
    try:
        data: dict[str, Any] = json.loads(memory.read_text())
        bots = tuple(Bot(bot["id"], bot["engine"], bot["token"], bot["kind"]) for bot in data["bots"])
        return Cast(data["password"], data["organiser"], bots)
    except (ValueError, KeyError, TypeError) as error:
        raise ServiceError(f"{memory}: damaged ({error!r}); run the demo without --keep") from error
