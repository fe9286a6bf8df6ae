"""Many reads of one moment of the database: what is compared with the ledger stands still, and nobody waits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read within is as it was at the first read; others go on writing meanwhile. Nothing can be written.

    PostgreSQL: REPEATABLE READ, which keeps one snapshot for the whole transaction. SQLite: a deferred transaction that
    only reads, which in WAL mode sees the last commit before it began and takes no lock that a writer needs; Django's
    own would be IMMEDIATE here and keep writers out.
    Within a transaction it is that transaction's reads, with what it has written itself, and its isolation.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
