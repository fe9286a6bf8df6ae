"""What a worker finds of its machine when it starts: whether programs can be run here."""

from __future__ import annotations

import logging
import socket

from django.db import DatabaseError
from django.utils import timezone

from tournaments.dispatch import sandboxing
from tournaments.models import WorkerHost
from tournaments.play.players.sandbox import Lack

logger = logging.getLogger(__name__)


def examine() -> list[Lack]:
    """Try the sandbox out, and note for the web, which refuses programs that nobody could run, what was found.

    Returns all that is to be installed or allowed; nothing where programs can be run.
    """
    lacks = sandboxing.lacks()
    for lack in lacks:
        logger.error("programs of bots are not played here. %s", lack)
    found = {"sandbox": not lacks, "lacks": "\n".join(map(str, lacks)), "checked_at": timezone.now()}
    try:
        WorkerHost.objects.update_or_create(host=socket.gethostname()[:255], defaults=found)
    except DatabaseError as error:
        logger.warning("that could not be noted: %s", type(error).__name__)
    return lacks
