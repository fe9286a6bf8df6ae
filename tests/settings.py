"""Settings of the test run: a scratch var/, and messages that stay in this process unless a test says otherwise."""

import os
import tempfile

SCRATCH = tempfile.TemporaryDirectory(prefix="croupier-tests-")
os.environ["CROUPIER_VAR"] = SCRATCH.name
PROGRAMS = tempfile.TemporaryDirectory(prefix="croupier-programs-")  # var/ is closed to the user that runs them
os.environ["CROUPIER_PROGRAMS"] = PROGRAMS.name
os.environ["CROUPIER_BROKER_URL"] = "memory://"

from deploy.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher"
]  # accounts by the hundred, and no secret among them

STATIC_ROOT.mkdir()  # noqa: F405  (whitenoise warns of a directory that is not there)
