"""The formats by id. A new format is a file and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from plugins.wording import shown
from tournaments.pairing.base import Format
from tournaments.pairing.dutch import Dutch
from tournaments.pairing.pod_round_robin import PodRoundRobin
from tournaments.pairing.pods import Pods
from tournaments.pairing.round_robin import RoundRobin
from tournaments.pairing.swiss import Swiss

_FORMATS: Mapping[str, Format] = MappingProxyType(
    {format_.id: format_ for format_ in (RoundRobin(), Swiss(), Dutch(), Pods(), PodRoundRobin())}
)


class UnknownFormat(LookupError):
    """No format has this id; the message names those there are."""


def formats() -> Mapping[str, Format]:
    """All formats by id, read-only."""
    return _FORMATS


def get(id: str) -> Format:
    """The format of this id. Raises UnknownFormat."""
    if id not in _FORMATS:
        raise UnknownFormat(f"format: {shown(id)} is not one of {', '.join(_FORMATS)}")
    return _FORMATS[id]
