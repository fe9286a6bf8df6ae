"""The rows: pools, their append-only ledger, and what is computed from it."""

from ratings.models.cache import BatchRating, Build, Meeting, RankBucket, Rating, RatingPoint
from ratings.models.ledger import AppendOnlyError, LedgerEvent, LedgerRow
from ratings.models.pools import Pool

__all__ = [
    "AppendOnlyError",
    "BatchRating",
    "Build",
    "LedgerEvent",
    "LedgerRow",
    "Meeting",
    "Pool",
    "RankBucket",
    "Rating",
    "RatingPoint",
]
