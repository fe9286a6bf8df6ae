"""Where everything is served."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularRedocView, SpectacularSwaggerView

from tournaments.health import healthz, readyz

# The pages of the API docs ask nobody else for anything, whatever their scripts would like.
OFFLINE = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'"
)


def offline(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view, its page confined to this server."""

    @wraps(view)
    def confined(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Content-Security-Policy"] = OFFLINE
        return response

    return confined


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", offline(SpectacularSwaggerView.as_view(url_name="schema")), name="docs"),
    path(
        "api/docs/redoc/",
        offline(SpectacularRedocView.as_view(url_name="schema", template_name="croupier/redoc.html")),
        name="redoc",
    ),
    path("admin/", admin.site.urls),
    path("", include("tournaments.pages.urls")),
]
