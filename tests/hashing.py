"""Programs run in processes of their own, in which sets and dicts of texts have another order."""

from __future__ import annotations

import os
import subprocess
import sys

from deploy.process import ROOT

HASH_SEEDS = ("0", "1", "4242")


def printed(program: str, seeds: tuple[str, ...] = HASH_SEEDS) -> set[bytes]:
    """All that the program prints, run once with each PYTHONHASHSEED. Raises CalledProcessError where it fails."""
    return {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in seeds
    }
