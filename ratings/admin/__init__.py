"""Ratings in the admin: staff look at every row, and change pools through `ratings.changes`, never a rating."""

from ratings.admin import pools, rows

__all__ = ["pools", "rows"]
