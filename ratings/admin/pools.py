"""Pools in the admin: what they rate by, their verbs, and the pages of their leaderboard, bots and pairs of bots."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display

from ratings.admin import pool_page
from ratings.admin.pool_verbs import VERBS
from ratings.condition import with_condition
from ratings.display.board import board
from ratings.display.bot import AXES, bot_in_pool
from ratings.display.foretelling import foretold
from ratings.display.versus import pair_called, versus
from ratings.models import Pool
from tournaments.access.errors import Invalid, Refused
from tournaments.access.staff import is_staff
from tournaments.access.verbs import VerbAdmin

PAGE = 50


@admin.register(Pool)
class PoolAdmin(VerbAdmin):
    change_form_outer_before_template = "admin/ratings/pool/page.html"
    list_display = ("title", "engine", "seats", "rules_version", "bots", "leaderboard_link", "created_at")
    list_filter = ("engine", "seats")
    search_fields = ("title", "engine")
    fields = ("title", ("engine", "seats", "rules_version"), "options", "created_at")
    readonly_fields = ("created_at",)
    verbs = VERBS

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<str:object_id>/leaderboard/", view(self.leaderboard), name="ratings_pool_leaderboard"),
            path("<str:object_id>/bots/<int:bot_id>/", view(self.bot), name="ratings_pool_bot"),
            path("<str:object_id>/foretelling/", view(self.foretelling), name="ratings_pool_foretelling"),
            path("<str:object_id>/versus/", view(self.compare), name="ratings_pool_versus"),
            path("<str:object_id>/versus/<int:bot_id>-<int:other_id>/", view(self.pair), name="ratings_pool_pair"),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return with_condition(super().get_queryset(request))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        pool = self.get_object(request, object_id) if is_staff(request) else None
        extra = pool_page.shown(pool) if pool else {}
        return super().change_view(request, object_id, form_url, {**extra, **(extra_context or {})})

    @display(description="Bots")  # type: ignore[untyped-decorator]
    def bots(self, pool: Any) -> int:
        return int(pool.bots)

    @display(description="Leaderboard")  # type: ignore[untyped-decorator]
    def leaderboard_link(self, pool: Pool) -> SafeString:
        url = reverse(f"{self.admin_site.name}:ratings_pool_leaderboard", args=[pool.pk])
        return format_html('<a href="{}" class="text-primary-600 dark:text-primary-500">Leaderboard</a>', url)

    def leaderboard(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A page of the pool's leaderboard, from `?cursor=` on."""
        pool = self._pool(request, object_id)
        cursor = request.GET.get("cursor")
        try:
            found = board(pool_id=pool.pk, limit=PAGE, cursor=cursor)
        except Invalid as refusal:
            raise Http404(refusal.message) from None
        context = {
            "title": f"Leaderboard of {pool.title}",
            "board": found,
            "first": request.path if cursor is not None else None,
            "next": f"{request.path}?{urlencode({'cursor': found.next})}" if found.next is not None else None,
        }
        return self._page(request, pool, "leaderboard", context)

    def bot(self, request: HttpRequest, object_id: str, bot_id: int) -> HttpResponse:
        """A bot in the pool: how its rating moved, `?by=time|boards`, and whom it met, from `?cursor=` on."""
        pool = self._pool(request, object_id)
        cursor, by = request.GET.get("cursor"), request.GET.get("by", AXES[0])
        try:
            found = bot_in_pool(pool, bot_id, by=by, limit=PAGE, cursor=cursor)
        except Refused as refusal:
            raise Http404(refusal.message) from None
        context = {
            "title": f"{found.name} in {pool.title}",
            "found": found,
            "first": f"{request.path}#opponents" if cursor is not None else None,
            "next": f"{request.path}?{urlencode({'cursor': found.opponents.next})}" if found.opponents.next else None,
        }
        return self._page(request, pool, "bot", context)

    def foretelling(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """How well the pool's forecasts held."""
        pool = self._pool(request, object_id)
        context: dict[str, Any] = {"title": f"How well it foretells: {pool.title}"}
        try:
            context["found"] = foretold(pool)
        except Refused as refusal:
            context["refused"] = refusal.message
        return self._page(request, pool, "foretelling", context)

    def compare(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The form that asks for two bots, `?first=owner/name&second=owner/name`; goes on to their page."""
        pool = self._pool(request, object_id)
        first, second = (request.GET.get(name, "") for name in ("first", "second"))
        context = {"title": f"Two bots of {pool.title}", "one": first, "other": second}
        try:
            two = pair_called(pool, first, second)
        except Refused as refusal:
            return self._page(request, pool, "versus", {**context, "refused": refusal.message}, status=404)
        if two is None:
            return self._page(request, pool, "versus", context)
        return HttpResponseRedirect(reverse(f"{self.admin_site.name}:ratings_pool_pair", args=[pool.pk, *two]))

    def pair(self, request: HttpRequest, object_id: str, bot_id: int, other_id: int) -> HttpResponse:
        """Two bots of the pool, head to head."""
        pool = self._pool(request, object_id)
        try:
            found = versus(pool, bot_id, other_id)
        except Refused as refusal:
            raise Http404(refusal.message) from None
        title = f"{found.names[0]} and {found.names[1]} in {pool.title}"
        return self._page(request, pool, "versus", {"title": title, "found": found})

    def _pool(self, request: HttpRequest, object_id: str) -> Pool:
        """The pool of an address. Raises PermissionDenied for others than staff, Http404."""
        if not is_staff(request):
            raise PermissionDenied
        pool = self.get_object(request, object_id)
        if not isinstance(pool, Pool):
            raise Http404(f"there is no pool {object_id}")
        return pool

    def _page(
        self, request: HttpRequest, pool: Pool, name: str, context: dict[str, Any], status: int = 200
    ) -> HttpResponse:
        base = {**self.admin_site.each_context(request), "opts": self.opts, "original": pool, "pool": pool}
        return TemplateResponse(request, f"admin/ratings/pool/{name}.html", {**base, **context}, status=status)
