"""Pools with their leaderboards, the ledger and the ratings in the admin; nothing here can change a rating."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from ratings.intervals import interval_svg
from ratings.leaderboard import Place, leaderboard, span
from ratings.models import LedgerRow, Pool, Rating
from tournaments.access.errors import Invalid
from tournaments.access.staff import ManyRowsAdmin, StaffAdmin, is_staff

_PAGE = 50


@admin.register(Pool)
class PoolAdmin(StaffAdmin):
    list_display = ("title", "engine", "seats", "rules_version", "leaderboard_link", "created_at")
    list_filter = ("engine", "seats")
    search_fields = ("title", "engine")
    actions_detail = ("leaderboard",)

    @display(description="Leaderboard")  # type: ignore[untyped-decorator]
    def leaderboard_link(self, pool: Pool) -> SafeString:
        url = reverse(f"{self.admin_site.name}:ratings_pool_leaderboard", args=[pool.pk])
        return format_html('<a href="{}" class="text-primary-600 dark:text-primary-500">Leaderboard</a>', url)

    @action(description="Leaderboard", url_path="leaderboard", icon="leaderboard")  # type: ignore[untyped-decorator]
    def leaderboard(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A page of the pool's leaderboard, from `?cursor=` on."""
        if not is_staff(request):
            raise PermissionDenied
        pool = self.get_object(request, object_id)
        if pool is None:
            raise Http404(f"there is no pool {object_id}")
        cursor = request.GET.get("cursor")
        try:
            page = leaderboard(pool_id=pool.pk, limit=_PAGE, cursor=cursor)
        except Invalid as refusal:
            raise Http404(refusal.message) from None
        low, high = span(place.rating for place in page.places)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Leaderboard of {pool.title}",
            "opts": self.opts,
            "original": pool,
            "pool": pool,
            "table": {
                "headers": ["Rank", "Bot", "Owner", "Version", "Score", "mu ± 3 sigma", "mu", "sigma", "Boards"],
                "rows": [_cells(place, low=low, high=high) for place in page.places],
            },
            "first": request.path if cursor is not None else None,
            "next": f"{request.path}?{urlencode({'cursor': page.next})}" if page.next is not None else None,
        }
        return TemplateResponse(request, "admin/ratings/pool/leaderboard.html", context)


def _cells(place: Place, *, low: float, high: float) -> list[Any]:
    rating = place.rating
    return [
        format_html("<strong>{}</strong>", place.rank),
        format_html("<strong>{}</strong>", place.bot),
        place.owner,
        f"v{place.number}",
        f"{rating.score:.2f}",
        interval_svg(rating, low=low, high=high),
        f"{rating.mu:.2f}",
        f"{rating.sigma:.2f}",
        str(rating.boards),
    ]


@admin.register(LedgerRow)
class LedgerRowAdmin(ManyRowsAdmin):
    list_display = ("pool", "seq", "match", "board", "versions", "ranks", "created_at")
    list_filter = ("pool",)
    list_select_related = ("pool", "match")
    ordering = ("-id",)


@admin.register(Rating)
class RatingAdmin(ManyRowsAdmin):
    list_display = ("pool", "version", "short_score", "short_mu", "short_sigma", "boards", "last_played_at")
    list_filter = ("pool",)
    list_select_related = ("pool", "version__bot")
    search_fields = ("version__bot__name",)

    @display(description="Score", ordering="score")  # type: ignore[untyped-decorator]
    def short_score(self, rating: Rating) -> str:
        return f"{rating.score:.2f}"

    @display(description="mu", ordering="mu")  # type: ignore[untyped-decorator]
    def short_mu(self, rating: Rating) -> str:
        return f"{rating.mu:.2f}"

    @display(description="sigma", ordering="sigma")  # type: ignore[untyped-decorator]
    def short_sigma(self, rating: Rating) -> str:
        return f"{rating.sigma:.2f}"
