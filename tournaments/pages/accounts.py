"""Signing in on the pages, and out."""

from __future__ import annotations

import math
from typing import Any, cast

from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse

from tournaments.access.throttles import LoginThrottle
from tournaments.pages.public import confined


class SignIn(LoginView):
    """By username and password; goes on to `next`, which is refused unless it is of this server."""

    template_name = "croupier/pages/login.html"
    next_page = "pages:home"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = cast("HttpResponse", super().dispatch(request, *args, **kwargs))
        if hasattr(response, "render"):
            response = response.render()  # what is looked up for its head must be known before its headers are set
        return confined(request, response)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        throttle = LoginThrottle()
        if throttle.allow_request(request, self):  # type: ignore[arg-type]  # it asks for what both requests have
            return super().post(request, *args, **kwargs)
        wait = max(1, math.ceil(throttle.wait() or 1))
        context = self.get_context_data(form=self.get_form_class()(request), wait=wait)
        return self.response_class(
            request, self.get_template_names(), context, status=429, headers={"Retry-After": str(wait)}
        )


class SignOut(LogoutView):
    """By POST alone, so that no link signs anybody out."""

    next_page = "pages:home"
