"""The ASGI application: ``uvicorn deploy.asgi:application``."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django_application = get_asgi_application()

from deploy.direct import Direct  # noqa: E402  (only now may Django be asked)
from tournaments.access.body_limit import BodyLimit  # noqa: E402

application = BodyLimit(Direct(django_application))
