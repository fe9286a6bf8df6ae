"""Settings of the service, fed by the environment; every variable is documented in docs/settings.md."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import quote

from celery.schedules import crontab

from deploy.environment import database, flag, mail_server, number, rate, whole, words

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("CROUPIER_VAR", BASE_DIR / "var"))


def bot_user() -> int | None:
    """The user id that programs run as: one that should have no account, or None for the worker's own."""
    if os.geteuid() == 0 or os.environ.get("CROUPIER_BOT_USER", "").strip():
        return whole("CROUPIER_BOT_USER", 65_533, least=1)
    return None


def programs() -> Path:
    """Where copies of programs are by default: within CROUPIER_VAR, except for root.

    Root's workers run programs as another user, to whom CROUPIER_VAR is closed; each has a folder of its own.
    """
    if os.geteuid() != 0:
        return VAR_DIR / "programs"
    own = hashlib.sha256(str(VAR_DIR.resolve()).encode()).hexdigest()[:8]
    return Path(f"/var/tmp/croupier-programs-{own}")  # noqa: S108 - its owner is checked


DEBUG = flag("CROUPIER_DEBUG", False)
# Without a key of one's own, one is drawn at each start: nothing is unsafe, but sessions end with the process.
SECRET_KEY = os.environ.get("CROUPIER_SECRET_KEY") or secrets.token_urlsafe(50)
ALLOWED_HOSTS = words("CROUPIER_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
# Where browsers find the service behind a proxy, such as https://cards.example.org.
CSRF_TRUSTED_ORIGINS = words("CROUPIER_ORIGINS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = any(origin.startswith("https://") for origin in CSRF_TRUSTED_ORIGINS)
LOGIN_REDIRECT_URL = "admin:index"  # whoever opens the login page itself has nowhere else to go on to
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Mail to owners: without a server none is sent, and notices are read on the pages and by the API.
vars().update(mail_server(os.environ.get("CROUPIER_EMAIL_URL", "").strip()))
DEFAULT_FROM_EMAIL = os.environ.get("CROUPIER_EMAIL_FROM") or "croupier@localhost"

INSTALLED_APPS = [
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "ratings",
    "tournaments",
]
MIDDLEWARE = [
    "tournaments.access.middleware.ProblemMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "deploy.static_files.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "deploy.urls"
ASGI_APPLICATION = "deploy.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.pages.reader.reader",
            ],
        },
    }
]
DATABASES = {
    "default": database(os.environ.get("CROUPIER_DATABASE_URL", f"sqlite://{quote(str(VAR_DIR / 'croupier.sqlite3'))}"))
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Tests on a file, as real workers open the same database.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "tournaments.dates"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"

# What owners may upload and have; staff may have more, but upload no more.
CROUPIER_UPLOAD_BYTES = whole("CROUPIER_UPLOAD_BYTES", 5 << 20)
CROUPIER_PROGRAM_BYTES = whole("CROUPIER_PROGRAM_BYTES", 20 << 20)
CROUPIER_PROGRAM_FILES = whole("CROUPIER_PROGRAM_FILES", 500)
CROUPIER_BOTS_PER_OWNER = whole("CROUPIER_BOTS_PER_OWNER", 50)
CROUPIER_VERSIONS_PER_BOT = whole("CROUPIER_VERSIONS_PER_BOT", 100)
CROUPIER_VERSIONS_PER_DAY = whole("CROUPIER_VERSIONS_PER_DAY", 50)
CROUPIER_STORED_BYTES = whole("CROUPIER_STORED_BYTES", 200 << 20)

# Bodies: small ones everywhere, and where programs are sent such as hold one and what is sent with it. A body is kept
# in memory and nowhere else: what would be written to disk for a while could stay there.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2**20
FILE_UPLOAD_MAX_MEMORY_SIZE = max(CROUPIER_UPLOAD_BYTES + 2**16, DATA_UPLOAD_MAX_MEMORY_SIZE)
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
CROUPIER_UPLOAD_PATHS = [r"/api/v1/bots/[0-9]+/versions/", r"/admin/tournaments/botversion/add/"]

# The API. Rates are counted in the default cache: for each web process, as long as that is local memory.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.access.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": [
        "tournaments.access.throttles.AnonThrottle",
        "tournaments.access.throttles.AccountThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": rate("CROUPIER_RATE_ANON", "600/minute"),
        "account": rate("CROUPIER_RATE_ACCOUNT", "1200/minute"),
        "play": rate("CROUPIER_RATE_PLAY", "6000/minute"),
        "registration": rate("CROUPIER_RATE_REGISTRATION", "20/hour"),
        "login": rate("CROUPIER_RATE_LOGIN", "60/hour"),
    },
    # Addresses that proxies report are believed only as far as there are proxies of ours.
    "NUM_PROXIES": whole("CROUPIER_PROXIES", 0),
    "DEFAULT_PARSER_CLASSES": ["tournaments.access.json_body.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.access.paging.KeysetPagination",
    "DEFAULT_SCHEMA_CLASS": "tournaments.access.schema.ApiSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "tournaments.access.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Croupier",
    "DESCRIPTION": "Tournaments and ratings of bots that play card games.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.schema.number_addresses",
    ],
    "ENUM_NAME_OVERRIDES": {
        "TournamentState": "tournaments.models.Tournament.State",
        "EntryState": "tournaments.models.Entry.State",
        "RoundState": "tournaments.models.Round.State",
        "MatchState": "tournaments.models.Match.State",
        "VersionKind": "tournaments.models.BotVersion.Kind",
        "VersionState": "tournaments.models.BotVersion.State",
        "Runtime": "tournaments.models.BotVersion.Runtime",
        "TrialPurpose": "tournaments.models.Trial.Purpose",
        "Verdict": "tournaments.bots.diary.VERDICTS",
    },
    # Everything the pages of the docs need is served from here.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
    "REDOC_DIST": "SIDECAR",
    "REDOC_UI_SETTINGS": {"disableSearch": False, "hideDownloadButton": False},
}

UNFOLD = {
    "SITE_TITLE": "Croupier",
    "SITE_HEADER": "Croupier",
    "SITE_SYMBOL": "playing_cards",
    "SITE_URL": "/",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": "tournaments.admin.sidebar.icon"}],
    "STYLES": [f"tournaments.admin.sidebar.{name}" for name in ("strips_style", "charts_style", "admin_style")],
    "COLORS": {
        "primary": {
            "50": "oklch(97.9% .021 166.113)",
            "100": "oklch(95% .052 163.051)",
            "200": "oklch(90.5% .093 164.15)",
            "300": "oklch(84.5% .143 164.978)",
            "400": "oklch(76.5% .177 163.223)",
            "500": "oklch(59.6% .145 163.225)",
            "600": "oklch(46.5% .102 164.5)",
            "700": "oklch(43.2% .095 166.913)",
            "800": "oklch(37.8% .077 168.94)",
            "900": "oklch(32% .065 170)",
            "950": "oklch(26.2% .051 172.552)",
        },
    },
    "DASHBOARD_CALLBACK": "tournaments.admin.dashboard.dashboard",
    "SIDEBAR": {"show_search": True, "navigation": "tournaments.admin.sidebar.navigation"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}

# What Croupier itself is told.
CROUPIER_OPEN_REGISTRATION = flag("CROUPIER_OPEN_REGISTRATION", False)
CROUPIER_LEASE_SECONDS = number("CROUPIER_LEASE_SECONDS", 60.0)
CROUPIER_SWEEP_SECONDS = number("CROUPIER_SWEEP_SECONDS", 5.0)
CROUPIER_FLUSH_SECONDS = number("CROUPIER_FLUSH_SECONDS", 1.0)  # games that end within this time go together
# A pending match that nobody claims for so long, with an empty queue or in any case, has lost its message.
CROUPIER_RESEND_SECONDS = number("CROUPIER_RESEND_SECONDS", 10.0)
CROUPIER_RESEND_ANYWAY_SECONDS = 600.0
CROUPIER_MAX_FAILURES = 3
# The sandbox that uploaded programs run in.
CROUPIER_BOT_USER = bot_user()
CROUPIER_BOT_MEMORY_MIB = whole("CROUPIER_BOT_MEMORY_MIB", 512, least=64)
CROUPIER_BOT_PROCESSES = whole("CROUPIER_BOT_PROCESSES", 32, least=16)
CROUPIER_PROCESSORS = VAR_DIR / "processors"  # where the workers of this machine say which of them has which

# The copies of programs that workers run; the way to it must be open to the user that runs them.
CROUPIER_PROGRAMS = Path(os.environ.get("CROUPIER_PROGRAMS") or programs())
# How many trials one account may ask for in 24 hours, and how many challenges of its may be not over at once.
CROUPIER_QUALIFICATIONS_PER_DAY = whole("CROUPIER_QUALIFICATIONS_PER_DAY", 50)
CROUPIER_CHALLENGES_PER_DAY = whole("CROUPIER_CHALLENGES_PER_DAY", 50)
CROUPIER_CHALLENGES_AT_ONCE = whole("CROUPIER_CHALLENGES_AT_ONCE", 5)
# A version that crashes or times out against so many different bots is suspended.
CROUPIER_QUARANTINE_OPPONENTS = max(1, whole("CROUPIER_QUARANTINE_OPPONENTS", 3))

# Celery. The lease and the sweeper are the only recovery, so a message is acknowledged as soon as a child takes it
# (task_acks_late False): the broker never delivers it again by itself. No results are kept: the rows are the result.
CELERY_BROKER_URL = os.environ.get("CROUPIER_BROKER_URL", "redis://localhost:6379/0")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for ever
CELERY_BROKER_CHANNEL_ERROR_RETRY = True  # a broker that came back empty is no reason to give up
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_DEFAULT_QUEUE = "matches"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TASK_ROUTES = {
    "tournaments.close_round": {"queue": "rounds"},
    "tournaments.sweep": {"queue": "rounds"},
    "tournaments.tidy": {"queue": "rounds"},
    "tournaments.mail_notice": {"queue": "rounds"},
    "tournaments.mail_due": {"queue": "rounds"},
    "ratings.sweep": {"queue": "rounds"},
    "ratings.*": {"queue": "ratings"},
}
# What a worker takes that is not told otherwise. `ratings` is not among them: to build ratings may take minutes,
# and no round should wait for that; a worker of that queue alone does one thing at a time.
# `remote` neither: matches that wait for bots elsewhere are for a worker with a thread for each.
CELERY_TASK_QUEUES: dict[str, dict[str, Any]] = {"matches": {}, "programs": {}, "rounds": {}}
CELERY_TASK_TIME_LIMIT = int(3 * CROUPIER_LEASE_SECONDS) + 30  # above a turn (one lease) and its last game (another)
CELERY_TASK_PUBLISH_RETRY = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_step": 0.1, "interval_max": 0.1}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # nobody listens: saves a connection and a start-up second
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False  # a match goes on without the broker
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "tournaments.sweep",
        "schedule": CROUPIER_SWEEP_SECONDS,
        "options": {"expires": CROUPIER_SWEEP_SECONDS},
    },
    "tidy": {"task": "tournaments.tidy", "schedule": 3600.0, "options": {"expires": 3600.0}},
    "mail": {"task": "tournaments.mail_due", "schedule": 60.0, "options": {"expires": 60.0}},
    "ratings-sweep": {
        "task": "ratings.sweep",
        "schedule": CROUPIER_SWEEP_SECONDS,
        "options": {"expires": CROUPIER_SWEEP_SECONDS},
    },
    "ratings-batch": {"task": "ratings.batch", "schedule": crontab(hour=3, minute=30), "options": {"expires": 3600.0}},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
