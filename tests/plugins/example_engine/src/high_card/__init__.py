"""High Card as a plugin: what Croupier learns without importing the game."""

from plugins.contract import EngineInfo
from plugins.hookspecs import hookimpl


def load():
    from high_card.game import HighCard

    return HighCard()


INFO = EngineInfo(
    id="high_card",
    title="High Card",
    rules_version=1,
    seats=range(2, 5),
    options={
        "type": "object",
        "properties": {"rounds": {"type": "integer", "minimum": 1, "maximum": 13, "default": 5}},
        "additionalProperties": False,
    },
    variants={"standard": {}, "long": {"rounds": 13}},
    max_decisions=4 * 13,
    load=load,
)


@hookimpl
def croupier_engines():
    return [INFO]


@hookimpl
def croupier_policies(engine_id):
    if engine_id != INFO.id:
        return {}
    from high_card.policies import Greedy, Random

    return {"greedy": Greedy, "random": Random}
