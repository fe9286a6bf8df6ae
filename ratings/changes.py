"""What staff and organisers do to a pool: each is an event of its ledger, in the audit log, and nothing is overwritten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

from django.db import transaction
from django.utils import timezone
