"""Raises an exception at its first move."""

import table

table.sit()
table.hear()
raise ZeroDivisionError("by nothing")
