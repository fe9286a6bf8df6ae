"""Whether what a pool shows follows from its ledger, and whether the ledger is in order itself."""

from ratings.verification.findings import Findings
from ratings.verification.pool import verify

__all__ = ["Findings", "verify"]
